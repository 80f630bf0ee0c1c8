"""All that is known about a question, as lines for a screen."""

from collections.abc import Iterator
from typing import Final

from projections.answers import Answer
from projections.questions import Question, parameters_of
from service.reading.toned import Line, Span, clean, fold, pad

_NAMES: Final = 13
"""Cells of the names on the left."""


def explanation(question: Question, answer: Answer | None, width: int) -> Iterator[Line]:
    """All that is known about a question: formula, unit, bias, columns, parameters, and the notes on its answer."""
    parts = [("formula", question.formula), ("unit", question.unit), ("known bias", question.bias)]
    parts += [("games", ", ".join(question.games))] if question.games else []
    yield (Span(question.title, "strong"),)
    yield from _paragraph("", question.meaning, width)
    for name, text in parts:
        yield from _paragraph(name, text, width)
    for title, rows in (
        ("columns", question.columns),
        ("parameters", parameters_of(question)),
        ("notes", tuple(("", note) for note in (answer.notes if answer else ()))),
    ):
        yield from ((), (Span(title, "strong"),)) if rows else ()
        for name, text in rows:
            yield from _paragraph(name, text, width)


def _paragraph(name: str, text: str, width: int) -> Iterator[Line]:
    """A name on the left, its text beside it."""
    for number, row in enumerate(fold(clean(text), max(8, width - _NAMES - 1))):
        yield (*pad((Span(clean(name) if number == 0 else ""),), _NAMES), Span(" "), Span(row))
