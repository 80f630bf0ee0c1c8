"""The explorer: the actions played from a position, their frequency and results; over the lower half of replay or
record screen."""

from collections.abc import Callable
from functools import partial
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Resize
from textual.screen import ModalScreen, Screen

from domain.game import AnyGame
from domain.positions import FIRST_TURNS
from domain.text import pluralize
from replay_tui.background import trouble_text
from replay_tui.captions import spread
from replay_tui.keymap import bindings
from replay_tui.latest_query import LatestQuery
from replay_tui.screens.drill_down import drill_down
from replay_tui.screens.help import HelpScreen
from replay_tui.screens.record import RecordScreen
from replay_tui.screens.replay import ReplayScreen
from replay_tui.widgets.answer_table import AnswerTable
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.lines import LineBar
from replay_tui.widgets.prompt import PromptBar
from replay_tui.widgets.scope_prompt import ScopePrompt
from replay_tui.widgets.text_pad import TextPad
from service.analysis.charts import SMALL
from service.analysis.opening_explorer import ExplorerQuery, place_of, read_explored, tabulated
from service.analysis.statistics import Answer, Filter, StatisticsService, filter_text, read_filters
from service.reading.styled_text import Span, StyledLine, clean

_NOTE_ROWS: Final = {True: 5, False: 2}
"""Rows of notes, in a high terminal and in a low one."""


class ExplorerScreen(ModalScreen[None]):
    """Follows the position of the screen below; `moves` lead on from there."""

    BINDINGS = bindings("explorer")
    AUTO_FOCUS = "#moves"

    def __init__(
        self,
        service: StatisticsService,
        game: str,
        place: Callable[[], str] | None = None,
        step: Callable[[int], None] | None = None,
    ) -> None:
        """`place` returns the key of the position below, or raises UsageProblem; without it, the start of the game is
        shown. `step` moves the screen below by actions."""
        super().__init__()
        self._service = service
        self._game = game
        self._here = place is not None
        self._place = place or str
        self._step = step
        self.moves: tuple[str, ...] = ()
        self.where: tuple[Filter, ...] = ()
        self.answer: Answer | None = None
        self._asked: ExplorerQuery | None = None
        self.latest_query = LatestQuery(
            self, service.explore, came=self._came, failed=self._failed, say=self._say, what="read"
        )

    def compose(self) -> ComposeResult:
        """Compose the explorer in the lower half."""
        with Vertical(id="explorer"):
            yield LineBar(id="path")
            yield AnswerTable(id="moves", keys="[]")
            yield TextPad(id="explored")
            yield ScopePrompt(self._service.known, id="prompt")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Explore the position below."""
        self._ask()

    @property
    def table(self) -> AnswerTable:
        """The table of moves."""
        return self.query_one(AnswerTable)

    # --- asking --------------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        self.answer = self._asked = None
        self.query_one(TextPad).sentences = ()
        try:
            self._asked = read_explored(self._game, self.moves, self.where, self._place())
        except (ValueError, LookupError) as problem:
            self.latest_query.drop()
            self._say(trouble_text(problem))
        else:
            self.table.show_notice((_told("asking …"),))
            self.latest_query.want(self._asked)
        self._write_path()
        self.refresh_bindings()

    def _failed(self, error: Exception) -> None:
        self._say("No answer.", trouble_text(error), "← goes back · F5 asks again")

    def _came(self, asked: ExplorerQuery, answer: Answer) -> None:
        del asked
        self.answer = answer
        if answer.rows:
            table = tabulated(answer)
            self.table.show_table(table)
            few = (f"~ fewer than {SMALL} cases: too few to rely on",) if any(table.small) else ()
            notes = (*reversed(answer.notes), *few)  # notes about damage come before the usual ones
            self.query_one(TextPad).sentences = tuple(Span(f"· {note}", "dim") for note in notes)
        else:
            self._say("No match continues from here.", f"The first {FIRST_TURNS} turns are explored.", *answer.notes)
        self._write_path()
        self.refresh_bindings()

    def _say(self, first: str, *rest: str) -> None:
        """Show a message instead of the moves."""
        self.table.show_notice((_told(first, strong=True), *(_told(text) for text in rest)))

    def _write_path(self) -> None:
        after = " · after " + " · ".join(map(clean, self.moves)) if self.moves else " · from here" if self._here else ""
        narrowed = f" · {clean(filter_text(self.where))}" if self.where else ""
        n = sum(int(str(row[1])) for row in self.answer.rows) if self.answer else 0
        right = f"{pluralize(n, 'move')} in {pluralize(self.answer.n, 'match', 'matches')} " if self.answer else ""
        left = (Span("EXPLORER", "strong"), Span(f" {self._game}{after}{narrowed}"))
        self.query_one("#path", LineBar).line = spread(left, (Span(right, "strong"),), self.app.size.width)

    def on_resize(self, event: Resize) -> None:
        """Draw bar and notes for the new size."""
        self.query_one(TextPad).most = _NOTE_ROWS[event.size.height >= 30]
        self._write_path()

    # --- keys ----------------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Disable keys that do nothing now."""
        match action:
            case "go_on":
                possible = self.answer is not None and bool(self.answer.rows)
            case "retreat":
                possible = bool(self.moves)
            case "step":
                possible = self._step is not None
            case _:
                possible = True
        return True if possible else None

    def _row(self, place: int) -> dict[str, object]:
        return dict(zip(self.answer.columns, self.answer.rows[place], strict=True)) if self.answer else {}

    @on(AnswerTable.Followed)
    def _followed(self, event: AnswerTable.Followed) -> None:
        if self._asked is not None:
            row = self._row(event.row)
            drill_down(self, partial(self._service.matches_behind, self._asked, row), f"{self._game} · {row['move']}")

    def action_go_on(self) -> None:
        """Go to the position after the move."""
        if self.answer is not None and self.answer.rows:
            self._go((*self.moves, str(self._row(self.table.cursor)["move"])))

    def action_retreat(self) -> None:
        """Go back to the position before the last move."""
        self._go(self.moves[:-1])

    def _go(self, moves: tuple[str, ...]) -> None:
        self.moves = moves
        self.table.cursor = 0
        self._ask()

    def action_step(self, by: int) -> None:
        """Move the screen below by one action and follow it."""
        if self._step is not None:
            self._step(by)
            self._go(())

    def action_shift(self, by: int) -> None:
        """Scroll the columns."""
        self.table.shift += by

    def action_again(self) -> None:
        """Ask again, including entries recorded since."""
        self._ask()

    def action_back(self) -> None:
        """Stop a long reading, or else leave the screen."""
        if self.latest_query.stop():
            self._say("Stopped.", "The part that was read is kept.", "F5 goes on · esc goes back")
        else:
            self.dismiss()

    def action_help(self) -> None:
        """Shows all keys."""
        self.app.push_screen(HelpScreen("Explorer"))

    # --- filters -------------------------------------------------------------------------------------------------------

    def action_scope(self) -> None:
        """Open the filter line."""
        self.query_one(ScopePrompt).open_scope(self.where)

    @on(PromptBar.Accepted)
    def _accepted(self, event: PromptBar.Accepted) -> None:
        try:
            where = read_filters(event.text)
            read_explored(self._game, (), where)
        except (ValueError, LookupError) as problem:
            self.query_one(PromptBar).hint(clean(str(problem)))
            return
        self.where = where
        self._close_prompt()
        self._ask()

    @on(PromptBar.Cancelled)
    def _close_prompt(self) -> None:
        self.query_one(PromptBar).close()
        self.table.focus()


def explorer_over(below: Screen[object], service: StatisticsService, game: AnyGame) -> ExplorerScreen:
    """Return the explorer for the position of a replay or record screen; over other screens, for the start of the
    game."""
    if not isinstance(below, ReplayScreen | RecordScreen):
        return ExplorerScreen(service, game.name)
    timeline = below.timeline
    step = partial(below.action_step, "action") if isinstance(below, ReplayScreen) else None
    return ExplorerScreen(service, game.name, lambda: place_of(game, timeline.frame(below.position).state), step)


def _told(text: str, *, strong: bool = False) -> StyledLine:
    return (Span(f"  {clean(text)}", "strong" if strong else "plain"),)
