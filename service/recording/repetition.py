"""Acts that are sent again under their command id: the same act is stored once, another one is refused."""

from collections.abc import Sequence
from typing import Final

import msgspec

from domain.entries import Acted, Opened
from domain.fitting import in_json
from domain.game import tag_of
from domain.judging import Penalised
from service.errors import CommandIdTaken
from storage.records import AnyEntry, AnyPayload

_ASIDE: Final = ("reason", "remark", "events", "violations", "head", "effect", "official", "role", "rules_version")
"""What an entry says beside the act: why, by whom, what followed, what it was recorded upon."""


def expect_same(entry: AnyEntry, act: AnyPayload) -> None:
    """Raises CommandIdTaken where an entry is not of this act."""
    if _essence(entry.payload) != _essence(act):
        raise _taken(entry)


def expect_all_same(entries: Sequence[AnyEntry], acts: Sequence[AnyPayload], *, same: bool) -> None:
    """Raises CommandIdTaken where entries that were recorded together are not of these acts, or otherwise not the same. Penalties
    are acts; what else officials bring along is not."""
    kinds = (*map(type, acts), Penalised)
    kept = [entry for entry in entries if isinstance(entry.payload, kinds)]
    if len(kept) != len(acts) or not same:
        raise _taken(entries[0])
    for entry, act in zip(kept, acts, strict=True):
        expect_same(entry, act)


def _taken(entry: AnyEntry) -> CommandIdTaken:
    said = entry.payload.command if isinstance(entry.payload, Opened | Acted) else entry.payload
    return CommandIdTaken(entry.envelope.version, tag_of(said))


def _essence(payload: AnyPayload) -> bytes:
    said = msgspec.to_builtins(payload)
    return in_json({name: value for name, value in said.items() if name not in _ASIDE})
