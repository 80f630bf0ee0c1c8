"""The list of matches: rows are asked for in pages as they come into view, so that any number of matches opens at once."""

from dataclasses import dataclass
from datetime import tzinfo
from typing import Final

from textual.events import Click, Resize
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from domain.board import Tone
from replay_tui.keymap import MATCH_TABLE, bindings
from replay_tui.ports import MatchQuery, MatchRow
from replay_tui.timeline import local_time
from replay_tui.widgets.lines import LinesView
from service.drawing import WIDE
from service.spans import Line, Span, clean, pad

PAGE: Final = 100

_PLAYERS, _ENTRIES, _VIOLATIONS = 2, 3, 5
"""Columns that are not plain text on the left."""

_SORT_COLUMNS: Final[dict[str, str]] = {
    "updated": "Updated",
    "opened": "Opened",
    "game": "Game",
    "entries": "Entries",
    "violations": "!",
}


class MatchTable(LinesView):
    """One line a match."""

    COMPONENT_CLASSES = {"table--cursor"}  # noqa: RUF012
    BINDINGS = bindings(MATCH_TABLE)

    cursor: reactive[int] = reactive(0)

    @dataclass
    class PageWanted(Message):
        """Rows came into view that are not here yet."""

        page: int

    @dataclass
    class Opened(Message):
        """A match was chosen."""

        match_id: str

    def __init__(self, zone: tzinfo | None, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.zone = zone
        self.query_shown = MatchQuery()
        self.count = 0
        self.notice: tuple[Line, ...] = ()
        """What to show in place of rows: nothing found, an error."""
        self._pages: dict[int, tuple[MatchRow, ...]] = {}
        self._wanted: set[int] = set()

    def show_query(self, query: MatchQuery, count: int, notice: tuple[Line, ...] = ()) -> None:
        """Starts a list anew."""
        self.query_shown, self.count, self.notice = query, count, notice
        self._pages.clear()
        self._wanted.clear()
        self.cursor = min(self.cursor, max(count - 1, 0))
        self.relayout()

    def show_page(self, page: int, rows: tuple[MatchRow, ...]) -> None:
        """Fills in rows that were asked for."""
        self._pages[page] = rows
        self.refresh()

    @property
    def chosen(self) -> MatchRow | None:
        """The match under the cursor, if it is here already."""
        return self._row(self.cursor)

    def relayout(self) -> None:
        """Sets the height of the list and keeps the cursor in view."""
        self.set_height(max(self.count, len(self.notice)) + 1)
        height = max(2, self.scrollable_content_region.height)
        top = min(round(self.scroll_y), self.cursor)
        top = max(top, self.cursor - height + 2)
        self.scroll_to(y=top, animate=False, immediate=True, force=True)
        self.refresh()

    def on_resize(self, _: Resize) -> None:
        """Keeps the cursor in view."""
        self.relayout()

    def validate_cursor(self, cursor: int) -> int:
        """The nearest row there is."""
        return min(max(cursor, 0), max(self.count - 1, 0))

    def watch_cursor(self) -> None:
        """Keeps the cursor in view."""
        self.relayout()

    def action_move(self, by: int) -> None:
        """Next or previous match."""
        self.cursor += by

    def action_page(self, by: int) -> None:
        """A page on or back."""
        self.cursor += by * max(1, self.scrollable_content_region.height - 2)

    def action_first(self) -> None:
        """The first match."""
        self.cursor = 0

    def action_last(self) -> None:
        """The last match."""
        self.cursor = self.count - 1

    def on_click(self, event: Click) -> None:
        """The first click moves the cursor, a second one opens."""
        place = event.get_content_offset(self)
        if place is None or not 0 < place.y <= self.count:
            return
        index = round(self.scroll_y) + place.y - 1
        if index == self.cursor and (row := self._row(index)) is not None:
            self.post_message(self.Opened(row.id))
        self.cursor = index

    def render_line(self, y: int) -> Strip:
        """The heading stays on top; the rows scroll below it."""
        if y == 0:
            return self.strip((Span(" "), *self._heading()), self.room)
        index = round(self.scroll_y) + y - 1
        if self.notice:
            return self.strip(self.notice[index] if index < len(self.notice) else (), self.room)
        if index >= self.count:
            return self.strip((), self.room)
        row = self._row(index)
        current = index == self.cursor
        line = (Span("…", "dim"),) if row is None else self._columns(row)
        return self.strip((Span(">" if current else " "), *line), self.room, "table--cursor" if current else "")

    def _row(self, index: int) -> MatchRow | None:
        page, place = divmod(index, PAGE)
        rows = self._pages.get(page)
        if rows is None:
            if page not in self._wanted and index < self.count:
                self._wanted.add(page)
                self.post_message(self.PageWanted(page))
            return None
        return rows[place] if place < len(rows) else None

    # --- columns -------------------------------------------------------------------------------------------------------

    @property
    def _gap(self) -> int:
        """Between columns; one cell where it is narrow."""
        return 2 if self.room >= WIDE else 1

    @property
    def _widths(self) -> tuple[int, int, int, int, int, int]:
        time, game, result = (16, 20, 22) if self._gap > 1 else (11, 13, 16)
        entries, violations, gaps = 8, 3, 5 * self._gap
        rest = self.room - 1 - time - game - entries - result - violations - gaps
        return time, game, max(rest, 8), entries, result, violations

    def _heading(self) -> Line:
        sorted_by = _SORT_COLUMNS.get(self.query_shown.sort, "")
        arrow = "↓" if self.query_shown.descending else "↑"
        time = "Opened" if self.query_shown.sort == "opened" else "Updated"
        titles = (time, "Game", "Players", "Entries", "Result", "!")
        return self._line([title + arrow if title == sorted_by else title for title in titles], strong=True)

    def _columns(self, row: MatchRow) -> Line:
        shown = row.opened_at if self.query_shown.sort == "opened" else row.updated_at
        players = " v ".join(row.players) + (f"  {row.title}" if row.title else "")
        return self._line(
            [
                local_time(shown, self.zone).strftime("%Y-%m-%d %H:%M" if self._widths[0] == 16 else "%m-%d %H:%M"),
                row.game,
                players,
                f"{row.entries:,}",
                result_text(row),
                str(row.violations or ""),
            ]
        )

    def _line(self, texts: list[str], *, strong: bool = False) -> Line:
        spans: list[Span] = []
        for column, (text, width) in enumerate(zip(texts, self._widths, strict=True)):
            tone: Tone = "strong" if strong or column == _PLAYERS else "bad" if column == _VIOLATIONS else "plain"
            cell: Line = (Span(clean(text), tone),)
            if column in (_ENTRIES, _VIOLATIONS):
                cell = (Span(" " * max(0, width - len(text))), *cell)
            spans += [*pad(cell, width), Span(" " * self._gap)]
        return tuple(spans[:-1])


def result_text(row: MatchRow) -> str:
    """`running, turn 7`, `Ana (points)`, `drawn`."""
    if row.status == "running":
        return f"running, turn {row.turn}" if row.turn else "running"
    winner = " and ".join(row.winners) or ("drawn" if row.drawn else "no winner")
    return f"{winner} ({row.reason.replace('_', ' ')})" if row.reason else winner
