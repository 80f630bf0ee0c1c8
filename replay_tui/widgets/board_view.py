"""The board at the position, cut for the viewpoint."""

from textual.events import Resize
from textual.reactive import reactive

from domain.board import Board
from domain.table import JUDGE, Viewpoint
from replay_tui.keymap import BOARD, bindings
from replay_tui.timeline import Timeline
from replay_tui.widgets.lines import LinesView
from service.drawing import changed_keys, fitting_board
from service.logtext import outcome_text
from service.spans import Line, Span


class BoardView(LinesView):
    """Draws the neutral board of any game."""

    BINDINGS = bindings(BOARD)

    position: reactive[int] = reactive(0)
    viewpoint: reactive[Viewpoint] = reactive[Viewpoint](JUDGE)
    marking: reactive[bool] = reactive(default=False)
    """Whether what the last step changed is marked."""

    def __init__(self, timeline: Timeline, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.timeline = timeline
        self.border_title = "Board"

    def on_resize(self, _: Resize) -> None:
        """Draws anew for the new width."""
        self.redraw()

    def watch_position(self) -> None:
        """Follows the position."""
        self.redraw()

    def watch_viewpoint(self) -> None:
        """Shows what the new viewpoint may know."""
        self.redraw()

    def watch_marking(self) -> None:
        """Marks changes, or stops it."""
        self.redraw()

    def redraw(self) -> None:
        """Draws the board of the position."""
        if not self.size.width:
            return
        frame = self.timeline.frame(self.position)
        game = self.timeline.history.match.game
        board = game.board(frame.state, self.viewpoint)
        changed = changed_keys(self._before(), board) if self.marking else frozenset()
        end = self._conclusion(board)
        room = self.scrollable_content_region.height - len(end)
        self.show_lines((*fitting_board(board, self.room, room, changed=changed), *end))

    def _before(self) -> Board:
        """The board before the whole action, or before the event that the position is at inside of one."""
        timeline = self.timeline
        frame = timeline.frame(self.position)
        if not timeline.is_within(self.position):
            frame = timeline.frame(timeline.end_of(frame.version - 1) + 1)
        return timeline.history.match.game.board(frame.before, self.viewpoint)

    def _conclusion(self, board: Board) -> tuple[Line, ...]:
        """What the players agreed, where the board itself knows no result."""
        outcome = self.timeline.concluded(self.position)
        if outcome is None or board.result:
            return ()
        return (
            (
                Span("Result: ", "strong"),
                Span(outcome_text(outcome, self.timeline.history.match.state.seats), "strong"),
            ),
        )
