"""Charts of answers with matplotlib, from the same data as in the terminal and on the page. Lines differ by dashes, not only by
color."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from projections.answers import SMALL, Answer, AsOf
from service.analysis.cell_bars import EstimateColumn, bars_of
from service.analysis.charts import Chart, ColumnShape, Histogram, charts_of
from service.errors import UsageProblem

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_DASHES = ("-", "--", ":", "-.")


def plotted(columns: Sequence[str], rows: Sequence[Sequence[object]], shape: ColumnShape | None) -> "Figure":
    """Return a figure with the chart of an answer, or with one chart for each of its groups. Raises UsageProblem if the answer
    has no chart, ImportError without matplotlib."""
    from matplotlib.pyplot import subplots

    answer = Answer(tuple(columns), tuple(map(tuple, rows)), 0, AsOf(0, 0, 0))
    charts = charts_of(shape, answer) if shape else ()
    values = {name: [row[place] for row in rows] for place, name in enumerate(columns)}
    bars = [
        one for one in (bars_of(shape, values, len(rows)) if shape and rows else ()) if isinstance(one, EstimateColumn)
    ]
    if not (charts or bars):
        raise UsageProblem("this answer has no chart: `matchbook metrics list` shows the numbers that have one")
    figure, axes = subplots(len(charts) or 1, squeeze=False, layout="constrained")
    for chart, part in zip(charts, axes.flat, strict=False):
        _draw(part, chart)
    if bars:
        first = next((place for place, name in enumerate(columns) if name == "n"), 1)
        _draw_bars(axes[0, 0], bars[0], [" · ".join(map(str, row[:first])) for row in rows])
    return figure


def _draw(part: "Axes", chart: Chart) -> None:
    part.set(title=chart.title, xlabel=chart.axis)
    if isinstance(chart, Histogram):
        part.bar(chart.xs, chart.counts, edgecolor="black")
        if chart.expected:
            part.plot(chart.xs, chart.expected, "k_", markersize=14, label="expected")
            part.legend()
        return
    for number, one in enumerate(chart.series):
        part.plot(chart.xs, one.values, _DASHES[number % len(_DASHES)], label=one.name)
    if chart.thin_from is not None:
        part.axvline(chart.thin_from, color="gray", label=f"fewer than {SMALL} cases from here")
    part.legend()


def _draw_bars(part: "Axes", bars: EstimateColumn, names: Sequence[str]) -> None:
    """Draw each row's value with its interval. The point is hollow for few cases; a short line marks the value to compare with."""
    for place, cell in enumerate(bars.cells):
        if cell is not None:
            low, high = (cell.value if end is None else end for end in (cell.low, cell.high))
            part.plot([low, high], [place, place], "k-")
            part.plot([cell.value], [place], "ko", fillstyle="none" if cell.small else "full")
            if cell.against is not None:
                part.plot([cell.against], [place], "k|", markersize=14)
    part.set_yticks(range(len(names)), names)
    part.invert_yaxis()
