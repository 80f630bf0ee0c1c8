"""An input that handles its keys in the order in which they were pressed."""

from textual.events import Key
from textual.widgets import Input


class TextLine(Input):
    """A line of text. Textual runs bindings only after a key has passed the whole screen, so letters typed right after
    a backspace would be inserted before it; this line runs its own bindings at once."""

    async def on_key(self, event: Key) -> None:
        """Handle a key, and stop it if it was handled."""
        if await self.answered(event):
            event.stop()
            event.prevent_default()

    async def answered(self, event: Key) -> bool:
        """Run the binding of the line for a key; return whether there is one."""
        for binding in self._bindings.key_to_bindings.get(event.key, ()):
            if await self.app.run_action(binding.action, self):
                return True
        return False
