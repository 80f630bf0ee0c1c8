"""The table of an answer; heading and first columns stay in place while it scrolls."""

from dataclasses import dataclass

from textual.events import Click
from textual.markup import escape
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from replay_tui.keymap import bindings
from replay_tui.widgets.lines import LinesView
from service.analysis.tables import Tabulation
from service.reading.styled_text import Span, StyledLine, clean, fold

CURSOR = ">"


class AnswerTable(LinesView, inherit_bindings=False):
    """Rows with a cursor, and scrollable columns. A message can replace the table."""

    COMPONENT_CLASSES = {"answer--cursor"}  # noqa: RUF012
    BINDINGS = bindings("answer_table")

    cursor: reactive[int] = reactive(0)
    shift: reactive[int] = reactive(0)
    """Number of columns scrolled out after the pinned ones."""

    @dataclass
    class Followed(Message):
        """A row was chosen, to open the matches behind it."""

        row: int

    @dataclass
    class Headed(Message):
        """The heading of a column was clicked."""

        column: str

    class Moved(Message):
        """The cursor is on another row."""

    def __init__(self, *, id: str | None = None, keys: str = "←→") -> None:  # noqa: A002
        """`keys`: the keys that scroll the columns back and on."""
        super().__init__(id=id)
        self._keys = keys
        self.table: Tabulation | None = None

    def show_table(self, table: Tabulation) -> None:
        """Show another table; the cursor stays in its row if that still exists."""
        self.table = table
        self.shift = min(self.shift, self.furthest)
        self.cursor = self.validate_cursor(self.cursor)
        self._lay_out(1 + self.count)

    def show_notice(self, lines: tuple[StyledLine, ...]) -> None:
        """Show a message instead of a table."""
        self.table = None
        self.lines = lines
        self.cursor = self.shift = 0
        self._lay_out(len(lines))

    def say(self, first: str, *rest: str) -> None:
        """Show sentences instead of a table."""
        told = [(Span(row),) for text in rest for row in fold(f"  {clean(text)}", self.room)]
        self.show_notice(((), *((Span(row, "strong"),) for row in fold(f"  {clean(first)}", self.room)), (), *told))

    @property
    def count(self) -> int:
        """The number of rows."""
        return 0 if self.table is None else len(self.table.small)

    def _lay_out(self, rows: int) -> None:
        self.set_height(rows)
        self._keep_in_view()
        self.write_captions()
        self.refresh()

    def on_resize(self) -> None:
        """Update captions and height."""
        self._lay_out(len(self.lines) if self.table is None else 1 + self.count)

    def validate_cursor(self, cursor: int) -> int:
        """Limit the cursor to the rows."""
        return min(max(cursor, 0), max(self.count - 1, 0))

    def watch_cursor(self) -> None:
        """Scroll to the cursor."""
        self._keep_in_view()
        self.refresh()
        self.post_message(self.Moved())

    def _keep_in_view(self) -> None:
        """Scroll to the cursor; the heading covers the first visible row."""
        self.show_from(max(min(self.top, self.cursor), self.cursor + 2 - self.page))

    def action_move(self, by: int) -> None:
        """Move the cursor by some rows, within the list."""
        self.cursor += by

    def action_page(self, by: int) -> None:
        """Move by about a page."""
        self.cursor += by * max(1, self.page - 1)

    def action_follow(self) -> None:
        """Open the matches behind the row."""
        if self.count:
            self.post_message(self.Followed(self.cursor))

    def on_click(self, event: Click) -> None:
        """Move the cursor at the first click, open the matches at the second; sort at a click on the heading."""
        place = event.get_content_offset(self)
        if place is None or self.table is None:
            return
        row = self.top + place.y - 1
        if place.y == 0:
            if name := self.table.name_at(place.x - 1, self.shift, self.room - 1):
                self.post_message(self.Headed(name))
        elif row < self.count:
            if row == self.cursor:
                self.action_follow()
            self.cursor = row

    def watch_has_focus(self, has_focus: bool) -> None:
        """Show the cursor only with the focus."""
        super().watch_has_focus(has_focus)
        self.refresh()

    # --- columns -------------------------------------------------------------------------------------------------------

    def validate_shift(self, shift: int) -> int:
        """Limit scrolling to the last column."""
        return min(max(shift, 0), self.furthest)

    @property
    def furthest(self) -> int:
        """Return the number of columns to scroll until the last one is visible."""
        if self.table is None:
            return 0
        columns = len(self.table.columns)
        wanted = (s for s in range(self.table.shifts) if self.table.fits(s, self.room - 1) >= columns - s)
        return next(wanted, self.table.shifts)

    def watch_shift(self) -> None:
        """Draw the columns again."""
        self.write_captions()
        self.refresh()

    def write_captions(self) -> None:
        """Write the number of rows, the values shared by all, and the number of columns to either side."""
        if self.table is None:
            self.border_title = ""
            return
        after = len(self.table.columns) - self.shift - self.table.fits(self.shift, self.room - 1)
        parts = [f"{self.count:,} row{'' if self.count == 1 else 's'}", *self.table.same]
        parts += [f"{self._keys[0]} {self.shift} more"] if self.shift else []
        parts += [f"{after} more column{'' if after == 1 else 's'} {self._keys[1]}"] if after > 0 else []
        self.border_title = escape(" · ".join(parts))

    def render_line(self, y: int) -> Strip:
        """Draw the heading or a visible row."""
        row = self.top + y
        if self.table is None:
            return self.strip(self.line_at(row), self.room)
        if y == 0:
            return self.strip((Span(" "), *self.table.line(None, self.shift, self.room - 1)), self.room)
        row -= 1
        if row >= self.count:
            return self.strip((), self.room)
        here = row == self.cursor and self.has_focus
        line = (Span(CURSOR if here else " "), *self.table.line(row, self.shift, self.room - 1))
        return self.strip(line, self.room, "answer--cursor" if here else "")
