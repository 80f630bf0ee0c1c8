"""Stored entries as they were written once, to be read for ever: bytes that this and every later Matchbook must understand.

`<game>.jsonl` holds one line `{"topic":…,"state":…}` for each frozen entry, its state byte for byte as it was stored: at least one
for each command, event and kind of record. `matches/` holds whole matches, and `matches.jsonl` what they come to; `stores/` holds
whole stores, `files/` other files (a checkpoint, proofs, a copy for a spectator, a backup's manifest); `contests/` holds contests
with broken rules on record, cited from one rulebook for all games. Lines are only ever added (`python -m tests.golden.renew`).
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args

import msgspec
from msgspec import Raw, Struct

from domain.corrections import Corrected, EditKind
from domain.entries import ActionEntry, Annotated, Concluded, Opened, Restored, TableEvent, TakenBack
from domain.game import AnyGame, tag_of
from domain.outcome import Outcome
from storage.records import AnyEntry

FOLDER: Final = Path(__file__).parent
KINDS: Final = (Opened, ActionEntry, TakenBack, Annotated, Concluded, Restored, Corrected, TableEvent)
AMENDING: Final = (*get_args(EditKind), "following")


class Golden(Struct, frozen=True, forbid_unknown_fields=True):
    """One frozen entry."""

    topic: str
    state: Raw


class Ended(Struct, frozen=True, forbid_unknown_fields=True):
    """The outcome of a whole frozen match."""

    file: str
    entries: int
    head: str
    digest: str
    """Of the final state (`digest_of`)."""
    outcome: Outcome | None


def golden_lines(game: str, folder: Path = FOLDER) -> tuple[bytes, ...]:
    """The lines of a game's file; empty if the file is missing."""
    path = folder / f"{game}.jsonl"
    return tuple(path.read_bytes().splitlines()) if path.exists() else ()


def read_golden(line: bytes) -> tuple[str, bytes]:
    """Topic and stored bytes of a line."""
    golden = msgspec.json.decode(line, type=Golden)
    return golden.topic, bytes(golden.state)


def write_golden(topic: str, state: bytes) -> bytes:
    """The line of a stored entry."""
    return b'{"topic":%b,"state":%b}\n' % (msgspec.json.encode(topic), state)


def ended_matches(folder: Path = FOLDER) -> tuple[Ended, ...]:
    """The outcomes of the whole matches."""
    path = folder / "matches.jsonl"
    return (
        tuple(msgspec.json.decode(line, type=Ended) for line in path.read_bytes().splitlines()) if path.exists() else ()
    )


def wanted(game: AnyGame) -> frozenset[str]:
    """All that a game's frozen entries must show: `command x`, `event y`, `record z`."""
    return frozenset(
        {f"command {tag_of(c)}" for c in game.commands}
        | {f"event {tag_of(e)}" for e in game.events}
        | {f"record {tag_of(kind)}" for kind in KINDS}
        | {f"correction {how}" for how in AMENDING}
    )


def shown(entry: AnyEntry) -> Iterator[str]:
    """The parts of an entry, in the words of `wanted`."""
    payload = entry.payload
    yield f"record {tag_of(payload)}"
    if isinstance(payload, Opened | ActionEntry):
        yield f"command {tag_of(payload.command)}"
        yield from (f"event {tag_of(event)}" for event in payload.events)
    if isinstance(payload, Corrected):
        yield from (f"correction {one.how}" for one in payload.amended)
        if payload.following:
            yield "correction following"
