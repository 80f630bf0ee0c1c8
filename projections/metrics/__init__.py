"""The metrics: numbers that can be split by dimensions and narrowed by filters, each with what it means.

Data, all of it. `groups/*.toml` here and `metrics/*.toml` of games: the rows that are counted, and the metrics counted from
them, each a table with title, formula, unit, sample, bias, and the SQL of its numerator and denominator. `relations.sql`:
what groups are made of; `kinds.sql`: how a value and its interval come of the rows. `asking` puts a question of these together.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from domain.decoding import converted
from domain.registry import package_folders
from domain.text import suggestion
from projections.errors import UnknownMetric
from projections.filters import Filter, dimensions

Kind = Literal["share", "mean", "quantile", "difference", "incidence", "zscore"]
"""How rows become a value: `share`, `mean` and `zscore` are sums over sums, `difference` the difference of two of these,
`incidence` a sum over the exposure of the rows, including exposure without an occurrence."""

_ESTIMATES: Final[Mapping[Kind, str]] = {
    "share": "Wilson's 95 % interval for as many independent cases as the spread over matches says that the rows are worth",
    "mean": "Student's 95 % interval over matches (linearised)",
    "quantile": "95 % interval of order statistics, matches being the cases",
    "difference": "Student's 95 % interval over matches (linearised), both parts of one match together",
    "incidence": "Student's 95 % interval over matches (linearised)",
    "zscore": "Wilson's interval of the share, on the same scale",
}


class Known(Struct, frozen=True, forbid_unknown_fields=True):
    """Coverage of a group: its rows (`rows`: other ones), and the condition for a known row."""

    of: str
    is_known: str = msgspec.field(name="is")
    where: str = "true"
    rows: str = ""
    words: str = "a known identity"


class MetricSource(Struct, frozen=True, forbid_unknown_fields=True):
    """The data source of a group of metrics."""

    meaning: str
    columns: tuple[str, ...]
    """Those that dimensions need, beside the columns of the match."""
    sql: str
    known: Known | None = None


class Metric(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A number, and how it is computed."""

    title: str
    formula: str
    unit: str
    sample: str
    bias: str
    kind: Kind
    y: str
    x: str = "1"
    y2: str = "0"
    x2: str = "0"
    where: str = "true"
    per: float = 1
    q: float = 0.5
    exposed: str = ""
    """Of an incidence: what a match counts for; `rows`: its rows in question."""
    percent: bool = False
    covered: bool = False
    """Whether it needs to know what the group's `known` says."""
    name: str = ""
    game: str = ""
    """The one for which it makes sense; empty for all."""
    rows: MetricSource | None = None

    @property
    def is_percent(self) -> bool:
        """Whether its value is a share."""
        return self.percent or self.kind == "share"

    @property
    def games(self) -> tuple[str, ...]:
        """The one game for which it makes sense; empty for all."""
        return (self.game,) if self.game else ()

    def takes(self, one: Filter) -> bool:
        """Whether a filter narrows it."""
        dimension = one.dimension
        fits = dimension.fits(self.counted_from.columns) or bool(dimension.elsewhere)
        return fits and not dimension.own and one.name != "sort"

    @property
    def counted_from(self) -> MetricSource:
        """The rows of its group."""
        assert self.rows is not None
        return self.rows


@cache
def metrics() -> Mapping[str, Metric]:
    """All metrics by name."""
    return {metric.name: metric for metric in sorted(_read_metrics(), key=lambda metric: metric.name)}


def _read_metrics() -> Iterator[Metric]:
    folders: dict[str, Traversable] = {"": files("projections").joinpath("metrics/groups")}
    folders |= {game: package / "metrics" for game, package in package_folders().items()}
    for game, folder in folders.items():
        for file in _toml_files(folder):
            tables: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))
            rows = converted(tables.pop("rows"), MetricSource)
            for name, table in tables.items():
                yield converted({**table, "name": name, "game": game, "rows": rows}, Metric)


def _toml_files(folder: Traversable) -> list[Traversable]:
    if not folder.is_dir():
        return []
    return sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)


def find_metric(name: str) -> Metric:
    """The metric of that name. Raises UnknownMetric."""
    try:
        return metrics()[name.replace("_", "-")]
    except KeyError as error:
        near = suggestion(name, metrics()) or "; `matchbook metrics list` lists them"
        raise UnknownMetric(f"no metric {name!r}{near}") from error


def splits(metric: Metric) -> tuple[str, ...]:
    """The dimensions by which a metric can be split."""
    return tuple(name for name, dimension in dimensions().items() if dimension.fits(metric.counted_from.columns))


def explain(metric: Metric) -> str:
    """Return the meaning and the formula of a metric as text."""
    lines = [f"{metric.name}: {metric.title}", ""]
    lines += [f"{label:<14}{text}" for label, text in described(metric).items()]
    return "\n".join(lines) + "\n"


def described(metric: Metric) -> Mapping[str, str]:
    """All that is said of a metric, by label."""
    said = {
        "formula": metric.formula,
        "unit": metric.unit,
        "n": "the sum of the denominator" if metric.kind != "quantile" else "the rows",
        "interval": _ESTIMATES[metric.kind],
        "counted from": metric.counted_from.meaning,
        "sample": metric.sample,
        "known bias": metric.bias,
        "by": ", ".join(splits(metric)),
    }
    return {**said, "game": metric.game} if metric.game else said
