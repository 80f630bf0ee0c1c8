"""The whole match on one row: how much happened in each turn, what is marked, where the position is. A click seeks."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from domain.board import Tone
from replay_tui.timeline import MARK_SIGNS, Timeline
from replay_tui.widgets.lines import Toned
from service.reading.toned import Line, Span

HEIGHTS: Final = "▁▂▃▄▅▆▇█"
BOOKMARK_SIGN: Final = "b"


class TimelineRow(Toned):
    """Turns take equal shares of the width; the height of a share says how many events it holds."""

    position: reactive[int] = reactive(0)
    bookmarks: reactive[frozenset[int]] = reactive(frozenset[int]())

    @dataclass
    class Picked(Message):
        """A place on the row was clicked."""

        position: int

    def __init__(self, timeline: Timeline, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.timeline = timeline
        self._drawn: tuple[object, Line] | None = None

    def on_click(self, event: Click) -> None:
        """Goes to the place that was clicked."""
        self.post_message(self.Picked(self.position_at(event.x)))

    def render_line(self, y: int) -> Strip:
        """The row."""
        return self.strip(self.line() if y == 0 else (), self.size.width)

    def line(self) -> Line:
        """Heights, with signs over them and the position marked."""
        width, here = max(1, self.size.width), self.column_of(self.position)
        key = width, self.timeline.size, self.bookmarks
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = key, self._columns(width)
        columns = self._drawn[1]
        sign = columns[here].text
        return (*columns[:here], Span("│" if sign in HEIGHTS else sign, "now"), *columns[here + 1 :])

    def _columns(self, width: int) -> Line:
        signs = self._signs()
        loads = [self._load(column, width) for column in range(width)]
        most = max(loads)
        spans: list[Span] = []
        for column, load in enumerate(loads):
            sign = signs.get(column)
            tone: Tone = "bad" if sign == MARK_SIGNS["violation"] else "warn" if sign else "dim"
            spans.append(Span(sign or HEIGHTS[round(load / most * (len(HEIGHTS) - 1))], tone))
        return tuple(spans)

    def _signs(self) -> dict[int, str]:
        places: dict[str, Iterable[int]] = {
            sign: map(self.timeline.end_of, self.timeline.marks[mark]) for mark, sign in MARK_SIGNS.items()
        }
        notes = places.pop(MARK_SIGNS["note"])
        ascending = [(MARK_SIGNS["note"], notes), (BOOKMARK_SIGN, self.bookmarks), *reversed(places.items())]
        signs: dict[int, str] = {}
        for sign, positions in ascending:
            signs |= {self.column_of(position): sign for position in positions}
        return signs

    def column_of(self, position: int) -> int:
        """The column that a position falls on."""
        starts = self.timeline.turn_starts
        turn = self.timeline.turn_at(position)
        share = (position - starts[turn]) / self._length(turn)
        return min(self.size.width - 1, int((turn + share) * self.size.width / len(starts)))

    def position_at(self, column: int) -> int:
        """The position that a column stands for."""
        starts = self.timeline.turn_starts
        place = (column + 0.5) * len(starts) / max(1, self.size.width)
        turn = min(int(place), len(starts) - 1)
        return self.timeline.clamp(starts[turn] + int((place - turn) * self._length(turn)))

    def _length(self, turn: int) -> int:
        starts = self.timeline.turn_starts
        return (starts[turn + 1] if turn + 1 < len(starts) else self.timeline.size) - starts[turn]

    def _load(self, column: int, width: int) -> int:
        """Events in the turns that a column stands for."""
        turns = len(self.timeline.turn_starts)
        first = column * turns // width
        return sum(self._length(turn) for turn in range(first, max(first + 1, (column + 1) * turns // width)))
