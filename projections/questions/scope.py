"""The scope of a question: the matches that it counts, and notes on excluded matches."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import duckdb

from domain.text import pluralize
from projections.answers import SMALL, AsOf
from projections.damage_scan import damage_notes
from projections.database import quoted
from projections.game_defects import defect_notes

Value: TypeAlias = str | int | bool | None

_PARAMETER: Final = re.compile(r"\$([a-z_0-9]+)")

MATCHES: Final = "select * replace (game_of(game, kit) as game), decided_by(status, reason) as decided_by from matches"
_OF_KIND: Final = "$kind in (kind, 'all')"
_BY_THEMSELVES: Final = """(
    kind = 'match' or kind = 'what-if' and $forks or kind = 'competition' and $game is not null
    or kind = 'simulated' and not exists (
        from in_scope where kind = 'match' or kind = 'what-if' and $forks or kind = 'competition' and $game is not null
    )
)"""
"""The kinds that count by default. Competitions contain no play, so they count only if a filter names them. Matches of
bots count only if no others are in scope."""

_WHOLE: Final = """
    match not in (select match from examined where problem is not null)
    and split_part(game, ':', 1) not in (select game from defects where part = '')
"""
"""Excludes damaged matches and matches that their game cannot read, because their play is unknown."""
_COUNTED: Final = """
    select
        (select count(*) from chosen),
        (select list(match) from in_scope where match in (select match from examined where problem is not null))
"""
"""How many matches an answer counts, and the damaged ones in its scope, in one statement: planning it takes most of the
time."""

LEFT_OUT: Final = """
    select case kind
            when 'simulated' then counted(n, 'simulated match', 'simulated matches') || ' left out; kind:simulated counts them'
            when 'duplicate' then counted(n, 'duplicate', 'duplicates') || ' left out; kind:duplicate counts them'
            when 'what-if' then counted(n, 'what-if', 'what-ifs') || ' left out; forks:yes counts them'
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
"""The query of the note about excluded matches."""


def parameters_in(sql: str) -> tuple[str, ...]:
    """The names of the parameters of a statement."""
    return tuple(dict.fromkeys(_PARAMETER.findall(sql)))


def scoped(query: str, game: str = "", *, joins: str = "", narrowed: str = "", ctes: str = "") -> str:
    """Return a query over `chosen`, the matches that count, whose `game` includes the kit. `joins` and `narrowed`:
    joins and conditions on matches `p`. `ctes`: further relations before the query, each after a comma."""
    asked = f" and split_part(game, ':', 1) = {quoted(game)}" if game else ""
    scope = f"in_scope as (select p.* from ({MATCHES}) p {joins} where true{asked}{narrowed})"  # noqa: S608 (our own files; values are bound)
    chosen = f"chosen as (select * from in_scope where {_WHOLE} and ({_OF_KIND} or $kind is null and {_BY_THEMSELVES}))"  # noqa: S608
    return f"with {scope}, {chosen}{ctes} select * from ({query.rstrip(';')})"  # noqa: S608


def create_scope_tables(
    connection: duckdb.DuckDBPyConnection, values: Mapping[str, object], *, joins: str = "", narrowed: str = ""
) -> None:
    """Create temporary tables `in_scope` and `chosen` (the matches that count) for several queries, because planning
    the scope again for each query takes longer than reading a table. `joins` and `narrowed` as for `scoped`."""
    kinds = _BY_THEMSELVES if values["kind"] is None else _OF_KIND
    scope = f"select p.* from ({MATCHES}) p {joins} where true{narrowed}"  # noqa: S608 (our own files; values are bound)
    chosen = f"select * from in_scope where {_WHOLE} and {kinds}"  # noqa: S608
    for name, sql in (("in_scope", scope), ("chosen", chosen)):
        connection.execute(f"create or replace temp table {name} as {sql}", used(sql, values))


def over_scope_tables(query: str, ctes: str = "") -> str:
    """Return a query over these tables. `ctes`: further relations before it, each after a comma."""
    return f"with {ctes.removeprefix(', ')} select * from ({query.rstrip(';')})" if ctes else query  # noqa: S608


def used(sql: str, values: Mapping[str, object]) -> dict[str, object]:
    """Return the values that a statement uses, by parameter name."""
    return {name: values[name] for name in parameters_in(sql)}


def answer_notes(
    connection: duckdb.DuckDBPyConnection,
    whole: Callable[[str], str],
    notes_sql: str,
    values: Mapping[str, object],
    as_of: AsOf,
    *,
    rows: int,
    estimates: bool = True,
) -> tuple[int, tuple[str, ...]]:
    """Return the number of matches that an answer is based on, and notes for judging it. `whole` wraps a query in the
    answer's scope. `rows`: the number of rows. `estimates`: True if few matches make it uncertain."""

    def asked(query: str) -> list[tuple[Any, ...]]:
        return connection.execute(query, used(query, values)).fetchall()

    [(count, damaged)] = asked(whole(_COUNTED))
    n = int(count)
    notes = [
        *(_sample_notes(n, rows) if estimates or not n else ()),
        *(str(text) for (text,) in asked(notes_sql) if text is not None),
    ]
    notes += [*damage_notes(connection, damaged, "left out"), *defect_notes(connection)]
    if as_of.damaged:
        unread = pluralize(as_of.damaged, "stored entry", "stored entries")
        notes.append(f"{unread} could not be read and are not counted; verify the store")
    return n, tuple(notes)


def limit_in(values: Mapping[str, object]) -> int | None:
    """The maximum number of rows; `None` for all."""
    limit = values.get("limit")
    return limit if isinstance(limit, int) else None


def _sample_notes(n: int, rows: int) -> tuple[str, ...]:
    if n == 0:
        return ("no match is in scope",)
    if not rows:
        return (f"no data for this statistic in {pluralize(n, 'match', 'matches')}",)
    return (f"only {pluralize(n, 'match', 'matches')}: rely on the intervals",) if n < SMALL else ()
