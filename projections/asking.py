"""The registry of all numbers, and how they are asked: `win-rate by deck game:frc_tcg`, `dice-fairness player:Ada`.

A number is a question, whose SQL is written out, or a metric, which is split by dimensions. Both have a title, a unit, a sample
rule, a formula, a known bias and a chart, and take the same filters.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

import duckdb
from msgspec import Struct

from domain.text import suggestion
from projections import questions as asked_questions
from projections.answers import Answer, AsOf
from projections.errors import BadParameter, UnknownQuestion
from projections.filters import Filter, filters, find_dimension, given_filters
from projections.grammar import Typed, line_of, read_question
from projections.metrics import Metric, asking, metrics, splits
from projections.metrics.asking import MetricRequest
from projections.questions import Question, bad_questions, questions
from projections.questions.scope import Value
from projections.saving import Form, Written

Number: TypeAlias = Question | Metric


class Request(Struct, frozen=True):
    """A number, split by dimensions, where filters hold."""

    number: Number
    by: tuple[str, ...] = ()
    filters: tuple[Filter, ...] = ()

    @property
    def measured(self) -> MetricRequest | None:
        """As a question about a metric; `None` for a question with SQL of its own."""
        if not isinstance(self.number, Metric):
            return None
        given = self.filters
        if self.number.game:
            given = (*given, *given_filters({"game": self.number.game}))
        return MetricRequest(self.number, tuple(map(find_dimension, self.by)), given)


@cache
def numbers() -> Mapping[str, Number]:
    """All numbers by name: questions first."""
    return {**metrics(), **questions()}


def find_number(name: str, column: int | None = None) -> Number:
    """The number of that name. Raises UnknownQuestion."""
    key = name.replace("_", "-").lower()
    if bad := bad_questions().get(key):
        raise UnknownQuestion(bad)
    if key not in numbers():
        near = suggestion(key, numbers()) or "; `matchbook stats` lists them"
        raise UnknownQuestion(f"no number {name!r}{near}" if name else "the name of a number comes first", column)
    return numbers()[key]


def read_request(asked: str | Sequence[str], given: Mapping[str, Value] | None = None) -> Request:
    """A question from a line or from words of a shell; `given`: further filters by name. Raises UnknownQuestion, UnknownMetric,
    BadParameter, at the wrong word."""
    typed = read_question(asked if isinstance(asked, str) else line_of(asked))
    return checked_request(typed, given_filters(given or {}))


def checked_request(typed: Typed, further: tuple[Filter, ...] = ()) -> Request:
    """A question whose number has these dimensions and takes these filters. Raises as `read_request`."""
    number = find_number(typed.number, typed.column)
    by = tuple(name for name in typed.by if name != "game")
    if by and isinstance(number, Question):
        raise BadParameter(f"{number.name} has a fixed split: it takes no 'by'")
    for name in by:
        if isinstance(number, Metric) and name not in splits(number):
            listed = ", ".join(splits(number))
            raise BadParameter(f"{number.name} cannot be split by {name}; it can by {listed}")
    given = (*typed.filters, *further)
    for one in given:
        expect_taken(number, one)
    return Request(number, by, given)


def expect_taken(number: Number, one: Filter) -> None:
    """Raises BadParameter for a filter that the number does not have."""
    if number.takes(one):
        return
    if one.name == "recorded" and isinstance(number, Question):
        why = number.header.recorded
        raise BadParameter(f"{number.name} cannot count what was taken back: {why}", one.column)
    if one.negative and number.takes(Filter(one.name, "", None, None)):
        raise BadParameter(f"{number.name} cannot leave out one {one.name}", one.column)
    taken = ", ".join(name for name in filters() if number.takes(Filter(name, "", None, None)))
    raise BadParameter(f"{number.name} cannot be narrowed by {one.name}; it can by {taken}", one.column)


def answer(connection: duckdb.DuckDBPyConnection, asked: Request, as_of: AsOf) -> Answer:
    """The answer. Raises UnknownQuestion, UnknownMetric for values that occur nowhere, BadParameter."""
    if (wanted := asked.measured) is not None:
        return asking.answer(connection, wanted, as_of)
    return asked_questions.answer(connection, _question(asked), asked.filters, as_of)


def matches(connection: duckdb.DuckDBPyConnection, asked: Request, row: Mapping[str, object]) -> tuple[str, ...]:
    """The ids of the matches behind a row of the answer, by its cells. Raises as `answer`."""
    if (wanted := asked.measured) is not None:
        return asking.matches(connection, wanted, row)
    return asked_questions.matches(connection, _question(asked), asked.filters, row)


def save(connection: duckdb.DuckDBPyConnection, asked: Request, as_of: AsOf, *, target: Path, form: Form) -> Written:
    """Writes the answer into a file. Raises as `answer`, and AnalyticsUnwritable."""
    if (wanted := asked.measured) is not None:
        return asking.save(connection, wanted, as_of, target=target, form=form)
    return asked_questions.save(connection, _question(asked), asked.filters, as_of, target=target, form=form)


def _question(asked: Request) -> Question:
    assert isinstance(asked.number, Question)
    return asked.number


def explain(number: Number) -> str:
    """All that is said of a number, as text."""
    from projections import metrics as measured

    return measured.explain(number) if isinstance(number, Metric) else asked_questions.explain(number)
