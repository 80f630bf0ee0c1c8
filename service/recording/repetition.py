"""Repeated requests with a known command id: the same action is stored once, a different one is refused."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import msgspec

from domain.deciding import RuleViolation
from domain.entries import ActionEntry, Opened, action_parts
from domain.game import tag_of
from domain.validation import in_json
from service.errors import CommandIdTaken, LineRefused, UsageProblem
from storage.records import AnyEntry, AnyPayload

_IGNORED: Final = ("remark", "events", "violations", "head", "official", "role", "rules_version")
"""Fields that are ignored when two entries are compared: people, effects, the preceding head."""
_REMARKED: Final = ("reason", "note", "text")
"""Fields with a remark behind them where the chain was damaged."""


def expect_same(entry: AnyEntry, act: AnyPayload) -> None:
    """Raises CommandIdTaken where an entry is not of this act."""
    if _essence(entry, entry.payload) != _essence(entry, act):
        raise taken(entry)


def expect_all_same(entries: Sequence[AnyEntry], acts: Sequence[AnyPayload]) -> None:
    """Raises CommandIdTaken where entries that were recorded together are not of these acts."""
    if len(entries) != len(acts):
        raise taken(entries[0])
    for entry, act in zip(entries, acts, strict=True):
        expect_same(entry, act)


def expect_same_way(entry: AnyEntry, happened_at: int | None, *, takes: bool) -> None:
    """Raises CommandIdTaken where an action is sent again as of another time, or so that it would be refused now: `takes` says
    whether it may break rules."""
    if entry.envelope.at != happened_at or (action_parts(entry.payload)[2] and not takes):
        raise taken(entry)


@contextmanager
def made_again(entry: AnyEntry) -> Iterator[None]:
    """Repeat an act with the command id of an entry on the state before that entry. Raises CommandIdTaken
    if it is refused there, because then it is another act."""
    try:
        yield
    except (RuleViolation, UsageProblem, LineRefused) as error:
        raise taken(entry) from error


def taken(entry: AnyEntry) -> CommandIdTaken:
    """Says that the command id of an entry was sent with another act."""
    said = entry.payload.command if isinstance(entry.payload, Opened | ActionEntry) else entry.payload
    return CommandIdTaken(entry.envelope.version, tag_of(said))


def _essence(entry: AnyEntry, payload: AnyPayload) -> bytes:
    said = {name: value for name, value in msgspec.to_builtins(payload).items() if name not in _IGNORED}
    for name in _REMARKED:
        if name in said:
            said[name] = _unremarked(said[name], entry.envelope.match)
    return in_json(said)


def _unremarked(text: str, match: str) -> str:
    """A text without what the recorder says of a damaged chain (`MatchService.remark_on`)."""
    return f"; {text}".partition(f"; the chain of {match} is broken from entry ")[0].removeprefix("; ")
