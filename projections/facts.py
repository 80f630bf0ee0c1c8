"""Facts of single games: per game one SQL file that says which of its events mean what.

`facts.sql` in the game's package holds parts. `[tables]` creates tables of the game's own, in a schema that bears its name; there
the line `like events,` stands for the columns that say which event a row is of, and `like event,` for those without its turn.
What only names the fields of single events is a view of `events`; the same lines behind `--` say what its columns mean.
Every other part is a query that fills the table after which it is named, from `new`: the game's new events, with the columns
of `events`. One that asks for their `type` is left out where no new event is of a type that it names. Parts for `cards` and
`points` are filled by games that have such facts; `seats`, `endings` and `firsts` by those that know more of them than the fold
of their matches does (see `folding`).

A fact may need what happened before it in its match: `past` holds the events of the matches of `new`, in the columns of
`events`, with `undone_by`: an event at version v was undone when a later one at w happened if `undone_by < w`. What a query
makes of an event must follow from its own past alone, so that it is the same whenever it is taken in.
"""

import re
from collections.abc import Collection, Mapping
from functools import cache
from typing import Final

import duckdb
from msgspec import Struct

from projections.database import quoted
from projections.faults import STATEMENT_FAULTS, FactsFault
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
    """What one game's file says."""

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
            except STATEMENT_FAULTS as error:
                raise FactsFault(facts.game, _OWN_TABLES, error) from error


class Filling(Struct, frozen=True):
    """Which events facts are taken from, and which facts."""

    start: int
    """Entries at this position and later."""
    low: int
    """Where the first of their matches begins."""
    games: frozenset[str]
    opening: bool
    """Seats are taken at an opening alone."""
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
            except STATEMENT_FAULTS as error:
                if apart:
                    raise FactsFault(min(games), table, error) from error
                raise


@cache
def _inserts(
    games: frozenset[str], without: frozenset[tuple[str, str]]
) -> tuple[tuple[str, str, frozenset[str] | None], ...]:
    """One statement a table, and the types of events that can give rows; None where it does not ask for types.

    (After a second statement that inserts nothing, DuckDB 2.0 loses sight of what the first wrote.)
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
    """All words that could be the types a query asks for: planning a query that gives nothing takes longest."""
    return frozenset(_WORD.findall(sql)) if _TYPE.search(sql) else None
