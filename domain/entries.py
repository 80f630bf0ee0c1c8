"""Parts of a match record. An entry is one stored record: either an action (a command and its events) or a change to the
record."""

from collections.abc import Sequence
from typing import Generic, Literal, TypeAlias, Union, cast

import msgspec
from msgspec import Struct

from domain.cards import SeatIndex
from domain.corrections import Corrected
from domain.game import C, E, Game, S, TurnInfo, TurnNumber
from domain.judging import AnyJudging
from domain.outcome import Outcome
from domain.payload import PC, PE, Glyph, RecordedPayload, Revision, Role
from domain.rules import Violation

Strictness = Literal["strict", "warn", "log"]
"""Default handling of an illegal command: refuse it, ask about it, or record it as played."""


class Envelope(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Metadata of an entry: recorder, time and place in the match. Never redacted. Times are microseconds since 1970, UTC."""

    match: str
    version: int
    command_id: str
    """Given by the sender: the same id sent twice is stored once."""
    recorded_at: int
    at: int | None = None
    """Time at the table; unset: the time of recording. Never used for order."""
    by: str = ""
    """Who recorded it."""
    turn: TurnNumber = 0
    phase: str = ""
    seat: int | None = None
    round: TurnNumber = 0
    """Turn context of the entry, before its events."""

    @property
    def moment(self) -> TurnInfo:
        """Turn info of the game when this entry was recorded."""
        return TurnInfo(self.turn, self.phase, self.seat, self.round)

    @property
    def happened_at(self) -> int:
        """Table time, in microseconds."""
        return self.recorded_at if self.at is None else self.at


class Opened(RecordedPayload, Generic[PC, PE], frozen=True, kw_only=True, tag="opened"):
    """The first entry: game, rules version, catalogue and settings of the match, and the game's opening command."""

    game: str
    rules_version: str
    catalogue: str
    """Digest of the card definitions used."""
    catalogue_name: str = ""
    """Name of the card definitions when the match was opened. Missing in entries of schema 1."""
    command: PC
    events: tuple[PE, ...]
    violations: tuple[Violation, ...] = ()
    strictness: Strictness = "strict"
    title: str = ""
    tags: tuple[str, ...] = ()
    forked_from: str = ""
    """Address `<match>/<version>` of the moment that a what-if branched from."""


class ActionEntry(RecordedPayload, Generic[PC, PE], frozen=True, kw_only=True, tag="action"):
    """A game command and what followed. Adjustments and declared positions are game commands too."""

    command: PC
    events: tuple[PE, ...]
    violations: tuple[Violation, ...] = ()
    """The rules it broke, when recorded as played."""
    reason: str = ""
    """Why it was recorded against the match's strictness."""


class TakenBack(Revision, frozen=True, kw_only=True, tag="taken_back"):
    """The players agreed to go back to the state after entry `to`, which must be on the current timeline."""

    to: int
    reason: str = ""
    number: int = 0
    """Number of the action that the correction in entry `to` inserted; 0: the action of the entry itself."""
    asked: SeatIndex | None = None
    """Player who asked for it. Unset in entries of grammar 4 and lower."""
    agreed: tuple[SeatIndex, ...] = ()
    """Players who agreed."""


class Restored(Revision, frozen=True, kw_only=True, tag="restored"):
    """Redo: continue the match from its timeline after entry `to`."""

    to: int
    reason: str = ""


class Annotated(RecordedPayload, frozen=True, kw_only=True, tag="annotated"):
    """A note, glyph or bookmark on an entry (or one event of it). Changes no state."""

    about: int
    number: int = 0
    """Number of the action that the correction in entry `about` inserted; 0: the action of the entry itself."""
    event: int | None = None
    """Number of the event in the entry, from 1."""
    text: str = ""
    glyph: Glyph = ""
    bookmark: bool = False


class Concluded(RecordedPayload, frozen=True, kw_only=True, tag="concluded"):
    """The match was ended by what the players agreed, outside the rulebook."""

    outcome: Outcome
    note: str = ""


TableEventKind: TypeAlias = Literal[
    "judge_called", "clock_started", "clock_paused", "clock_ended", "extra_time", "statement", "evidence", "note"
]


class TableEvent(RecordedPayload, frozen=True, kw_only=True, tag="event"):
    """Something that happened at the table outside the game, for example a judge call. Does not change the state."""

    what: TableEventKind
    author: str
    role: Role
    text: str = ""
    minutes: int = 0
    """Minutes of extra time, or minutes on the clock."""
    digest: str = ""
    """SHA-256 of a piece of evidence, in hexadecimal; the file itself is not kept."""
    about: int = 0
    """The entry that this refers to; 0: not about a particular entry."""


Payload: TypeAlias = (
    Opened[PC, PE]
    | ActionEntry[PC, PE]
    | TakenBack
    | Annotated
    | Concluded
    | Restored
    | Corrected[PC, PE]
    | TableEvent
    | AnyJudging
)


class Entry(Struct, Generic[PC, PE], frozen=True, gc=False, forbid_unknown_fields=True):
    """One record of a match as read back. Stored as this JSON object, its parts in this order."""

    envelope: Envelope
    payload: Payload[PC, PE]
    salt: str
    head: str
    """Head of the chain after this entry (`chain.write_head`)."""

    @property
    def originator_id(self) -> str:
        """The match id, under the event store's name for it."""
        return self.envelope.match

    @property
    def originator_version(self) -> int:
        """The version, under the event store's name for it."""
        return self.envelope.version

    @property
    def address(self) -> str:
        """`<match>/<version>`."""
        return f"{self.envelope.match}/{self.envelope.version}"


def entry_type(game: Game[S, C, E]) -> type[Entry[C, E]]:
    """The type under which a game's entries are decoded: its own commands and events as tagged unions."""
    commands = _union(game.commands)
    events = _union(game.events)
    return Entry[commands, events]  # type: ignore[valid-type]


def command_type(game: Game[S, C, E]) -> type[C]:
    """A game's commands as one tagged union, for decoding."""
    return cast("type[C]", _union(game.commands))


def _union(members: tuple[type, ...]) -> object:
    union: object = members[0]
    for member in members[1:]:
        union = Union[union, member]
    return union


def action_parts(payload: Payload[C, E]) -> tuple[C | None, tuple[E, ...], tuple[Violation, ...]]:
    """Return the command, events and violations of an entry (all empty if it does not carry a command)."""
    if isinstance(payload, Opened | ActionEntry):
        return payload.command, payload.events, payload.violations
    return None, (), ()


def events_of(payload: Payload[C, E]) -> Sequence[E]:
    """All events that an entry carries."""
    if isinstance(payload, Opened | ActionEntry):
        return payload.events
    if not isinstance(payload, Corrected):
        return ()
    amended = [event for one in payload.amended for event in one.events]
    return [*amended, *(event for one in payload.following for event in one.events)]


def with_moment(moment: TurnInfo, envelope: Envelope) -> Envelope:
    """The envelope with the turn context filled in."""
    return msgspec.structs.replace(envelope, turn=moment.turn, phase=moment.phase, seat=moment.seat, round=moment.round)
