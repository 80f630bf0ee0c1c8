"""The questions that the analytics answer, ours and those that games bring in `questions/` of their packages. One SQL file
each: what it means on top, then the query.

Header keys: `title`, `meaning`, `formula`, `unit`, `bias` (known bias), and `column <name>` for each column. How it is shown
stands there too: `percent` (columns that are shares), `interval <column>: <low> <high>` (the columns between which it lies)
and `chart` (`service/analysis/charts.py` reads it). The part `[answer]` is the query, over `chosen`: the matches that the
scope lets through. The part `[notes]`, if there is one, gives one text a row (null: nothing to say). Any `$name` in them is a
parameter; a question without `$recorded` says why in `recorded`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias, get_args

import duckdb
from msgspec import Struct

from domain.text import counted
from projections import saving
from projections.answers import SMALL, Answer, AsOf, Kind, cut_notes
from projections.database import quoted
from projections.errors import BadParameter, UnknownQuestion
from projections.examination import damage_notes
from projections.faults import STATEMENT_FAULTS, fault_notes
from projections.saving import Form, Written
from projections.sections import SqlFile, game_texts, parse, sql_texts

Value: TypeAlias = str | int | bool | None

_PARAMETER: Final = re.compile(r"\$([a-z_]+)")
_COLUMN: Final = "column "
_INTERVAL: Final = "interval "
NEEDED: Final = ("title", "meaning", "formula", "unit", "bias")
"""Header keys that every question has."""


class Parameter(Struct, frozen=True):
    """What a question can be narrowed by."""

    name: str
    meaning: str
    kind: type[str] | type[int] | type[bool] | type[datetime]
    default: Value = None
    possible: tuple[str, ...] = ()
    """The only values; empty for any."""

    @property
    def bound(self) -> str:
        """Its name in SQL."""
        return self.name.replace("-", "not_")


ALL_KINDS: Final = "all"
KINDS: Final = (*get_args(Kind), ALL_KINDS)

PARAMETERS: Final[Mapping[str, Parameter]] = {
    p.name: p
    for p in (
        Parameter("game", "matches of this game alone", str),
        Parameter("player", "matches in which this player took part", str),
        Parameter("tag", "matches with this tag", str),
        Parameter("-tag", "matches without this tag", str),
        Parameter("kind", f"matches of this kind: {', '.join(KINDS)}", str, possible=KINDS),
        Parameter("since", "matches opened on this day or later (YYYY-MM-DD, UTC)", datetime),
        Parameter("until", "matches opened before this day (YYYY-MM-DD, UTC)", datetime),
        Parameter("forks", "count what-if matches too", bool, False),
        Parameter("recorded", "count what was taken back too: as recorded, not as ruled", bool, False),
        Parameter("card", "this card alone", str),
        Parameter("least", "leave out rows with fewer cases", int, 1),
        Parameter("limit", "rows at most", int),
    )
}

SCOPE: Final = """
    ($game is null or game = $game)
    and ($player is null or list_contains(list_transform(players, lambda p: lower(p)), lower($player)))
    and ($tag is null or list_contains(list_transform(tags, lambda t: lower(t)), lower($tag)))
    and ($not_tag is null or not list_contains(list_transform(tags, lambda t: lower(t)), lower($not_tag)))
    and ($since is null or opened_at >= $since)
    and ($until is null or opened_at < $until)
"""
"""Which matches are in scope: the conditions of one match."""

_COUNTED: Final = """
    $kind in (kind, 'all') or $kind is null and (
        kind = 'match' or kind = 'what-if' and $forks or kind = 'contest' and $game is not null
        or kind = 'simulated' and not exists (
            from in_scope where kind = 'match' or kind = 'what-if' and $forks or kind = 'contest' and $game is not null
        )
    )
"""
"""Which kinds of them count. Contests hold no play of their own: only who asks for them by name gets them. Matches of bots count
where there are no others."""

_WHOLE: Final = """
    match not in (select match from examined where problem is not null) and game not in (select game from faults where part = '')
"""
"""What is damaged does not count, nor what its game cannot be asked about: nobody knows what was played."""
_DAMAGED: Final = "select match from in_scope where match in (select match from examined where problem is not null)"

_LEFT_OUT: Final = """
    select case kind
            when 'simulated' then counted(n, 'simulated match', 'simulated matches') || ' left out; kind=simulated counts them'
            when 'duplicate' then counted(n, 'match', 'matches') || ' typed in again: left out; kind=duplicate counts them'
            when 'what-if' then counted(n, 'what-if', 'what-ifs') || ' left out; forks=yes counts them'
        end
    from (
        select kind, count(*) as n from in_scope
        where match not in (select match from chosen) and match not in (select match from examined where problem is not null)
        group by kind order by kind
    )
    where $kind is null
    union all
    select 'only simulated matches are in scope: ' || counted(count(*), 'match', 'matches') || ' counted'
    from chosen where $kind is null and kind = 'simulated' having count(*) > 0
"""
"""What there is to say of that."""


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
    unrecorded: str = ""
    """Why what was taken back cannot be counted too; empty where it can."""
    chart: str = ""
    """What is drawn of the answer; empty for nothing."""
    percent: tuple[str, ...] = ()
    """Columns from 0 to 1."""
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
    answer_sql = _whole(file.part("answer"), games)
    used = set(_PARAMETER.findall(answer_sql + notes))
    return Question(
        name=_name(file),
        title=header["title"],
        meaning=header["meaning"],
        formula=header["formula"],
        unit=header["unit"],
        bias=header["bias"],
        games=games,
        columns=tuple((key.removeprefix(_COLUMN), text) for key, text in header.items() if key.startswith(_COLUMN)),
        parameters=tuple(p for p in PARAMETERS.values() if p.bound in used or p.name == "limit"),
        answer=answer_sql,
        notes=_whole(f"{_LEFT_OUT} union all {notes}" if notes else _LEFT_OUT, games),
        unrecorded=header.get("recorded", ""),
        chart=header.get("chart", ""),
        percent=tuple(header.get("percent", "").split()),
        intervals=tuple(_interval(key, ends) for key, ends in header.items() if key.startswith(_INTERVAL)),
    )


def _interval(key: str, ends: str) -> tuple[str, str, str]:
    low, high = ends.split()
    return key.removeprefix(_INTERVAL), low, high


def _whole(query: str, games: Sequence[str]) -> str:
    asked = f" and game in ({', '.join(map(quoted, games))})" if games else ""
    scope = f"in_scope as (select * from matches where {SCOPE}{asked})"  # noqa: S608 (our own files; values are bound)
    chosen = f"chosen as (select * from in_scope where {_WHOLE} and ({_COUNTED}))"  # noqa: S608
    return f"with {scope}, {chosen} select * from ({query.rstrip(';')})"  # noqa: S608


def find_question(name: str) -> Question:
    """The question of that name. Raises UnknownQuestion, naming those there are, or what is wrong with it."""
    if bad := bad_questions().get(name.replace("_", "-")):
        raise UnknownQuestion(bad)
    try:
        return questions()[name.replace("_", "-")]
    except KeyError as error:
        raise UnknownQuestion(f"no question {name!r}; there are {', '.join(questions())}") from error


def answer(connection: duckdb.DuckDBPyConnection, name: str, parameters: Mapping[str, Value], as_of: AsOf) -> Answer:
    """Asks a question. Raises UnknownQuestion, BadParameter."""
    question = find_question(name)
    values = _values(question, parameters)
    with _named(question):
        return _answered(connection, question, values, as_of)


@contextmanager
def _named(question: Question) -> Iterator[None]:
    """Names the file where a question of a game fails. Raises UnknownQuestion."""
    try:
        yield
    except STATEMENT_FAULTS as error:
        if not question.games:
            raise
        file = f"{question.games[0]}/questions/{question.name.replace('-', '_')}.sql"
        raise UnknownQuestion(f"{file}: {' '.join(str(error).partition(chr(10) * 2)[0].split())}") from error


def _answered(
    connection: duckdb.DuckDBPyConnection, question: Question, values: Mapping[str, object], as_of: AsOf
) -> Answer:
    cursor = connection.execute(question.answer, _used(question.answer, values))
    columns = tuple(str(column[0]) for column in cursor.description or ())
    rows = [tuple(row) for row in cursor.fetchall()]
    shown = rows[: _limit(values)]
    n, notes = _told(connection, question, values, as_of)
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
    values = _values(question, parameters)
    used = _used(question.answer, values)
    with _named(question):
        rows, total = saving.save(connection, question.answer, used, limit=_limit(values), target=target, form=form)
        return Written(rows, total, as_of, (*cut_notes(rows, total), *_told(connection, question, values, as_of)[1]))


def _told(
    connection: duckdb.DuckDBPyConnection, question: Question, values: Mapping[str, object], as_of: AsOf
) -> tuple[int, tuple[str, ...]]:
    """How many matches an answer rests on, and what to know before believing it."""
    counting = _whole("select count(*) from chosen", question.games)
    [(n,)] = connection.execute(counting, _used(counting, values)).fetchall()
    finding = _whole(_DAMAGED, question.games)
    damaged = [match for (match,) in connection.execute(finding, _used(finding, values)).fetchall()]
    notes = [*_sample_notes(n), *_notes(connection, question, values), *damage_notes(connection, damaged, "left out")]
    notes += fault_notes(connection)
    if as_of.damaged:
        unread = counted(as_of.damaged, "stored entry", "stored entries")
        notes.append(f"{unread} could not be read, not counted here; verify the store")
    return n, tuple(notes)


def _limit(values: Mapping[str, object]) -> int | None:
    limit = values["limit"]
    return limit if isinstance(limit, int) else None


def _sample_notes(n: int) -> tuple[str, ...]:
    if n == 0:
        return ("no match fits",)
    return (f"only {counted(n, 'match', 'matches')}: read the intervals, not the shares",) if n < SMALL else ()


def _notes(connection: duckdb.DuckDBPyConnection, question: Question, values: Mapping[str, object]) -> list[str]:
    if not question.notes:
        return []
    found = connection.execute(question.notes, _used(question.notes, values)).fetchall()
    return [str(text) for (text,) in found if text is not None]


def _used(sql: str, values: Mapping[str, object]) -> dict[str, object]:
    """The values that a query asks for, under their names in SQL."""
    bound = {PARAMETERS[name].bound: value for name, value in values.items()}
    return {name: bound[name] for name in _PARAMETER.findall(sql)}


def _values(question: Question, given: Mapping[str, Value]) -> dict[str, object]:
    known = {p.name: p for p in question.parameters}
    if "recorded" in set(given) - set(known):
        raise BadParameter(f"{question.name} cannot count what was taken back: {question.unrecorded}")
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
    text = str(value).strip()  # as names and tags are stored
    if not text:
        raise BadParameter(f"{parameter.name}= names nothing; leave it out to ask about all")
    if parameter.possible and text not in parameter.possible:
        raise BadParameter(f"{parameter.name}={text}: one of {', '.join(parameter.possible)} expected")
    try:
        return _READ[parameter.kind](text)
    except (KeyError, ValueError) as error:
        raise BadParameter(f"{parameter.name}={text}: {_EXPECTED[parameter.kind]} expected") from error


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


def parameters_of(question: Question) -> tuple[tuple[str, str], ...]:
    """Name and meaning of what a question can be narrowed by, and why not by what was taken back."""
    missing = (("(recorded)", f"not here: {question.unrecorded}"),) if question.unrecorded else ()
    return (*((p.name, p.meaning) for p in question.parameters), *missing)


def explain(name: str) -> str:
    """What a question means and how it is computed, as text. Raises UnknownQuestion."""
    question = find_question(name)
    lines = [f"{question.name}: {question.title}", "", question.meaning, ""]
    lines += [f"formula     {question.formula}", f"unit        {question.unit}", f"known bias  {question.bias}"]
    if question.games:
        lines.append(f"games       {', '.join(question.games)}")
    lines += ["", "columns", *(f"  {column:<14} {text}" for column, text in question.columns)]
    lines += ["", "parameters", *(f"  {name:<14} {meaning}" for name, meaning in parameters_of(question))]
    return "\n".join(lines) + "\n"
