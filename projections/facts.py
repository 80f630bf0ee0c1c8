"""Facts of single games: one SQL file per game assigns meaning to its events.

`facts.sql` in the game's package has parts. `[tables]` creates the game's own tables, in a schema with its name; in it, the
line `like events,` represents the columns that identify a row's event, and `like event,` those without its turn. Parts that
only name the fields of single events are views of `events`; the lines after `--` document their columns. Every other part is a
query that fills the table of the same name from `new`: the game's new events, with the columns of `events`. A query on `type`
is skipped if the new events lack the types that it names. Parts for `cards` and `points` are optional; `seats`,
`endings` and `firsts` refine the facts that the folded match provides (see `outcome_rows`).

A fact may depend on earlier events of its match: `past` holds the events of the matches in `new`, with the columns of
`events` and `undone_by`: an event at version v was undone before a later event at w if `undone_by < w`. The facts of an event
must depend only on its own past, so that they are the same whenever it is projected.
"""

import re
from collections.abc import Collection, Mapping
from functools import cache
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
    undone boolean not null,  -- true when a later take-back covers it, a correction strikes it, or a redo goes back behind it
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
    """Creates the games' own tables, of all but some. Raises FactsFault."""
    for facts in game_facts().values():
        if facts.tables and facts.game not in without:
            try:
                connection.execute(f"create schema {facts.game}")
                connection.execute(facts.tables)
            except STATEMENT_ERRORS as error:
                raise FactsDefect(facts.game, _OWN_TABLES, error) from error


class Filling(Struct, frozen=True):
    """Which events facts are taken from, and which facts."""

    start: int
    """Entries at this position and later."""
    low: int
    """Where the first of their matches begins."""
    games: frozenset[str]
    opening: bool
    """Seats are filled only by an opening."""
    without: frozenset[tuple[str, str]] = frozenset()
    """Parts of games that are not filled; all of a game without its tables."""


def insert_facts(connection: duckdb.DuckDBPyConnection, filling: Filling) -> None:
    """Fills the tables from new events. Raises one of STATEMENT_FAULTS."""
    _fill(connection, filling, filling.games)


def expect_facts(connection: duckdb.DuckDBPyConnection, filling: Filling) -> None:
    """Fills them game by game, which is slower, and tells whose part fails. Raises FactsFault."""
    for game in sorted(filling.games):
        _fill(connection, filling, frozenset({game}), apart=True)


def _fill(
    connection: duckdb.DuckDBPyConnection, filling: Filling, games: frozenset[str], *, apart: bool = False
) -> None:
    found = connection.execute("select distinct type from events where position >= $start", {"start": filling.start})
    types = {str(name) for (name,) in found.fetchall()}
    known = frozenset(game_facts().keys() & games - {game for game, part in filling.without if part == _OWN_TABLES})
    for table, statement, words in _inserts(known, filling.without):
        if (filling.opening or table != "seats") and (words is None or words & types):
            try:
                connection.execute(statement, {"start": filling.start, "low": filling.low})
            except STATEMENT_ERRORS as error:
                if apart:
                    raise FactsDefect(min(games), table, error) from error
                raise


@cache
def _inserts(
    games: frozenset[str], without: frozenset[tuple[str, str]]
) -> tuple[tuple[str, str, frozenset[str] | None], ...]:
    """Return one statement per table, and the event types that can give rows; `None` if it does not ask for types.

    (After a second statement that inserts no rows, DuckDB 2.0 no longer sees the rows of the first.)
    """
    queries: dict[str, list[str]] = {}
    words: dict[str, frozenset[str] | None] = {}
    for game in sorted(games):
        for table, sql in game_facts()[game].fills:
            if (game, table) in without:
                continue
            chosen = _CHOSEN.format(game=quoted(game))
            queries.setdefault(table, []).append(f"({chosen} select * from ({sql.rstrip(';')}))")  # noqa: S608 (our own files)
            before, asked = words.get(table, frozenset()), _types(sql)
            words[table] = None if before is None or asked is None else before | asked
    return tuple(
        (table, f"insert into {table} by name {' union all by name '.join(parts)}", words[table])
        for table, parts in queries.items()
    )


def _types(sql: str) -> frozenset[str] | None:
    """Return all words that could be event types in a query: most of the time goes into planning queries without results."""
    return frozenset(_WORD.findall(sql)) if _TYPE.search(sql) else None
