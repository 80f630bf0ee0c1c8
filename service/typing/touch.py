"""Rows for fingers: the values of a row's next argument as buttons, and numbers in at most two touches."""

from typing import Final

from msgspec.structs import replace

from service.typing.rows import Suggestion, Suggestions
from service.typing.suggestions import Suggester

MOST_CHOICES: Final = 20
"""Buttons of one row."""


def touched(suggester: Suggester, text: str) -> Suggestions:
    """Return the continuations of a line; each row that goes on has its few next values as `choices`."""
    answer = suggester.suggest(text)
    return replace(answer, rows=tuple(_with_choices(suggester, row) for row in answer.rows))


def _with_choices(suggester: Suggester, row: Suggestion) -> Suggestion:
    if row.complete or row.violations or not row.line.endswith(" "):
        return row
    found = tuple(one for one in suggester.suggest(row.line).rows if not one.label.endswith("="))
    fitting = 0 < len(found) <= MOST_CHOICES and all(one.line.startswith(row.line) for one in found)
    return replace(row, choices=found) if fitting else row
