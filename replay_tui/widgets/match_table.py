"""The list of matches. It requests pages of rows as they become visible, so that any number of matches opens at
once."""

from dataclasses import dataclass
from datetime import tzinfo
from typing import Final

from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from replay_tui.keymap import bindings
from replay_tui.match_list.columns import Columns
from replay_tui.widgets.lines import LinesView
from service.reading.match_list import MatchQuery, MatchRow
from service.reading.styled_text import Span, StyledLine, clean

PAGE: Final = 500
"""Rows per page; reading a thousand takes hardly longer than a hundred."""
_PAGES_KEPT: Final = 20
_AHEAD: Final = 2
"""Number of pages to read ahead of the cursor."""


class MatchTable(LinesView):
    """A line for each match."""

    COMPONENT_CLASSES = {"table--cursor"}  # noqa: RUF012
    BINDINGS = bindings("match_table")

    cursor: reactive[int] = reactive(0)

    @dataclass
    class PagesWanted(Message):
        """Missing pages of rows that are visible or soon will be, visible ones first."""

        pages: tuple[int, ...]

    @dataclass
    class Opened(Message):
        """A match was chosen."""

        match_id: str

    @dataclass
    class Listed(Message):
        """A new list is shown."""

    def __init__(self, zone: tzinfo | None, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.zone = zone
        self.query_shown = MatchQuery()
        self.count = 0
        self.notice: tuple[StyledLine, ...] = ()
        """The message in place of rows: an empty result, an error."""
        self._pages: dict[int, tuple[MatchRow, ...]] = {}
        self._columns = Columns(0, self.query_shown, zone)
        self._drawn: dict[int, Strip] = {}
        """Cache of drawn rows, for scrolling."""
        self._wanted: tuple[int, ...] = ()
        self._onwards = 0
        """The last direction of the cursor."""

    def show_list(self, query: MatchQuery, count: int, page: int, rows: tuple[MatchRow, ...]) -> None:
        """Start a new list with one of its pages."""
        self.query_shown, self.count, self.notice = query, count, ()
        self._pages = {page: rows} if rows else {}
        self._wanted = ()
        self.cursor = min(self.cursor, max(count - 1, 0))
        self.relayout()
        self.post_message(self.Listed())

    def show_notice(self, *sentences: str) -> None:
        """Show a message instead of rows: the problem, then what to do."""
        first, *rest = sentences
        self.count, self._pages, self._wanted = 0, {}, ()
        self.notice = ((), (Span(f"  {clean(first)}", "strong"),), (), *((Span(f"  {clean(text)}"),) for text in rest))
        self.relayout()

    def show_page(self, page: int, rows: tuple[MatchRow, ...]) -> None:
        """Add requested rows; beyond a number of pages, drop the farthest."""
        self._pages[page] = rows
        if len(self._pages) > _PAGES_KEPT:
            here = self.cursor // PAGE
            del self._pages[max(self._pages, key=lambda kept: abs(kept - here))]
        self._redraw()

    def _redraw(self) -> None:
        self._ask()
        self._drawn.clear()
        self.refresh()

    def _ask(self) -> None:
        """Request missing pages: of the visible rows, then in the direction of the cursor."""
        top = self.top
        bottom = top + max(0, self.scrollable_content_region.height - 2)
        ahead = range(1, _AHEAD + 1)
        edge = bottom if self._onwards > 0 else top
        onwards = [edge // PAGE + self._onwards * n for n in ahead]
        last = (self.count - 1) // PAGE if self.count else -1
        wanted = dict.fromkeys(page for page in (top // PAGE, bottom // PAGE, *onwards) if 0 <= page <= last)
        missing = tuple(page for page in wanted if page not in self._pages)
        if missing != self._wanted:
            self._wanted = missing
            self.post_message(self.PagesWanted(missing))

    @property
    def chosen(self) -> MatchRow | None:
        """The match under the cursor; `None` if it is not read yet."""
        return self._row(self.cursor)

    def relayout(self) -> None:
        """Sets the height of the list and keeps the cursor in view."""
        self.set_height(max(self.count, len(self.notice)) + 1)
        self._columns = Columns(self.room, self.query_shown, self.zone)
        self._follow()
        self._redraw()

    def _follow(self) -> None:
        """Scroll to the cursor."""
        height = max(2, self.scrollable_content_region.height)
        top = min(self.top, self.cursor)
        top = max(top, self.cursor - height + 2)
        self.show_from(top)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Request the rows that became visible by scrolling."""
        super().watch_scroll_y(old_value, new_value)
        self._ask()

    def on_resize(self) -> None:
        """Scroll to the cursor."""
        self.relayout()

    def validate_cursor(self, cursor: int) -> int:
        """Limit the cursor to the rows."""
        return min(max(cursor, 0), max(self.count - 1, 0))

    def watch_cursor(self, before: int, cursor: int) -> None:
        """Scroll to the cursor, and read ahead of it."""
        self._onwards = (cursor > before) - (cursor < before)
        self._follow()
        self._ask()
        for row in (before, cursor):
            self.refresh_lines(row + 1)

    def action_move(self, by: int) -> None:
        """Next or previous match."""
        self.cursor += by

    def action_page(self, by: int) -> None:
        """Move by about a page."""
        self.cursor += by * max(1, self.scrollable_content_region.height - 2)

    def action_first(self) -> None:
        """The first match."""
        self.cursor = 0

    def action_last(self) -> None:
        """The last match."""
        self.cursor = self.count - 1

    def on_click(self, event: Click) -> None:
        """Move the cursor at the first click, open the match at the second."""
        place = event.get_content_offset(self)
        if place is None or not 0 < place.y <= self.count:
            return
        index = self.top + place.y - 1
        if index == self.cursor and (row := self._row(index)) is not None:
            self.post_message(self.Opened(row.id))
        self.cursor = index

    def notify_style_update(self) -> None:
        """Draw again, because colours may have changed."""
        self._drawn.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """Draw the heading on top, or a visible row."""
        if y == 0:
            return self.strip((Span(" "), *self._columns.heading()), self.room)
        index = self.top + y - 1
        if self.notice:
            return self.strip(self.notice[index] if index < len(self.notice) else (), self.room)
        row = self._row(index)
        if index == self.cursor and self.count:
            return self.strip((Span(">"), *self._text(row)), self.room, "table--cursor")
        if index >= self.count or row is None:
            return self.strip((Span(" "), *self._text(row)) if index < self.count else (), self.room)
        if (drawn := self._drawn.get(index)) is None:
            drawn = self._drawn[index] = self.strip((Span(" "), *self._columns.row(row)), self.room)
        return drawn

    def _text(self, row: MatchRow | None) -> StyledLine:
        return (Span("…", "dim"),) if row is None else self._columns.row(row)

    def _row(self, index: int) -> MatchRow | None:
        page, place = divmod(index, PAGE)
        rows = self._pages.get(page, ())
        return rows[place] if place < len(rows) else None
