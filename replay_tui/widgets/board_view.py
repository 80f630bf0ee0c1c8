"""The board at the position, for the viewpoint."""

from msgspec.structs import replace
from textual.reactive import reactive

from domain.board import Board
from domain.seats import JUDGE, GameState, Viewpoint
from replay_tui.cursor import Spot, bracketed, spots
from replay_tui.keymap import bindings
from replay_tui.timeline import Timeline
from replay_tui.widgets.lines import LinesView
from service.reading.board_diff import changed_keys
from service.reading.card_story import cards_on
from service.reading.hindsight import hindsight
from service.reading.record_acts import outcome_text
from service.reading.styled_text import Span, StyledLine
from service.reading.table.layout import least_rows
from service.reading.table.picture import drawn


class BoardView(LinesView):
    """Draws the neutral board of any game."""

    BINDINGS = bindings("board")

    position: reactive[int] = reactive(0)
    viewpoint: reactive[Viewpoint] = reactive[Viewpoint](JUDGE)
    marking: reactive[bool] = reactive(default=False)
    """True to mark what the last step changed."""
    hindsight: reactive[bool] = reactive(default=False)
    """True to name cards that were revealed later."""
    cursor: reactive[Spot | None] = reactive[Spot | None](None)
    """The card under the cursor."""
    preview: reactive[GameState | None] = reactive[GameState | None](None)
    """A state that is not recorded, shown instead of the position's, with its changes marked."""

    def __init__(self, timeline: Timeline, *, due: bool = True, id: str | None = None) -> None:  # noqa: A002
        """`due`: show the next duty and the result below the board; otherwise another widget shows them."""
        super().__init__(id=id)
        self._due = due
        self.timeline = timeline
        self.border_title = self.title = "Board"
        self.shown = Board("", "")
        """The drawn board."""
        self.changed: frozenset[str] = frozenset()
        """Keys of the marked changes."""
        match = timeline.history.match
        self.plan = match.game.plan(match.state)
        """The plan; it is constant during a match."""

    def redraw(self) -> None:
        """Draw the board of the position, or the preview."""
        if not self.size.width:
            return
        frame = self.timeline.frame(self.position)
        game = self.timeline.history.match.game
        board = game.board(self._known(frame.state, frame.version), self.viewpoint)
        before = self._before() if self.marking else None
        ahead = self.preview if self.position == self.timeline.last else None
        if ahead is not None:
            before, board = board, game.board(ahead, self.viewpoint)
        self.border_title = self._title(ahead)
        end = self._conclusion(board) if self._due else ()
        if not self._due:
            board = replace(board, prompts=(), result="")
        room = self.scrollable_content_region.height - len(end)
        self.shown, self.changed = board, changed_keys(before, board) if before is not None else frozenset()
        lines = [*drawn(self.plan, board, self.viewpoint, (self.room, room), before), *end]
        if self.cursor is not None and self.cursor.row < len(lines):
            lines[self.cursor.row] = bracketed(lines[self.cursor.row], self.cursor)
        self.show_lines(tuple(lines))

    on_resize = watch_viewpoint = watch_marking = watch_hindsight = watch_cursor = redraw

    def watch_position(self) -> None:
        """Draw the new position; if a grid is higher than its pane, scroll to the changes."""
        self.redraw()
        grid = any(zone.shape == "grid" for zone in self.plan.zones)
        if not grid or not self.size.width or len(self.lines) <= self.page:
            return
        changed = self.changed
        if not changed and self.timeline.version(self.position) > 1:
            changed = changed_keys(self._before(), self.shown)
        rows = [row for row, line in enumerate(self.lines) if any(span.key in changed for span in line if span.key)]
        if rows and not all(self.top <= row < self.top + self.page for row in rows):
            self.show_from(max(0, rows[len(rows) // 2] - self.page // 2))

    watch_preview = watch_position

    def point_at(self, spot: Spot | None) -> None:
        """Put the cursor on a card and scroll to it."""
        self.cursor = spot
        if spot is not None and not self.top <= spot.row < self.top + self.page:
            self.show_from(max(0, spot.row - self.page // 2))

    def spots(self) -> list[Spot]:
        """Return the places of drawn cards for the cursor."""
        return spots(self.lines, {card.key for _, card in cards_on(self.shown)})

    def least_rows(self, width: int) -> int:
        """Return the least rows that the board needs at a width; 0 if it fits any height."""
        return least_rows(self.plan, width)

    def _before(self) -> Board:
        """Return the board before the current action or, inside an entry, before the current event."""
        timeline = self.timeline
        frame = timeline.frame(self.position)
        if not timeline.is_within(self.position):
            frame = timeline.frame(timeline.end_of(frame.version - 1) + 1)
        return timeline.history.match.game.board(self._known(frame.before, frame.version), self.viewpoint)

    def _known(self, state: GameState, version: int) -> GameState:
        return hindsight(self.timeline.history, state, version) if self.hindsight else state

    def _title(self, ahead: GameState | None) -> str:
        if ahead is not None:
            return "Board: PREVIEW, not recorded"
        return "Board in hindsight" if self.hindsight else self.title

    def _conclusion(self, board: Board) -> tuple[StyledLine, ...]:
        """Return the agreed result, if the board itself has no result."""
        outcome = self.timeline.concluded(self.position)
        if outcome is None or board.result:
            return ()
        text = outcome_text(outcome, self.timeline.history.match.states[self.timeline.version(self.position)].seats)
        return ((Span(f"Result: {text}", "strong"),),)
