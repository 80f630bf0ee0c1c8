"""Checks of requests before they are decided and recorded."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from domain.cards import CardRecord, Catalogue
from domain.entries import TableEvent
from domain.judging import MOST_MINUTES, Judging, Ruled
from domain.text import pluralize
from domain.validation import InvalidValue, disturbing_field, read_back
from service.errors import UsageProblem

T = TypeVar("T")
_WORD_OF_RECORDS: Final = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
"""Names of this form may also be fields, kinds or values of a record; replacing them by pseudonyms would damage it."""
MOST_TEXT: Final = 4_000
"""Characters of a line or a text that is sent to a server."""
MOST_TITLE: Final = 2_000
"""Characters."""
MOST_TAG: Final = 100
"""Characters of each tag."""
MOST_TAGS: Final = 20
_CALLED: Final = {"tags": "tag", "text": "note"}


def validated_request(asked: T) -> T:
    """Return the request as it will be read back. Raises UsageProblem for a field with an invalid value."""
    try:
        return read_back(asked)
    except InvalidValue as error:
        raise UsageProblem(f"{error}; not recorded") from None


def expect_one_line(payload: Struct) -> None:
    """Raise UsageProblem for a title, tag, reason or note with characters that would disturb a screen. (`decide` checks
    commands.)"""
    if isinstance(payload, Judging) and (problem := disturbing_field(payload)):
        raise UsageProblem(problem)
    for name in _texts_in(type(payload)):
        if (said := getattr(payload, name)) and (problem := disturbing_field(said)):
            raise UsageProblem(f"{_CALLED.get(name, name)}: {problem.partition(': ')[2]}")


def expect_brief(payload: Struct) -> None:
    """Raise UsageProblem for an entry with a text that is longer than requests to a server have."""
    longest = max(map(len, _all_texts(msgspec.to_builtins(payload))), default=0)
    if longest > MOST_TEXT:
        raise UsageProblem(f"a text of {pluralize(longest, 'character')}: at most {MOST_TEXT:,} are allowed")


def _all_texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _all_texts(part)


def expect_minutes(payload: Struct) -> None:
    """Raise UsageProblem for minutes out of range. The types do not limit them, because older stored entries may have
    any number."""
    if not isinstance(payload, TableEvent | Ruled):
        return
    least = int(isinstance(payload, TableEvent) and payload.what == "extra_time")
    if not least <= payload.minutes <= MOST_MINUTES:
        raise UsageProblem(f"minutes: {least} to {MOST_MINUTES:,} expected, found {payload.minutes:,}; not recorded")


@cache
def _texts_in(kind: type[Struct]) -> tuple[str, ...]:
    return tuple(name for name in ("title", "tags", "reason", "text", "note", "author") if hasattr(kind, name))


def expect_short(title: str, tags: Sequence[str]) -> None:
    """Raise UsageProblem for a new match's title or tags that are too long, or too many tags."""
    if len(title) > MOST_TITLE or len(tags) > MOST_TAGS or any(len(tag) > MOST_TAG for tag in tags):
        raise UsageProblem(
            f"a title has at most {MOST_TITLE:,} characters, a tag {MOST_TAG}, and a match {MOST_TAGS} tags"
        )


def expect_hideable_names(names: Iterable[str], catalogue: Catalogue[CardRecord]) -> None:
    """Raise UsageProblem for a name that a pseudonym cannot replace safely."""
    for name in names:
        if name in catalogue or _WORD_OF_RECORDS.fullmatch(name):
            raise UsageProblem(
                f"{name} could also be a card or a keyword of the record: to keep the name out of the record, write it "
                "differently, for example with a capital letter"
            )


def expect_result(winners: Sequence[int], seats: int, *, drawn: bool) -> None:
    """Raise UsageProblem for an agreed result that is impossible with this number of seats."""
    if unknown := [seat for seat in winners if not 0 <= seat < seats]:
        raise UsageProblem(f"this match has no seat {unknown[0] + 1}, only {seats}")
    if winners and drawn:
        raise UsageProblem("a drawn match has no winner: give winners or a draw, not both")
