"""A table of a board: rows under a header, each cell with room for the mark of a change."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace
from rich.cells import cell_len

from domain.board import Cell, Table, Tone
from service.reading.board_diff import cell_key
from service.reading.styled_text import Span, StyledLine, clean, fit, pad, width_of
from service.reading.table.faces import starred

_BETWEEN: Final = Span(" │", "dim")


def table_lines(table: Table, width: int, changed: frozenset[str]) -> list[StyledLine]:
    """Title, header and rows in at most `width` cells; cells that changed are marked."""
    rows: list[list[StyledLine]] = (
        [[(Span(f" {clean(title)}", "dim"),) for title in table.header]] if any(table.header) else []
    )
    rows += [[_cell(table, row, column, changed) for column in range(len(row))] for row in table.rows]
    widths = _widths(rows, width)
    lines: list[StyledLine] = [(Span(f" {clean(table.title)}", "dim", table.key),)] if table.title else []
    for row in rows:
        line: StyledLine = ()
        for column, size in enumerate(widths):
            line = (*line, *((_BETWEEN,) if column else ()), *pad(row[column] if column < len(row) else (), size))
        lines.append(line)
    return [fit(line, width) for line in lines]


_SQUARE: Final[Mapping[int, int]] = {1: 3, 2: 5, 3: 7}
"""Fewest cells of a square, by its rows."""


def grid_lines(table: Table, width: int, changed: frozenset[str], rows: int) -> list[StyledLine]:
    """Draw a board of squares in the middle of `width` cells and at most `rows` rows: squares as high as possible, all of equal
    width, alternately shaded; changes are marked. The column letters are above, if a row is free."""
    tall = max(1, min(max(_SQUARE), rows // max(1, len(table.rows))))
    label = max((cell_len(clean(row[0].text)) for row in table.rows if row), default=0) + 2
    longest = max((cell_len(clean(cell.text)) for row in table.rows for cell in row[1:]), default=1)
    across = max((len(row) - 1 for row in table.rows), default=1)
    size = min(max(_SQUARE[tall], longest + 2), max(1, (width - label) // max(1, across)))
    indent = Span(" " * max(0, (width - label - size * across - label) // 2))
    letters = tuple(_centred(Span(clean(title), "dim"), size, shade=False) for title in table.header[1:])
    lines: list[StyledLine] = []
    if any(table.header) and len(table.rows) * tall < rows:
        lines.append((indent, Span(" " * label), *(piece for square in letters for piece in square)))
    for number, row in enumerate(table.rows):
        line: list[Span] = [*pad((Span(f" {clean(row[0].text)}", "dim"),), label)]
        blank: list[Span] = [Span(" " * label)]
        for column, cell in enumerate(row[1:], start=1):
            key, shade = cell_key(table, row, column), (number + column) % 2 == 0
            piece = Span(clean(cell.text), "mark" if key in changed else cell.tone, key)
            line += _centred(piece, size, shade=shade)
            blank.append(Span(" " * size, shade=shade))
        above = (tall - 1) // 2
        lines += [(indent, *(line if part == above else blank)) for part in range(tall)]
    return [fit(line, width) for line in lines]


def _centred(piece: Span, size: int, *, shade: bool) -> StyledLine:
    (shown,) = fit((piece,), size) or (piece,)
    left = (size - cell_len(shown.text)) // 2
    right = size - cell_len(shown.text) - left
    return tuple(replace(span, shade=shade) for span in (Span(" " * left), shown, Span(" " * right)) if span.text)


def _cell(table: Table, row: Sequence[Cell], column: int, changed: frozenset[str]) -> StyledLine:
    """Return a cell with room for the mark of a change. The first cell of a row is its label, which is never marked."""
    key = cell_key(table, row, column)
    tone: Tone = "strong" if column == 0 and row[0].tone == "plain" else row[column].tone
    return (starred(key in changed), Span(clean(row[column].text), "mark" if key in changed else tone, key))


def _widths(rows: Sequence[Sequence[StyledLine]], width: int) -> list[int]:
    """Return the column widths: natural ones, or with the widest columns reduced until they fit."""
    count = max(map(len, rows), default=0)
    widths = [max((width_of(row[n]) for row in rows if n < len(row)), default=0) for n in range(count)]
    room = width - len(_BETWEEN.text) * (count - 1)
    while sum(widths) > room and max(widths) > 3:
        widths[widths.index(max(widths))] -= 1
    return widths
