"""Tables as lines of text, in as many columns as there are."""

from collections.abc import Iterable, Sequence
from typing import Final

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from domain.text import sanitize

_INDENT: Final = 2


def table_lines(header: Sequence[str], rows: Iterable[Sequence[object]], width: int) -> list[str]:
    """Format a table, numbers to the right, without truncation. Cells of wide tables are wrapped between
    words; rows of even wider ones continue on further lines, or become blocks of lines."""
    rows = [tuple(row) for row in rows]
    cells = [tuple(_cell(value) for value in row) for row in rows]
    columns = [
        _Column(
            title, [row[index] for row in cells], numeric=bool(rows) and all(map(_is_number, (r[index] for r in rows)))
        )
        for index, title in enumerate(header)
    ]
    if sum(column.narrow + 1 for column in columns) <= width:
        return _lines(columns, width)
    if max(column.whole for column in columns) + _INDENT < width:
        return _tiers(columns, width)
    return [line for row in cells for line in _block(header, row, width)] or list(header)


class _Column:
    """A title and its cells, with their widths: unwrapped, and wrapped between words."""

    def __init__(self, title: str, cells: Sequence[str], *, numeric: bool) -> None:
        self.title = title
        self.cells = cells
        self.numeric = numeric
        self.whole = max(map(cell_len, (title, *cells)))
        self.narrow = max(cell_len(word) for text in (title, *cells) for word in text.split() or [""])


def _lines(columns: Sequence[_Column], width: int) -> list[str]:
    """Return the columns side by side; spare width goes to the most wrapped ones."""
    widths = [column.narrow for column in columns]
    for _ in range(width - sum(widths) - len(widths)):
        most = max(range(len(columns)), key=lambda index: columns[index].whole - widths[index])
        if widths[most] >= columns[most].whole:
            break
        widths[most] += 1
    table = Table(box=None, pad_edge=False, header_style="bold", collapse_padding=True)
    for column, room in zip(columns, widths, strict=True):
        table.add_column(Text(column.title), justify="right" if column.numeric else "left", overflow="fold", width=room)
    for row in zip(*(column.cells for column in columns), strict=True):
        table.add_row(*map(Text, row))
    return _printed(table, width)


def _tiers(columns: Sequence[_Column], width: int) -> list[str]:
    """Return each row, and the titles, in as few lines as hold their cells unwrapped; further lines are indented."""
    groups: list[list[_Column]] = [[]]
    for column in columns:
        if sum(one.whole + 1 for one in (*groups[-1], column)) + _INDENT > width:
            groups.append([])
        groups[-1].append(column)
    tiers = [_lines(group, width - _INDENT) for group in groups]
    return [
        line if group is tiers[0] else " " * _INDENT + line
        for lines in zip(*tiers, strict=True)
        for group, line in zip(tiers, lines, strict=True)
    ]


def _block(header: Sequence[str], row: Sequence[str], width: int) -> list[str]:
    """Return a row as lines of title and value, then an empty line."""
    table = Table(box=None, pad_edge=False, show_header=False, collapse_padding=True)
    table.add_column(no_wrap=True, style="bold")
    table.add_column(overflow="fold")
    for title, text in zip(header, row, strict=True):
        table.add_row(Text(title), Text(text))
    return [*_printed(table, width), ""]


def _printed(table: Table, width: int) -> list[str]:
    """Return a table as lines without trailing blanks."""
    console = Console(width=width, highlight=False)
    with console.capture() as captured:
        console.print(table)
    return [line.rstrip() for line in captured.get().splitlines()]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | None)


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".")
    if isinstance(value, list | tuple):
        return ", ".join(_cell(v) for v in value)
    return sanitize(str(value))
