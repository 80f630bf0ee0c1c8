"""The registry of all statistics: those of `projections/questions/`, and those of games. Each file is SQL below a TOML
header. It defines one statistic with the name of the file, or several: a table `[numbers.NAME]` for each, below the
keys that they share.

A statistic is a *prepared query* or a *metric*. A prepared query is the part `[answer]`, a query over `chosen` (the
matches in scope). A metric has a part `[rows]`, the rows to count, and can be split by dimensions. The optional part
`[matches]` gives the matches behind a row, whose cells are the parameters `$row_<column>`; without it, these are all
matches of the row's game. The part `[fit]` gives the data for a model fit. The optional part `[notes]` gives one text
per row (null: no note). Any `$name` in them is the value of a filter. A prepared query without `$recorded` gives the
reason in the key `recorded`."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.decoding import converted
from domain.text import suggestion
from projections.errors import UnknownQuestion
from projections.filters import Filter, dimensions, filters, taken_by
from projections.questions.scope import parameters_in
from projections.sections import SqlFile, game_texts, parse, sql_texts

Kind = Literal["share", "mean", "quantile", "difference", "incidence", "zscore"]
"""How rows become a value: `share`, `mean` and `zscore` are sums over sums, `difference` the difference of two of
these, `incidence` a sum over the exposure of the rows, including exposure without an occurrence."""
_MATCHES: Final = {False: "select match from chosen", True: "select match from chosen where game = $row_game"}
"""The default matches behind a row: all counted ones, limited to the row's game if it has one."""
_BOUNDS: Final = ("lower end of its 95 % interval", "upper end")
"""The columns of an interval, unless the header says otherwise; they follow the column that they belong to."""
_MORE: Final = (
    "further matches that find a true share 5 percentage points from the baseline in four of five cases (power 80 %, two-sided "
    "test at 5 % of this row alone; NIST/SEMATECH e-Handbook of Statistical Methods, section 7.2.4.2, uncorrected)"
)
_ESTIMATES: Final[Mapping[Kind, str]] = {
    "share": "Wilson's 95 % interval for the effective number of independent cases, by the spread over matches",
    "mean": "Student's 95 % interval over matches (linearised)",
    "quantile": "95 % interval of order statistics, matches being the cases",
    "difference": "Student's 95 % interval over matches (linearised), both parts of one match together",
    "incidence": "Student's 95 % interval over matches (linearised)",
    "zscore": "Wilson's interval of the share, on the same scale",
}


class Coverage(Struct, frozen=True, forbid_unknown_fields=True):
    """How coverage is measured: the condition for a known row (`rows`: another set of rows to measure)."""

    of: str
    is_known: str = msgspec.field(name="is")
    where: str = "true"
    rows: str = ""
    words: str = "a known identity"


class Question(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A statistic: the keys of its header, and the parts of its file."""

    name: str
    game: str = ""
    """The game that defines it; empty for a statistic about all games."""
    title: str
    """Its name in words."""
    meaning: str
    """Its meaning; for a metric, the meaning of its rows."""
    formula: str
    unit: str
    sample: str
    """The counted cases: those in column `n`."""
    bias: str
    """Its known bias."""
    columns: dict[str, str] = {}
    """Name and meaning of each column of the answer."""
    intervals: dict[str, tuple[str, str]] = {}
    """Column -> the columns with the lower and upper bound of its interval."""
    percent: tuple[str, ...] = ()
    """Columns that are shares from 0 to 1."""
    chart: str = ""
    """The chart: see `service/analysis/charts.py`; empty for no chart."""
    needs: frozenset[str] = frozenset()
    """`ratings`, if they must be up to date before it is asked."""
    place: str = ""
    """The only place that offers it (`command line`: not the statistics screen); empty for all places."""
    recorded: str = ""
    """Why undone entries cannot be included; empty if they can."""
    parameters: dict[str, str] = {}
    """Filters that only it has."""
    keys: tuple[str, ...] = ()
    """Columns of the rows that dimensions need, beside those of the match."""
    known: Coverage | None = None
    covered: bool = False
    """True if its answer needs the coverage measured by `known`."""
    kind: Kind = "share"
    y: str = "1"
    x: str = "1"
    y2: str = "0"
    x2: str = "0"
    where: str = "true"
    per: float = 1
    q: float = 0.5
    exposed: str = ""
    """For an incidence: the SQL of a match's exposure; `rows`: the sum of `x` over its rows."""
    answer: str = ""
    rows: str = ""
    matches: str = ""
    notes: str = ""
    fit: str = ""

    @property
    def is_counted(self) -> bool:
        """True for a metric: it is counted from rows, so it can be split by dimensions."""
        return bool(self.rows)

    @property
    def is_percent(self) -> bool:
        """True for a metric whose value is a share."""
        return self.kind == "share" or "value" in self.percent

    @property
    def estimates(self) -> bool:
        """True if a small number of matches makes it uncertain."""
        return bool(self.rows or self.chart or self.percent or self.intervals)

    @property
    def used(self) -> frozenset[str]:
        """Names of the values that its statements use."""
        return frozenset(parameters_in(" ".join((self.answer, self.rows, self.fit, self.notes, self.matches))))

    @property
    def splits(self) -> tuple[str, ...]:
        """The dimensions by which it can be split."""
        return tuple(name for name, one in dimensions().items() if self.rows and one.fits(self.keys))

    def takes(self, one: Filter) -> bool:
        """Return True if a filter applies to it."""
        dimension = one.dimension
        if self.rows:
            return taken_by(self.keys, one)
        if one.name in self.parameters or (dimension.needs and one.name in self.used):
            return not one.negative and (not one.is_range or one.name in self.parameters)
        if one.name in ("recorded", "least"):
            return one.name in self.used
        return one.name == "player" or not (dimension.needs or dimension.own or one.name == "sort")


@cache
def _read() -> tuple[Mapping[str, Question], Mapping[str, str]]:
    """Return all statistics by name, and by name the errors of unusable ones of games: file and fault on one line."""
    read: list[Question] = []
    bad = {}
    for name, text in sql_texts("questions"):
        read += _questions(parse(name, text), "")
    for game, name, text in game_texts("questions"):
        file = parse(name, text)
        try:
            new = _questions(file, game)
            if taken := {one.name for one in read} & {one.name for one in new}:
                raise ValueError(f"there is another statistic {min(taken)}")
            read += new
        except ValueError as error:
            bad[name.replace("_", "-")] = f"{game}/questions/{name}.sql: {error}"
    return {one.name: one for one in sorted(read, key=lambda one: (one.is_counted, one.name))}, bad


def _questions(file: SqlFile, game: str) -> list[Question]:
    """Return the statistics of a file. Raises ValueError with the fault."""
    if file.problem:
        raise ValueError(file.problem)
    shared, parts = dict(file.header), dict(file.parts)
    tables = shared.pop("numbers", None) or {file.name.replace("_", "-"): {}}
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        raise ValueError("its header: each number is a table [numbers.NAME]")
    if not ("answer" in parts or "rows" in parts):
        raise ValueError("no part `-- [answer]`")
    try:
        return [_question({**shared, **table, "name": name, "game": game, **parts}) for name, table in tables.items()]
    except msgspec.ValidationError as error:
        raise ValueError(f"its header: {error}") from None


def _question(read: dict[str, object]) -> Question:
    found = converted(read, Question)
    columns: dict[str, str] = {}
    for name, meaning in found.columns.items():
        columns |= {name: meaning, **dict(zip(found.intervals.get(name, ()), _BOUNDS, strict=False))}
    if not (found.rows or columns):
        raise ValueError("its header: no [columns]")
    return replace(
        found,
        columns=columns | found.columns,
        matches=found.matches or _MATCHES["game" in columns],
    )


def questions() -> Mapping[str, Question]:
    """Return all statistics by name, prepared queries first. Unusable ones of games are in `bad_questions`."""
    return _read()[0]


def bad_questions() -> Mapping[str, str]:
    """Return the unusable statistics of games: name -> file and fault on one line."""
    return _read()[1]


def metric_questions() -> Mapping[str, Question]:
    """Return the metrics by name."""
    return {name: one for name, one in questions().items() if one.is_counted}


def prepared_questions() -> Mapping[str, Question]:
    """Return the prepared queries by name."""
    return {name: one for name, one in questions().items() if not one.is_counted}


def find_question(name: str, column: int | None = None) -> Question:
    """Return a statistic by name. Raises UnknownQuestion, with a similar name, or with the fault of an unusable one."""
    key = name.replace("_", "-").lower()
    if bad := bad_questions().get(key):
        raise UnknownQuestion(bad)
    if key not in questions():
        near = suggestion(key, questions()) or "; `matchbook stats` lists them"
        raise UnknownQuestion(f"no statistic {name!r}{near}" if name else "the name of a statistic comes first", column)
    return questions()[key]


def parameters_of(question: Question) -> tuple[tuple[str, str], ...]:
    """Return name and meaning of the filters of a question, and the reason if undone entries cannot be included."""
    missing = (("(recorded)", f"not here: {question.recorded}"),) if question.recorded else ()
    taken = (
        (name, question.parameters.get(name, one.meaning))
        for name, one in filters().items()
        if question.takes(Filter(name, "", None, None))
    )
    return (*taken, *missing)


def described(question: Question) -> Mapping[str, str]:
    """Return the description of a question, by label."""
    of_counted = {
        "n": "the sum of the denominator" if question.kind != "quantile" else "the rows",
        "interval": _ESTIMATES[question.kind],
        **({"more": _MORE} if question.kind == "share" and "card" in question.keys else {}),
    }
    return {
        "counted from" if question.rows else "meaning": question.meaning,
        "formula": question.formula,
        "unit": question.unit,
        **(of_counted if question.rows else {}),
        "sample": question.sample,
        "known bias": question.bias,
        **({"by": ", ".join(question.splits)} if question.rows else {}),
        **({"game": question.game} if question.game else {}),
    }


def explained(question: Question) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the lists below a description: columns and filters, each with its meaning."""
    if question.columns:
        yield "columns", [*question.columns.items()]
    yield "filters", [*parameters_of(question)]


def explain(question: Question) -> str:
    """Return the meaning and the formula of a question as text."""
    lines = [f"{question.name}: {question.title}", ""]
    lines += [f"{label:<14}{text}" for label, text in described(question).items()]
    for title, rows in explained(question):
        lines += ["", title, *(f"  {name:<14} {text}" for name, text in rows)]
    return "\n".join(lines) + "\n"
