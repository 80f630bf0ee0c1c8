"""Queries of statistics, such as `win-rate by deck game:frc_tcg` or `dice-fairness player:Ada`. Each is compiled to one
SQL statement."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import duckdb
from msgspec import Struct
from msgspec.structs import replace

from domain.procedure.guide import guide_json
from domain.text import pluralize
from projections import result_files
from projections.answers import Answer, AsOf, cut_notes
from projections.counted_numbers import answer_sql, known_sql, matches_sql
from projections.counted_numbers.archetypes import make_archetypes
from projections.errors import BadParameter, UnknownQuestion
from projections.filters import (
    Dimension,
    Filter,
    SqlFilter,
    checked,
    expect_known,
    filters,
    find_dimension,
    given_filters,
    narrowing,
    with_names,
)
from projections.game_defects import STATEMENT_ERRORS
from projections.grammar import ParsedQuestion, line_of, read_question
from projections.questions import Coverage, Question, find_question
from projections.questions.scope import MatchScope, Value, answer_notes, find_scope, limit_in, scoped, used
from projections.ratings.edge import make_edges
from projections.ratings.table import bring_up
from projections.result_files import Form, WrittenFile

LOW_COVERAGE: Final = 0.9
"""If fewer cards or seats than this share are known, an answer warns that its coverage is too low."""


class Request(Struct, frozen=True):
    """A statistic, split by dimensions and limited by filters."""

    number: Question
    by: tuple[str, ...] = ()
    filters: tuple[Filter, ...] = ()

    @property
    def dimensions(self) -> tuple[Dimension, ...]:
        """Return the dimensions that it is split by."""
        return tuple(map(find_dimension, self.by))


def read_request(asked: str | Sequence[str], given: Mapping[str, Value] | None = None) -> Request:
    """Parse a query from a line or from the arguments of a shell. `given`: further filters by name. Raises
    UnknownQuestion, UnknownMetric, BadParameter, with the column of the wrong word."""
    typed = read_question(asked if isinstance(asked, str) else line_of(asked))
    return checked_request(typed, given_filters(given or {}))


def checked_request(typed: ParsedQuestion, further: tuple[Filter, ...] = ()) -> Request:
    """Check that a statistic has the typed dimensions and filters, and return the request. Raises as `read_request`."""
    number = find_question(typed.number, typed.column)
    by = tuple(name for name in typed.by if name != "game")
    if by and not number.is_counted:
        raise BadParameter(f"{number.name} cannot be split: leave out 'by'")
    for name in by:
        if name not in number.splits:
            listed = ", ".join(number.splits)
            raise BadParameter(f"{number.name} cannot be split by {name}; possible: {listed}")
    given = (*typed.filters, *further)
    for one in given:
        expect_taken(number, one)
    return Request(number, by, given)


def expect_taken(number: Question, one: Filter) -> None:
    """Raise BadParameter for a filter that the statistic does not have."""
    if number.takes(one):
        return
    if one.name == "recorded" and not number.is_counted:
        raise BadParameter(f"{number.name} cannot count what was taken back: {number.recorded}", one.column)
    if one.negative and number.takes(Filter(one.name, "", None, None)):
        raise BadParameter(f"{number.name} cannot exclude a {one.name}", one.column)
    taken = ", ".join(name for name in filters() if number.takes(Filter(name, "", None, None)))
    raise BadParameter(f"{number.name} cannot be narrowed by {one.name}; possible: {taken}", one.column)


class Statement(Struct, frozen=True, kw_only=True):
    """A question as SQL."""

    sql: str
    notes: str = ""
    """Finds further notes of the statistic; empty if it has none."""
    known: str = ""
    """Counts of known and of all rows, by game; empty if the statistic needs no counts."""
    fit: str = ""
    values: Mapping[str, object]
    scope: tuple[str, str]
    """Joins and conditions of matches."""
    game: str = ""
    checks: tuple[Filter, ...]
    """Filters whose values must occur in the store."""
    needs: frozenset[str] = frozenset()

    def over(self, query: str, ctes: str = "") -> str:
        """Return a query over the matches in scope."""
        joins, narrowed = self.scope
        return scoped(query, self.game, joins=joins, narrowed=narrowed, ctes=ctes)


def statement_of(narrowed: SqlFilter, sql: str) -> Statement:
    """Return a statement for a query with its filters."""
    needs = frozenset(("archetypes",) if "archetypes" in sql else ())
    return Statement(sql=sql, values=narrowed.values, scope=narrowed.scope, checks=narrowed.checks, needs=needs)


def _statement(connection: duckdb.DuckDBPyConnection, asked: Request, *, behind: bool = False) -> Statement:
    """Return the SQL of an answer, or (`behind`) of the matches that a row of it counts. Creates the tables that it
    needs. Raises as `answer`."""
    number, by = asked.number, asked.dimensions
    named = with_names(connection, asked.filters)
    own = {*number.parameters, *(name for name in number.used if name in filters() and filters()[name].needs)}
    compared = (one for one in named if one.name not in own or one.name == "player")
    narrowed = narrowing(compared, number.keys, incidence=number.kind == "incidence")
    known, related = known_sql(number)
    made = Statement(
        sql="",
        values={**narrowed.values, **{name: _only(named, name) for name in own}, "guide": guide_json()},
        scope=narrowed.scope,
        game=number.game,
        checks=checked(one for one in named if one.name not in number.parameters),
    )
    if number.is_counted:
        sql = made.over(*(matches_sql if behind else answer_sql)(number, by, narrowed))
    else:
        sql = made.over(number.matches if behind else number.answer)
    if behind:
        sql = f"select distinct match from ({sql})"  # noqa: S608 (our own files; values are bound)
    known = made.over(known, related) if known else ""
    needs = frozenset(("archetypes",)) if "archetypes" in sql + known else frozenset()
    made = replace(made, sql=sql, notes=made.over(number.notes) if number.notes else "", known=known, needs=needs)
    return made if behind else replace(made, fit=number.fit, needs=needs | number.needs)


def _only(given: tuple[Filter, ...], name: str) -> str | None:
    """Return the value of a filter that the statement itself compares. Raises BadParameter for several values."""
    found = [one for one in given if one.name == name]
    if len(found) > 1:
        raise BadParameter(f"{name} is given twice", found[1].column)
    return found[0].value if found else None


def prepared(connection: duckdb.DuckDBPyConnection, asked: Statement) -> Statement:
    """Create the tables that a statement needs, and return it. Raises UnknownMetric for values that do not occur in any
    match."""
    if "archetypes" in asked.needs:
        make_archetypes(connection)
    expect_known(connection, asked.checks)
    if "ratings" in asked.needs:
        bring_up(connection)
    return asked


def _settled(
    connection: duckdb.DuckDBPyConnection, asked: Request, *, behind: bool = False
) -> tuple[Statement, MatchScope]:
    """Return the statement of a question, and its scope, after creating the tables that it needs. Raises as `answer`."""
    made = prepared(connection, _statement(connection, asked, behind=behind))
    scope = find_scope(connection, made.over, made.values)
    if made.fit:
        fit = scope.settled(made.over(made.fit))
        make_edges(connection, fit, used(fit, made.values))
    texts = {name: scope.settled(getattr(made, name)) for name in ("sql", "notes", "known")}
    return replace(made, **texts), scope


@contextmanager
def _named(question: Question) -> Iterator[None]:
    """Context in which errors of a game's question name its file. Raises UnknownQuestion."""
    try:
        yield
    except STATEMENT_ERRORS as error:
        if not question.game:
            raise
        file = f"{question.game}/questions/{question.name.replace('-', '_')}.sql"
        raise UnknownQuestion(f"{file}: {' '.join(str(error).partition(chr(10) * 2)[0].split())}") from error


def answer(connection: duckdb.DuckDBPyConnection, asked: Request, as_of: AsOf) -> Answer:
    """Return the answer. Raises UnknownQuestion, BadParameter, and UnknownMetric for values that do not occur in any
    match."""
    with _named(asked.number):
        made, scope = _settled(connection, asked)
        cursor = connection.execute(made.sql, used(made.sql, made.values))
        columns = tuple(str(column[0]) for column in cursor.description or ())
        rows = [tuple(row) for row in cursor.fetchall()]
        shown = rows[: limit_in(made.values)]
        notes = _notes(connection, asked, made, scope, as_of=as_of, rows=(len(shown), len(rows)))
        return Answer(columns, tuple(shown), scope.n, as_of, notes, len(rows))


def matches(connection: duckdb.DuckDBPyConnection, asked: Request, row: Mapping[str, object]) -> tuple[str, ...]:
    """Return the ids of the matches that a row of the answer counts. `row`: its cells by column. Raises as `answer`."""
    cells = {f"row_{column}": cell for column, cell in row.items()}
    with _named(asked.number):
        made, _ = _settled(connection, asked, behind=True)
        found = connection.execute(made.sql, used(made.sql, {**made.values, **cells})).fetchall()
        return tuple(str(match) for (match,) in found)


def save(
    connection: duckdb.DuckDBPyConnection, asked: Request, as_of: AsOf, *, target: Path, form: Form
) -> WrittenFile:
    """Write the answer into a file. Raises as `answer`, and AnalyticsUnwritable."""
    with _named(asked.number):
        made, scope = _settled(connection, asked)
        values, limit = used(made.sql, made.values), limit_in(made.values)
        rows, total = result_files.save(connection, made.sql, values, limit=limit, target=target, form=form)
        notes = _notes(connection, asked, made, scope, as_of=as_of, rows=(rows, total))
        return WrittenFile(rows, total, as_of, notes)


def _notes(
    connection: duckdb.DuckDBPyConnection,
    asked: Request,
    made: Statement,
    scope: MatchScope,
    *,
    as_of: AsOf,
    rows: tuple[int, int],
) -> tuple[str, ...]:
    """Return the notes of an answer. `rows`: the numbers of shown and of all rows."""
    number = asked.number
    found = connection.execute(made.notes, used(made.notes, made.values)).fetchall() if made.notes else ()
    own = [str(text) for (text,) in found if text is not None]
    notes = answer_notes(connection, scope, as_of, rows=rows[1], own=own, estimates=number.estimates)
    if number.game and not scope.n:
        notes = (f"no match is in scope: only matches of {number.game} have {number.name}", *notes[1:])
    return (*cut_notes(*rows), *notes, *_coverage_notes(connection, number.known, made))


def _coverage_notes(connection: duckdb.DuckDBPyConnection, known: Coverage | None, asked: Statement) -> tuple[str, ...]:
    if known is None or not asked.known:
        return ()
    found = connection.execute(asked.known, used(asked.known, asked.values)).fetchall()
    return tuple(f"{game}: {_coverage(known, *counts)}" for game, *counts in found)


def _coverage(known: Coverage, number: int, n: int, left_out: int) -> str:
    low = "coverage too low to rely on: " if number < LOW_COVERAGE * n else ""
    seats = f"; {pluralize(left_out, 'seat')} with unknown draws left out" if left_out else ""
    return f"{low}{100 * number / n:.0f} % of {n:,} {known.of} have {known.words}{seats}"
