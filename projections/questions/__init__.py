"""Questions with SQL of their own: ours, and those of games in `questions/` of their packages. Each is one SQL file: a header
in TOML with its meaning, then the query.

The part `[answer]` is the query over `chosen`, the matches in scope. The optional part `[matches]` gives the matches of a
row, whose cells are its parameters `$row_<column>`; without it, these are all matches of its game. The part `[fit]` gives
the data of a fit. The optional part `[notes]` gives one text per row (null: no note). Any `$name` in them is the value of a
filter; a question without `$recorded` gives the reason in `recorded`.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

import duckdb
import msgspec
from msgspec import Struct

from domain.decoding import converted
from domain.text import suggestion
from projections import saving
from projections.answers import Answer, AsOf, cut_notes
from projections.errors import BadParameter, UnknownQuestion
from projections.filters import Filter, checked, expect_known, filters, narrowing, with_names
from projections.game_defects import STATEMENT_ERRORS
from projections.metrics.archetypes import make_archetypes
from projections.questions.scope import LEFT_OUT, limit_in, parameters_in, scoped, told, used
from projections.ratings.edge import make_edges
from projections.ratings.table import bring_up
from projections.saving import Form, Written
from projections.sections import SqlFile, game_texts, parse, sql_texts

_COUNTED: Final = {False: "select match from chosen", True: "select match from chosen where game = $row_game"}
"""The matches behind a row of a question that does not say: all that are counted; of the row's game where it has one."""


class QuestionHeader(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The comment above a question."""

    title: str
    """The number, in words."""
    meaning: str
    """What it tells."""
    formula: str
    unit: str
    sample: str
    """The counted cases: those in column `n`."""
    bias: str
    """Its known bias."""
    columns: dict[str, str]
    """Name and meaning of each column of the answer."""
    intervals: dict[str, tuple[str, str]] = {}
    """A column, and those that hold its lower and upper end."""
    percent: tuple[str, ...] = ()
    """Columns that are shares from 0 to 1."""
    chart: str = ""
    """The chart: see `service/analysis/charts.py`; empty for no chart."""
    needs: frozenset[str] = frozenset()
    """Data computed before it is asked: `ratings`, `archetypes`, `edges`."""
    place: str = ""
    """The only place that offers it (`command line`: not the statistics screen); empty for all places."""
    recorded: str = ""
    """Why what was taken back cannot be counted too; empty where it can."""
    parameters: dict[str, str] = {}
    """Filters that only it has."""


class Question(Struct, frozen=True):
    """A question with all that `explain` says of it."""

    name: str
    header: QuestionHeader
    games: tuple[str, ...]
    """Games for which it makes sense; empty for all."""
    answer: str
    notes: str = LEFT_OUT
    matches: str = ""
    """The query of the matches behind a row."""
    fit: str = ""
    """The query of what is fitted for it."""

    @property
    def title(self) -> str:
        """The number, in words."""
        return self.header.title

    @property
    def meaning(self) -> str:
        """What it tells."""
        return self.header.meaning

    @property
    def unit(self) -> str:
        """The unit of its numbers."""
        return self.header.unit

    @property
    def place(self) -> str:
        """The only place that offers it; empty for all places."""
        return self.header.place

    @property
    def chart(self) -> str:
        """What is drawn."""
        return self.header.chart

    @property
    def percent(self) -> tuple[str, ...]:
        """Columns that are shares."""
        return self.header.percent

    @property
    def intervals(self) -> tuple[tuple[str, str, str], ...]:
        """A column, and those that hold its lower and upper end."""
        return tuple((name, *ends) for name, ends in self.header.intervals.items())

    @property
    def used(self) -> frozenset[str]:
        """Names of the values that its statements use."""
        return frozenset(parameters_in(" ".join((self.answer, self.fit, self.notes, self.matches))))

    def takes(self, one: Filter) -> bool:
        """Whether a filter narrows it."""
        dimension = one.dimension
        if one.name in self.header.parameters or (dimension.needs and one.name in self.used):
            return not one.negative and (not one.is_range or one.name in self.header.parameters)
        if one.name in ("recorded", "least"):
            return one.name in self.used
        return one.name == "player" or not (dimension.needs or dimension.own or one.name == "sort")


@cache
def questions() -> Mapping[str, Question]:
    """All questions by name. Those of games that cannot be used are left out here; `bad_questions` has them."""
    found = [_question(parse(name, text), ()) for name, text in sql_texts("questions")]
    for game, name, text in game_texts("questions"):
        if not _missing(file := parse(name, text)):
            found.append(_question(file, (game,)))
    return {question.name: question for question in sorted(found, key=lambda question: question.name)}


@cache
def bad_questions() -> Mapping[str, str]:
    """The questions of games that cannot be used: name -> file and fault, in one line."""
    files = [(game, parse(name, text)) for game, name, text in game_texts("questions")]
    return {
        _name(file): f"{game}/questions/{file.name}.sql: {missing}"
        for game, file in files
        if (missing := _missing(file))
    }


def _missing(file: SqlFile) -> str:
    if file.problem:
        return file.problem
    try:
        converted(file.header, QuestionHeader)
    except msgspec.ValidationError as error:
        return f"its header: {error}"
    return "" if file.part("answer") else "no part `-- [answer]`"


def _name(file: SqlFile) -> str:
    return file.name.replace("_", "-")


def _question(file: SqlFile, games: tuple[str, ...]) -> Question:
    header, notes = converted(file.header, QuestionHeader), file.part("notes")
    return Question(
        name=_name(file),
        header=header,
        games=games,
        answer=file.part("answer"),
        matches=file.part("matches") or _COUNTED["game" in header.columns],
        notes=f"{LEFT_OUT} union all {notes}" if notes else LEFT_OUT,
        fit=file.part("fit"),
    )


def find_question(name: str) -> Question:
    """The question of that name. Raises UnknownQuestion, naming those there are, or what is wrong with it."""
    key = name.replace("_", "-")
    if bad := bad_questions().get(key):
        raise UnknownQuestion(bad)
    if key not in questions():
        raise UnknownQuestion(
            f"no question {name!r}; there are {', '.join(questions())}{suggestion(name, questions())}"
        )
    return questions()[key]


class _Asked(Struct, frozen=True):
    """A question with what it is narrowed by, ready to be put."""

    question: Question
    values: dict[str, object]
    joins: str
    narrowed: str

    def over(self, query: str) -> str:
        """A query over the matches in scope."""
        return scoped(query, self.question.games, joins=self.joins, narrowed=self.narrowed)


def _asked(connection: duckdb.DuckDBPyConnection, question: Question, given: tuple[Filter, ...]) -> _Asked:
    named = with_names(connection, given)
    own = {
        *question.header.parameters,
        *(name for name in question.used if name in filters() and filters()[name].needs),
    }
    narrowed = narrowing(one for one in named if one.name not in own or one.name == "player")
    expect_known(connection, checked(one for one in named if one.name not in question.header.parameters))
    values = {**narrowed.values, **{name: _only(named, name) for name in own}}
    joins, where = narrowed.scope
    return _Asked(question, values, joins, where)


def _only(given: tuple[Filter, ...], name: str) -> str | None:
    """The value of a filter that a statement compares itself. Raises BadParameter for several."""
    found = [one for one in given if one.name == name]
    if len(found) > 1:
        raise BadParameter(f"{name} is given twice", found[1].column)
    return found[0].value if found else None


def answer(connection: duckdb.DuckDBPyConnection, question: Question, given: tuple[Filter, ...], as_of: AsOf) -> Answer:
    """Asks a question. Raises UnknownQuestion, BadParameter, UnknownMetric for a game, a kit or a player who is in no match."""
    asked = _asked(connection, question, given)
    _prepare(connection, asked)
    with _named(question):
        sql = asked.over(question.answer)
        cursor = connection.execute(sql, used(sql, asked.values))
        columns = tuple(str(column[0]) for column in cursor.description or ())
        rows = [tuple(row) for row in cursor.fetchall()]
        shown = rows[: limit_in(asked.values)]
        estimates = bool(question.chart or question.percent or question.intervals)
        notes_sql = asked.over(question.notes)
        n, notes = told(connection, asked.over, notes_sql, asked.values, as_of, rows=len(rows), estimates=estimates)
        return Answer(columns, tuple(shown), n, as_of, (*cut_notes(len(shown), len(rows)), *notes), len(rows))


def matches(
    connection: duckdb.DuckDBPyConnection, question: Question, given: tuple[Filter, ...], row: Mapping[str, object]
) -> tuple[str, ...]:
    """The ids of the matches behind a row of an answer, by its cells. Raises UnknownQuestion, BadParameter."""
    asked = _asked(connection, question, given)
    values = asked.values | {f"row_{column}": cell for column, cell in row.items()}
    with _named(question):
        sql = f"select distinct match from ({asked.over(question.matches)})"  # noqa: S608 (our own files; values are bound)
        return tuple(str(match) for (match,) in connection.execute(sql, used(sql, values)).fetchall())


def _prepare(connection: duckdb.DuckDBPyConnection, asked: _Asked) -> None:
    needs = asked.question.header.needs
    if "ratings" in needs:
        bring_up(connection)
    if "archetypes" in needs:
        make_archetypes(connection)
    if "edges" in needs:
        fit = asked.over(asked.question.fit)
        make_edges(connection, fit, used(fit, asked.values))


@contextmanager
def _named(question: Question) -> Iterator[None]:
    """Names the file where a question of a game fails. Raises UnknownQuestion."""
    try:
        yield
    except STATEMENT_ERRORS as error:
        if not question.games:
            raise
        file = f"{question.games[0]}/questions/{question.name.replace('-', '_')}.sql"
        raise UnknownQuestion(f"{file}: {' '.join(str(error).partition(chr(10) * 2)[0].split())}") from error


def save(
    connection: duckdb.DuckDBPyConnection,
    question: Question,
    given: tuple[Filter, ...],
    as_of: AsOf,
    *,
    target: Path,
    form: Form,
) -> Written:
    """Writes the answer to a question into a file. Raises UnknownQuestion, BadParameter, AnalyticsUnwritable."""
    asked = _asked(connection, question, given)
    _prepare(connection, asked)
    with _named(question):
        sql = asked.over(question.answer)
        limit = limit_in(asked.values)
        rows, total = saving.save(connection, sql, used(sql, asked.values), limit=limit, target=target, form=form)
        _, notes = told(connection, asked.over, asked.over(question.notes), asked.values, as_of, rows=total)
        return Written(rows, total, as_of, (*cut_notes(rows, total), *notes))


def parameters_of(question: Question) -> tuple[tuple[str, str], ...]:
    """Name and meaning of the filters that narrow a question, and why it is not narrowed by what was taken back."""
    missing = (("(recorded)", f"not here: {question.header.recorded}"),) if question.header.recorded else ()
    taken = (
        (name, question.header.parameters.get(name, one.meaning))
        for name, one in filters().items()
        if question.takes(Filter(name, "", None, None))
    )
    return (*taken, *missing)


def described(question: Question) -> Mapping[str, str]:
    """All that is said of a question, by label."""
    header = question.header
    said = {
        "meaning": header.meaning,
        "formula": header.formula,
        "unit": header.unit,
        "sample": header.sample,
        "known bias": header.bias,
    }
    return {**said, "games": ", ".join(question.games)} if question.games else said


def explain(question: Question) -> str:
    """Return the meaning and the formula of a question as text."""
    lines = [f"{question.name}: {question.title}", ""]
    lines += [f"{label:<12}{text}" for label, text in described(question).items()]
    lines += ["", "columns", *(f"  {column:<14} {text}" for column, text in question.header.columns.items())]
    lines += ["", "filters", *(f"  {name:<14} {meaning}" for name, meaning in parameters_of(question))]
    return "\n".join(lines) + "\n"
