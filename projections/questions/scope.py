"""Which matches a question or a metric is about: the parameters of scopes, what they let through, and what is said of what
they leave out."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Final, TypeAlias, get_args

import duckdb
from msgspec import Struct

from domain.text import pluralize, suggestion
from projections.answers import SMALL, AsOf, Kind
from projections.damage_scan import damage_notes
from projections.database import quoted
from projections.errors import BadParameter, UnknownMetric
from projections.game_defects import defect_notes

Value: TypeAlias = str | int | bool | None

_PARAMETER: Final = re.compile(r"\$([a-z_0-9]+)")


class Parameter(Struct, frozen=True):
    """The filters of a question."""

    name: str
    meaning: str
    kind: type[str] | type[int] | type[bool] | type[datetime]
    default: Value = None
    possible: tuple[str, ...] = ()
    """The only values; empty for any."""

    @property
    def bound(self) -> str:
        """Its name in SQL."""
        return self.name.replace("-", "not_")


ALL_KINDS: Final = "all"
KINDS: Final = (*get_args(Kind), ALL_KINDS)

PARAMETERS: Final[Mapping[str, Parameter]] = {
    p.name: p
    for p in (
        Parameter("game", "only matches of this game", str),
        Parameter("kit", "only matches of this kit", str),
        Parameter("match", "only this match: the beginning of its id is enough", str),
        Parameter(
            "player",
            "this player's own: cards, dice, turns, results; of what belongs to whole matches, those in which they took part",
            str,
        ),
        Parameter("opponent", "with player=: against this one", str),
        Parameter("tag", "matches with this tag", str),
        Parameter("-tag", "matches without this tag", str),
        Parameter("kind", f"matches of this kind: {', '.join(KINDS)}", str, possible=KINDS),
        Parameter("since", "matches opened on this day or later (YYYY-MM-DD, UTC)", datetime),
        Parameter("until", "matches opened before this day (YYYY-MM-DD, UTC)", datetime),
        Parameter("forks", "count what-if matches too", bool, False),
        Parameter("recorded", "count what was taken back too: as recorded, not as corrected", bool, False),
        Parameter("card", "this card alone", str),
        Parameter("least", "leave out rows with fewer cases", int, 1),
        Parameter("limit", "rows at most", int),
    )
}

_MATCHES: Final = "select * replace (game_of(game, kit) as game), decided_by(status, reason) as decided_by from matches"
_SCOPE: Final[Mapping[str, str]] = {
    "game": "$game in (game, split_part(game, ':', 1))",
    "kit": "kit = $kit",
    "match": "starts_with(p.match, lower($match))",
    "player": "list_contains(list_transform(players, lambda p: lower(p)), lower($player))",
    "tag": "list_contains(list_transform(tags, lambda t: lower(t)), lower($tag))",
    "not_tag": "not list_contains(list_transform(tags, lambda t: lower(t)), lower($not_tag))",
    "since": "opened_at >= $since",
    "until": "opened_at < $until",
}
"""Which matches are in scope: the condition of a match, where a parameter is given."""
_SCOPE_SQL: Final = " and ".join(f"(${name} is null or {condition})" for name, condition in _SCOPE.items())

_OF_KIND: Final = "$kind in (kind, 'all')"
_BY_THEMSELVES: Final = """(
    kind = 'match' or kind = 'what-if' and $forks or kind = 'contest' and $game is not null
    or kind = 'simulated' and not exists (
        from in_scope where kind = 'match' or kind = 'what-if' and $forks or kind = 'contest' and $game is not null
    )
)"""
"""The kinds that count by default. Competitions have no play of their own, so they are included only by name. Matches of bots
count if a store has no others."""

_WHOLE: Final = """
    match not in (select match from examined where problem is not null)
    and split_part(game, ':', 1) not in (select game from faults where part = '')
"""
"""Damaged matches do not count, and those that their game fails to read are excluded, too: their play is unknown."""
_DAMAGED: Final = "select match from in_scope where match in (select match from examined where problem is not null)"

LEFT_OUT: Final = """
    select case kind
            when 'simulated' then counted(n, 'simulated match', 'simulated matches') || ' left out; kind=simulated counts them'
            when 'duplicate' then counted(n, 'match', 'matches') || ' typed in again: left out; kind=duplicate counts them'
            when 'what-if' then counted(n, 'what-if', 'what-ifs') || ' left out; forks=yes counts them'
        end
    from (
        select kind, count(*) as n from in_scope
        where match not in (select match from chosen) and match not in (select match from examined where problem is not null)
        group by kind order by kind
    )
    where $kind is null
    union all
    select 'only simulated matches are in scope: ' || counted(count(*), 'match', 'matches') || ' counted'
    from chosen where $kind is null and kind = 'simulated' having count(*) > 0
"""
"""Return the note about excluded matches."""


def expect_known(connection: duckdb.DuckDBPyConnection, name: str, value: str, values: str) -> None:
    """Raise UnknownMetric with suggestions if a value is not among those that a query lists."""
    known = f"select value::varchar from ({values}) known(value) where value is not null"  # noqa: S608 (our own files; values are bound)
    if connection.execute(f"{known} and lower(value) = lower($value) limit 1", {"value": value}).fetchall():
        return
    near = suggestion(value, [str(one) for (one,) in connection.execute(known).fetchall()])
    raise UnknownMetric(f"no {name} {value!r} in any match{near}")


def parameters_in(sql: str) -> tuple[str, ...]:
    """The names of the parameters of a statement."""
    return tuple(dict.fromkeys(_PARAMETER.findall(sql)))


def scoped(query: str, games: Sequence[str] = (), *, joins: str = "", narrowed: str = "", ctes: str = "") -> str:
    """A query over `chosen`, the matches that count; their `game` is named with its kit. `joins` and `narrowed`: what else matches
    `p` are narrowed by; `ctes`: further relations before the query, each behind a comma."""
    asked = f" and split_part(game, ':', 1) in ({', '.join(map(quoted, games))})" if games else ""
    scope = f"in_scope as (select p.* from ({_MATCHES}) p {joins} where {_SCOPE_SQL}{asked}{narrowed})"  # noqa: S608 (our own files; values are bound)
    chosen = f"chosen as (select * from in_scope where {_WHOLE} and ({_OF_KIND} or $kind is null and {_BY_THEMSELVES}))"  # noqa: S608
    return f"with {scope}, {chosen}{ctes} select * from ({query.rstrip(';')})"  # noqa: S608


def settle(
    connection: duckdb.DuckDBPyConnection, values: Mapping[str, object], *, joins: str = "", narrowed: str = ""
) -> None:
    """Makes temporary tables `in_scope` and `chosen`, the matches that count: where more than one query is put over them, planning
    what they are takes longer than looking them up. What is not asked for is not planned either. `joins` and `narrowed` as for
    `scoped`."""
    given = " and ".join(condition for name, condition in _SCOPE.items() if values[name] is not None) or "true"
    kinds = _BY_THEMSELVES if values["kind"] is None else _OF_KIND
    scope = f"select p.* from ({_MATCHES}) p {joins} where {given}{narrowed}"  # noqa: S608 (our own files; values are bound)
    chosen = f"select * from in_scope where {_WHOLE} and {kinds}"  # noqa: S608
    for name, sql in (("in_scope", scope), ("chosen", chosen)):
        connection.execute(f"create or replace temp table {name} as {sql}", used(sql, values))


def settled(query: str, ctes: str = "") -> str:
    """A query over what `settle` made; `ctes`: further relations before it, each behind a comma."""
    return f"with {ctes.removeprefix(', ')} select * from ({query.rstrip(';')})" if ctes else query  # noqa: S608


def bound(values: Mapping[str, object]) -> dict[str, object]:
    """Values of parameters under their names in SQL."""
    return {name.replace("-", "not_"): value for name, value in values.items()}


def used(sql: str, values: Mapping[str, object]) -> dict[str, object]:
    """Of values by their names in SQL, those that a statement asks for."""
    return {name: values[name] for name in parameters_in(sql)}


def told(
    connection: duckdb.DuckDBPyConnection,
    whole: Callable[[str], str],
    notes_sql: str,
    values: Mapping[str, object],
    as_of: AsOf,
    *,
    rows: int,
    estimates: bool = True,
) -> tuple[int, tuple[str, ...]]:
    """How many matches an answer rests on, and what to know before believing it. `whole` puts a query over its scope;
    `rows`: how many it has; `estimates`: whether few matches make it uncertain."""

    def asked(query: str) -> list[tuple[object, ...]]:
        return connection.execute(query, used(query, values)).fetchall()

    [(n,)] = asked(whole("select count(*) from chosen"))
    damaged = [str(match) for (match,) in asked(whole(_DAMAGED))]
    notes = [
        *(_sample_notes(int(str(n)), rows) if estimates or not n else ()),
        *(str(text) for (text,) in asked(notes_sql) if text is not None),
    ]
    notes += [*damage_notes(connection, damaged, "left out"), *defect_notes(connection)]
    if as_of.damaged:
        unread = pluralize(as_of.damaged, "stored entry", "stored entries")
        notes.append(f"{unread} could not be read, not counted here; verify the store")
    return int(str(n)), tuple(notes)


def limit_in(values: Mapping[str, object]) -> int | None:
    """The maximum number of rows; `None` for all."""
    limit = values.get("limit")
    return limit if isinstance(limit, int) else None


def _sample_notes(n: int, rows: int) -> tuple[str, ...]:
    if n == 0:
        return ("no match fits",)
    if not rows:
        return (f"missing in all of {pluralize(n, 'match', 'matches')}",)
    return (f"only {pluralize(n, 'match', 'matches')}: read the intervals, not the shares",) if n < SMALL else ()


def value_of(parameter: Parameter, value: Value) -> object:
    """Return a value in bound form. Raises BadParameter."""
    if value is None:
        return None
    text = str(value).strip()  # as names and tags are stored
    if not text:
        raise BadParameter(f"{parameter.name}= has no value; leave it out to ask about all")
    if parameter.possible and text not in parameter.possible:
        raise BadParameter(f"{parameter.name}={text}: one of {', '.join(parameter.possible)} expected")
    try:
        return _READ[parameter.kind](text)
    except (KeyError, ValueError) as error:
        raise BadParameter(f"{parameter.name}={text}: {_EXPECTED[parameter.kind]} expected") from error


def _read_number(text: str) -> int:
    number = int(text)
    if not 0 <= number <= _MOST:
        raise ValueError(text)
    return number


def _read_text(text: str) -> str:
    text.encode()  # a lone surrogate cannot be compared with anything
    return text


_MOST: Final = 1_000_000
_READ: Final[Mapping[type, Callable[[str], object]]] = {
    str: _read_text,
    int: _read_number,
    bool: lambda text: {"yes": True, "true": True, "no": False, "false": False}[text.lower()],
    datetime: lambda text: datetime.combine(date.fromisoformat(text), datetime.min.time()),
}
_EXPECTED: Final[Mapping[type, str]] = {
    str: "a text",
    int: f"a whole number from 0 to {_MOST:,}",
    bool: "yes or no",
    datetime: "a day like 2026-05-31",
}
