"""The box that explains a command: the verdict of each rule that it checks, for the current viewpoint."""

from collections.abc import Iterator
from typing import Final

from textual import on
from textual.widgets import Input

from domain.board import Tone
from domain.corrected_history import state_found
from domain.game import AnyGame
from domain.match import AnyMatch
from domain.notation import Names, NotationError, print_command
from domain.seats import JUDGE, GameState, Viewpoint
from domain.timeline import Address, AnyAction
from replay_tui.keymap import bindings
from replay_tui.screens.box import Box, reason_line
from replay_tui.widgets.lines import LinesView, folded
from service.errors import UsageProblem
from service.reading.explanations import Answer, Explanation, explain, explain_line
from service.reading.log import Reading
from service.reading.styled_text import Span, StyledLine, clean

_SIGNS: Final[dict[Answer, tuple[str, Tone]]] = {
    "failed": ("! failed", "bad"),
    "passed": ("✓ passed", "good"),
    "not asked": ("- not checked", "dim"),
}


class ExplainBox(Box[None]):
    """The judge may type another command; other viewpoints see only explanations of recorded ones, which use public
    information."""

    BINDINGS = bindings("explain_box")

    def __init__(
        self, game: AnyGame, state: GameState, line: str, found: Explanation | str, viewpoint: Viewpoint
    ) -> None:
        """`line`: the command, or its beginning. `found`: the verdicts of the rules, or why they are hidden."""
        typing = viewpoint == JUDGE
        typed = reason_line(line)
        typed.select_on_focus, typed.display = False, typing
        super().__init__("Explain", "⏎ explains another line · ↑↓ · esc" if typing else "↑↓ · esc", typed)
        self._game = game
        self._state = state
        self._found = found
        self._viewpoint = viewpoint

    def lines(self, width: int) -> Iterator[StyledLine]:
        return explanation_lines(self._found, width)

    @on(Input.Submitted)
    def _asked(self, event: Input.Submitted) -> None:
        event.stop()
        self._found = _explained(self._game, self._state, event.value, self._viewpoint)
        self.write()

    def action_scroll(self, by: int) -> None:
        """Scroll the text."""
        pane = self.query_one(LinesView)
        pane.show_from(max(0, pane.top + by))


def explanation_lines(found: Explanation | str, width: int) -> Iterator[StyledLine]:
    """Yield the verdicts of the rules, or why they are hidden."""
    if isinstance(found, str):
        yield from folded(found, width, "bad")
        return
    said = "allowed" if found.allowed else "impossible" if found.impossible else "illegal"
    yield (Span(clean(found.command), "strong"), Span(f"  {said}", "good" if found.allowed else "bad"))
    for asked in found.rules:
        sign, tone = _SIGNS[asked.answer]
        yield (Span(f"{sign} ", tone), Span(f"[{asked.rule}] ", "strong"), Span(clean(asked.title)))
        yield from folded(asked.text, width, "bad" if asked.answer == "failed" else "dim")


def act_of(match: AnyMatch, version: int, reading: Reading) -> AnyAction | None:
    """Return an entry's action in the current view; `None` if it is not an action."""
    standing = match.standing(Address(version)) if reading == "corrected" else None
    return standing or next((action for action in match.all_actions if action.address == Address(version)), None)


def explained(match: AnyMatch, viewpoint: Viewpoint, action: AnyAction, line: str = "") -> ExplainBox:
    """Return the box for an action, or for a line that the judge typed, in the match's last state."""
    if line and viewpoint == JUDGE:
        return ExplainBox(
            match.game, match.state, line, _explained(match.game, match.state, line, viewpoint), viewpoint
        )
    state = state_found(match, action)
    try:
        found: Explanation | str = explain(match.game, state, action.command, viewpoint)
    except UsageProblem as problem:
        found = str(problem)
    text = (
        print_command(action.command, Names(state.catalogue, state.seats or action.state.seats))
        if viewpoint == JUDGE
        else ""
    )
    return ExplainBox(match.game, state, text, found, viewpoint)


def _explained(game: AnyGame, state: GameState, line: str, viewpoint: Viewpoint) -> Explanation | str:
    try:
        return explain_line(game, state, line, viewpoint)
    except (NotationError, UsageProblem) as problem:
        return str(problem)
