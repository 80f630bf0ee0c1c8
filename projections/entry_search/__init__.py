"""Searches for entries of all matches.

`language` parses a search, `words` resolves its words to names in this store, and `compiler` makes one SQL statement
with bound values. Each entry is found only once.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

import duckdb
from msgspec import Struct
from msgspec.structs import replace

from domain.text import pluralize
from projections.answers import Answer, AsOf, cut_notes
from projections.counted_numbers import related
from projections.entry_search.compiler import COLUMNS, Compiler, part
from projections.entry_search.language import Query, read_query
from projections.entry_search.words import Vocabulary
from projections.filters import Filter, given_filters, narrowing, with_names
from projections.questions.scope import answer_notes, create_scope_tables, limit_in, over_scope_tables, used
from projections.statements import prepared, statement_of

__all__ = ["EntrySearch", "answer", "read_searched", "words"]

_PARTS: Final = ("standing", "rows", "held", "counts", "broken")


class EntrySearch(Struct, frozen=True):
    """A search within a scope."""

    query: Query
    filters: tuple[Filter, ...]
    """Filters on matches."""


@cache
def _parts() -> Mapping[str, str]:
    return {name: part(name) for name in _PARTS}


def read_searched(text: str, given: Mapping[str, int | str | None] | None = None) -> EntrySearch:
    """Parse a search. `given`: further filters on matches by name. Raises UnknownMetric, BadParameter."""
    query, filters = read_query(text)
    typed = {one.name for one in filters}
    further = {name: value for name, value in (given or {}).items() if name not in typed}
    return EntrySearch(query, (*filters, *given_filters(further)))


def words(connection: duckdb.DuckDBPyConnection) -> Mapping[str, tuple[str, ...]]:
    """Return the names that occur, by kind (actions, cards, players)."""
    known = Vocabulary(connection)
    named = {"action": known.actions, "card": known.cards, "player": known.players}
    return {kind: tuple(names.values()) for kind, names in named.items()}


def answer(connection: duckdb.DuckDBPyConnection, searched: EntrySearch, as_of: AsOf) -> Answer:
    """Return the matching entries, those of the latest match first. Raises BadParameter, and UnknownMetric for words that do
    not occur in any match."""
    narrowed = narrowing(with_names(connection, searched.filters), COLUMNS)
    compiler = Compiler(connection, narrowed.values)
    query = part("answer").replace("@found", compiler.found(searched.query))
    joins, where = narrowed.scope
    scope = create_scope_tables(connection, narrowed.values, joins=joins, narrowed=where)
    statement = statement_of(narrowed, over_scope_tables(query, related({**_parts(), **compiler.sets}, query)))
    asked = prepared(connection, replace(statement, checks=(*statement.checks, *compiler.checks)))
    cursor = connection.execute(asked.sql, used(asked.sql, asked.values))
    columns = tuple(str(column[0]) for column in cursor.description or ())
    rows = [tuple(row) for row in cursor.fetchall()]
    shown = rows[: limit_in(narrowed.values)]
    notes = answer_notes(connection, scope, as_of, rows=len(rows), estimates=False)
    matches = len({row[0] for row in rows})
    where_found = (
        f"{pluralize(len(rows), 'entry', 'entries')} in {pluralize(matches, 'match', 'matches')} of {scope.n:,}"
    )
    return Answer(
        columns, tuple(shown), scope.n, as_of, (where_found, *cut_notes(len(shown), len(rows)), *notes), len(rows)
    )
