"""The prompts of a replay: go to a place, find a text. The board moves while you type."""

from collections.abc import Callable

from textual.screen import Screen
from textual.widget import Widget

from domain.seats import Viewpoint
from replay_tui.navigation import Navigator, Target
from replay_tui.widgets.prompt import PromptBar
from service.reading.styled_text import clean


class ReplayPrompts:
    """The prompt of a replay, and the state before it opened."""

    def __init__(self, screen: Screen[None], seeker: Navigator, show: Callable[[Target], None]) -> None:
        """`show` goes to a position."""
        self.seeker = seeker
        self._screen = screen
        self._show = show
        self._focused: Widget | None = None
        self.followed = False
        """True if the screen followed the end before the prompt opened."""

    def open(self, purpose: str, position: int, *, following: bool) -> None:
        """Ask for a place (`goto`) or a text (`find`)."""
        signs = {"goto": (":", self.seeker.hint), "find": ("/", "⏎ keep · esc back")}
        sign, hint = signs[purpose]
        self.seeker.start = position
        self._focused, self.followed = self._screen.focused, following
        self._screen.add_class("asking")  # the prompt replaces the position line, so the board keeps its rows
        self._prompt.open(purpose, sign, hint=hint)

    def seek(self, purpose: str, text: str, viewpoint: Viewpoint) -> bool:
        """Go to the target of a text, or show that there is none."""
        sought = self.seeker.seek(purpose, text, viewpoint)
        self._prompt.hint(sought.hint)
        self._show(sought)
        return sought.there

    def go(self, text: str, position: int) -> None:
        """Go to a place by its name, or report that it does not exist."""
        sought = self.seeker.place(text, position)
        if sought.there:
            self._show(sought)
        else:
            self._screen.notify(sought.hint, severity="warning", markup=False)

    def further(self, position: int, by: int, viewpoint: Viewpoint) -> int | None:
        """Go to the next place with the searched text, or report that it was the last."""
        found = self.seeker.find(position, by, viewpoint)
        if found is None:
            self._screen.notify(f"“{clean(self.seeker.searched)}” is not in this match", markup=False, timeout=3)
        return found

    def accept(self, purpose: str, text: str, viewpoint: Viewpoint) -> None:
        """Stay at the text's target; an unknown place keeps the prompt open."""
        if purpose == "goto" and text.strip() and not self.seek("goto", text, viewpoint):
            return
        if purpose == "find":
            self.seeker.searched = text
        self.close()

    def close(self) -> None:
        """Hide the prompt and focus the pane again."""
        self._prompt.close()
        self._screen.remove_class("asking")
        if self._focused is not None:
            self._focused.focus()

    @property
    def _prompt(self) -> PromptBar:
        return self._screen.query_one(PromptBar)
