"""The whole match from left to right: the course of the main gauge, marks, and the position. A click goes there."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from domain.board import Tone
from domain.seats import JUDGE, Viewpoint
from replay_tui.timeline import MARK_SIGNS, Timeline
from replay_tui.widgets.lines import StyledText
from service.reading.styled_text import Span, StyledLine, clean, cut, pad

HEIGHTS: Final = "▁▂▃▄▅▆▇"
HERE: Final = "┃"
BOOKMARK_SIGN: Final = "b"
TURNING_SIGN: Final = "♦"
_NAME: Final = 8
_PLAYERS: Final = 2


class TimelineRow(StyledText):
    """A row for each player's main gauge and one for marks; on low screens, the marks are in the first row."""

    position: reactive[int] = reactive(0)
    viewpoint: reactive[Viewpoint] = reactive[Viewpoint](JUDGE)
    bookmarks: reactive[frozenset[int]] = reactive(frozenset[int]())

    @dataclass
    class Picked(Message):
        """A place on the timeline was clicked."""

        position: int

    def __init__(self, timeline: Timeline, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.timeline = timeline
        self.course = timeline.course
        self._bars: dict[tuple[int, int, int], list[str]] = {}
        """Cache of the drawn heights by player, width and length of the match."""

    @property
    def players(self) -> tuple[int, ...]:
        """The players of the drawn gauges, the upper one first: both of two, otherwise the viewer and the leader."""
        values = self.course.near(self.timeline.versions) if self.course.gauge is not None else ()
        near = self.viewpoint if isinstance(self.viewpoint, int) and self.viewpoint < len(values) else 0
        others = sorted(set(range(len(values))) - {near}, key=lambda player: -values[player])
        return (*others[: _PLAYERS - 1], near) if values else ()

    def rows(self, *, marks: bool) -> int:
        """Return the number of rows, with or without a row of marks."""
        return max(1, len(self.players) + marks)

    def on_click(self, event: Click) -> None:
        """Go to the clicked place."""
        self.post_message(self.Picked(self.position_at(event.x)))

    def render_line(self, y: int) -> Strip:
        """Draw a player's row, or the marks."""
        players = self.players
        if y < len(players):
            signs = self._signs() if not y and self.size.height <= len(players) else {}
            return self.strip(self._gauge(players[y], signs), self.size.width)
        return self.strip(self._marks() if y == len(players) else (), self.size.width)

    # --- content of the row --------------------------------------------------------------------------------------------

    def _gauge(self, player: int, signs: dict[int, str]) -> StyledLine:
        """Return `Ada ▇▇▅▃┃▂▂▁ 2600 points`: the gauge before and after the position, and its value there."""
        gauge, here = self.course.gauge, self._column_of(self.position)
        if gauge is None:
            return ()
        key = player, self.size.width, self.timeline.size
        if key not in self._bars:
            self._bars = {kept: bars for kept, bars in self._bars.items() if kept[1:] == key[1:]}
            self._bars[key] = [self._bar(player, column) for column in range(self._cells)]
        bars = [signs.get(column) or bar for column, bar in enumerate(self._bars[key])]
        name = pad((Span(f" {cut(clean(self.course.names[player]), _NAME)}", "strong"),), self._left)
        values = self.course.near(self.timeline.version(self.position))
        value = f" {values[player]} {gauge.words(values[player])}" if player < len(values) else f"  {gauge.name}"
        spans = [Span(bar, self._tone(bar, column > here)) for column, bar in enumerate(bars)]
        return (*name, *spans[:here], Span(signs.get(here, HERE), "now"), *spans[here + 1 :], Span(value))

    def _bar(self, player: int, column: int) -> str:
        gauge, values = (
            self.course.gauge,
            self.course.near(self.timeline.version(self.position_at(column + self._left))),
        )
        if gauge is None or player >= len(values):
            return HEIGHTS[0]
        share = (values[player] - gauge.low) / max(1, gauge.high - gauge.low)
        return HEIGHTS[min(len(HEIGHTS) - 1, max(0, round(share * (len(HEIGHTS) - 1))))]

    def _marks(self) -> StyledLine:
        """Return marks by column, and the current position."""
        signs, here = self._signs(), self._column_of(self.position)
        spans = [
            Span(signs.get(column, " "), self._tone(signs.get(column, ""), False)) for column in range(self._cells)
        ]
        spans[here] = Span(spans[here].text if here in signs else "▲", "now")
        return (Span(" " * self._left), *spans)

    def _tone(self, sign: str, ahead: bool) -> Tone:
        if sign == MARK_SIGNS["violation"]:
            return "bad"
        return "warn" if sign and sign not in HEIGHTS else "dim" if ahead else "plain"

    def _signs(self) -> dict[int, str]:
        places: dict[str, Iterable[int]] = {
            sign: map(self.timeline.end_of, self.timeline.marks[mark]) for mark, sign in MARK_SIGNS.items()
        }
        notes = places.pop(MARK_SIGNS["note"])
        turning = map(self.timeline.end_of, self.course.turning())
        ascending = [(TURNING_SIGN, turning), (MARK_SIGNS["note"], notes), (BOOKMARK_SIGN, self.bookmarks)]
        signs: dict[int, str] = {}
        for sign, positions in (*ascending, *reversed(places.items())):
            signs |= {self._column_of(position): sign for position in positions}
        return signs

    # --- columns -------------------------------------------------------------------------------------------------------

    @property
    def _left(self) -> int:
        """Return the number of cells before the first column."""
        names = self.course.names if self.players else ()
        return max((min(_NAME, cell_len(name)) + 2 for name in names), default=0)

    @property
    def _cells(self) -> int:
        gauge = self.course.gauge
        right = len(str(gauge.high)) + len(gauge.name) + 2 if gauge is not None and self.players else 0
        return max(1, self.size.width - self._left - right)

    def column_of(self, position: int) -> int:
        """Return the column of a position in the whole row."""
        return self._left + self._column_of(position)

    def _column_of(self, position: int) -> int:
        return min(self._cells - 1, position * self._cells // max(1, self.timeline.size))

    def position_at(self, column: int) -> int:
        """Return the position of a column of the whole row."""
        place = min(max(0, column - self._left), self._cells - 1) + 0.5
        return self.timeline.clamp(int(place * self.timeline.size / self._cells))
