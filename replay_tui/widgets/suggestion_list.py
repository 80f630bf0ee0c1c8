"""The numbered rows that can be chosen, in as many columns as there is room for."""

from typing import Final

from textual.reactive import reactive
from textual.strip import Strip

from domain.board import Tone
from replay_tui.widgets.lines import Toned
from service.spans import Line, Span, clean, pad, width_of
from service.suggestions import Suggestion

NUMBERED: Final = 10
_MOST_COLUMNS: Final = 4
_GAP: Final = 2


class SuggestionList(Toned):
    """Rows run down the columns; the highlighted one is always in view."""

    rows: reactive[tuple[Suggestion, ...]] = reactive((), layout=False)
    highlighted: reactive[int | None] = reactive[int | None](None)

    def render_line(self, y: int) -> Strip:
        """One row of the screen: a cell of each column."""
        height, width = self.size.height, self.size.width
        if not self.rows or not height:
            return self.strip((), width)
        cells = [self._cell(index, row) for index, row in enumerate(self.rows)]
        columns = self._columns(cells)
        first = self._first(height * columns)
        room = width // columns
        line: list[Span] = []
        for column in range(columns):
            index = first + column * height + y
            cell = cells[index] if index < len(cells) else ()
            line += pad(cell, room - _GAP if column < columns - 1 else room)
            line += [Span(" " * _GAP)] if column < columns - 1 else []
        return self.strip(tuple(line), width)

    def _columns(self, cells: list[Line]) -> int:
        widest = max(width_of(cell) for cell in cells) + _GAP
        needed = -(-len(cells) // self.size.height)
        return max(1, min(self.size.width // widest, needed, _MOST_COLUMNS))

    def _first(self, shown: int) -> int:
        """Pages of rows: the numbers stay where they are while the highlight moves on its page."""
        return (self.highlighted or 0) // shown * shown

    def _cell(self, index: int, row: Suggestion) -> Line:
        here = index == self.highlighted
        number = f"{(index + 1) % 10}" if index < NUMBERED else " "
        tone: Tone = "mark" if here else "plain" if row.count else "dim"
        more = "" if row.complete else f" … {row.count}" if row.count > 1 else " …" if row.line.endswith(" ") else ""
        quick = f" [{row.quick}]" if row.quick else ""
        sign = ">" if here else " "
        return (Span(f"{sign}{number} ", "strong"), Span(clean(row.label), tone), Span(more, "dim"), Span(quick, "dim"))
