"""Facts of single games: one SQL file per game assigns meaning to its events.

`facts.sql` in the game's package has parts. `[tables]` creates the game's own tables, in a schema with its name; in it,
the line `like events,` represents the columns that identify a row's event, and `like event,` those without its turn.
Parts that only name the fields of single events are views of `events`; the lines after `--` document their columns.
Every other part is a query that fills the table of the same name from `new`: the game's new events, with the columns of
`events`. A query on `type` is skipped if the new events lack the types that it names. Parts for `cards` and `points`
are optional; `seats`, `endings` and `firsts` refine the facts that the folded match provides (see `outcome_rows`).

A fact may depend on earlier events of its match: `past` holds the events of the matches in `new`, with the columns of
`events` and `undone_by`: an event at version v was undone before a later event at w if `undone_by < w`. The facts of an
event must depend only on its own past, so that they are the same whenever it is projected."""

import re
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from typing import Final

import duckdb
from msgspec import Struct

from projections.database import quoted
from projections.game_defects import STATEMENT_ERRORS, FactsDefect
from projections.sections import game_texts, parse

_OWN_TABLES: Final = "tables"
_EVENT: Final = """\
    position decimal(18, 3) not null,  -- position in the store of the entry
    match varchar not null,  -- id of the match
    version integer not null,  -- version of the entry
    k integer not null,  -- number of the event in its entry
"""
_IN_A_TURN: Final = """\
    turn integer,  -- turn in which its entry was made
    undone boolean not null,  -- true if a later take-back, correction or redo undid it
"""
_COLUMN: Final = re.compile(r"    (\w+) .*  -- (.+)")
_TYPE: Final = re.compile(r"\btype\b")
_WORD: Final = re.compile(r"'([a-z0-9_]+)'")
_CHOSEN: Final = """with new as (from events where position >= $start and game = {game} and match in (select match from touched)),
past as (
    select e.*, x.undone_by
    from events e
    join entries x on x.position = e.position
    where e.position >= $low and x.position >= $low and e.match in (select match from new)
)"""


class GameFacts(Struct, frozen=True):
    """The content of one game's file."""

    game: str
    tables: str
    fills: tuple[tuple[str, str], ...]
    """Table, and the query that fills it."""


@cache
def game_facts() -> Mapping[str, GameFacts]:
    """The facts of all games that have a file, by game."""
    return {game: _facts(game, text) for game, name, text in game_texts("") if name == "facts"}


def _facts(game: str, text: str) -> GameFacts:
    file = parse(game, text)
    fills = tuple((table, sql) for table, sql in file.parts if table != _OWN_TABLES)
    tables = file.part(_OWN_TABLES)
    for name, columns in (("event", _EVENT), ("events", _EVENT + _IN_A_TURN)):
        tables = tables.replace(f"    like {name},\n", columns)
        tables = tables.replace(f"-- like {name}\n", _COLUMN.sub(r"-- \1: \2", columns))
    return GameFacts(game, tables, fills)


def create_tables(connection: duckdb.DuckDBPyConnection, without: Collection[str] = ()) -> None:
    """Create the games' own tables, except those of the games in `without`. Raises FactsDefect."""
    for facts in game_facts().values():
        if facts.tables and facts.game not in without:
            try:
                connection.execute(f"create schema {facts.game}")
                connection.execute(facts.tables)
            except STATEMENT_ERRORS as error:
                raise FactsDefect(facts.game, _OWN_TABLES, error) from error


class FactsScope(Struct, frozen=True):
    """The events and the parts of facts to project."""

    start: int
    """Position of the first new entry."""
    low: int
    """The lowest first position of their matches."""
    games: frozenset[str]
    opening: bool
    """True if the batch has an opening; only openings fill seats."""
    without: frozenset[tuple[str, str]] = frozenset()
    """Parts of games that are skipped; all parts of a game whose tables are missing."""


def insert_facts(connection: duckdb.DuckDBPyConnection, filling: FactsScope) -> frozenset[str]:
    """Fill the tables from new events, and return those that got rows. Raises one of STATEMENT_ERRORS."""
    return _fill(connection, filling, filling.games)


def expect_facts(connection: duckdb.DuckDBPyConnection, filling: FactsScope) -> frozenset[str]:
    """Fill the tables game by game, which is slower, to find the game whose part fails. Raises FactsDefect."""
    return frozenset().union(
        *(_fill(connection, filling, frozenset({game}), apart=True) for game in sorted(filling.games))
    )


def _fill(
    connection: duckdb.DuckDBPyConnection, filling: FactsScope, games: frozenset[str], *, apart: bool = False
) -> frozenset[str]:
    found = connection.execute("select distinct type from events where position >= $start", {"start": filling.start})
    types = frozenset(str(name) for (name,) in found.fetchall())
    known = frozenset(game_facts().keys() & games - {game for game, part in filling.without if part == _OWN_TABLES})
    filled = set()
    for table, statement in _inserts(known, filling.without, types & _all_words()):
        if filling.opening or table != "seats":
            try:
                [(rows,)] = connection.execute(statement, {"start": filling.start, "low": filling.low}).fetchall()
            except STATEMENT_ERRORS as error:
                if apart:
                    raise FactsDefect(min(games), table, error) from error
                raise
            if rows:
                filled.add(table)
    return frozenset(filled)


@lru_cache(200)
def _inserts(
    games: frozenset[str], without: frozenset[tuple[str, str]], types: frozenset[str]
) -> tuple[tuple[str, str], ...]:
    """Return one statement per table that these event types can fill, from the queries that can return rows: for a
    single action, planning takes most of the time.

    (A single statement per table is also necessary: if a second one inserts no rows, DuckDB 2.0 loses sight of the rows
    of the first.)"""
    queries: dict[str, list[str]] = {}
    for game in sorted(games):
        for table, sql in game_facts()[game].fills:
            asked = _types(sql)
            found = queries.setdefault(
                table, []
            )  # in the order of the files, because some tables are filled from earlier ones
            if (game, table) not in without and (asked is None or asked & types):
                chosen = _CHOSEN.format(game=quoted(game))
                found.append(f"({chosen} select * from ({sql.rstrip(';')}))")  # noqa: S608 (our own files)
    return tuple(
        (table, f"insert into {table} by name {' union all by name '.join(parts)}")
        for table, parts in queries.items()
        if parts
    )


@cache
def _all_words() -> frozenset[str]:
    """Return the words in all facts. Event types that are not among them do not affect any statement."""
    return frozenset().union(*(_types(sql) or () for facts in game_facts().values() for _, sql in facts.fills))


@cache
def _types(sql: str) -> frozenset[str] | None:
    """Return all words that could be event types in a query; `None` if the query does not depend on types."""
    return frozenset(_WORD.findall(sql)) if _TYPE.search(sql) else None
