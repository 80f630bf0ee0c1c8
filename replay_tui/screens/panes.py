"""Layout of a replay: list and details beside, below or over the board, depending on the space."""

from dataclasses import dataclass
from typing import Final

from textual.screen import Screen

from replay_tui.widgets.board_view import BoardView
from replay_tui.widgets.details import Details
from replay_tui.widgets.event_list import EventList
from replay_tui.widgets.timeline_row import TimelineRow

_BROAD: Final = 118
"""Minimum width for the list beside the board."""
_ROOMY: Final = 160
"""Minimum width for open details, below the list; from `_WIDEST`, three panes are side by side."""
_WIDEST: Final = 200
_TALL: Final = 30
"""Minimum height for a row of marks in the timeline."""
_BARS: Final = 5
"""Rows of the bars above and below board and list, without the timeline."""
_ALONE: Final = frozenset({"alone-board", "alone-lower"})


@dataclass
class Panes:
    """The panes of a replay screen; its style classes determine the open ones."""

    screen: Screen[None]

    def fit(self) -> None:
        """Place the list beside or below the board; if the board would not fit then, the list opens on request."""
        screen, (width, height) = self.screen, self.screen.size
        board, timeline = screen.query_one(BoardView), screen.query_one(TimelineRow)
        timeline.styles.height = rows = timeline.rows(marks=height >= _TALL)
        broad, both = width >= _BROAD, height - _BARS - rows
        screen.set_class(broad, "broad")
        screen.set_class(width >= _WIDEST, "widest")
        if (width >= _ROOMY) != screen.has_class("roomy"):
            screen.set_class(width >= _ROOMY, "roomy")
            screen.set_class(width >= _ROOMY, "details")
        low = not broad and both - min(max(both * 28 // 100, 4), 14) - 1 < board.least_rows(width)
        if low != screen.has_class("low"):
            screen.set_class(low, "low")
            events = screen.query_one(EventList)
            if not low or screen.focused is events:
                (board if low else events).focus()

    def list(self) -> None:
        """Show or hide the list, if it has no permanent place."""
        self.screen.toggle_class("listed")
        self.screen.query_one(EventList if self.screen.has_class("listed") else BoardView).focus()

    def details(self) -> None:
        """Open or close the details."""
        self.screen.toggle_class("details")
        self.screen.call_after_refresh(self._details_toggled)

    def _details_toggled(self) -> None:
        details, events = self.screen.query_one(Details), self.screen.query_one(EventList)
        details.redraw()
        if self.screen.has_class("details") and not events.display:
            details.focus()
        elif self.screen.focused is None or not self.screen.focused.display:
            events.focus()

    def maximise(self) -> None:
        """Maximise the focused pane, or restore it."""
        if _ALONE & self.screen.classes:
            self.screen.remove_class(*_ALONE)
            return
        on_board = self.screen.focused is not None and self.screen.focused.id == "board"
        self.screen.add_class("alone-board" if on_board else "alone-lower")

    def close_one(self) -> bool:
        """Close the details, or restore a maximised pane. Return False if all are closed."""
        if self.screen.has_class("details"):
            self.details()
        elif _ALONE & self.screen.classes:
            self.maximise()
        else:
            return False
        return True
