"""Bars in table cells: a value with its interval, and numbers of wins, draws and losses. Differences are visible from the
characters; colour only supports them."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, TypeAlias

from msgspec import Struct

from projections.answers import SMALL, Cell
from service.analysis.charts import ColumnShape, number_of, read_plan
from service.reading.styled_text import Span, StyledLine

LEAST: Final = 10
"""Cells of a bar."""
_RESULTS: Final = (("won", "█", "good"), ("drawn", "▒", "dim"), ("lost", "░", "bad"))
HEIGHTS: Final = "▁▂▃▄▅▆▇"
Values: TypeAlias = Mapping[str, Sequence[Cell]]
"""The cells of an answer by column."""


class Estimate(Struct, frozen=True):
    """A value and, if known, the bounds of its interval."""

    value: float
    low: float | None = None
    high: float | None = None
    against: float | None = None
    """The value to compare with."""
    small: bool = False
    """True if it is based on too few cases to be reliable."""


class EstimateColumn(Struct, frozen=True):
    """A column of values with intervals, on one scale."""

    title: str
    cells: tuple[Estimate | None, ...]
    least: float
    largest: float
    most: ClassVar[int] = 26
    """Most cells in width."""

    def line(self, row: int, width: int) -> StyledLine:
        """`  ├──●──┤  │ `: interval, value, and the value to compare with; `████` without an interval."""
        cell = self.cells[row]
        if cell is None:
            return ()
        if cell.low is None or cell.high is None:
            return (Span("█" * self._place(cell.value, width + 1)),)
        marks = [" "] * width
        low, high = self._place(cell.low, width), self._place(cell.high, width)
        marks[low : high + 1] = "─" * (high + 1 - low)
        if cell.against is not None and self.least <= cell.against <= self.largest:
            marks[self._place(cell.against, width)] = "┼" if low <= self._place(cell.against, width) <= high else "│"
        marks[low], marks[high] = "├", "┤"
        marks[self._place(cell.value, width)] = "○" if cell.small else "●"
        return (Span("".join(marks), "dim" if cell.small else "plain"),)

    def _place(self, value: float, width: int) -> int:
        share = (value - self.least) / (self.largest - self.least) if self.largest > self.least else 0.0
        return min(width - 1, max(0, round(share * (width - 1))))


class Results(Struct, frozen=True):
    """A column of bars of equal length that show the shares of wins, draws and losses."""

    title: str
    cells: tuple[tuple[int, int, int], ...]
    most: ClassVar[int] = 14

    def line(self, row: int, width: int) -> StyledLine:
        """`█████▒░░░`; empty if all numbers are zero."""
        return results_bar(self.cells[row], width)


def results_bar(counts: tuple[int, int, int], width: int) -> StyledLine:
    """Return a bar: won `█`, drawn `▒`, lost `░`. Every number above zero gets at least one cell, if the width allows it."""
    total = sum(counts)
    if not total:
        return ()
    ends = [round(width * sum(counts[: n + 1]) / total) for n in range(3)]
    lengths = [end - start for start, end in zip((0, *ends), ends, strict=False)]
    for place, count in enumerate(counts):
        if count and not lengths[place] and max(lengths) > 1:
            lengths[place] += 1
            lengths[lengths.index(max(lengths))] -= 1
    return tuple(Span(sign * length, tone) for length, (_, sign, tone) in zip(lengths, _RESULTS, strict=True) if length)  # type: ignore[arg-type]


def sparkline(values: Sequence[float], width: int) -> str:
    """Return `▁▂▄▆▇`: one character per value, or per mean of neighbouring values if there are more values than cells."""
    if not values or width < 1:
        return ""
    count = min(width, len(values))
    parts = [values[len(values) * n // count : len(values) * (n + 1) // count] for n in range(count)]
    means = [sum(part) / len(part) for part in parts]
    least, most = min(means), max(means)
    top = len(HEIGHTS) - 1
    return "".join(
        HEIGHTS[round((mean - least) / (most - least) * top) if most > least else top // 2] for mean in means
    )


def bars_of(shape: ColumnShape, values: Values, rows: int) -> tuple[Results | EstimateColumn, ...]:
    """Return the bar columns of an answer."""
    found: list[Results | EstimateColumn] = []
    if {"won", "lost"} <= set(values):
        counts = [[int(number_of(cell) or 0) for cell in values.get(name, [0] * rows)] for name, _, _ in _RESULTS]
        found.append(Results("W/D/L" if "drawn" in values else "W/L", tuple(zip(*counts, strict=True))))
    if shape.chart.startswith("bars "):
        found.append(_reaches(shape, values, rows))
    return tuple(found)


def _reaches(shape: ColumnShape, values: Values, rows: int) -> EstimateColumn:
    plan = read_plan(shape.chart)
    name = plan.ys[0]
    ends = shape.intervals.get(name)
    against = values.get(plan.against, [number_of(plan.against)] * rows)
    cells = tuple(_reach(values, row, name, ends, number_of(against[row])) for row in range(rows))
    known = [cell for cell in cells if cell is not None]
    reached = [end for cell in known for end in (cell.value, cell.low, cell.high) if end is not None]
    least, most = min(reached, default=0.0), max(reached, default=1.0)
    if name in shape.percent and least >= 0 and most <= 1:
        least, most = 0.0, 1.0
    elif ends is None or least < most / 2:
        least = min(0.0, least)  # values far from zero, such as ratings, start at their minimum
    sign = " %" if name in shape.percent else ""
    to = " to " if least < 0 else "–"
    return EstimateColumn(f"{_end(least, sign)}{to}{_end(most, sign)}{sign}", cells, least, most)


def _end(value: float, sign: str) -> str:
    """Return an end of the scale as short text for a heading."""
    return (
        f"{100 * value:.0f}" if sign else f"{value:,.0f}" if abs(value) >= 10 or value == int(value) else f"{value:.1f}"
    )


def _reach(values: Values, row: int, name: str, ends: tuple[str, str] | None, against: float | None) -> Estimate | None:
    value = number_of(values[name][row])
    if value is None:
        return None
    low, high = (number_of(values[end][row]) for end in ends) if ends else (None, None)
    n = number_of(values["n"][row]) if "n" in values else None
    return Estimate(value, low, high, against, small=n is not None and n < SMALL)
