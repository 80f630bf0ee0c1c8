"""The columns of the match list, in a given width."""

from datetime import tzinfo
from typing import Final

from rich.cells import cell_len

from domain.board import Tone
from domain.text import ending_text
from replay_tui.timeline import local_time
from service.reading.match_list import Kind, MatchQuery, MatchRow, SortKey
from service.reading.styled_text import WIDE, Span, StyledLine, clean, cut

SORT_KEYS: Final[tuple[SortKey, ...]] = ("updated", "opened", "game", "entries", "violations")
"""The orders that the list shows in its columns."""
KINDS: Final[tuple[Kind | None, ...]] = (None, "match", "contest", "what-if")
"""Choices of the filter; the first is unfiltered."""
_PLAYERS, _ENTRIES, _VIOLATIONS = 2, 3, 5
"""Columns that are not plain text on the left."""
_SORTED_BY: Final[dict[str, str]] = {
    "updated": "Updated",
    "opened": "Opened",
    "game": "Game",
    "entries": "Entries",
    "violations": "!",
}


class Columns:
    """Rows of matches as lines of one width. Narrow lines omit years and gaps."""

    def __init__(self, room: int, query: MatchQuery, zone: tzinfo | None) -> None:
        self._query = query
        self._zone = zone
        wide = room >= WIDE
        self._gap = 2 if wide else 1
        self._time_format = "%Y-%m-%d %H:%M" if wide else "%m-%d %H:%M"
        time, game, result = (16, 20, 22) if wide else (11, 13, 16)
        entries, violations = 8, 3
        rest = room - 1 - time - game - entries - result - violations - 5 * self._gap
        self._widths = (time, game, max(rest, 8), entries, result, violations)

    def heading(self) -> StyledLine:
        """The titles; an arrow at the column that is sorted by."""
        sorted_by = _SORTED_BY.get(self._query.sort, "")
        arrow = "↓" if self._query.descending else "↑"
        titles = ("Opened" if self._query.sort == "opened" else "Updated", "Game", "Players", "Entries", "Result", "!")
        return self._line(tuple(title + arrow if title == sorted_by else title for title in titles), strong=True)

    def row(self, row: MatchRow) -> StyledLine:
        """One match."""
        shown = row.opened_at if self._query.sort == "opened" else row.updated_at
        players = " v ".join(row.players) + (f"  {row.title}" if row.title else "")
        return self._line(
            (
                local_time(shown, self._zone).strftime(self._time_format),
                row.kit or row.game,
                players if row.kind == "match" else f"{row.kind.upper()} {players}",
                f"{row.entries:,}",
                status_text(row),
                str(row.violations or ""),
            )
        )

    def _line(self, texts: tuple[str, ...], *, strong: bool = False) -> StyledLine:
        """The cells, those of one tone as one span: each span costs when it is drawn."""
        spans: list[Span] = []
        for column, (text, width) in enumerate(zip(texts, self._widths, strict=True)):
            tone: Tone = "strong" if strong or column == _PLAYERS else "bad" if column == _VIOLATIONS else "plain"
            shown = cut(clean(text), width)
            room = " " * (width - cell_len(shown))
            cell = room + shown if column in (_ENTRIES, _VIOLATIONS) else shown + room
            gap = "" if column == _VIOLATIONS else " " * self._gap
            if spans and spans[-1].tone == tone:
                spans[-1] = Span(spans[-1].text + cell + gap, tone)
            else:
                spans.append(Span(cell + gap, tone))
        return tuple(spans)


def status_text(row: MatchRow) -> str:
    """`in progress, t7`, `Ana (points)`, `drawn`, `damaged from entry 8 on: …`."""
    if row.damage:
        return row.damage
    if row.status == "running":
        return f"in progress, t{row.turn}" if row.turn else "in progress"
    if row.status == "unknown":
        return f"unknown: {row.game} cannot be asked"
    return ending_text(row.winners, drawn=row.drawn, reason=row.reason, verb="")
