"""The keys of a screen, in its last line."""

from typing import Any

from textual.screen import Screen
from textual.widgets import Footer


class KeyFooter(Footer):
    """A footer that is made anew when other keys are to be told. Textual's own is made anew, key by key, after every change of
    focus or state: a third of the time that a screen took to open."""

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)
        self._told: tuple[object, ...] | None = None

    def bindings_changed(self, screen: Screen[Any]) -> None:
        """Keys, what they do, or whether they can be pressed may have changed."""
        active = screen.active_bindings.values()
        keys = tuple((shown.binding, shown.enabled, shown.tooltip) for shown in active if shown.binding.show)
        if keys != self._told:
            super().bindings_changed(screen)
            drawn = screen.app.app_focus and self.is_attached and screen is self.screen
            self._told = keys if drawn else None
