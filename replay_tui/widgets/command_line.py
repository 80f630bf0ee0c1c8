"""The line that a scorekeeper types in. Some keys mean more than their letter; the screen says which."""

from typing import Protocol

from textual.events import Key
from textual.widgets import Input

from replay_tui.keymap import RECORD_LINE, bindings


class LineKeys(Protocol):
    """What answers the keys of a line. Asked at once, not by message: keys may come faster than messages are read."""

    def claim(self, letter: str) -> bool:
        """A letter before it is typed: True where it was dealt with."""
        ...

    def enter(self) -> None:
        """The line is to be taken."""
        ...

    def complete(self) -> None:
        """The line is to be completed."""
        ...

    def move(self, by: int) -> None:
        """The highlight is to go down or up."""
        ...


class CommandLine(Input):
    """One line of text, whose keys go to the screen first."""

    BINDINGS = bindings(RECORD_LINE)

    def __init__(self, keys: LineKeys, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, compact=True, placeholder="a command, a number or letters of it", select_on_focus=False)
        self._keys = keys

    def on_key(self, event: Key) -> None:
        """Answers keys in the order in which they were pressed: bindings come after letters that were typed behind them."""
        if self._answered(event):
            event.stop()
            event.prevent_default()

    def _answered(self, event: Key) -> bool:
        if event.key == "enter":
            self._keys.enter()
        elif event.key == "tab":
            self._keys.complete()
        elif event.key in ("up", "down"):
            self._keys.move(1 if event.key == "down" else -1)
        else:
            return bool(event.is_printable and event.character and self._keys.claim(event.character))
        return True

    def put(self, text: str) -> None:
        """Replaces the text; the cursor stands at its end."""
        self.value = text
        self.cursor_position = len(text)

    async def action_submit(self) -> None:
        """Takes the line."""
        self._keys.enter()

    def action_complete(self) -> None:
        """Completes the line."""
        self._keys.complete()

    def action_move(self, by: int) -> None:
        """Moves the highlight."""
        self._keys.move(by)
