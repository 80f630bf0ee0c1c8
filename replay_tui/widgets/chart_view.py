"""Charts in the terminal. Signs tell things apart, colour only helps."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, assert_never

from rich.cells import cell_len
from rich.text import Text
from textual.color import Color
from textual.markup import escape
from textual.reactive import reactive
from textual_plotext import Plot, PlotextPlot

from service.analysis.charts import SMALL, Bar, Bars, Chart, Histogram, Lines, round_numbers
from service.reading.toned import clean, cut

_FRAME: Final = 3
"""Rows of the frame and the axis."""
_WIDEST_LABEL: Final = 22
_TICKS: Final = 8
_SIGNS: Final = ("braille", "x", "o", "+")
_SHOWN_SIGNS: Final = ("⠒", "x", "o", "+")

Colour: TypeAlias = tuple[int, int, int] | str
Page: TypeAlias = tuple[Chart, int]
"""A chart, and its first row that is shown."""


class ChartView(PlotextPlot):
    """One chart at a time; bars that have no room go on another page."""

    charts: reactive[tuple[Chart, ...]] = reactive((), layout=False)
    place: reactive[int] = reactive(0, layout=False)
    """The page that is shown."""

    @property
    def pages(self) -> tuple[Page, ...]:
        """All charts, cut to the height there is."""
        rows = max(1, self.size.height - _FRAME)
        return tuple(
            (chart, first)
            for chart in self.charts
            for first in (range(0, len(chart.bars), rows) if isinstance(chart, Bars) else (0,))
        )

    def turn(self, by: int) -> None:
        """Goes to another page; no further than the ends."""
        self.place = min(max(self.place + by, 0), max(len(self.pages) - 1, 0))

    def watch_charts(self) -> None:
        """Begins with the first page."""
        self.place = 0

    def render(self) -> Text:
        """The page as text."""
        pages, (width, height) = self.pages, self.size
        if not pages or width < 10 or height <= _FRAME:
            self.border_title = ""
            return Text("nothing to draw" if not pages else "")
        chart, first = pages[min(self.place, len(pages) - 1)]
        self.border_title = escape(clean(" · ".join(_captions(chart, pages, self.place))))
        accent = Color.parse(self.app.theme_variables["accent"])
        colour: Colour = (
            "default" if accent.ansi is not None else accent.rgb
        )  # a terminal's own colours have no numbers
        plot = Plot()
        plot.theme("clear")
        match chart:
            case Bars():
                bars = chart.bars[first : first + height - _FRAME]
                return draw_bars(plot, chart, bars, width, colour)
            case Lines():
                draw_lines(plot, chart, colour)
            case Histogram():
                draw_histogram(plot, chart, colour)
            case _:
                assert_never(chart)
        return _built(plot, width, height)


def _captions(chart: Chart, pages: Sequence[Page], place: int) -> list[str]:
    parts = [f"{min(place, len(pages) - 1) + 1}/{len(pages)} ]"] if len(pages) > 1 else []
    parts.append(chart.title)
    if isinstance(chart, Lines):
        parts += [f"{sign} {series.name}" for sign, series in zip(_SHOWN_SIGNS, chart.series, strict=False)]
        parts += [f"│ fewer than {SMALL} from {chart.thin_from:g}"] if chart.thin_from is not None else []
    elif isinstance(chart, Histogram):
        parts += ["- expected"] if chart.expected else []
    elif chart.against is not None:
        parts.append("│ " + (f"{100 * chart.against:g} %" if chart.percent else f"{chart.against:g}"))
    return parts


def draw_bars(plot: Plot, chart: Bars, bars: Sequence[Bar], width: int, colour: Colour) -> Text:
    """A row each: label, cases, the value between its ends. Labels are set here: plots do not know of wide letters."""
    labels = _labels(bars, min(_WIDEST_LABEL, width // 3))
    if chart.against is not None:
        plot.vline(chart.against, "default")
    most = 1.0 if chart.percent else max((max(bar.value, bar.high or 0.0) for bar in chart.bars), default=0.0) or 1.0
    for row, bar in zip(range(len(bars), 0, -1), bars, strict=True):
        _draw_bar(plot, bar, row, colour)
    plot.xlim(0, most)
    plot.ylim(*((1, len(bars)) if len(bars) > 1 else (0.5, 1.5)))
    plot.yticks([], [])
    if chart.percent:
        plot.xticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    else:
        _ticks(plot.xticks, 0, most)
    built = _built(plot, width - cell_len(labels[0]), len(bars) + _FRAME)
    blank = " " * cell_len(labels[0])
    fronts = [blank, *labels, blank, blank]
    return Text("\n").join(Text(front) + line for front, line in zip(fronts, built.split("\n"), strict=False))


def _draw_bar(plot: Plot, bar: Bar, row: int, colour: Colour) -> None:
    if bar.low is None or bar.high is None:
        if bar.value:
            plot.plot([0, bar.value], [row, row], marker="█", color=colour)
        return
    plot.plot([bar.low, bar.high], [row, row], marker="─", color="default")
    plot.scatter([bar.low], [row], marker="├", color="default")
    plot.scatter([bar.high], [row], marker="┤", color="default")
    plot.scatter([bar.value], [row], marker="o" if bar.small else "●", color=colour)


def _labels(bars: Sequence[Bar], widest: int) -> list[str]:
    """`great_helm  ~13`: all of one width."""
    names = [cut(clean(bar.label), widest) for bar in bars]
    cases = ["" if bar.n is None else f" {'~' if bar.small else ''}{bar.n:,}" for bar in bars]
    room, space = max(map(cell_len, names)), max(map(len, cases))
    return [name + " " * (room - cell_len(name)) + n.rjust(space) for name, n in zip(names, cases, strict=True)]


def draw_lines(plot: Plot, chart: Lines, colour: Colour) -> None:
    """A sign for each series."""
    if chart.thin_from is not None:
        plot.vline(chart.thin_from, "default")
    for place, (sign, series) in enumerate(zip(_SIGNS, chart.series, strict=False)):
        plot.plot(chart.xs, series.values, marker=sign, color=colour if place == 0 else "default")
    values = [value for series in chart.series for value in series.values]
    _ticks(plot.yticks, min(values), max(values))
    _number_axis(plot, chart.xs)


def draw_histogram(plot: Plot, chart: Histogram, colour: Colour) -> None:
    """Columns from zero, and what was expected as a line of dashes."""
    plot.bar(chart.xs, chart.counts, width=0.8, color=colour)
    if chart.expected:
        plot.plot(chart.xs, chart.expected, marker="-", color="default")
    most = max((*chart.counts, *chart.expected), default=0.0) or 1.0
    plot.ylim(0, most)
    _ticks(plot.yticks, 0, most)
    _number_axis(plot, chart.xs)


def _ticks(set_ticks: Callable[[list[float], list[str]], object], low: float, high: float) -> None:
    """Round numbers along an axis."""
    ticks = round_numbers(low, high, _TICKS - 2)
    set_ticks(ticks, [f"{tick:,g}" for tick in ticks])


def _number_axis(plot: Plot, xs: Sequence[float]) -> None:
    step = -(-len(xs) // _TICKS)
    plot.xticks(list(xs[::step]), [f"{x:g}" for x in xs[::step]])


def _built(plot: Plot, width: int, height: int) -> Text:
    plot.plotsize(width, height)
    return Text.from_ansi(plot.build())
