"""The filters of questions. `filters.toml` declares each with its values and its SQL; this module checks filters and
turns them into conditions, and `grammar` parses typed lines."""

import tomllib
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from domain.decoding import converted
from domain.text import suggestion
from projections.errors import BadParameter, UnknownMetric
from projections.game_names import named, within
from projections.sections import game_texts, parse, sql_texts
from projections.value_ranges import day_bounds, number_bounds, read_day

if TYPE_CHECKING:
    import duckdb

_LONGEST: Final = 40
"""Most filters in a query; longer ones are probably pasted by mistake."""
SEATS: Final = ("player", "opponents", "seat", "side", "is_first", "result")
"""Filters of the match list on seats; one seat must satisfy all of them."""
_MOST: Final = 1_000_000
"""The largest number of a setting."""


class Dimension(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of `filters.toml`: a filter. Numbers can also be split by it, unless `splits` is False."""

    meaning: str
    sql: str = ""
    needs: tuple[str, ...] = ()
    join: str = ""
    many: bool = False
    number: bool = False
    ordered: bool = False
    begins: bool = False
    """True if a prefix selects all values that begin with it."""
    day: bool = False
    possible: tuple[str, ...] = ()
    """The allowed values; empty: any."""
    former: Mapping[str, str] = {}
    """Earlier spelling of a value -> the current one: saved views and requests may still use it."""
    values: str = ""
    condition: str = ""
    elsewhere: str = ""
    elsewhere_seat: str = ""
    setting: bool = False
    splits: bool = True
    was: str = ""
    own: bool = False
    """True if only single questions have it, as a parameter."""
    name: str = ""

    @property
    def key(self) -> str:
        """Return the name of its column."""
        return self.name.replace("-", "_")

    @property
    def is_checked(self) -> bool:
        """True if its values must occur in the store. (`game_names` checks games and kits.)"""
        return bool(self.values) and self.name not in ("game", "kit", "kind")

    def fits(self, columns: Collection[str]) -> bool:
        """Return True if rows with these columns can be filtered by it."""
        return set(self.needs) <= set(columns)


class Filter(Struct, frozen=True):
    """One condition: a dimension equals a value, is between `low` and `high` (`None`: open), or (`negative`) does not match."""

    name: str
    value: str
    """As typed, without quotes."""
    low: str | None
    high: str | None
    negative: bool = False
    column: int | None = None
    """Its column in the typed line, from 0."""
    is_scope: bool = False
    """True if it is not asked for, but limits the caller to the matches of a tag: other matches do not exist for them."""

    @property
    def dimension(self) -> Dimension:
        """Its row of the table."""
        return filters()[self.name]

    @property
    def is_setting(self) -> bool:
        """True if it is a parameter of the question and not a condition. (A negative filter, such as `-kind:what-if`,
        is always a condition.)"""
        return self.dimension.setting and not (self.negative and self.dimension.sql)

    @property
    def is_range(self) -> bool:
        """True if the two bounds differ."""
        return self.low != self.high


@cache
def filters() -> Mapping[str, Dimension]:
    """Return all filters by name, including those that belong to single questions."""
    tables = tomllib.loads(files("projections").joinpath("filters.toml").read_text("utf-8"))
    found = {name: converted({**table, "name": name}, Dimension) for name, table in tables.items()}
    texts = (*sql_texts("questions"), *((name, text) for _, name, text in game_texts("questions")))
    for name, text in texts:
        for key, meaning in parse(name, text).parameters.items():
            found.setdefault(key, Dimension(name=key, meaning=meaning, splits=False, own=True))
    return found


@cache
def dimensions() -> Mapping[str, Dimension]:
    """Dimensions that numbers can be split by, by name."""
    return {name: one for name, one in filters().items() if one.splits}


def find_dimension(name: str, column: int | None = None) -> Dimension:
    """The dimension of that name. Raises UnknownMetric."""
    key = name.replace("_", "-").lower()
    if key in dimensions():
        return dimensions()[key]
    near = renamed(key) or suggestion(name, dimensions()) or f"; there are {', '.join(dimensions())}"
    raise UnknownMetric(f"no dimension {name!r}{near}", column)


def renamed(name: str) -> str:
    """Return a hint if the name is the old name of a filter; else empty."""
    return next((f"; it is called {one.name} now" for one in filters().values() if one.was == name), "")


def read_filter(name: str, value: str, *, negative: bool = False, column: int | None = None) -> Filter:
    """Parse a filter from its parts. Raises UnknownMetric, BadParameter."""
    key = name.replace("_", "-").lower()
    if key not in filters():
        near = renamed(key) or suggestion(key, filters()) or f"; there are {', '.join(filters())}"
        raise UnknownMetric(f"no filter {name!r}{near}", column)
    text, dimension = value.strip(), filters()[key]
    problem = f"{'-' if negative else ''}{key}:{text}"
    if not text:
        raise BadParameter(f"{problem} has no value; leave it out to ask about all", column)
    try:
        text.encode()  # a lone surrogate cannot be compared with anything
    except UnicodeEncodeError:
        raise BadParameter(f"{key}: a text expected", column) from None
    if dimension.setting and negative and not dimension.sql:
        raise BadParameter(f"{key} takes no minus sign", column)
    try:
        low, high = _ends(dimension, text)
    except ValueError as error:
        raise BadParameter(f"{problem}: {error} expected", column) from None
    return Filter(key, low if dimension.possible and low else text, low, high, negative, column)


def _ends(dimension: Dimension, value: str) -> tuple[str | None, str | None]:
    """Return the lower and the upper bound of a typed value. Raises ValueError with the expected form."""
    if dimension.possible:
        value = dimension.former.get(value.lower(), value)
        near = [one for one in dimension.possible if one.startswith(value.lower())]
        if value.lower() not in dimension.possible and len(near) != 1:
            raise ValueError(f"one of {', '.join(near or dimension.possible)}")
        found = value.lower() if value.lower() in dimension.possible else near[0]
        return found, found
    if dimension.day:
        return read_day(value), None
    if dimension.setting:
        if not (value.isascii() and value.isdigit() and int(value) <= _MOST):
            raise ValueError(f"a whole number from 0 to {_MOST:,}")
        return value, value
    if dimension.number:
        return number_bounds(value)
    if dimension.begins:
        return day_bounds(value)
    return value, value


def given_filters(given: Mapping[str, str | int | bool | None]) -> tuple[Filter, ...]:
    """Return filters for values by name; a name such as `-tag` excludes the value. Raises UnknownMetric, BadParameter."""
    texts = {
        name: {True: "yes", False: "no"}[value] if isinstance(value, bool) else value for name, value in given.items()
    }
    return tuple(
        read_filter(name.removeprefix("-"), str(value), negative=name.startswith("-"))
        for name, value in texts.items()
        if value is not None
    )


def settings(given: Iterable[Filter]) -> dict[str, object]:
    """Return the parameters of a question, with defaults. Raises BadParameter if one is given twice."""
    found: dict[str, str] = {}
    for one in given:
        if one.is_setting:
            if one.name in found and found[one.name] != one.value:
                raise BadParameter(f"{one.name} is given twice", one.column)
            found[one.name] = one.value
    return {
        "kind": found.get("kind"),
        "forks": found.get("forks") == "yes",
        "recorded": found.get("recorded") == "yes",
        "least": int(found.get("least", 1)),
        "limit": int(found["limit"]) if "limit" in found else None,
    }


def value_of(given: Iterable[Filter], name: str) -> str | None:
    """Return the value of the only positive filter with this name; `None` without one, or with several."""
    found = [one.low for one in given if one.name == name and not one.negative]
    return found[0] if len(found) == 1 else None


def narrows_matches(one: Filter) -> bool:
    """Return True if a filter applies to the list of matches."""
    dimension = one.dimension
    if dimension.setting:
        return one.name in ("kind", "sort")
    return not dimension.own and (dimension.fits(SEATS) or bool(dimension.elsewhere))


def taken_by(columns: Collection[str], one: Filter) -> bool:
    """Return True if a filter applies to rows with these columns."""
    dimension = one.dimension
    return (dimension.fits(columns) or bool(dimension.elsewhere)) and not dimension.own and one.name != "sort"


def known_values(connection: "duckdb.DuckDBPyConnection") -> Mapping[str, tuple[str, ...]]:
    """Return the occurring values of dimensions, sorted, for dimensions whose values are stored and not computed."""
    found: dict[str, tuple[str, ...]] = {}
    for name, dimension in filters().items():
        found[name] = dimension.possible
        if dimension.values and not dimension.possible and "archetypes" not in dimension.values:
            known = f"({dimension.values}) known(value)"
            query = f"select distinct value::varchar from {known} where value is not null order by all limit 10_000"  # noqa: S608 (our own files)
            found[name] = tuple(str(value) for (value,) in connection.execute(query).fetchall())
    return found


def expect_few(given: tuple[Filter, ...]) -> None:
    """Raise BadParameter for too many filters."""
    if len(given) > _LONGEST:
        raise BadParameter(f"more than {_LONGEST} filters", given[_LONGEST].column)


def with_names(connection: "duckdb.DuckDBPyConnection", given: Iterable[Filter]) -> tuple[Filter, ...]:
    """Return the filters with games and kits resolved to the names in matches. Raises UnknownMetric."""
    given = tuple(given)
    tag = scope_of(given)
    return tuple(_with_name(connection, one, tag) if one.name in ("game", "kit") else one for one in given)


def _with_name(connection: "duckdb.DuckDBPyConnection", one: Filter, tag: str) -> Filter:
    whole = named(connection, one.name, one.value, one.column, tag=tag)
    return replace(one, value=whole, low=whole, high=whole)


class Conditions:
    """SQL conditions on rows `p`, with the joins and bound values that they need."""

    def __init__(self, values: dict[str, object]) -> None:
        """`values`: receives the bound values."""
        self.joins: dict[str, None] = {}
        self.texts: list[str] = []
        self._values = values

    @property
    def where(self) -> str:
        """Return the conditions, each after an `and`."""
        return "".join(f" and {text}" for text in self.texts)

    def add(self, dimension: Dimension, filters: Iterable[Filter], *, negative: bool, elsewhere: str = "") -> None:
        """Add the condition that a dimension equals one of the filters, or differs from all of them."""
        if not elsewhere and dimension.join:
            self.joins[" " + dimension.join] = None
        positive = f"({' or '.join(self._one(dimension, one, elsewhere) for one in filters)})"
        self.texts.append(f"not coalesce({positive}, false)" if negative else positive)

    def _one(self, dimension: Dimension, one: Filter, elsewhere: str) -> str:
        if elsewhere:
            return elsewhere.replace("@is", f"= lower({self.bind(one.low)})")
        if dimension.condition:
            return dimension.condition.replace("@value", self.bind(one.low))
        if dimension.many:
            return f"len(list_filter({dimension.sql}, lambda one: lower(one) = lower({self.bind(one.low)}))) > 0"
        if not (dimension.number or dimension.begins):
            return f"lower({dimension.sql}) = lower({self.bind(one.low)})"
        if dimension.begins and not one.is_range:
            return f"starts_with({dimension.sql}, {self.bind(one.low)})"
        ends = []
        for sign, end in ((">=", one.low), ("<=", one.high)):
            if end is not None:
                value: object = int(end) if dimension.number else end + ("~" if sign == "<=" else "")
                ends.append(f"{dimension.sql} {sign} {self.bind(value)}")
        return f"({' and '.join(ends)})"

    def bind(self, value: object) -> str:
        """Bind a value, and return its parameter."""
        name = f"f{len(self._values)}"
        self._values[name] = value
        return f"${name}"


class SqlFilter(Struct, frozen=True):
    """Filters as SQL: conditions on rows, and conditions on matches (both with the alias `p`)."""

    rows: Conditions
    matches: Conditions
    values: dict[str, object]
    """Bound values: settings, and values of filters."""
    checks: tuple[Filter, ...]
    """Filters whose values must occur in the store."""

    @property
    def scope(self) -> tuple[str, str]:
        """Return the joins and conditions of matches."""
        return "".join(self.matches.joins), self.matches.where


def narrowing(
    given: Iterable[Filter], columns: Collection[str] = (), *, incidence: bool = False, listed: bool = False
) -> SqlFilter:
    """Return filters as conditions: on rows if these have the column, else on their matches. `incidence`: rows are compared with
    their matches, so the conditions apply to both. `listed`: matches are listed, so a minus sign excludes whole matches."""
    kept = tuple(given)
    values = settings(kept)
    values["game"] = value_of(kept, "game")
    in_matches, in_rows = Conditions(values), Conditions(values)
    for (name, negative, _), found in _grouped(kept).items():
        dimension = filters()[name]
        both = not incidence or name == "player"
        fits = dimension.fits(columns) and not (listed and negative and dimension.elsewhere)
        if not dimension.needs:
            in_matches.add(dimension, found, negative=negative)
        elif fits and (both or not dimension.elsewhere):
            in_rows.add(dimension, found, negative=negative)
            if dimension.elsewhere and not negative and both:
                in_matches.add(dimension, found, negative=negative, elsewhere=dimension.elsewhere)
        elif dimension.elsewhere_seat and "seat" in columns:
            in_rows.add(dimension, found, negative=negative, elsewhere=dimension.elsewhere_seat)
        else:
            in_matches.add(dimension, found, negative=negative, elsewhere=dimension.elsewhere)
    return SqlFilter(in_rows, in_matches, values, checked(kept))


def checked(given: Iterable[Filter]) -> tuple[Filter, ...]:
    """The filters whose values must occur in the store. (Excluding an unused tag is allowed.)"""
    return tuple(one for one in given if one.dimension.is_checked and (one.dimension.needs or not one.negative))


def _grouped(given: Iterable[Filter]) -> dict[tuple[str, bool, int], list[Filter]]:
    """Group filters by dimension. Within a group, one of several values is enough, and all negations apply. Each text
    forms its own group, because all texts must occur."""
    found: dict[tuple[str, bool, int], list[Filter]] = {}
    for place, one in enumerate(given):
        if not one.is_setting:
            found.setdefault((one.name, one.negative, place if one.name == "text" else 0), []).append(one)
    return found


def scope_of(given: Iterable[Filter]) -> str:
    """Return the tag to whose matches a caller is limited; empty: all matches."""
    return next((one.value for one in given if one.is_scope), "")


def expect_known(connection: "duckdb.DuckDBPyConnection", given: Collection[Filter]) -> None:
    """Raise UnknownMetric with suggestions for a value that occurs nowhere in a store with matches, as far as the caller sees
    them."""
    tag = scope_of(given)
    for one in given:
        known = f"{within(tag)}select value::varchar from ({one.dimension.values}) known(value) where value is not null"  # noqa: S608 (our own files; values are bound)
        asked = {"value": one.low}
        if connection.execute(f"{known} and lower(value) = lower($value) limit 1", asked).fetchall():
            continue
        if connection.execute("select 1 from matches limit 1").fetchall():
            near = suggestion(one.value, [str(value) for (value,) in connection.execute(known).fetchall()])
            raise UnknownMetric(f"no {one.name} {one.value!r} in any match{near}", one.column)
