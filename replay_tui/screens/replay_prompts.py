"""The prompts of a replay: where to go, what to look for. The board moves while one types."""

from collections.abc import Callable

from textual.screen import Screen
from textual.widget import Widget

from domain.seats import Viewpoint
from replay_tui.navigation import Navigator, Target
from replay_tui.widgets.prompt import PromptBar
from service.reading.styled_text import clean


class ReplayPrompts:
    """One prompt of a screen, and what was true before it opened."""

    def __init__(self, screen: Screen[None], seeker: Navigator, show: Callable[[Target], None]) -> None:
        """`show` brings the position where a text leads."""
        self.seeker = seeker
        self._screen = screen
        self._show = show
        self._focused: Widget | None = None
        self.followed = False
        """Whether the end was followed before the prompt opened."""

    def open(self, purpose: str, position: int, *, following: bool) -> None:
        """Asks where to go (`goto`), or what to look for (`find`)."""
        signs = {"goto": (":", self.seeker.hint), "find": ("/", "⏎ keep · esc back")}
        sign, hint = signs[purpose]
        self.seeker.start = position
        self._focused, self.followed = self._screen.focused, following
        self._screen.add_class("asking")  # the position line gives its row, so that the board keeps its rows
        self._prompt.open(purpose, sign, hint=hint)

    def seek(self, purpose: str, text: str, viewpoint: Viewpoint) -> bool:
        """Moves to where a text leads; says so where that is nowhere."""
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
            self._screen.notify(f"“{clean(self.seeker.searched)}” is nowhere in this match", markup=False, timeout=3)
        return found

    def accept(self, purpose: str, text: str, viewpoint: Viewpoint) -> None:
        """Stay at the text's target; an unknown place keeps the prompt open."""
        if purpose == "goto" and text.strip() and not self.seek("goto", text, viewpoint):
            return
        if purpose == "find":
            self.seeker.searched = text
        self.close()

    def close(self) -> None:
        """Hides the prompt and gives the keyboard back."""
        self._prompt.close()
        self._screen.remove_class("asking")
        if self._focused is not None:
            self._focused.focus()

    @property
    def _prompt(self) -> PromptBar:
        return self._screen.query_one(PromptBar)
