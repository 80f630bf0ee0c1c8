"""Filters of a question, as typed: `game=frc_tcg player="Ana B" since=2026-01-01`."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from service.errors import UsageProblem

Scope: TypeAlias = Mapping[str, str]
"""Values by parameter, as typed."""


def pairs(given: Iterable[str], what: str) -> dict[str, str]:
    """Parse NAME=VALUE words; `what` names them in errors. Raises UsageProblem."""
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


def split_words(text: str) -> list[str]:
    """Split a line into words; quoted text is one word. Raises UsageProblem."""
    try:
        return shlex.split(text)
    except ValueError:
        raise UsageProblem("a quotation mark is missing at the end") from None


def read_scope(text: str) -> Scope:
    """Parse a scope from a line; values with blanks are quoted. Raises UsageProblem, BadParameter."""
    from projections.questions import expect_value

    found = pairs(split_words(text), "a parameter")
    for name, value in found.items():
        expect_value(name, value)
    return found


def read_where(text: str) -> tuple[str, ...]:
    """The filters of a line, each a word; `where` may come first. Raises UsageProblem, BadParameter, UnknownMetric."""
    from projections.metrics import dimensions
    from projections.metrics.wording import expect_filter
    from projections.questions import expect_value, known_parameters
    from projections.questions.scope import PARAMETERS

    own = known_parameters().keys() - dimensions().keys()

    words = split_words(text)
    words = words[1:] if words and words[0].lower() == "where" else words
    for word in words:
        name, _, value = word.partition("=")
        if "=" in word and (name in PARAMETERS or name in own):
            expect_value(name, value)
        else:
            expect_filter(word)
    return tuple(words)


def where_text(words: Iterable[str]) -> str:
    """The line that `read_where` reads back."""
    parts = (word.partition("=") for word in words)
    return " ".join(f"{name}={shlex.quote(value)}" for name, _, value in parts)


def scope_text(scope: Scope) -> str:
    """The line that `read_scope` reads back."""
    return " ".join(f"{name}={shlex.quote(value)}" for name, value in scope.items())


def completed(text: str, known: Mapping[str, Iterable[str]]) -> str | None:
    """Complete the last word of a line to a parameter, or to a known value of it; `None` without a match.

    The first match in `known` wins. Upper and lower case are equal.
    """
    before, word = last_word(text)
    name, equals, value = word.partition("=")
    if not equals:
        found = next((f"{parameter}=" for parameter in known if parameter.startswith(name) and name), None)
    else:
        begun = value.lstrip("'\"").casefold()
        whole = next((v for v in known.get(name, ()) if v.casefold().startswith(begun)), None)
        found = None if whole is None else f"{name}={shlex.quote(whole)}"
    return None if found is None else before + found


def possible(text: str, known: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Return the completions of a line's last word: parameters before the `=`, known values after it."""
    name, equals, value = last_word(text)[1].partition("=")
    if not equals:
        return tuple(f"{parameter}=" for parameter in known if parameter.startswith(name))
    begun = value.lstrip("'\"").casefold()
    return tuple(v for v in known.get(name, ()) if v.casefold().startswith(begun))


def names_next(text: str, subjects: Iterable[str], dimensions: Iterable[str]) -> tuple[str, ...] | None:
    """Return the completions of the name at the end of `METRIC by DIMENSION,… where NAME=VALUE`; `None` if a filter must follow.

    The question or metric comes first, dimensions are between `by` and `where`.
    """
    before, word = last_word(text)
    words = before.split()
    begun = word.rpartition(",")[2].casefold()
    if not words:
        return tuple(name for name in subjects if name.startswith(word.casefold()))
    if "where" in words or any("=" in one for one in (*words, word)):
        return None
    if words[-1] == "by" or words[-1].endswith(",") or "," in word:
        return tuple(name for name in dimensions if name.startswith(begun))
    return tuple(name for name in ("by", "where") if name.startswith(begun) and name not in words)


def completed_name(text: str, names: Sequence[str]) -> str | None:
    """Complete the name at the end of a line to the first possible one; `None` without a match."""
    begun = max(text.rfind(" "), text.rfind(",")) + 1
    return text[:begun] + names[0] + " " if names else None


def last_word(text: str) -> tuple[str, str]:
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
