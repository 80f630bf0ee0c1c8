"""A match as its entries, and the fold that rebuilds it.

One entry is one stored record: an action (a command with all its events), or a record act. Version n of a match is what
stands after entry n. Nothing is ever changed: a take-back is an entry of its own, and what it undoes stays visible.
"""

from collections.abc import Iterable, Sequence
from typing import Generic, Literal, TypeAlias, TypeVar, Union, assert_never, cast

import msgspec
from msgspec import Struct

from domain.cards import CardRecord, Catalogue
from domain.chain import first_head, write_head
from domain.failure import failure
from domain.game import C, E, Game, Moment, Outcome, S, TurnNumber, evolve_all, tag_of
from domain.rules import Violation
from domain.seating import glances, stranger

Strictness = Literal["strict", "warn", "log"]
"""What happens to an illegal command by default: refused; asked about; recorded as played."""


class Envelope(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Who recorded what, when, and where in the match. Never redacted. Times are microseconds since 1970, UTC."""

    match: str
    version: int
    command_id: str
    """Given by the sender: the same id sent twice is stored once."""
    recorded_at: int
    at: int | None = None
    """When it happened at the table; None: when it was recorded. Never used for order."""
    by: str = ""
    """Who recorded it."""
    turn: TurnNumber = 0
    phase: str = ""
    seat: int | None = None
    round: TurnNumber = 0
    """The moment in which the entry was made: before its events."""

    @property
    def moment(self) -> Moment:
        """Where the game stood when this was entered."""
        return Moment(self.turn, self.phase, self.seat, self.round)

    @property
    def happened_at(self) -> int:
        """Table time, in microseconds."""
        return self.recorded_at if self.at is None else self.at


PC = TypeVar("PC")
PE = TypeVar("PE")


class _Payload(
    Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True, forbid_unknown_fields=True, gc=False
):
    pass


class Opened(_Payload, Generic[PC, PE], frozen=True, kw_only=True, tag="opened"):
    """The first entry: what the match is played under, and the game's opening command."""

    game: str
    rules_version: str
    catalogue: str
    """Digest of the card definitions used."""
    catalogue_name: str = ""
    """What they were called when the match was opened. Entries of schema 1 do not say."""
    command: PC
    events: tuple[PE, ...]
    violations: tuple[Violation, ...] = ()
    strictness: Strictness = "strict"
    title: str = ""
    tags: tuple[str, ...] = ()
    forked_from: str = ""
    """Address `<match>/<version>` of the moment that a what-if branched from."""


class Acted(_Payload, Generic[PC, PE], frozen=True, kw_only=True, tag="action"):
    """A game command and what followed. Adjustments and declared positions are game commands too."""

    command: PC
    events: tuple[PE, ...]
    violations: tuple[Violation, ...] = ()
    """The rules it broke, when recorded as played."""
    reason: str = ""
    """Why it was recorded against the match's strictness."""


class TakenBack(_Payload, frozen=True, kw_only=True, tag="taken_back"):
    """The players agreed to go back to the state after entry `to`, which must itself stand."""

    to: int
    reason: str = ""


Glyph: TypeAlias = Literal["", "!", "?", "!!", "??", "!?", "?!"]


class Annotated(_Payload, frozen=True, kw_only=True, tag="annotated"):
    """A note, glyph or bookmark on an entry (or one event of it). Changes no state."""

    about: int
    event: int | None = None
    """Number of the event in the entry, from 1."""
    text: str = ""
    glyph: Glyph = ""
    bookmark: bool = False


class Concluded(_Payload, frozen=True, kw_only=True, tag="concluded"):
    """The match was ended by what the players agreed, outside the rulebook."""

    outcome: Outcome
    note: str = ""


Payload: TypeAlias = Opened[PC, PE] | Acted[PC, PE] | TakenBack | Annotated | Concluded


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


class BrokenHistory(ValueError):
    """Entries that do not make a match: a gap, a second opening, a take-back to nowhere."""


class Match(Generic[S, C, E]):
    """A match being rebuilt: mutable holder of immutable states, one for each version.

    `states[n]` is the state after entry n (`states[0]` before the first).
    """

    __slots__ = (
        "_concluded_at",
        "command_ids",
        "concluded",
        "game",
        "head",
        "id",
        "last_recorded_at",
        "line",
        "opened",
        "passed",
        "states",
        "undone",
    )

    def __init__(self, match_id: str, game: Game[S, C, E], catalogue: Catalogue[CardRecord]) -> None:
        self.id = match_id
        self.game = game = game.bind(catalogue)
        self.head = write_head(first_head(match_id))
        self.states: list[S] = [game.initial(catalogue)]
        self.passed: list[S] = []
        """The state after each event of the entry that was applied last: who shows every step need not fold it again."""
        self.line: list[int] = []
        """Versions of the actions that stand, in order."""
        self.undone: dict[int, int] = {}
        """Version of an undone entry -> version of the entry that undid it."""
        self.opened: Opened[C, E] | None = None
        self.concluded: Outcome | None = None
        self._concluded_at = 0
        self.command_ids: dict[str, int] = {}
        self.last_recorded_at = 0

    @property
    def version(self) -> int:
        """Number of entries."""
        return len(self.states) - 1

    @property
    def state(self) -> S:
        """The state that stands now."""
        return self.states[-1]

    @property
    def strictness(self) -> Strictness:
        """What happens to an illegal command by default."""
        return self.opened.strictness if self.opened is not None else "strict"

    @property
    def forked_from(self) -> str:
        """Address of the entry that a what-if branched from; empty for a match that was played."""
        return self.opened.forked_from if self.opened is not None else ""

    @property
    def outcome(self) -> Outcome | None:
        """How it ended: by the rules, or by what the players agreed."""
        return self.concluded or self.game.outcome(self.states[-1])

    def apply(self, entry: Entry[C, E], *, closely: bool = False) -> None:
        """Folds one entry in. `closely`: its events may name seats that are not at the table (`suspicious`). Raises
        BrokenHistory; then the match is as it was."""
        version = entry.envelope.version
        if version != len(self.states):
            raise BrokenHistory(f"{self.id}: entry {version} follows entry {self.version}")
        if entry.envelope.match != self.id:
            raise BrokenHistory(f"{self.id}: entry {version} is of another match, {entry.envelope.match}")
        seat = entry.envelope.seat
        if seat is not None and not 0 <= seat < len(self.state.seats):
            raise BrokenHistory(
                f"{self.id}: entry {version} was made in the turn of seat {seat + 1}, which is not at the table"
            )
        self.states.append(self._next_state(version, entry.payload, closely))
        self.head = entry.head
        self.command_ids[entry.envelope.command_id] = version
        self.last_recorded_at = entry.envelope.recorded_at

    @property
    def undo_target(self) -> int | None:
        """The entry that undoing the last action goes back to; None when only the opening stands."""
        if self.concluded is not None:
            return self.line[-1]
        return self.line[-2] if len(self.line) > 1 else None

    def standing_before(self, version: int) -> int:
        """The version that an undo of entry `version` goes back to: the action before it that stands; 0 for none."""
        return max((v for v in self.line if v < version), default=0)

    def _next_state(self, version: int, payload: Payload[C, E], closely: bool) -> S:
        if self.opened is None and not isinstance(payload, Opened):
            raise BrokenHistory(f"{self.id}: entry {version} comes before the match is opened")
        if isinstance(payload, Acted):
            return self._act(version, payload, closely)
        if isinstance(payload, Opened):
            return self._open(version, payload, closely)
        if isinstance(payload, TakenBack):
            return self._take_back(version, payload)
        if isinstance(payload, Annotated):
            return self._annotate(version, payload)
        if isinstance(payload, Concluded):
            return self._conclude(version, payload)
        assert_never(payload)

    def _open(self, version: int, payload: Opened[C, E], closely: bool) -> S:
        if self.opened is not None:
            raise BrokenHistory(f"{self.id}: entry {version} opens the match again")
        state = self._evolved(version, payload.events, closely)
        self.opened = payload
        self.line.append(version)
        return state

    def _act(self, version: int, payload: Acted[C, E], closely: bool) -> S:
        state = self._evolved(version, payload.events, closely)
        self.line.append(version)
        return state

    def _evolved(self, version: int, events: tuple[E, ...], closely: bool) -> S:
        evolve, state = self.game.evolve, self.states[-1]
        self.passed = passed = []
        for number, event in enumerate(events, start=1):
            try:
                after = evolve(state, event)
            except Exception as error:
                # Whatever a game makes of events that its own `resolve` never gave (a forged or damaged record).
                raise self._unfit(version, number, event, state, error) from error
            state = after
            passed.append(state)
            # An event that names nobody may evolve all the same, and fail whoever draws or tells it.
            if closely and stranger(event, state.seats):
                raise self._unfit(version, number, event, state)
        return state

    def _unfit(self, version: int, number: int, event: E, state: S, error: Exception | None = None) -> BrokenHistory:
        strange = stranger(event, state.seats) if state.seats else ""
        why = f"names {strange}, which is not at the table" if strange else "does not fit what was before it"
        if error is not None and not strange:
            why += f": {failure(error, self.game.package)}"
        return BrokenHistory(f"{self.id}: event {number} ({tag_of(event)}) of entry {version} {why}")

    def _take_back(self, version: int, payload: TakenBack) -> S:
        if payload.to not in self.line:
            raise BrokenHistory(f"{self.id}: entry {version} goes back to entry {payload.to}, which does not stand")
        for undone in range(payload.to + 1, version):
            self.undone.setdefault(undone, version)
        self.line = [v for v in self.line if v <= payload.to]
        if self._concluded_at > payload.to:
            self.concluded = None
        return self.states[payload.to]

    def _annotate(self, version: int, payload: Annotated) -> S:
        if not 0 < payload.about < version:
            raise BrokenHistory(f"{self.id}: entry {version} notes entry {payload.about}, which is not before it")
        return self.states[-1]

    def _conclude(self, version: int, payload: Concluded) -> S:
        if strange := stranger(payload.outcome, self.state.seats):
            raise BrokenHistory(f"{self.id}: entry {version} names {strange} a winner, which is not at the table")
        self.concluded = payload.outcome
        self._concluded_at = version
        return self.states[-1]


def fold(match: Match[S, C, E], entries: Iterable[Entry[C, E]]) -> Match[S, C, E]:
    """The match with these entries applied in order. Raises BrokenHistory."""
    for entry in entries:
        match.apply(entry)
    return match


def suspicious(match: Match[S, C, E], entries: Sequence[Entry[C, E]]) -> bool:
    """Whether one of these entries, which come next, seems to name a seat or side that is not at the table; they are then
    applied `closely`.

    For entries that were not made here and are folded for the first time: a look over all of them costs less than one at each.
    """
    if not entries:
        return False
    seats = match.state.seats
    if not seats:
        try:
            seats = evolve_all(match.game, match.state, payload_commands(entries[0].payload)[1]).seats
        except Exception:  # what cannot be folded is told when it is
            return True
    at_this_table = glances(seats)
    for entry in entries:
        payload = entry.payload
        if isinstance(payload, Acted | Opened):
            for event in payload.events:
                if (glance := at_this_table[type(event)]) is not None:
                    taken, right = glance
                    if taken(event) not in right:
                        return True
    return False


def entry_type(game: Game[S, C, E]) -> object:
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


def payload_commands(payload: Payload[C, E]) -> tuple[C | None, tuple[E, ...], tuple[Violation, ...]]:
    """The command, events and violations that an entry carries (none for a pure record act)."""
    if isinstance(payload, Opened | Acted):
        return payload.command, payload.events, payload.violations
    return None, (), ()


def with_moment(moment: Moment, envelope: Envelope) -> Envelope:
    """The envelope with the moment filled in."""
    return msgspec.structs.replace(envelope, turn=moment.turn, phase=moment.phase, seat=moment.seat, round=moment.round)
