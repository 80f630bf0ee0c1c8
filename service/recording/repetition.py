"""Repeated requests with a known command id: the same action is stored once, a different one is refused."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import msgspec

from domain.decision import RuleViolation
from domain.entries import ActionEntry, Opened, action_parts
from domain.game import tag_of
from domain.validation import in_json
from service.errors import CommandIdTaken, LineRefused, UsageProblem
from storage.records import AnyEntry, AnyPayload

_IGNORED: Final = ("remark", "events", "violations", "head", "official", "role", "rules_version")
"""Fields that are ignored when two entries are compared, because they do not come from the request."""
_REMARKED: Final = ("reason", "note", "text")
"""Fields that get a remark at their end if the chain is damaged."""


def expect_same(entry: AnyEntry, act: AnyPayload) -> None:
    """Raise CommandIdTaken if an entry records another action."""
    if _essence(entry, entry.payload) != _essence(entry, act):
        raise command_id_taken(entry)


def expect_all_same(entries: Sequence[AnyEntry], acts: Sequence[AnyPayload]) -> None:
    """Raise CommandIdTaken if entries recorded together differ from these actions."""
    if len(entries) != len(acts):
        raise command_id_taken(entries[0])
    for entry, act in zip(entries, acts, strict=True):
        expect_same(entry, act)


def expect_same_way(entry: AnyEntry, happened_at: int | None, *, accepts_illegal: bool) -> None:
    """Raise CommandIdTaken if a repeated request has another table time, or does not accept that the action broke rules
    (`accepts_illegal` is False)."""
    if entry.envelope.at != happened_at or (action_parts(entry.payload)[2] and not accepts_illegal):
        raise command_id_taken(entry)


@contextmanager
def repeated_request(entry: AnyEntry) -> Iterator[None]:
    """Context for checking a repeated request on the state before its stored entry. If the request is refused there, it
    is another request with the same command id: raises CommandIdTaken."""
    try:
        yield
    except (RuleViolation, UsageProblem, LineRefused) as error:
        raise command_id_taken(entry) from error


def command_id_taken(entry: AnyEntry) -> CommandIdTaken:
    """Return the error for a command id of an entry that is sent with another action."""
    said = entry.payload.command if isinstance(entry.payload, Opened | ActionEntry) else entry.payload
    return CommandIdTaken(entry.envelope.version, tag_of(said))


def _essence(entry: AnyEntry, payload: AnyPayload) -> bytes:
    said = {name: value for name, value in msgspec.to_builtins(payload).items() if name not in _IGNORED}
    for name in _REMARKED:
        if name in said:
            said[name] = _unremarked(said[name], entry.envelope.match)
    return in_json(said)


def _unremarked(text: str, match: str) -> str:
    """Return a text without the remark about a damaged chain (`MatchService.remark_on`)."""
    return f"; {text}".partition(f"; the chain of {match} is broken from entry ")[0].removeprefix("; ")
