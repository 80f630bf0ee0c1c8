"""Moves played from a public position, how often, and with which results.

`steps` stores the moves of first turns, when a game is first queried. This module follows moves to positions, and
queries the moves from there with the filters of metrics."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import duckdb
from msgspec import Struct
from msgspec.structs import replace

from domain.positions import FIRST_TURNS
from domain.syntax import shown
from domain.text import pluralize, suggestion
from projections.answers import Answer, AsOf, cut_notes
from projections.counted_numbers import related
from projections.damage_scan import damage_notes
from projections.errors import BadParameter, UnknownMove
from projections.filters import Filter, expect_few, given_filters, narrowing, scope_of, taken_by, with_names
from projections.game_names import within
from projections.opening_explorer.steps import BEHIND
from projections.questions.scope import MatchScope, answer_notes, create_scope_tables, limit_in, over_scope_tables, used
from projections.ratings.table import bring_up
from projections.sections import parse, sql_text
from projections.statements import Statement, prepared, statement_of

_NAMED: Final = 5
"""Most moves that an error message suggests."""
_DAMAGED: Final = """
    select e.match from examined e join matches m on m.match = e.match where e.problem is not null and m.game = $game order by all
"""
_COLUMNS: Final = ("player", "opponents", "seat", "side", "is_first", "result", "at_turn")
"""The columns of a move that filters can use."""
_HERE: Final = "p.match in (select match from here)"


class ExplorerQuery(Struct, frozen=True):
    """A query of the opening explorer."""

    game: str
    moves: tuple[str, ...]
    """Moves from the initial position, each in notation or as a prefix of it."""
    filters: tuple[Filter, ...]
    key: str = ""
    """Key of the initial position; empty for the positions at the beginning of the first turn."""


@cache
def _part(name: str) -> str:
    return parse("explorer", sql_text("opening_explorer", "explorer")).part(name)


def read_explored(game: str, moves: Sequence[str], filters: tuple[Filter, ...], key: str = "") -> ExplorerQuery:
    """Return a query. Raises BadParameter for a filter that moves do not have."""
    expect_few(filters)
    for one in filters:
        if one.name == "recorded" and one.value == "yes":
            raise BadParameter("explore counts only current moves: undone ones are not available", one.column)
        if one.name == "game":
            raise BadParameter(f"game:{one.value}: give the game before the moves", one.column)
        if not taken_by(_COLUMNS, one):
            raise BadParameter(f"explore cannot be narrowed by {one.name}", one.column)
    tidy = tuple(" ".join(move.split()) for move in moves)
    if not all(tidy):
        raise BadParameter("a move is blank; leave it out to explore the beginning")
    return ExplorerQuery(game, tidy, (*filters, *given_filters({"game": game})), key)


def answer(connection: duckdb.DuckDBPyConnection, asked: ExplorerQuery, as_of: AsOf) -> Answer:
    """Return the moves from a position, most played first. Raises UnknownMove, and UnknownMetric for values that do not
    occur in any match."""
    bring_up(connection)
    keys = _create_here(connection, asked)
    query, scope = _settled(connection, asked)
    cursor = connection.execute(query.sql, used(query.sql, query.values))
    columns = tuple(str(column[0]) for column in cursor.description or ())
    rows = [tuple(row) for row in cursor.fetchall()]
    shown = rows[: limit_in(query.values)]
    notes = answer_notes(connection, scope, as_of, rows=len(rows))
    notes = tuple(dict.fromkeys((*cut_notes(len(shown), len(rows)), *notes, *_notes(connection, asked, keys))))
    return Answer(columns, tuple(shown), scope.n, as_of, notes, len(rows))


def matches(connection: duckdb.DuckDBPyConnection, asked: ExplorerQuery, move: str) -> tuple[str, ...]:
    """Return the ids of the matches in which a move was made from the position, latest first. Raises as `answer`."""
    _create_here(connection, asked)
    query, _ = _settled(connection, asked, "behind")
    found = connection.execute(query.sql, used(query.sql, {**query.values, "row_move": move})).fetchall()
    return tuple(str(match) for (match,) in found)


def _settled(
    connection: duckdb.DuckDBPyConnection, asked: ExplorerQuery, part: str = "answer"
) -> tuple[Statement, MatchScope]:
    """Return the statement of a query, and its scope, after creating the tables of the scope."""
    asked = replace(asked, filters=with_names(connection, asked.filters))
    query = prepared(connection, _statement(asked, part))
    joins, narrowed = query.scope
    return query, create_scope_tables(connection, query.values, joins=joins, narrowed=narrowed)


def _create_here(connection: duckdb.DuckDBPyConnection, asked: ExplorerQuery) -> list[str]:
    """Create the table `here` of the queried positions, and return their keys. Raises UnknownMove."""
    keys = _followed(connection, asked)
    connection.execute(_part("here"), {"game": asked.game, "keys": keys})
    return keys


def _statement(asked: ExplorerQuery, part: str = "answer") -> Statement:
    narrowed = narrowing(asked.filters, _COLUMNS)
    narrowed.matches.texts.append(_HERE)
    rows = f"select p.* from ({_part('rows')}) p {''.join(narrowed.rows.joins)} where true{narrowed.rows.where}"  # noqa: S608 (our own files; values are bound)
    ctes = {"rows": rows, **{name: _part(name) for name in ("rated_before", "parts")}}
    query = _part(part)
    return statement_of(narrowed, over_scope_tables(query, related(ctes, query)))


def _followed(connection: duckdb.DuckDBPyConnection, asked: ExplorerQuery) -> list[str]:
    """Return the keys of the positions that the moves lead to, in the matches that exist for the caller. Raises UnknownMove."""
    limited = within(scope_of(asked.filters))
    if asked.key:
        keys = [asked.key]
    else:
        found = connection.execute(limited + _part("beginnings"), {"game": asked.game}).fetchall()
        keys = [str(key) for (key,) in found]
    for place, move in enumerate(asked.moves):
        found = connection.execute(limited + _part("moves"), {"game": asked.game, "keys": keys}).fetchall()
        after = {str(text): [str(key) for key in reached] for text, reached in found}
        keys = after[_meant(move, after, asked.moves[:place])]
    return keys


def _meant(move: str, known: Mapping[str, object], before: Sequence[str]) -> str:
    """Return the move that equals the typed text, or the only one that begins with it. `known`: the moves from the
    position, most played first."""
    folded = {text.casefold(): text for text in known}
    begun = [text for text in known if text.casefold().startswith(move.casefold())]
    if move.casefold() in folded:
        return folded[move.casefold()]
    if len(begun) == 1:
        return begun[0]
    where, typed = f"after {shown(before[-1])}," if before else "from there", shown(move)
    if begun:
        raise UnknownMove(f"{where} {typed} may be {_listed(begun)}; write more of it")
    if not known:
        raise UnknownMove(f"{where} no match in the store has another move; leave {typed} out")
    near = suggestion(move, known) or f"; there are {_listed(list(known))}"
    raise UnknownMove(f"{where} {typed} was never played{near}")


def _listed(moves: Sequence[str]) -> str:
    more = f" and {pluralize(len(moves) - _NAMED, 'more')}" if len(moves) > _NAMED else ""
    return ", ".join(map(shown, moves[:_NAMED])) + more


def _notes(connection: duckdb.DuckDBPyConnection, asked: ExplorerQuery, keys: Sequence[str]) -> tuple[str, ...]:
    """Return notes on the number of positions and on missing matches."""
    notes = []
    if asked.moves or asked.key:
        notes.append(f"from {pluralize(len(keys), 'position')}, in the first {FIRST_TURNS} turns of matches")
    [(behind,)] = connection.execute(BEHIND, {"game": asked.game}).fetchall()
    if behind:
        notes.append(f"{pluralize(behind, 'match', 'matches')} not included yet: the analytics are in use; ask again")
    # Damaged matches are not in the table of moves, so the usual note about excluded matches would miss them.
    damaged = connection.execute(_DAMAGED, {"game": asked.game}).fetchall()
    return (*notes, *damage_notes(connection, [str(match) for (match,) in damaged], "left out"))
