"""The questions that the analytics answer: ours, and those of games in `questions/` of their packages. Each is one SQL
file: a header with its meaning, then the query.

Header keys: `title`, `meaning`, `formula`, `unit`, `bias` (known bias), and `column <name>` for each column. Keys for the
display: `percent` (columns that are shares), `interval <column>: <low> <high>` (the columns of its bounds) and `chart`
(read by `service/analysis/charts.py`); `needs`: data computed beforehand: ratings, archetypes, edges; `place`: the only place
that offers the question (`command line`: not the statistics screen); `parameter <name>`: a parameter of only this question.
The part `[answer]` is the query over `chosen`, the matches in scope. The optional part `[matches]` gives the matches of a
row, whose cells are its parameters `$row_<column>`; without it, these are all matches of its game. The part `[fit]` gives
the data of a fit. The optional part `[notes]` gives one text per row (null: no note). Any `$name` in them is a parameter; a
question without `$recorded` gives the reason in `recorded`.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

import duckdb
from msgspec import Struct

from domain.text import suggestion
from projections import saving
from projections.answers import Answer, AsOf, cut_notes
from projections.errors import BadParameter, UnknownQuestion
from projections.game_defects import STATEMENT_ERRORS
from projections.game_names import with_names
from projections.metrics.archetypes import make_archetypes
from projections.questions.scope import (
    LEFT_OUT,
    PARAMETERS,
    Parameter,
    Value,
    bound,
    expect_known,
    limit_in,
    parameters_in,
    scoped,
    told,
    used,
    value_of,
)
from projections.ratings.edge import make_edges
from projections.ratings.table import bring_up
from projections.saving import Form, Written
from projections.sections import SqlFile, game_texts, parse, sql_texts

_COLUMN: Final = "column "
_PARAMETER: Final = "parameter "
_INTERVAL: Final = "interval "
_COUNTED: Final = {False: "select match from chosen", True: "select match from chosen where game = $row_game"}
"""The matches behind a row of a question that does not say: all that are counted; of the row's game where it has one."""
NEEDED: Final = ("title", "meaning", "formula", "unit", "bias")
"""Header keys that every question has."""


class Question(Struct, frozen=True):
    """A question with all that `explain` says of it."""

    name: str
    title: str
    meaning: str
    formula: str
    unit: str
    bias: str
    games: tuple[str, ...]
    """Games for which it makes sense; empty for all."""
    columns: tuple[tuple[str, str], ...]
    """Name and meaning of each column of the answer."""
    parameters: tuple[Parameter, ...]
    answer: str
    notes: str
    matches: str = ""
    """The query of the matches behind a row."""
    unrecorded: str = ""
    """Why what was taken back cannot be counted too; empty where it can."""
    chart: str = ""
    """The chart of the answer; empty for no chart."""
    percent: tuple[str, ...] = ()
    """Columns from 0 to 1."""
    place: str = ""
    """The only place that offers it; empty for all places."""
    needs: frozenset[str] = frozenset()
    """Data computed before it is asked: `ratings`, `archetypes`, `edges`."""
    fit: str = ""
    """The query of what is fitted for it."""
    intervals: tuple[tuple[str, str, str], ...] = ()
    """A column, and those that hold its lower and upper end."""


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
    if keys := [key for key in NEEDED if not file.header.get(key)]:
        return f"no line `-- {keys[0]}: …` at its beginning"
    if wrong := [key for key, ends in file.header.items() if key.startswith(_INTERVAL) and len(ends.split()) != 2]:
        return f"`-- {wrong[0]}: …` takes two columns"
    return "" if file.part("answer") else "no part `-- [answer]`"


def _name(file: SqlFile) -> str:
    return file.name.replace("_", "-")


def _question(file: SqlFile, games: tuple[str, ...]) -> Question:
    header, notes = file.header, file.part("notes")
    answer_sql = scoped(file.part("answer"), games)
    asked = parameters_in(answer_sql + file.part("fit") + notes)
    return Question(
        name=_name(file),
        title=header["title"],
        meaning=header["meaning"],
        formula=header["formula"],
        unit=header["unit"],
        bias=header["bias"],
        games=games,
        columns=tuple((key.removeprefix(_COLUMN), text) for key, text in header.items() if key.startswith(_COLUMN)),
        parameters=(*_own(header), *(p for p in PARAMETERS.values() if p.bound in asked or p.name == "limit")),
        answer=answer_sql,
        matches=scoped(file.part("matches") or _COUNTED[f"{_COLUMN}game" in header], games),
        notes=scoped(f"{LEFT_OUT} union all {notes}" if notes else LEFT_OUT, games),
        unrecorded=header.get("recorded", ""),
        chart=header.get("chart", ""),
        percent=tuple(header.get("percent", "").split()),
        place=header.get("place", ""),
        needs=frozenset(header.get("needs", "").split()),
        fit=scoped(fit, games) if (fit := file.part("fit")) else "",
        intervals=tuple(_interval(key, ends) for key, ends in header.items() if key.startswith(_INTERVAL)),
    )


def _own(header: Mapping[str, str]) -> Iterator[Parameter]:
    for key, text in header.items():
        if key.startswith(_PARAMETER):
            yield Parameter(key.removeprefix(_PARAMETER), text, str)


def _interval(key: str, ends: str) -> tuple[str, str, str]:
    low, high = ends.split()
    return key.removeprefix(_INTERVAL), low, high


def _over(question: Question) -> Callable[[str], str]:
    return lambda query: scoped(query, question.games)


def find_question(name: str) -> Question:
    """The question of that name. Raises UnknownQuestion, naming those there are, or what is wrong with it."""
    if bad := bad_questions().get(name.replace("_", "-")):
        raise UnknownQuestion(bad)
    try:
        return questions()[name.replace("_", "-")]
    except KeyError as error:
        known = f"{', '.join(questions())}{suggestion(name, questions())}"
        raise UnknownQuestion(f"no question {name!r}; there are {known}") from error


def answer(connection: duckdb.DuckDBPyConnection, name: str, parameters: Mapping[str, Value], as_of: AsOf) -> Answer:
    """Asks a question. Raises UnknownQuestion, BadParameter, UnknownMetric for a game, a kit or a player who is in no match."""
    question = find_question(name)
    values = with_names(connection, _values(question, parameters))
    _prepare(connection, question, bound(values))
    with _named(question):
        return _answered(connection, question, values, as_of)


def matches(
    connection: duckdb.DuckDBPyConnection, name: str, parameters: Mapping[str, Value], row: Mapping[str, object]
) -> tuple[str, ...]:
    """The ids of the matches behind a row of an answer, by its cells. Raises UnknownQuestion, BadParameter."""
    question = find_question(name)
    values = bound(
        {parameter.name: parameter.default for parameter in PARAMETERS.values()}
        | with_names(connection, _values(question, parameters))
    )
    values |= {f"row_{column}": cell for column, cell in row.items()}
    with _named(question):
        found = connection.execute(f"select distinct match from ({question.matches})", used(question.matches, values))  # noqa: S608 (our own files; values are bound)
        return tuple(str(match) for (match,) in found.fetchall())


def _prepare(connection: duckdb.DuckDBPyConnection, question: Question, values: Mapping[str, object]) -> None:
    if connection.execute("select 1 from matches limit 1").fetchall():
        for name in ("player", "opponent"):
            if isinstance(value := values.get(name), str):
                expect_known(connection, name, value, "select distinct player from seats")
    if "ratings" in question.needs:
        bring_up(connection)
    if "archetypes" in question.needs:
        make_archetypes(connection)
    if "edges" in question.needs:
        make_edges(connection, question.fit, used(question.fit, values))


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


def _answered(
    connection: duckdb.DuckDBPyConnection, question: Question, values: Mapping[str, object], as_of: AsOf
) -> Answer:
    cursor = connection.execute(question.answer, used(question.answer, bound(values)))
    columns = tuple(str(column[0]) for column in cursor.description or ())
    rows = [tuple(row) for row in cursor.fetchall()]
    shown = rows[: limit_in(values)]
    estimates = bool(question.chart or question.percent or question.intervals)
    n, notes = told(
        connection, _over(question), question.notes, bound(values), as_of, rows=len(rows), estimates=estimates
    )
    return Answer(columns, tuple(shown), n, as_of, (*cut_notes(len(shown), len(rows)), *notes), len(rows))


def save(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    parameters: Mapping[str, Value],
    as_of: AsOf,
    *,
    target: Path,
    form: Form,
) -> Written:
    """Writes the answer to a question into a file. Raises UnknownQuestion, BadParameter, AnalyticsUnwritable."""
    question = find_question(name)
    values = with_names(connection, _values(question, parameters))
    asked = used(question.answer, bound(values))
    _prepare(connection, question, bound(values))
    with _named(question):
        rows, total = saving.save(connection, question.answer, asked, limit=limit_in(values), target=target, form=form)
        _, notes = told(connection, _over(question), question.notes, bound(values), as_of, rows=total)
        return Written(rows, total, as_of, (*cut_notes(rows, total), *notes))


def _values(question: Question, given: Mapping[str, Value]) -> dict[str, object]:
    known = {p.name: p for p in question.parameters}
    if "recorded" in set(given) - set(known):
        raise BadParameter(f"{question.name} cannot count what was taken back: {question.unrecorded}")
    if unknown := sorted(set(given) - set(known)):
        raise BadParameter(f"{question.name} has no parameter {unknown[0]!r}; there are {', '.join(sorted(known))}")
    return {name: value_of(p, given.get(name, p.default)) for name, p in known.items()}


def known_parameters() -> Mapping[str, Parameter]:
    """The filters of all questions."""
    return {parameter.name: parameter for one in questions().values() for parameter in one.parameters}


def expect_value(name: str, value: Value) -> None:
    """Raises BadParameter where no question has a parameter of that name, or it cannot have that value."""
    known = known_parameters()
    if name not in known:
        raise BadParameter(f"no parameter {name!r}; there are {', '.join(known)}")
    value_of(known[name], value)


def parameters_of(question: Question) -> tuple[tuple[str, str], ...]:
    """Name and meaning of what a question can be narrowed by, and why not by what was taken back."""
    missing = (("(recorded)", f"not here: {question.unrecorded}"),) if question.unrecorded else ()
    return (*((p.name, p.meaning) for p in question.parameters), *missing)


def explain(name: str) -> str:
    """Return the meaning and the formula of a question as text. Raises UnknownQuestion."""
    question = find_question(name)
    lines = [f"{question.name}: {question.title}", "", question.meaning, ""]
    lines += [f"formula     {question.formula}", f"unit        {question.unit}", f"known bias  {question.bias}"]
    if question.games:
        lines.append(f"games       {', '.join(question.games)}")
    lines += ["", "columns", *(f"  {column:<14} {text}" for column, text in question.columns)]
    lines += ["", "parameters", *(f"  {name:<14} {meaning}" for name, meaning in parameters_of(question))]
    return "\n".join(lines) + "\n"
