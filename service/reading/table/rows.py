"""A table of a board: rows under a header, each cell with a cell of its own for the mark."""

from collections.abc import Iterator, Sequence

from domain.board import Cell, Table, Tone
from service.reading.changed import cell_key
from service.reading.toned import Line, Span, clean, fit, pad, width_of


_BETWEEN = " │"


def table_lines(table: Table, width: int, changed: frozenset[str]) -> list[Line]:
    """Title, header and rows in at most `width` cells; cells that changed are marked."""
    cells: list[list[list[Line]]] = [[[(Span(f" {clean(title)}", "dim"),)] for title in table.header]]
    cells = cells if any(table.header) else []
    cells += [[_cell(table, row, column, changed) for column in range(len(row))] for row in table.rows]
    widths = _widths(cells, width)
    title = [(Span(f" {clean(table.title)}", "dim", table.key),)] if table.title else []
    return [fit(line, width) for line in (*title, *(line for row in cells for line in _row(row, widths)))]


def _row(row: Sequence[Sequence[Line]], widths: Sequence[int]) -> Iterator[Line]:
    for number in range(max(map(len, row), default=0)):
        line: Line = ()
        for column, size in enumerate(widths):
            cell = row[column] if column < len(row) else ()
            between = (Span(_BETWEEN, "dim"),) if column else ()
            line = (*line, *between, *pad(cell[number] if number < len(cell) else (), size))
        yield line


def _cell(table: Table, row: Sequence[Cell], column: int, changed: frozenset[str]) -> list[Line]:
    """The lines of one cell; the first cell of a row is its label."""
    key = cell_key(table, row, column)
    mark = key in changed
    tone: Tone = "mark" if mark else "strong" if column == 0 and row[0].tone == "plain" else row[column].tone
    first, *rest = map(clean, row[column].text.split("\n"))
    head: Line = (starred(mark), Span(first, tone, key))
    return [head, *((Span(" "), Span(text, tone)) for text in rest)]


def _widths(cells: Sequence[Sequence[Sequence[Line]]], width: int) -> list[int]:
    """Natural widths; where they do not fit, the widest columns give way."""
    count = max(map(len, cells), default=0)
    widths = [
        max((width_of(line) for row in cells if n < len(row) for line in row[n]), default=0) for n in range(count)
    ]
    room = width - len(_BETWEEN) * (count - 1)
    while sum(widths) > room and max(widths) > 3:
        widths[widths.index(max(widths))] -= 1
    return widths
