"""Questions about metrics as one types them: `win-rate by player, went-first where game=frc_tcg -tag=test turn=3..6`."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from domain.text import suggestion
from projections.errors import BadParameter, UnknownMetric
from projections.metrics import Dimension, Metric, dimensions, find_metric, splits
from projections.questions.scope import PARAMETERS, Value, value_of

SCOPE_NAMES: Final = ("match", "kind", "since", "until", "forks", "recorded", "least", "limit")
"""Parameters of questions that mean the same here; all others are dimensions."""
_FILTER: Final = re.compile(r"(?P<minus>-?)(?P<name>[A-Za-z][\w-]*)(?P<sign>!?=)(?P<value>.*)", re.DOTALL)
_DAY: Final = re.compile(r"\d{4}(-\d\d){0,2}")
_LONGEST: Final = 40
"""Filters; more are pasted by mistake."""


class Filter(Struct, frozen=True):
    """One condition: a dimension has a value, is between two (`None`: open), or differs from one."""

    dimension: str
    negative: bool
    low: str | None
    high: str | None

    @property
    def is_range(self) -> bool:
        """Whether the two ends differ."""
        return self.low != self.high


class MetricRequest(Struct, frozen=True):
    """A metric, by dimensions, where filters hold, in a scope."""

    metric: Metric
    by: tuple[Dimension, ...]
    filters: tuple[Filter, ...]
    scope: Mapping[str, object]
    """Values of all parameters of scopes, as they are bound."""


def read_wanted(words: Sequence[str], given: Mapping[str, Value] | None = None) -> MetricRequest:
    """Parse the words of a query; `given`: further parameters by name. Raises UnknownMetric, BadParameter."""
    name, *rest = [word for given_word in words for word in _commas(given_word)] or [""]
    metric = find_metric(name)
    place = next((n for n, word in enumerate(rest) if word.lower() == "where" or _FILTER.fullmatch(word)), len(rest))
    by, conditions = rest[:place], [word for word in rest[place:] if word.lower() != "where"]
    if by and (by[0].lower() != "by" or len(by) == 1):
        raise BadParameter(f"{' '.join(by)}: write METRIC by DIMENSION[,DIMENSION…] where NAME=VALUE…")
    filters, values = read_filters(conditions, metric, given)
    split = tuple(_split_of(word, metric) for word in dict.fromkeys(by[1:]) if word != "game")
    return MetricRequest(metric, split, filters, values)


def read_filters(
    conditions: Sequence[str], metric: Metric, given: Mapping[str, Value] | None = None
) -> tuple[tuple[Filter, ...], Mapping[str, object]]:
    """Return the filters of a metric, and the values of its scope. Raises UnknownMetric, BadParameter."""
    scope: dict[str, Value] = {p.name: p.default for p in PARAMETERS.values()}
    filters = []
    for word in conditions[: _LONGEST + 1]:
        found = filter_of(word, metric)
        if found.dimension in SCOPE_NAMES and not found.negative:
            scope[found.dimension] = found.low
        else:
            filters.append(found)
    if len(filters) > _LONGEST:
        raise BadParameter(f"more than {_LONGEST} filters")
    for key, value in (given or {}).items():
        if key in SCOPE_NAMES:
            scope[key] = value
        elif value is not None:
            filters.append(filter_of(f"{key}={value}", metric))
    if metric.game:
        filters.append(Filter("game", negative=False, low=metric.game, high=metric.game))
    return tuple(filters), {key: value_of(PARAMETERS[key], value) for key, value in scope.items()}


def _commas(word: str) -> list[str]:
    return [word] if "=" in word else [part for part in word.split(",") if part]


def _split_of(word: str, metric: Metric) -> Dimension:
    dimension = find_dimension(word)
    if dimension.name not in splits(metric):
        raise BadParameter(f"{metric.name} cannot be split by {dimension.name}; it can by {', '.join(splits(metric))}")
    return dimension


def find_dimension(name: str) -> Dimension:
    """The dimension of that name. Raises UnknownMetric."""
    try:
        return dimensions()[name.replace("_", "-").lower()]
    except KeyError as error:
        near = suggestion(name, dimensions()) or f"; there are {', '.join(dimensions())}"
        raise UnknownMetric(f"no dimension {name!r}{near}") from error


def expect_filter(word: str) -> None:
    """Raise UnknownMetric or BadParameter if a word is not a filter of any metric."""
    found = filter_of(word)
    if found.dimension in SCOPE_NAMES and not found.negative:
        value_of(PARAMETERS[found.dimension], found.low)


def narrows(word: str, metric: Metric) -> bool:
    """Whether a filter, which is one, says anything of a metric."""
    try:
        filter_of(word, metric)
    except BadParameter:
        return False
    return True


def filter_of(word: str, metric: Metric | None = None) -> Filter:
    """One condition from what was typed; of a metric, that has what it is about. Raises UnknownMetric, BadParameter."""
    found = _FILTER.fullmatch(word)
    if found is None:
        raise BadParameter(f"{word!r}: a filter is written NAME=VALUE, NAME!=VALUE or -NAME=VALUE")
    name, value = found["name"].replace("_", "-").lower(), found["value"].strip()
    negative = bool(found["minus"]) != (found["sign"] == "!=")
    if name in SCOPE_NAMES and not (negative and name in dimensions()):
        if negative:
            raise BadParameter(f"{name} takes no negation")
        return Filter(name, negative=False, low=value, high=value)
    if name not in dimensions():
        known = (*dimensions(), *SCOPE_NAMES)
        near = suggestion(name, known) or f"; there are {', '.join(known)}"
        raise UnknownMetric(f"no filter {name!r}{near}")
    return _ends(dimensions()[name], value, metric, negative=negative)


def _ends(dimension: Dimension, value: str, metric: Metric | None, *, negative: bool) -> Filter:
    if not value:
        raise BadParameter(f"{dimension.name}= has no value; leave it out to ask about all")
    value_of(PARAMETERS["player"], value)  # a text that can be compared
    if metric is not None and not (dimension.fits(metric.counted_from.columns) or dimension.elsewhere):
        raise BadParameter(
            f"{metric.name} cannot be narrowed by {dimension.name}; it can by {', '.join(splits(metric))}"
        )
    if not (dimension.number or dimension.begins):
        return Filter(dimension.name, negative, value, value)
    low, dots, high = value.partition("..")
    ends = (low or None, (high or None) if dots else low or None)
    right = _DAY.fullmatch if dimension.begins else re.compile(r"\d{1,9}").fullmatch
    if ends == (None, None) or not all(right(end) for end in ends if end is not None):
        example = "2026-05-31, 2026-05 or 2026-01..2026-03" if dimension.begins else "4, 3..6, 3.. or ..6"
        raise BadParameter(f"{dimension.name}={value}: {example} expected")
    return Filter(dimension.name, negative, *ends)
