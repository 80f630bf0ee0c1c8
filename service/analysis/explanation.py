"""All that is known about a question or a metric, as lines for a screen."""

from collections.abc import Iterator, Mapping
from typing import Final

from projections.answers import Answer
from projections.filters import dimensions
from projections.questions import Question, described, explained
from service.reading.styled_text import Span, StyledLine, clean, fold, pad

_NAMES: Final = 18
"""Cells of the names on the left."""


def explanation(subject: Question, answer: Answer | None, width: int) -> Iterator[StyledLine]:
    """Formula, unit, coverage, bias; columns and parameters, or dimensions; and the notes on its answer."""
    yield (Span(subject.title, "strong"),)
    yield from _paragraphs({name: text for name, text in described(subject).items() if name != "by"}, width)
    by = [("by", [(name, dimensions()[name].meaning) for name in subject.splits])]
    notes = ("notes", [("", note) for note in (answer.notes if answer else ())])
    for title, rows in (*(by if subject.is_counted else explained(subject)), notes):
        yield from ((), (Span(title, "strong"),)) if rows else ()
        for name, text in rows:
            yield from _paragraphs({name: text}, width)


def _paragraphs(said: Mapping[str, str], width: int) -> Iterator[StyledLine]:
    """Names on the left, their texts beside them."""
    names = min(_NAMES, width // 4)
    for name, text in said.items():
        for number, row in enumerate(fold(clean(text), max(8, width - names - 1))):
            yield (*pad((Span(clean(name) if number == 0 else ""),), names), Span(" "), Span(row))
