"""Charts in the terminal, readable without colours."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, assert_never

from rich.text import Text
from textual.color import Color
from textual.markup import escape
from textual.reactive import reactive
from textual_plotext import Plot, PlotextPlot

from service.analysis.charts import SMALL, Chart, Histogram, Lines, round_numbers
from service.reading.styled_text import clean

_FRAME: Final = 3
"""Rows of the frame and the axis."""
_TICKS: Final = 8
_SIGNS: Final = ("braille", "x", "o", "+")
_SHOWN_SIGNS: Final = ("⠒", "x", "o", "+")

Colour: TypeAlias = tuple[int, int, int] | str


class ChartView(PlotextPlot):
    """One chart at a time."""

    charts: reactive[tuple[Chart, ...]] = reactive((), layout=False)
    place: reactive[int] = reactive(0, layout=False)
    """Index of the shown chart."""

    def turn(self, by: int) -> None:
        """Show another chart, within the list."""
        self.place = min(max(self.place + by, 0), max(len(self.charts) - 1, 0))

    def watch_charts(self) -> None:
        """Show the first chart."""
        self.place = 0

    def render(self) -> Text:
        """The chart as text."""
        charts, (width, height) = self.charts, self.size
        if not charts or width < 10 or height <= _FRAME:
            self.border_title = ""
            return Text("nothing to draw" if not charts else "")
        chart = charts[self.place]
        self.border_title = escape(clean(" · ".join(captions(chart, len(charts), self.place))))
        accent = Color.parse(self.app.theme_variables["accent"])
        colour: Colour = (
            "default" if accent.ansi is not None else accent.rgb
        )  # the terminal's own colours have no RGB values
        return Text.from_ansi(chart_text(chart, width, height, colour))


def chart_text(chart: Chart, width: int, height: int, colour: Colour = "default") -> str:
    """Return a chart of a width and height in cells, with terminal codes for its colours."""
    plot = Plot()
    plot.theme("clear")
    match chart:
        case Lines():
            draw_lines(plot, chart, colour)
        case Histogram():
            draw_histogram(plot, chart, colour)
        case _:
            assert_never(chart)
    plot.plotsize(width, height)
    return str(plot.build())


def captions(chart: Chart, count: int = 1, place: int = 0) -> list[str]:
    """Return the title of a chart, its number if there are several, and the meaning of its signs."""
    parts = [f"{place + 1}/{count} ]"] if count > 1 else []
    parts.append(chart.title)
    if isinstance(chart, Lines):
        parts += [f"{sign} {series.name}" for sign, series in zip(_SHOWN_SIGNS, chart.series, strict=False)]
        parts += [f"│ fewer than {SMALL} from {chart.thin_from:g}"] if chart.thin_from is not None else []
    elif chart.expected:
        parts.append("- expected")
    return parts


def draw_lines(plot: Plot, chart: Lines, colour: Colour) -> None:
    """Plot lines, with a sign for each series."""
    if chart.thin_from is not None:
        plot.vline(chart.thin_from, "default")
    for place, (sign, series) in enumerate(zip(_SIGNS, chart.series, strict=False)):
        plot.plot(chart.xs, series.values, marker=sign, color=colour if place == 0 else "default")
    values = [value for series in chart.series for value in series.values]
    _ticks(plot.yticks, min(values), max(values))
    _number_axis(plot, chart.xs)


def draw_histogram(plot: Plot, chart: Histogram, colour: Colour) -> None:
    """Plot columns from zero, and expected values as dashes."""
    plot.bar(chart.xs, chart.counts, width=0.8, color=colour)
    if chart.expected:
        plot.plot(chart.xs, chart.expected, marker="-", color="default")
    most = max((*chart.counts, *chart.expected), default=0.0) or 1.0
    plot.ylim(0, most)
    _ticks(plot.yticks, 0, most)
    _number_axis(plot, chart.xs)


def _ticks(set_ticks: Callable[[list[float], list[str]], object], low: float, high: float) -> None:
    """Set round numbers along an axis."""
    ticks = round_numbers(low, high, _TICKS - 2)
    set_ticks(ticks, [f"{tick:,g}" for tick in ticks])


def _number_axis(plot: Plot, xs: Sequence[float]) -> None:
    step = -(-len(xs) // _TICKS)
    plot.xticks(list(xs[::step]), [f"{x:g}" for x in xs[::step]])
