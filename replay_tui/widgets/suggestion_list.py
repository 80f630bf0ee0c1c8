"""The numbered rows to choose from, in as many columns as fit."""

from typing import Final

from textual.reactive import reactive
from textual.strip import Strip

from domain.board import Tone
from replay_tui.widgets.lines import StyledText
from service.reading.styled_text import Now, Span, StyledLine, clean, fit, pad, width_of
from service.typing.rows import Suggestion

NUMBERED: Final = 10
_GAP: Final = 2


class SuggestionList(StyledText):
    """Rows run down the columns; the highlighted one is always visible."""

    rows: reactive[tuple[Suggestion, ...]] = reactive((), layout=False)
    highlighted: reactive[int | None] = reactive[int | None](None)

    numbered: reactive[bool] = reactive(default=True)
    """True if digits choose rows."""

    def move(self, by: int) -> bool:
        """Move the highlight down or up; return False if the list is empty."""
        if self.rows:
            before = self.highlighted if self.highlighted is not None else -1 if by > 0 else 0
            self.highlighted = min(max(before + by, 0), len(self.rows) - 1)
        return bool(self.rows)

    def render_line(self, y: int) -> Strip:
        """Draw a screen row: a cell of each column."""
        height, width = self.size.height, self.size.width
        if not self.rows or not height:
            return self.strip((), width)
        cells, first, columns = self._page(height, width)
        line: list[Span] = []
        for column in columns[:-1]:
            line += pad(column[y] if y < len(column) else (), max(map(width_of, column)) + _GAP)
        line += columns[-1][y] if y < len(columns[-1]) else ()
        after = len(cells) - first - sum(map(len, columns))
        if after and y == height - 1:
            return self.strip((*fit(tuple(line), width - 6), Span(f" +{after}", "dim")), width)
        return self.strip(tuple(line), width)

    def _page(self, height: int, width: int) -> tuple[list[StyledLine], int, list[list[StyledLine]]]:
        """Return all cells, the first visible one, and the columns of the page with the highlight. Cells show title and
        command if all have room for both, or else only the title."""
        cells = [self._cell(index, row, written=True) for index, row in enumerate(self.rows)]
        if len(cells) > sum(map(len, _columns(cells, height, width))) or max(map(width_of, cells)) > width:
            cells = [self._cell(index, row, written=False) for index, row in enumerate(self.rows)]
        first, here = 0, self.highlighted or 0
        while True:
            columns = _columns(cells[first:], height, width)
            shown = sum(map(len, columns))
            if here < first + shown:
                return cells, first, columns
            first += shown

    def _cell(self, index: int, row: Suggestion, *, written: bool) -> StyledLine:
        here = index == self.highlighted
        number = f"{(index + 1) % 10}" if index < NUMBERED and self.numbered else " "
        tone: Tone | Now = "now" if here else "plain" if row.count else "dim"
        more = "" if row.complete else f" … {row.count}" if row.count > 1 else " …" if row.line.endswith(" ") else ""
        quick = f" [{row.quick}]" if row.quick else f" {row.note}" if row.note else ""
        sign = ">" if here else " "
        label, title = clean(row.label), clean(row.title)
        if title and not written:
            arguments = label.partition(" ")[2]
            label, title = f"{title}: {arguments}" if arguments else title, ""
        named = (Span(title, tone), Span(f"  {label}", "dim")) if title else (Span(label, tone),)
        return (Span(f"{sign}{number} ", "strong"), *named, Span(more, "dim"), Span(quick, "dim"))


def _columns(cells: list[StyledLine], height: int, width: int) -> list[list[StyledLine]]:
    """Return as many columns as fit, at least one, each as wide as its widest cell."""
    columns: list[list[StyledLine]] = []
    left = width
    for start in range(0, len(cells), height):
        column = cells[start : start + height]
        left -= max(map(width_of, column)) + _GAP
        if columns and left < -_GAP:
            break
        columns.append(column)
    return columns
