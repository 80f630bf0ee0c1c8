"""Plots as SVG text: sizes in units of a 360 wide drawing, colours by class, numbers with one decimal so that bytes are stable."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import pairwise
from math import log10
from typing import Final

from msgspec import Struct

from projections.answers import SMALL
from service.analysis.charts import Chart, Histogram, round_numbers

WIDTH: Final = 360
_LEFT, _RIGHT, _TOP, _ROW = 110, 20, 10, 20
_TALL: Final = 230
_PAIRED: Final = 12
"""Names along each side of a drawing of pairs."""
_NAME: Final = 14
"""Most letters of a name in a plot; the table has the whole name."""


class PlotMark(Struct, frozen=True):
    """One row of an answer: a share with its interval."""

    names: tuple[str, ...]
    value: float
    low: float | None
    high: float | None
    n: int
    q: float | None

    @property
    def few(self) -> bool:
        """True if it is based on too few cases to be reliable."""
        return self.n < SMALL

    @property
    def kind(self) -> str:
        """Its class in the drawing."""
        return "few" if self.few else "sure"


def percent(share: float) -> str:
    """`52.1 %`."""
    return f"{100 * share:.1f} %"


def forest(marks: Sequence[PlotMark]) -> str:
    """Plot shares with their intervals one below the other, with a line at one half."""
    bottom = _TOP + _ROW * len(marks)
    parts = list(_share_axis(_LEFT, WIDTH - _RIGHT, _TOP, bottom))
    for number, mark in enumerate(marks):
        y = _TOP + _ROW * (number + 0.5)
        parts.append(_text(_LEFT - 8, y + 4, _short(mark.names[0]), f"{mark.kind} end"))
        if mark.low is not None and mark.high is not None:
            parts.append(_line(_across(mark.low), y, _across(mark.high), y, f"whisker {mark.kind}"))
        parts.append(f'<circle class="dot {mark.kind}" cx="{_across(mark.value):.1f}" cy="{y:.1f}" r="4"/>')
    return _svg(bottom + 24, "Shares with intervals", parts)


def heat(marks: Sequence[PlotMark]) -> str:
    """Plot a grid with the share of each pair in per cent; a dashed frame marks few cases. Only the names with the most cases
    are drawn."""
    cases: Counter[str] = Counter()
    for mark in marks:
        cases.update(dict.fromkeys(mark.names, mark.n))
    names = sorted(name for name, _ in sorted(cases.items(), key=lambda one: (-one[1], one[0]))[:_PAIRED])
    marks = [mark for mark in marks if {*mark.names} <= {*names}]
    size = min(44.0, (WIDTH - _LEFT - _RIGHT) / max(1, len(names)))
    top = 64.0
    parts = []
    for number, name in enumerate(names):
        x, y = _LEFT + size * (number + 0.5), top + size * (number + 0.5)
        parts.append(_text(_LEFT - 8, y + 4, _short(name), "end"))
        parts.append(
            f'<text transform="translate({x + 4:.1f} {top - 6:.1f}) rotate(-45)">{escape(_short(name)[:10])}</text>'
        )
    for mark in marks:
        x, y = _LEFT + size * names.index(mark.names[1]), top + size * names.index(mark.names[0])
        hue, strength = ("more" if mark.value >= 0.5 else "less"), abs(mark.value - 0.5) * 1.4
        place = f'x="{x + 1:.1f}" y="{y + 1:.1f}" width="{size - 2:.1f}" height="{size - 2:.1f}"'
        parts.append(
            f'<rect class="{hue}" {place} fill-opacity="{strength:.2f}"/><rect class="cell {mark.kind}" {place}/>'
        )
        parts.append(_text(x + size / 2, y + size / 2 + 4, f"{100 * mark.value:.0f}", f"{mark.kind} middle"))
    return _svg(top + size * len(names) + 10, "Shares of each pair", parts)


def scatter(marks: Sequence[PlotMark]) -> str:
    """Plot shares over numbers of cases on a logarithmic scale; outliers are labelled."""
    most = max(1.0, log10(max(mark.n for mark in marks)))
    left, right, bottom = 44.0, WIDTH - 60.0, _TOP + _TALL
    parts = list(_upright(left, right, bottom))
    for power in range(int(most) + 1):
        x = left + (right - left) * power / most
        parts += [_line(x, bottom, x, bottom + 4, "axis"), _text(x, bottom + 17, f"{10**power:,}", "middle tick")]
    named: list[float] = []
    for mark in marks:
        x, y = left + (right - left) * log10(max(1, mark.n)) / most, bottom - _TALL * mark.value
        parts.append(f'<circle class="dot {mark.kind}" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>')
        if not mark.few and mark.q is not None and mark.q <= 0.1 and all(abs(y - other) > 10 for other in named):
            named.append(y)
            parts.append(_text(x + 6, y + 4, _short(mark.names[0]), "sure"))
    parts.append(_text(right, bottom + 30, "copies played", "end tick"))
    return _svg(bottom + 36, "Share of each card over how often it was played", parts)


def curve(marks: Sequence[PlotMark]) -> str:
    """Plot the number of cases beyond each value: a falling step curve with its band. A mark's first name is a whole number."""
    total, longest = sum(mark.n for mark in marks), max(int(mark.names[0]) for mark in marks)
    left, right, bottom = 44.0, WIDTH - float(_RIGHT), _TOP + _TALL
    left_over, x = total, left
    middle, upper, lower = [(left, 1.0)], [(left, 1.0)], [(left, 1.0)]
    for mark in sorted(marks, key=lambda mark: int(mark.names[0])):
        x = left + (right - left) * int(mark.names[0]) / max(1, longest)
        left_over -= mark.n
        low, high = _wilson(left_over, total)
        for line, share in ((middle, left_over / total), (upper, high), (lower, low)):
            line += [(x, line[-1][1]), (x, share)]
    parts = [
        f'<polygon class="band" points="{_points([*upper, *reversed(lower)], bottom)}"/>',
        *_upright(left, right, bottom),
    ]
    parts.append(f'<polyline class="stair{" few" if total < SMALL else ""}" points="{_points(middle, bottom)}"/>')
    for step in range(5):
        turns = round(longest * step / 4)
        at = left + (right - left) * turns / max(1, longest)
        parts += [_line(at, bottom, at, bottom + 4, "axis"), _text(at, bottom + 17, str(turns), "middle tick")]
    parts.append(_text(right, bottom + 30, "turns", "end tick"))
    return _svg(bottom + 36, "Share of matches that lasted longer", parts)


def drawn_chart(chart: Chart) -> str:
    """Plot lines (distinguished by dashes and by names at their ends), or a column per value with a tick at the expected
    count."""
    values = (
        [*chart.counts, *chart.expected, 0.0]
        if isinstance(chart, Histogram)
        else [value for series in chart.series for value in series.values]
    )
    left, right, bottom = 44.0, WIDTH - 66.0, _TOP + _TALL
    low, high = min(values, default=0.0), max(values, default=1.0)
    first, last = min(chart.xs, default=0.0), max(chart.xs, default=1.0)
    if isinstance(chart, Histogram):
        first, last = first - _step(chart) / 2, last + _step(chart) / 2

    def at(x: float, y: float) -> tuple[float, float]:
        return left + (right - left) * (x - first) / (last - first or 1), bottom - _TALL * (y - low) / (high - low or 1)

    parts = []
    for tick in round_numbers(low, high, 6):
        y = at(first, tick)[1]
        parts += [_line(left, y, right, y, "grid"), _text(left - 6, y + 4, f"{tick:,g}", "end tick")]
    for tick in round_numbers(first, last, 7):
        x = at(tick, low)[0]
        parts += [_line(x, bottom, x, bottom + 4, "axis"), _text(x, bottom + 17, f"{tick:,g}", "middle tick")]
    parts += [*_columns(chart, at), _text(right, bottom + 30, chart.axis, "end tick")]
    return _svg(bottom + 36, chart.title, parts)


def _step(chart: Histogram) -> float:
    """Return the distance between its columns."""
    return min((after - before for before, after in pairwise(chart.xs)), default=1.0)


def _columns(chart: Chart, at: Callable[[float, float], tuple[float, float]]) -> Iterator[str]:
    """The lines or the columns themselves."""
    if not isinstance(chart, Histogram):
        if chart.thin_from is not None:
            x = at(chart.thin_from, 0.0)[0]
            yield _line(x, _TOP + _TALL, x, _TOP, "half") + _text(x + 4, _TOP + 8, f"fewer than {SMALL} cases", "tick")
        for number, one in enumerate(chart.series):
            points = [at(x, y) for x, y in zip(chart.xs, one.values, strict=True)]
            joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            yield f'<polyline class="series dash{number % 4}" points="{joined}"/>'
            yield _text(points[-1][0] + 4, points[-1][1] + 4, _short(one.name), "tick")
        return
    half = 0.4 * _step(chart)
    for number, (x, count) in enumerate(zip(chart.xs, chart.counts, strict=True)):
        (x1, top), (x2, bottom) = at(x - half, count), at(x + half, 0.0)
        yield f'<rect class="column" x="{x1:.1f}" y="{top:.1f}" width="{x2 - x1:.1f}" height="{bottom - top:.1f}"/>'
        if chart.expected:
            y = at(x, chart.expected[number])[1]
            yield _line(x1 - 2, y, x2 + 2, y, "expected")
    if chart.expected:
        yield _text(at(chart.xs[-1] + half, 0)[0] + 8, at(0, chart.expected[-1])[1] + 4, "expected", "tick")


def _wilson(count: int, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z, share = 1.959963984540054, count / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5
    return max(0.0, centre - half), min(1.0, centre + half)


def _share_axis(left: float, right: float, top: float, bottom: float) -> Iterator[str]:
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = left + (right - left) * share
        yield _line(x, top, x, bottom, "half" if share == 0.5 else "grid")
        yield _text(x, bottom + 16, f"{100 * share:.0f} %", "middle tick")


def _upright(left: float, right: float, bottom: float) -> Iterator[str]:
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = bottom - _TALL * share
        yield _line(left, y, right, y, "half" if share == 0.5 else "grid")
        yield _text(left - 6, y + 4, f"{100 * share:.0f} %", "end tick")


def _across(share: float) -> float:
    return _LEFT + (WIDTH - _RIGHT - _LEFT) * share


def _points(line: Sequence[tuple[float, float]], bottom: float) -> str:
    return " ".join(f"{x:.1f},{bottom - _TALL * share:.1f}" for x, share in line)


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def _short(name: str) -> str:
    return name if len(name) <= _NAME else name[: _NAME - 1] + "…"


def _svg(height: float, label: str, parts: Sequence[str]) -> str:
    return f'<svg role="img" aria-label="{escape(label)}" viewBox="0 0 {WIDTH} {height:.0f}">{"".join(parts)}</svg>'
