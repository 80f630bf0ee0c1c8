"""An answer as a table of texts: numbers to the right, a share and its interval in one cell, what a row is about on the left."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct

from domain.board import Tone
from projections.answers import SMALL, Answer, Cell
from projections.questions import Question
from service.reading.toned import GAP, Line, Span, clean, pad, width_of

WIDEST: Final = 28
LEAST: Final = 8
"""Cells of a text column."""
NONE: Final = "-"


class Column(Struct, frozen=True):
    """One column, its cells as texts of any width."""

    title: str
    cells: tuple[str, ...]
    right: bool

    @property
    def width(self) -> int:
        """Cells of its widest text."""
        return max(width_of((Span(text),)) for text in (self.title, *self.cells))


class Tabulation(Struct, frozen=True):
    """Columns from left to right. The first `pinned` stay in view when the others are shifted."""

    columns: tuple[Column, ...]
    pinned: int
    small: tuple[bool, ...]
    """Rows that rest on so few cases that they say little."""

    @property
    def shifts(self) -> int:
        """How many columns can be shifted out."""
        return max(0, len(self.columns) - self.pinned - 1)

    def line(self, row: int | None, shift: int, room: int) -> Line:
        """One row in so many cells, without the first columns after the pinned ones; None for the heading.

        A column that has no room is left out: half a number is a wrong number.
        """
        spans: list[Span] = []
        for column, width in self._shown(shift, room):
            text = column.title if row is None else column.cells[row]
            tone: Tone = "strong" if row is None else "dim" if self.small[row] else "plain"
            before = " " * max(width - width_of((Span(text),)), 0) if column.right else ""
            spans += [*pad((Span(before + text, tone),), width), Span(" " * GAP)]
        return tuple(spans[:-1])

    def fits(self, shift: int, room: int) -> int:
        """How many columns can be seen in so many cells."""
        return len(self._shown(shift, room))

    def _shown(self, shift: int, room: int) -> list[tuple[Column, int]]:
        """The columns that have room, and how wide they are. Texts on the left are cut where they would take it all."""
        shown, left = list[tuple[Column, int]](), room
        for place, column in enumerate((*self.columns[: self.pinned], *self.columns[self.pinned + shift :])):
            most = column.width if column.right else WIDEST if place >= self.pinned else max(LEAST, room // 5)
            width = min(column.width, most)
            left -= width + (GAP if shown else 0)
            if left < 0 and place > 0:
                break
            shown.append((column, width))
        return shown


def tabulate(question: Question, answer: Answer, without: Iterable[str] = ()) -> Tabulation:
    """The table of an answer, `without` columns that say the same in each row."""
    values = {name: [row[place] for row in answer.rows] for place, name in enumerate(answer.columns)}
    ends = {end for _, *pair in question.intervals for end in pair}
    names = [name for name in answer.columns if name not in ends and name not in set(without)]
    # What a row is about ends with its number of cases; behind it stands what one came for.
    pinned = names.index("n") + 1 if "n" in names else _leading_texts(names, values)
    spread = [name for name, *_ in question.intervals]
    ordered = [
        *names[:pinned],
        *(n for n in names[pinned:] if n in spread),
        *(n for n in names[pinned:] if n not in spread),
    ]
    columns = tuple(_column(question, values, name) for name in ordered)
    small = tuple(isinstance(n, int) and n < SMALL for n in values.get("n", [None] * len(answer.rows)))
    marked = tuple(
        _marked(column, small) if name == "n" else column for name, column in zip(ordered, columns, strict=True)
    )
    return Tabulation(marked, pinned, small)


def _leading_texts(names: Sequence[str], values: dict[str, list[Cell]]) -> int:
    return next((i for i, name in enumerate(names) if _is_numeric(values[name])), len(names))


def _marked(column: Column, small: Sequence[bool]) -> Column:
    """The number of cases, with a sign where they are few: tone alone would not do."""
    cells = tuple(f"~{text}" if few else text for text, few in zip(column.cells, small, strict=True))
    return Column(column.title, cells, column.right)


def _column(question: Question, values: dict[str, list[Cell]], name: str) -> Column:
    title, cells = name.replace("_", " "), values[name]
    if not _is_numeric(cells):
        return Column(title, tuple(clean(_text(cell)) for cell in cells), right=False)
    percent = name in question.percent
    ends = next((pair for column, *pair in question.intervals if column == name), None)
    if ends is None:
        return Column(title, _numbers(cells, percent=percent), right=True)
    return Column(title, _intervals(cells, values[ends[0]], values[ends[1]], percent=percent), right=True)


def _intervals(
    centres: Sequence[Cell], lows: Sequence[Cell], highs: Sequence[Cell], *, percent: bool
) -> tuple[str, ...]:
    """`52.1 % (48.0–56.2)`, filled up so that centres and ends stand below each other."""
    write = _writer([*centres, *lows, *highs], percent=percent)
    ends = [
        f"({write(low)}–{write(high)})" if low is not None and high is not None else ""
        for low, high in zip(lows, highs, strict=True)
    ]
    widest = max(map(len, ends), default=0)
    sign = " %" if percent else ""
    return tuple(
        f"{write(centre)}{sign} {end:<{widest}}" if centre is not None else f"{NONE} {'':<{widest}}"
        for centre, end in zip(centres, ends, strict=True)
    )


def _numbers(cells: Sequence[Cell], *, percent: bool) -> tuple[str, ...]:
    write = _writer(cells, percent=percent)
    sign = " %" if percent else ""
    return tuple(NONE if cell is None else write(cell) + sign for cell in cells)


def _writer(cells: Sequence[Cell], *, percent: bool) -> Callable[[Cell], str]:
    """How the numbers of a column are written: all with as many places."""
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
