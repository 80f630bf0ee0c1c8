"""The scope of a question: the matches that it counts, and notes on excluded matches."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import duckdb
from msgspec import Struct

from domain.text import pluralize
from projections.answers import SMALL, AsOf
from projections.damage_scan import damage_notes
from projections.database import quoted
from projections.game_defects import defect_notes

Value: TypeAlias = str | int | bool | None

_PARAMETER: Final = re.compile(r"\$([a-z_0-9]+)")

MATCHES: Final = "select * replace (game_of(game, kit) as game), decided_by(status, reason) as decided_by from matches"
_CHOSEN: Final = "@chosen"
"""The condition of matches in scope that count, which `MatchScope` fills in."""
_DAMAGED: Final = "match in (select match from examined where problem is not null)"
_DEFECTIVE: Final = "split_part(game, ':', 1) in (select game from defects where part = '')"
_LEFT_OUT: Final = "select exists (from examined where problem is not null), exists (from defects)"
"""Tests whether there are damaged matches, or defective games."""
_COUNTS: Final = """
    select kind, count(*) filter (not is_damaged), count(*) filter (is_whole), list(match) filter (is_damaged)
    from (select kind, match, @damaged as is_damaged, @whole as is_whole from in_scope)
    group by kind order by kind
"""


def parameters_in(sql: str) -> tuple[str, ...]:
    """The names of the parameters of a statement."""
    return tuple(dict.fromkeys(_PARAMETER.findall(sql)))


def scoped(query: str, game: str = "", *, joins: str = "", narrowed: str = "", ctes: str = "") -> str:
    """Return a query over `chosen`, the matches that count, whose `game` includes the kit; `MatchScope.settled` completes it.
    `joins` and `narrowed`: joins and conditions on matches `p`. `ctes`: further relations before the query, each after a comma."""
    asked = f" and split_part(game, ':', 1) = {quoted(game)}" if game else ""
    scope = f"in_scope as (select p.* from ({MATCHES}) p {joins} where true{asked}{narrowed})"  # noqa: S608 (our own files; values are bound)
    chosen = f"chosen as (select * from in_scope where {_CHOSEN})"  # noqa: S608
    return f"with {scope}, {chosen}{ctes} select * from ({query.rstrip(';')})"  # noqa: S608


class MatchScope(Struct, frozen=True):
    """The matches in the scope of a question, counted before it is asked. Its statements then name the kinds that count, because
    planning the choice of kinds in each of them takes longer than counting."""

    condition: str
    """The SQL condition of the matches in scope that count."""
    n: int
    """The matches that count."""
    damaged: tuple[str, ...]
    """The damaged matches in scope."""
    has_defects: bool
    """True if a game is defective."""
    notes: tuple[str, ...]
    """Notes about matches of kinds that do not count."""

    def settled(self, sql: str) -> str:
        """Complete a query over the matches that count."""
        return sql.replace(_CHOSEN, self.condition)


def find_scope(
    connection: duckdb.DuckDBPyConnection, whole: Callable[[str], str], values: Mapping[str, object]
) -> MatchScope:
    """Count the matches in scope by kind, and choose the kinds that count. `whole` wraps a query in the scope.

    Damaged matches do not count, and matches that their game cannot read: their play is unknown. Without `kind`, competitions
    count only by name, because they have no play of their own, and matches of bots only if no others are in scope."""
    [(has_damaged, has_defects)] = connection.execute(_LEFT_OUT).fetchall()
    damaged, defective = (_DAMAGED if has_damaged else "false"), (_DEFECTIVE if has_defects else "false")
    is_whole = " and ".join(f"not ({one})" for one in (damaged, defective) if one != "false") or "true"
    query = whole(_COUNTS.replace("@damaged", damaged).replace("@whole", is_whole)).replace(_CHOSEN, "true")
    rows = connection.execute(query, used(query, values)).fetchall()
    kind = values["kind"]
    kinds = {str(kind)}
    if kind is None:
        choices = {"match": True, "what-if": values["forks"], "competition": values["game"] is not None}
        kinds = {name for name, counts in choices.items() if counts}
        if kinds.isdisjoint(row[0] for row in rows):
            kinds.add("simulated")
    of_kind = "" if kind == "all" else f" and kind in ({', '.join(map(quoted, sorted(kinds)))})"
    counted = {str(name): int(sound) if kind == "all" or name in kinds else 0 for name, _, sound, _ in rows}
    left_out = {str(name): int(unspoilt) - counted[name] for name, unspoilt, _, _ in rows}
    return MatchScope(
        condition=is_whole + of_kind,
        n=sum(counted.values()),
        damaged=tuple(str(match) for row in rows for match in row[-1] or ()),
        has_defects=bool(has_defects),
        notes=tuple(_kind_notes(counted, left_out)) if kind is None else (),
    )


def _kind_notes(counted: Mapping[str, int], left_out: Mapping[str, int]) -> Iterator[str]:
    for kind, n in left_out.items():
        if n and kind == "simulated":
            yield f"{pluralize(n, 'simulated match', 'simulated matches')} left out; kind:simulated counts them"
        elif n and kind == "duplicate":
            yield f"{pluralize(n, 'duplicate')} left out; kind:duplicate counts them"
        elif n and kind == "what-if":
            yield f"{pluralize(n, 'what-if', 'what-ifs')} left out; forks:yes counts them"
    if simulated := counted.get("simulated"):
        yield f"only simulated matches are in scope: {pluralize(simulated, 'match', 'matches')} counted"


def create_scope_tables(
    connection: duckdb.DuckDBPyConnection, values: Mapping[str, object], *, joins: str = "", narrowed: str = ""
) -> MatchScope:
    """Create temporary tables `in_scope` and `chosen` (the matches that count) for several queries, because planning the scope
    again for each query takes longer than reading a table. `joins` and `narrowed` as for `scoped`."""
    sql = f"select p.* from ({MATCHES}) p {joins} where true{narrowed}"  # noqa: S608 (our own files; values are bound)
    connection.execute(f"create or replace temp table in_scope as {sql}", used(sql, values))
    scope = find_scope(connection, over_scope_tables, values)
    connection.execute(f"create or replace temp table chosen as select * from in_scope where {scope.condition}")  # noqa: S608
    return scope


def over_scope_tables(query: str, ctes: str = "") -> str:
    """Return a query over these tables. `ctes`: further relations before it, each after a comma."""
    return f"with {ctes.removeprefix(', ')} select * from ({query.rstrip(';')})" if ctes else query  # noqa: S608


def used(sql: str, values: Mapping[str, object]) -> dict[str, object]:
    """Return the values that a statement uses, by parameter name."""
    return {name: values[name] for name in parameters_in(sql)}


def answer_notes(
    connection: duckdb.DuckDBPyConnection,
    scope: MatchScope,
    as_of: AsOf,
    *,
    rows: int,
    own: Sequence[str] = (),
    estimates: bool = True,
) -> tuple[str, ...]:
    """Return notes for judging an answer. `rows`: the number of rows. `own`: further notes of the question. `estimates`: True if
    few matches make it uncertain."""
    notes = [*(_sample_notes(scope.n, rows) if estimates or not scope.n else ()), *scope.notes, *own]
    notes += damage_notes(connection, scope.damaged, "left out")
    notes += defect_notes(connection) if scope.has_defects else ()
    if as_of.damaged:
        unread = pluralize(as_of.damaged, "stored entry", "stored entries")
        notes.append(f"{unread} could not be read and are not counted; verify the store")
    return tuple(notes)


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
