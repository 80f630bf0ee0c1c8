"""Charts of answers: which columns make which chart. A question declares its chart in one line; this module is generic.

    <kind> <x> <y>[,<y>…] [by <column>[,<column>…]] [against <column or number>]

`bars` draws a bar in each row of the table (`cell_bars`), with the interval of `y` if the question has one; `lines` a line
for each `y` over `x`; `histogram` a column for each `x`. `by` makes a separate chart for each value of its columns; `against` is
the value to compare with: a number, or a column.
"""

import re
from collections.abc import Mapping, Sequence
from math import ceil, floor, isnan, log10
from typing import Final, Literal, Protocol, TypeAlias, cast, get_args

from msgspec import Struct

from projections.answers import SMALL, Answer

__all__ = [
    "SMALL",
    "Chart",
    "ColumnShape",
    "Histogram",
    "Lines",
    "Series",
    "charts_of",
    "number_of",
    "read_plan",
    "round_numbers",
]

Kind = Literal["bars", "lines", "histogram"]

_PLAN: Final = re.compile(
    r"(?P<kind>\w+) (?P<x>\w+) (?P<y>[\w,]+)(?: by (?P<by>[\w,]+))?(?: against (?P<against>[\w.]+))?"
)


class ColumnShape(Protocol):
    """Properties of an answer's columns: shares, bounds of intervals, chart."""

    @property
    def percent(self) -> tuple[str, ...]: ...
    @property
    def intervals(self) -> Mapping[str, tuple[str, str]]: ...
    @property
    def chart(self) -> str: ...


class ChartSpec(Struct, frozen=True):
    """A parsed chart line (see above)."""

    kind: Kind
    x: str
    ys: tuple[str, ...]
    by: tuple[str, ...] = ()
    against: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the columns that it needs."""
        named = (self.x, *self.ys, *self.by, self.against)
        return tuple(name for name in named if name and not _is_number(name))


class Series(Struct, frozen=True):
    """One line of a chart."""

    name: str
    values: tuple[float, ...]


class Lines(Struct, frozen=True):
    """Series over one axis."""

    title: str
    axis: str
    xs: tuple[float, ...]
    series: tuple[Series, ...]
    thin_from: float | None = None
    """The x after which cases are few, so that the lines are unreliable."""


class Histogram(Struct, frozen=True):
    """Counts per value of `x`."""

    title: str
    axis: str
    xs: tuple[float, ...]
    counts: tuple[float, ...]
    expected: tuple[float, ...] = ()
    """Counts expected under the comparison of the question."""


Chart: TypeAlias = Lines | Histogram
Row: TypeAlias = dict[str, object]


def read_plan(text: str) -> ChartSpec:
    """Parse the chart line of a question. Raises ValueError."""
    found = _PLAN.fullmatch(text)
    if found is None or found["kind"] not in get_args(Kind):
        raise ValueError(f"no chart: {text!r}")
    kind = cast("Kind", found["kind"])
    by = tuple(found["by"].split(",")) if found["by"] else ()
    return ChartSpec(kind, found["x"], tuple(found["y"].split(",")), by, found["against"] or "")


def charts_of(shape: ColumnShape, answer: Answer) -> tuple[Chart, ...]:
    """Return the charts of an answer that do not fit into its rows, in order; empty without a chart."""
    plan = read_plan(shape.chart) if shape.chart else None
    if plan is None or plan.kind == "bars":
        return ()
    groups: dict[str, list[Row]] = {}
    for cells in answer.rows:
        row = dict(zip(answer.columns, cells, strict=True))
        if all(number_of(row[name]) is not None for name in (plan.x, *plan.ys)):
            groups.setdefault(" · ".join(_group(name, row[name]) for name in plan.by), []).append(row)
    return tuple(_chart(plan, name, rows) for name, rows in groups.items())


def round_numbers(low: float, high: float, most: int) -> list[float]:
    """Up to about `most` round numbers from `low` to `high`, in equal steps."""
    if high <= low:
        return [low]
    least = (high - low) / max(1, most - 1)
    power: float = 10 ** floor(log10(least))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * (1 - 1e-9))
    return [round(n * step, 10) for n in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def _chart(plan: ChartSpec, group: str, rows: Sequence[Row]) -> Chart:
    about = f" · {group}" if group else ""
    title = _words(" and ".join(plan.ys)) + f" by {_words(plan.x)}" + about
    xs = _numbers(rows, plan.x)
    if plan.kind == "lines":
        series = tuple(Series(_words(name), _numbers(rows, name)) for name in plan.ys)
        return Lines(title, _words(plan.x), xs, series, _thin_from(xs, rows))
    expected = _numbers(rows, plan.against) if plan.against else ()
    return Histogram(title, _words(plan.x), xs, _numbers(rows, plan.ys[0]), expected)


def _group(name: str, cell: object) -> str:
    return f"{name} {cell}" if _is_number(str(cell)) else str(cell)


def _thin_from(xs: Sequence[float], rows: Sequence[Row]) -> float | None:
    """Return the x at which the number of cases falls below the minimum, if it was above it before."""
    cases = [row.get("n") for row in rows]
    few = [isinstance(n, int) and n < SMALL for n in cases]
    return next((x for x, now, before in zip(xs[1:], few[1:], few, strict=False) if now and not before), None)


def _numbers(rows: Sequence[Row], column: str) -> tuple[float, ...]:
    return tuple(number_of(row[column]) or 0.0 for row in rows)


def number_of(value: object) -> float | None:
    """Return a cell as a number, parsing text if necessary; `None` if it is not a number."""
    if isinstance(value, str) and _is_number(value):
        return float(value)
    return float(value) if isinstance(value, int | float) and not isnan(value) else None


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()


def _words(name: str) -> str:
    return name.replace("_", " ")
