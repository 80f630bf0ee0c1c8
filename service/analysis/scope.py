"""What narrows a question, as one types it: `game=frc_tcg player="Ana B" since=2026-01-01`."""

import shlex
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from service.errors import UsageProblem

Scope: TypeAlias = Mapping[str, str]
"""Values by parameter, as typed."""

NOTHING: Final[Scope] = {}


def pairs(given: Iterable[str], what: str) -> dict[str, str]:
    """The NAME=VALUE words; `what` they are is said where one is none. Raises UsageProblem."""
    found = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not (name and equals):
            raise UsageProblem(f"{what} {word!r}: write it as NAME=VALUE")
        if name in found:
            raise UsageProblem(f"{what} {name} is given twice")
        found[name] = value
    return found


def seat_pairs(given: tuple[str, ...], flag: str) -> dict[int, str]:
    """`SEAT=VALUE` pairs by seat, from 0. Raises UsageProblem, naming the flag."""
    found = {}
    for seat, value in pairs(given, flag).items():
        if not (seat.isascii() and seat.isdigit() and len(seat) < 4 and int(seat) > 0):
            raise UsageProblem(f"{flag} {seat}={value}: the seat is a number from 1")
        if flag == "--side" and not (value.isascii() and value.isdigit() and len(value) < 4 and int(value) > 0):
            raise UsageProblem(f"{flag} {seat}={value}: the side is a number from 1")
        found[int(seat) - 1] = value
    return found


def read_scope(text: str) -> Scope:
    """A scope from a line; values with blanks stand in quotes. Raises UsageProblem, BadParameter."""
    from projections.questions import expect_value

    try:
        words = shlex.split(text)
    except ValueError:
        raise UsageProblem("a quotation mark is missing at the end") from None
    found = pairs(words, "a parameter")
    for name, value in found.items():
        expect_value(name, value)
    return found


def scope_text(scope: Scope) -> str:
    """The line that `read_scope` reads back."""
    return " ".join(f"{name}={shlex.quote(value)}" for name, value in scope.items())


def completed(text: str, known: Mapping[str, Iterable[str]]) -> str | None:
    """The line with its last word completed to a parameter, or to a value known for it; None where nothing fits.

    What fits best is the first in `known` that begins so. Upper and lower case are the same.
    """
    before, word = _last_word(text)
    name, equals, value = word.partition("=")
    if not equals:
        found = next((f"{parameter}=" for parameter in known if parameter.startswith(name) and name), None)
    else:
        begun = value.lstrip("'\"").casefold()
        whole = next((v for v in known.get(name, ()) if v.casefold().startswith(begun)), None)
        found = None if whole is None else f"{name}={shlex.quote(whole)}"
    return None if found is None else before + found


def possible(text: str, known: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """What the last word of a line can be: parameters before the `=`, known values after it."""
    name, equals, value = _last_word(text)[1].partition("=")
    if not equals:
        return tuple(f"{parameter}=" for parameter in known if parameter.startswith(name))
    begun = value.lstrip("'\"").casefold()
    return tuple(v for v in known.get(name, ()) if v.casefold().startswith(begun))


def _last_word(text: str) -> tuple[str, str]:
    """The line before its last word, and that word; blanks in quotes part no words."""
    mark, start = "", 0
    for place, char in enumerate(text):
        if mark:
            mark = "" if char == mark else mark
        elif char in "\"'":
            mark = char
        elif char.isspace():
            start = place + 1
    return text[:start], text[start:]
