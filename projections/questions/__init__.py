"""The questions that the analytics answer. One SQL file each: what it means on top, then the query.

Header keys: `title`, `meaning`, `formula`, `unit`, `bias` (known bias), `games` (empty: all), and `column <name>` for each
column. How it is shown stands there too: `percent` (columns that are shares), `interval <column>: <low> <high>` (the columns
between which it lies) and `chart` (`service/charts.py` reads it). The part `[answer]` is the query, over `chosen`: the matches
that the parameters of `SCOPE` let through. The part `[notes]`, if there is one, gives one text a row (null: nothing to say).
Any `$name` in them is a parameter.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import cache
from typing import Final, TypeAlias

import duckdb
from msgspec import Struct

from projections.answers import Answer, AsOf
from projections.errors import BadParameter, UnknownQuestion
from projections.estimates import SMALL
from projections.sections import SqlFile, read_folder

Value: TypeAlias = str | int | bool | None

_PARAMETER: Final = re.compile(r"\$([a-z_]+)")
_COLUMN: Final = "column "
_INTERVAL: Final = "interval "


class Parameter(Struct, frozen=True):
    """What a question can be narrowed by."""

    name: str
    meaning: str
    kind: type[str] | type[int] | type[bool] | type[datetime]
    default: Value = None


PARAMETERS: Final[Mapping[str, Parameter]] = {
    p.name: p
    for p in (
        Parameter("game", "matches of this game alone", str),
        Parameter("player", "matches in which this player took part", str),
        Parameter("tag", "matches with this tag", str),
        Parameter("since", "matches opened on this day or later (YYYY-MM-DD, UTC)", datetime),
        Parameter("until", "matches opened before this day (YYYY-MM-DD, UTC)", datetime),
        Parameter("forks", "count what-if matches too", bool, False),
        Parameter("recorded", "count what was taken back too: as recorded, not as ruled", bool, False),
        Parameter("card", "this card alone", str),
        Parameter("least", "leave out rows with fewer cases", int, 1),
        Parameter("limit", "rows at most", int, 200),
    )
}

SCOPE: Final = """
    (game = $game or $game is null and game not in ('series', 'tournament', 'league'))
    and ($player is null or list_contains(players, $player))
    and ($tag is null or list_contains(tags, $tag))
    and ($since is null or opened_at >= $since)
    and ($until is null or opened_at < $until)
    and ($forks or forked_from = '')
"""
"""Which matches a question looks at. Contests hold no play of their own: only who asks for them by name gets them."""


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
    chart: str = ""
    """What is drawn of the answer; empty for nothing."""
    percent: tuple[str, ...] = ()
    """Columns from 0 to 1."""
    intervals: tuple[tuple[str, str, str], ...] = ()
    """A column, and those that hold its lower and upper end."""


@cache
def questions() -> Mapping[str, Question]:
    """All questions by name."""
    return {q.name: q for q in map(_question, read_folder("questions"))}


def _question(file: SqlFile) -> Question:
    header, answer_sql, notes = file.header, _whole(file.part("answer")), file.part("notes")
    used = dict.fromkeys(_PARAMETER.findall(answer_sql + notes))
    return Question(
        name=file.name.replace("_", "-"),
        title=header["title"],
        meaning=header["meaning"],
        formula=header["formula"],
        unit=header["unit"],
        bias=header["bias"],
        games=tuple(header.get("games", "").split()),
        columns=tuple((key.removeprefix(_COLUMN), text) for key, text in header.items() if key.startswith(_COLUMN)),
        parameters=tuple(PARAMETERS[name] for name in used),
        answer=answer_sql,
        notes=_whole(notes) if notes else "",
        chart=header.get("chart", ""),
        percent=tuple(header.get("percent", "").split()),
        intervals=tuple(_interval(key, ends) for key, ends in header.items() if key.startswith(_INTERVAL)),
    )


def _interval(key: str, ends: str) -> tuple[str, str, str]:
    low, high = ends.split()
    return key.removeprefix(_INTERVAL), low, high


def _whole(query: str) -> str:
    chosen = f"with chosen as (select * from matches where {SCOPE})"  # noqa: S608 (our own files; values are bound)
    return f"{chosen} select * from ({query.rstrip(';')})"  # noqa: S608


def find_question(name: str) -> Question:
    """The question of that name. Raises UnknownQuestion, naming those there are."""
    try:
        return questions()[name.replace("_", "-")]
    except KeyError as error:
        raise UnknownQuestion(f"no question {name!r}; there are {', '.join(questions())}") from error


def answer(connection: duckdb.DuckDBPyConnection, name: str, parameters: Mapping[str, Value], as_of: AsOf) -> Answer:
    """Asks a question. Raises UnknownQuestion, BadParameter."""
    question = find_question(name)
    values = _values(question, parameters)
    limit = values["limit"]
    cursor = connection.execute(question.answer, _used(question.answer, values))
    columns = tuple(str(column[0]) for column in cursor.description or ())
    rows = [tuple(row) for row in cursor.fetchall()]
    [(n,)] = connection.execute(_whole("select count(*) from chosen"), _used(SCOPE, values)).fetchall()
    notes = [*_sample_notes(n), *_notes(connection, question, values)]
    if as_of.damaged:
        notes.append(f"{as_of.damaged} stored entries could not be read and are left out; verify the store")
    assert isinstance(limit, int)
    return Answer(columns, tuple(rows[:limit]), n, as_of, tuple(notes), truncated=len(rows) > limit)


def _sample_notes(n: int) -> tuple[str, ...]:
    if n == 0:
        return ("no match fits",)
    return (f"only {n} matches: read the intervals, not the shares",) if n < SMALL else ()


def _notes(connection: duckdb.DuckDBPyConnection, question: Question, values: Mapping[str, object]) -> list[str]:
    if not question.notes:
        return []
    found = connection.execute(question.notes, _used(question.notes, values)).fetchall()
    return [str(text) for (text,) in found if text is not None]


def _used(sql: str, values: Mapping[str, object]) -> dict[str, object]:
    return {name: values[name] for name in _PARAMETER.findall(sql)}


def _values(question: Question, given: Mapping[str, Value]) -> dict[str, object]:
    known = {p.name: p for p in (*question.parameters, PARAMETERS["limit"])}
    if unknown := sorted(set(given) - set(known)):
        raise BadParameter(f"{question.name} has no parameter {unknown[0]!r}; there are {', '.join(sorted(known))}")
    return {name: _value(p, given.get(name, p.default)) for name, p in known.items()}


def expect_value(name: str, value: Value) -> None:
    """Raises BadParameter where no question has a parameter of that name, or it cannot have that value."""
    if name not in PARAMETERS:
        raise BadParameter(f"no parameter {name!r}; there are {', '.join(PARAMETERS)}")
    _value(PARAMETERS[name], value)


def _value(parameter: Parameter, value: Value) -> object:
    if value is None:
        return None
    try:
        return _READ[parameter.kind](str(value))
    except (KeyError, ValueError) as error:
        raise BadParameter(f"{parameter.name}={value}: {_EXPECTED[parameter.kind]} expected") from error


def _read_number(text: str) -> int:
    number = int(text)
    if not 0 <= number <= _MOST:
        raise ValueError(text)
    return number


def _read_text(text: str) -> str:
    text.encode()  # a lone surrogate cannot be compared with anything
    return text


_MOST: Final = 1_000_000
_READ: Final[Mapping[type, Callable[[str], object]]] = {
    str: _read_text,
    int: _read_number,
    bool: lambda text: {"yes": True, "true": True, "no": False, "false": False}[text.lower()],
    datetime: lambda text: datetime.combine(date.fromisoformat(text), datetime.min.time()),
}
_EXPECTED: Final[Mapping[type, str]] = {
    str: "a text",
    int: f"a whole number from 0 to {_MOST:,}",
    bool: "yes or no",
    datetime: "a day like 2026-05-31",
}


def explain(name: str) -> str:
    """What a question means and how it is computed, as text. Raises UnknownQuestion."""
    question = find_question(name)
    lines = [f"{question.name}: {question.title}", "", question.meaning, ""]
    lines += [f"formula     {question.formula}", f"unit        {question.unit}", f"known bias  {question.bias}"]
    if question.games:
        lines.append(f"games       {', '.join(question.games)}")
    lines += ["", "columns", *(f"  {column:<14} {text}" for column, text in question.columns)]
    lines += ["", "parameters", *(f"  {p.name:<14} {p.meaning}" for p in question.parameters)]
    return "\n".join(lines) + "\n"
