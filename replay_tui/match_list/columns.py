"""The columns of the match list for a width."""

from collections.abc import Callable, Iterable
from datetime import tzinfo
from typing import Final, NamedTuple

from rich.cells import cell_len

from domain.board import Tone
from domain.text import ending_text
from replay_tui.timeline import local_time
from service.reading.match_list import Kind, MatchQuery, MatchRow, SortKey
from service.reading.styled_text import WIDE, Span, StyledLine, clean, cut

SORT_KEYS: Final[tuple[SortKey, ...]] = ("updated", "opened", "game", "entries", "violations")
"""The orders that have a column in the list."""
KINDS: Final[tuple[Kind | None, ...]] = (None, "match", "competition", "what-if")
"""Choices of the filter; the first is unfiltered."""


class MatchColumn(NamedTuple):
    """A column after the time: title, widths in narrow and wide lines (0: the rest), text and tone."""

    title: str
    narrow: int
    wide: int
    text: Callable[[MatchRow], str]
    right: bool = False
    tone: Tone = "plain"


def _players(row: MatchRow) -> str:
    players = " v ".join(row.players) + (f"  {row.title}" if row.title else "")
    return players if row.kind == "match" else f"{row.kind.upper()} {players}"


COLUMNS: Final = (
    MatchColumn("Game", 13, 20, lambda row: row.kit or row.game),
    MatchColumn("Players", 0, 0, _players, tone="strong"),
    MatchColumn("Entries", 8, 8, lambda row: f"{row.entries:,}", right=True),
    MatchColumn("Result", 16, 22, lambda row: status_text(row)),
    MatchColumn("!", 3, 3, lambda row: str(row.violations or ""), right=True, tone="bad"),
)
_SORTED_BY: Final[dict[str, str]] = {
    "updated": "Updated",
    "opened": "Opened",
    "game": "Game",
    "entries": "Entries",
    "violations": "!",
}
_LEAST_REST: Final = 8


class Columns:
    """Rows of matches as lines of one width. Narrow lines omit years and gaps."""

    def __init__(self, room: int, query: MatchQuery, zone: tzinfo | None) -> None:
        self._query = query
        self._zone = zone
        wide = room >= WIDE
        self._gap = 2 if wide else 1
        self._time_format = "%Y-%m-%d %H:%M" if wide else "%m-%d %H:%M"
        time = MatchColumn("Opened" if query.sort == "opened" else "Updated", 11, 16, self._time)
        self._columns = (time, *COLUMNS)
        widths = [column.wide if wide else column.narrow for column in self._columns]
        rest = room - 1 - sum(widths) - (len(widths) - 1) * self._gap
        self._widths = tuple(width or max(rest, _LEAST_REST) for width in widths)

    def heading(self) -> StyledLine:
        """Return the titles, with an arrow at the sorted column."""
        sorted_by = _SORTED_BY.get(self._query.sort, "")
        arrow = "↓" if self._query.descending else "↑"
        titles = (column.title for column in self._columns)
        return self._line((title + arrow if title == sorted_by else title for title in titles), strong=True)

    def row(self, row: MatchRow) -> StyledLine:
        """Return the line of a match."""
        return self._line(column.text(row) for column in self._columns)

    def _time(self, row: MatchRow) -> str:
        shown = row.opened_at if self._query.sort == "opened" else row.updated_at
        return local_time(shown, self._zone).strftime(self._time_format)

    def _line(self, texts: Iterable[str], *, strong: bool = False) -> StyledLine:
        """Return the cells as a line; neighbours of one tone share a span, because each span costs time."""
        spans: list[Span] = []
        for column, text, width in zip(self._columns, texts, self._widths, strict=True):
            tone: Tone = "strong" if strong else column.tone
            shown = cut(clean(text), width)
            room = " " * (width - cell_len(shown))
            gap = "" if column is self._columns[-1] else " " * self._gap
            cell = (room + shown if column.right else shown + room) + gap
            if spans and spans[-1].tone == tone:
                spans[-1] = Span(spans[-1].text + cell, tone)
            else:
                spans.append(Span(cell, tone))
        return tuple(spans)


def status_text(row: MatchRow) -> str:
    """Return the status: `in progress, t7`, `Ana (points)`, `drawn`, `damaged from entry 8 on: …`."""
    if row.damage:
        return row.damage
    if row.status == "running":
        return f"in progress, t{row.turn}" if row.turn else "in progress"
    if row.status == "unknown":
        return f"unknown: {row.game} is faulty"
    return ending_text(row.winners, drawn=row.drawn, reason=row.reason, verb="")
