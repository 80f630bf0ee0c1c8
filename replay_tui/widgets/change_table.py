"""Two columns side by side, row by row: before and after, or what happened and what-if. A row may take several
lines."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from textual.events import Click
from textual.reactive import reactive
from textual.strip import Strip

from domain.board import Tone
from replay_tui.keymap import bindings
from replay_tui.widgets.event_list import CURSOR
from replay_tui.widgets.lines import LinesView
from service.reading.styled_text import GAP, Span, StyledLine, clean, cut, fold, pad

MOST_LINES: Final = 8
"""Most lines of a row; longer ones end with `…`."""
_LEAST_PLACE: Final = 12


class ChangeRow(Struct, frozen=True):
    """A row: a difference, and the entry that `enter` goes to."""

    place: str = ""
    """The changed place; if empty, the texts have the whole width."""
    left: str = ""
    right: str = ""
    entries: str = ""
    """The entries that made the difference, as shown."""
    target: tuple[str, int] | None = None
    """Match and entry; `None` for headings and other rows."""


class ChangeTable(LinesView):
    """Rows with a cursor, which is always on a row with a link and visible."""

    COMPONENT_CLASSES = {"changes--cursor"}  # noqa: RUF012
    BINDINGS = bindings("change_table")

    cursor: reactive[int] = reactive(0)

    def __init__(self, rows: tuple[ChangeRow, ...], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.rows = rows
        self._stops = [index for index, row in enumerate(rows) if row.target is not None]
        self._row_of_line: list[int] = []
        self._entries = max((len(row.entries) for row in rows), default=0)
        self.set_reactive(ChangeTable.cursor, self._stops[0] if self._stops else 0)

    @property
    def chosen(self) -> ChangeRow | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if self._stops else None

    def on_resize(self) -> None:
        """Fold the texts for the new width."""
        lines: list[StyledLine] = []
        self._row_of_line = []
        for index, row in enumerate(self.rows):
            for line in row_lines(row, self.room - 1, self._entries):
                lines.append(line)
                self._row_of_line.append(index)
        self.show_lines(tuple(lines))
        self.watch_cursor()

    def watch_cursor(self) -> None:
        """Scroll to the row, at least to its first line."""
        if not self._row_of_line:
            return
        top, height = self._row_of_line.index(self.cursor), self.page
        end = top + self._row_of_line.count(self.cursor)
        shown = self.top
        if end <= height:
            shown = 0  # show the heading too
        elif top < shown or end > shown + height:
            shown = top if top < shown else min(top, end - height)
        self.show_from(shown)
        self.refresh()

    def action_move(self, by: int) -> None:
        """Move to the next or previous row, within the list."""
        if self._stops:
            index = self._stops.index(self.cursor) + by
            self.cursor = self._stops[min(max(index, 0), len(self._stops) - 1)]

    def action_page(self, by: int) -> None:
        """Move by about a page."""
        height = max(1, self.scrollable_content_region.height - 1)
        if self._stops:
            line = self._row_of_line.index(self.cursor) + by * height
            wanted = self._row_of_line[min(max(line, 0), len(self._row_of_line) - 1)]
            reached = [stop for stop in self._stops if (stop >= wanted if by < 0 else stop <= wanted)]
            self.cursor = (reached[0] if by < 0 else reached[-1]) if reached else self.cursor

    def action_first(self) -> None:
        """Move to the first row."""
        self.action_move(-len(self.rows))

    def action_last(self) -> None:
        """Move to the last row."""
        self.action_move(len(self.rows))

    def on_click(self, event: Click) -> None:
        """Move to the clicked row."""
        line = self.row_of(event)
        if line is not None and line < len(self._row_of_line) and self._row_of_line[line] in self._stops:
            self.cursor = self._row_of_line[line]

    def render_line(self, y: int) -> Strip:
        """Draw one visible line."""
        number = self.top + y
        if not 0 <= number < len(self.lines):
            return self.strip((), self.room)
        here = bool(self._stops) and self._row_of_line[number] == self.cursor
        first = number == 0 or self._row_of_line[number - 1] != self._row_of_line[number]
        sign = Span(CURSOR if here and first else " ", "strong")
        return self.strip((sign, *self.lines[number]), self.room, "changes--cursor" if here else "")


def row_lines(row: ChangeRow, width: int, entries: int) -> Iterator[StyledLine]:
    """Return the lines of a row: place, both texts, entries; a heading has its own line."""
    heading = row.target is None
    if heading and not row.left:
        yield (Span(cut(clean(row.place), width), "strong"),)
        return
    place = max(_LEAST_PLACE, width // 4) if row.place else 0
    rest = width - (place + GAP if place else 0) - (entries + GAP if entries and row.place else 0)
    half = max(4, (rest - GAP) // 2)
    columns = [_folded(row.place, place)] if place else []
    columns += [_folded(row.left, half), _folded(row.right, half)]
    widths = [place, half, half] if place else [half, half]
    tones: tuple[Tone, ...] = ("strong",) * 3 if heading else ("strong", "dim", "plain")
    for number in range(max(map(len, columns))):
        line: list[Span] = []
        for column, size, tone in zip(columns, widths, tones[-len(columns) :], strict=True):
            text = column[number] if number < len(column) else ""
            line += [*([Span(" " * GAP)] if line else []), *pad((Span(text, tone),), size)]
        if row.place and number == 0:
            line.append(Span(" " * GAP + row.entries.rjust(entries), "strong"))
        yield tuple(line)


def _folded(text: str, width: int) -> list[str]:
    """Return a text as rows of a column; `-` if it is empty."""
    rows = list(fold(clean(text) or "-", width))
    return rows if len(rows) <= MOST_LINES else [*rows[: MOST_LINES - 1], "…"]
