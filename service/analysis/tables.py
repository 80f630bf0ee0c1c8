"""An answer as a table: the subject of a row on the left, numbers aligned right; a share, its interval and cases share a cell,
followed by a bar."""

from collections.abc import Callable, Iterable, Sequence
from math import isnan
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.board import Tone
from projections.answers import SMALL, Answer, Cell
from projections.filters import dimensions
from service.analysis.cell_bars import LEAST as LEAST_BAR
from service.analysis.cell_bars import EstimateColumn, Results, bars_of
from service.analysis.charts import ColumnShape, read_plan
from service.reading.styled_text import GAP, Span, StyledLine, clean, pad, width_of

WIDEST: Final = 28
LEAST: Final = 8
"""Cells of a text column."""
NONE: Final = "-"


class Order(Struct, frozen=True):
    """The column that rows are sorted by."""

    column: str
    descending: bool = True


class Column(Struct, frozen=True):
    """One column, its cells as texts of any width."""

    title: str
    cells: tuple[str, ...]
    right: bool

    @property
    def width(self) -> int:
        """Cells of its widest text."""
        return max(width_of((Span(text),)) for text in (self.title, *self.cells))


AnyColumn: TypeAlias = Column | EstimateColumn | Results


class Tabulation(Struct, frozen=True):
    """Columns from left to right. The first `pinned` stay in view when the others are shifted."""

    columns: tuple[AnyColumn, ...]
    pinned: int
    small: tuple[bool, ...]
    """For each row: True if it is based on too few cases to be reliable."""
    same: tuple[str, ...] = ()
    """Columns that are left out because they are equal in all rows."""

    @property
    def shifts(self) -> int:
        """Return how many columns can be scrolled out."""
        return max(0, len(self.columns) - self.pinned - 1)

    def line(self, row: int | None, shift: int, room: int) -> StyledLine:
        """Return one row as text cells, scrolled past the first columns after the pinned ones; `None` for the heading.

        A column that does not fit is left out, because a truncated number would be wrong.
        """
        spans: list[Span] = []
        for column, width in self._shown(shift, room):
            spans += [*pad(self._cell(column, row, width), width), Span(" " * GAP)]
        return tuple(spans[:-1])

    def _cell(self, column: AnyColumn, row: int | None, width: int) -> StyledLine:
        if row is not None and not isinstance(column, Column):
            return column.line(row, width)
        text = column.title if row is None or not isinstance(column, Column) else column.cells[row]
        tone: Tone = "strong" if row is None else "dim" if self.small[row] else "plain"
        right = isinstance(column, Column) and column.right
        before = " " * max(width - width_of((Span(text),)), 0) if right else ""
        return (Span(before + text, tone),)

    def fits(self, shift: int, room: int) -> int:
        """Return how many columns are visible in `room` cells."""
        return len(self._shown(shift, room))

    def name_at(self, cell: int, shift: int, room: int) -> str:
        """Return the column of the answer whose heading contains a cell of the line; empty if it is missing."""
        start = 0
        for column, width in self._shown(shift, room):
            if start <= cell < start + width and isinstance(column, Column):
                return column.title.split(_PARTS, maxsplit=1)[0].rstrip("↓↑").replace(" ", "_")
            start += width + GAP
        return ""

    def _shown(self, shift: int, room: int) -> list[tuple[AnyColumn, int]]:
        """Return the columns that fit, with their widths. Text columns on the left are cut if they would leave no room for
        others."""
        shown, left = list[tuple[AnyColumn, int]](), room
        alone = sum(isinstance(column, Column) and not column.right for column in self.columns[: self.pinned]) == 1
        for place, column in enumerate((*self.columns[: self.pinned], *self.columns[self.pinned + shift :])):
            left -= GAP if shown else 0
            if isinstance(column, Column):
                pinned = max(LEAST, room * (2 if alone else 1) // 5)
                most = column.width if column.right else WIDEST if place >= self.pinned else pinned
                width = min(column.width, most)
            else:
                width = max(LEAST_BAR, min(column.most, left))
            left -= width
            if left < 0 and place > 0:
                break
            shown.append((column, width))
        return shown


def tabulate(
    shape: ColumnShape, answer: Answer, without: Iterable[str] = (), order: Order | None = None, *, cases: bool = True
) -> Tabulation:
    """Return the table of an answer, `without` constant columns; an arrow marks the sorted column.

    `cases`: if true, `n` belongs to the first interval and follows it; otherwise it comes first.
    """
    values = {name: [_known(row[place]) for row in answer.rows] for place, name in enumerate(answer.columns)}
    ends = {end for pair in shape.intervals.values() for end in pair}
    spread = [name for name in shape.intervals if name in values]
    names = [name for name in answer.columns if name not in ends and name not in set(without)]
    if (merged := bool(spread) and cases) and "n" in names:
        names.remove("n")
    # The first columns name the subject of a row; the most wanted numbers follow.
    keys = names[: _keys(shape, names, values)]
    same = [name for name in keys if len(answer.rows) > 1 and len(set(map(_text, values[name]))) == 1][: len(keys) - 1]
    keys = [name for name in keys if name not in same]
    rest = [name for name in names if name not in {*keys, *same, *spread}]
    small = tuple(isinstance(n, int) and n < SMALL for n in values.get("n", [None] * len(answer.rows)))
    made: list[AnyColumn] = [_column(shape, values, name, small) for name in keys]
    made += [_column(shape, values, rest.pop(0), small)] if rest[:1] == ["n"] else []
    pinned = len(made)
    intervals = [_interval(shape, values, name, small, cases=merged and not place) for place, name in enumerate(spread)]
    bars = bars_of(shape, values, len(answer.rows))
    made += [*intervals[:1], *bars, *intervals[1:]] if merged else [*bars, *intervals]
    made += [_column(shape, values, name, small) for name in rest]
    said = tuple(f"{name.replace('_', ' ')} {_text(values[name][0])}" for name in same)
    return Tabulation(tuple(_arrowed(column, order) for column in made), pinned, small, said)


def sorted_rows(answer: Answer, order: Order | None) -> Answer:
    """Return the answer with its rows sorted by a column; unknown values come last."""
    if order is None or order.column not in answer.columns:
        return answer
    place = answer.columns.index(order.column)
    known = [row for row in answer.rows if _known(row[place]) is not None]
    numeric = all(isinstance(row[place], int | float) for row in known)
    known.sort(key=lambda row: _float(row[place]) if numeric else 0, reverse=order.descending)
    if not numeric:
        known.sort(key=lambda row: _text(row[place]).casefold(), reverse=order.descending)
    return replace(answer, rows=(*known, *(row for row in answer.rows if _known(row[place]) is None)))


def sortable(shape: ColumnShape, answer: Answer) -> tuple[str, ...]:
    """Return the columns that rows can be sorted by, the main numbers first."""
    first = [*shape.intervals]
    return tuple(dict.fromkeys(name for name in (*first, "n", *answer.columns) if name in answer.columns))


def _known(cell: Cell) -> Cell:
    """Return the cell; `None` if the database says that it is not a number, such as 0 / 0."""
    return None if isinstance(cell, float) and isnan(cell) else cell


def _arrowed(column: AnyColumn, order: Order | None) -> AnyColumn:
    """Return the column with `↓` or `↑` after the title, if rows are sorted by it."""
    if order is None or not isinstance(column, Column):
        return column
    name, arrow = order.column.replace("_", " "), "↓" if order.descending else "↑"
    parts = [part + arrow if part == name else part for part in column.title.split(_PARTS)]
    return replace(column, title=_PARTS.join(parts))


_PARTS: Final = " · "
"""Separator of the names in the title of a column with two numbers."""


def _keys(shape: ColumnShape, names: Sequence[str], values: dict[str, list[Cell]]) -> int:
    """Return the number of columns that name the subject of a row: those before the first number, except for ordinal numbers."""
    plan = read_plan(shape.chart) if shape.chart else None
    along = {dimension.key for dimension in dimensions().values() if dimension.number}
    along |= {plan.x, *plan.by} if plan is not None else set()
    return next((i for i, name in enumerate(names) if name not in along and _is_numeric(values[name])), len(names))


def _column(shape: ColumnShape, values: dict[str, list[Cell]], name: str, small: Sequence[bool]) -> Column:
    title, cells = name.replace("_", " "), values[name]
    if not _is_numeric(cells):
        return Column(title, tuple(clean(_text(cell)) for cell in cells), right=False)
    texts = _numbers(cells, percent=name in shape.percent)
    return Column(title, _marked(texts, small) if name == "n" else texts, right=True)


def _marked(texts: Sequence[str], small: Sequence[bool]) -> tuple[str, ...]:
    """Return numbers of cases, marked by a sign if they are few, because colour is not enough."""
    return tuple(f"~{text}" if few else text for text, few in zip(texts, small, strict=True))


def _interval(
    shape: ColumnShape, values: dict[str, list[Cell]], name: str, small: Sequence[bool], *, cases: bool
) -> Column:
    """Format `52.1 % [48.0, 56.2] n=540`, padded so that values, bounds and cases are aligned."""
    lows, highs = (values[end] for end in shape.intervals[name])
    centres, percent = values[name], name in shape.percent
    write = _writer([*centres, *lows, *highs], percent=percent)
    sign = " %" if percent else ""
    ends = [
        f"[{write(low)}, {write(high)}]" if low is not None and high is not None else ""
        for low, high in zip(lows, highs, strict=True)
    ]
    counts = (
        [f"n={text}" for text in _marked(_numbers(values["n"], percent=False), small)]
        if cases and "n" in values
        else []
    )
    shares = ["" if centre is None else write(centre) + sign for centre in centres]
    parts = [[text or NONE for text in shares], ends, *([counts] if counts else [])]
    rights = (True, False, False)
    padded = [_padded(texts, right=right) for texts, right in zip(parts, rights, strict=False)]
    title = name.replace("_", " ") + (f"{_PARTS}n" if counts else "")
    return Column(title, tuple(" ".join(row) for row in zip(*padded, strict=True)), right=True)


def _padded(texts: Sequence[str], *, right: bool) -> list[str]:
    widest = max(map(len, texts), default=0)
    return [text.rjust(widest) if right else text.ljust(widest) for text in texts]


def _numbers(cells: Sequence[Cell], *, percent: bool) -> tuple[str, ...]:
    write = _writer(cells, percent=percent)
    sign = " %" if percent else ""
    return tuple(NONE if cell is None else write(cell) + sign for cell in cells)


def _writer(cells: Sequence[Cell], *, percent: bool) -> Callable[[Cell], str]:
    """Return the format of a column's numbers: the same number of decimals for all."""
    if percent:
        return lambda cell: f"{100 * _float(cell):.1f}"
    numbers = [_float(cell) for cell in cells if cell is not None]
    largest = max(map(abs, numbers), default=0.0)
    whole = largest >= 1000 or all(number == int(number) for number in numbers)
    places = 0 if whole else 1 if largest >= 10 else 2
    return lambda cell: f"{_float(cell):,.{places}f}"


def _is_numeric(cells: Sequence[Cell]) -> bool:
    known = [cell for cell in cells if cell is not None]
    return bool(known) and all(isinstance(cell, int | float) for cell in known)


def _float(cell: Cell) -> float:
    return float(cell) if isinstance(cell, int | float) else 0.0


def _text(cell: Cell) -> str:
    if cell is None:
        return NONE
    return ", ".join(map(_text, cell)) if isinstance(cell, list | tuple) else str(cell)
