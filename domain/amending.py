"""Timeline of a match: actions and their addresses, corrections, redo, and events at the table.

The current timeline is a chain in which every action refers to its predecessor. A correction starts a new chain at the first
action that it changes; actions that leave the timeline keep their content.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar, cast

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from domain.game import C, E, S, TurnInfo
from domain.payload import PutRight, RecordedPayload, Role
from domain.rules import Violation

PC = TypeVar("PC")
PE = TypeVar("PE")


class BrokenHistory(ValueError):
    """Entries that do not make a match: a gap, a second opening, a take-back to nowhere."""


class Address(NamedTuple):
    """Which act of a match: that of an entry, or (`number` from 1) one that the correction in that entry inserted."""

    version: int
    number: int = 0

    def __str__(self) -> str:
        return f"{self.version}#{self.number}" if self.number else str(self.version)


class _GoesBack(Protocol):
    """A payload that names the action after which the match continues."""

    @property
    def to(self) -> int: ...
    @property
    def number(self) -> int: ...


def target_of(payload: _GoesBack) -> Address:
    """Return the address of the last action on the timeline after going back."""
    return Address(payload.to, payload.number)


OPENING: Final = Address(1)


class Restored(PutRight, frozen=True, kw_only=True, tag="restored"):
    """Redo: continue the match from its timeline after entry `to`."""

    to: int
    reason: str = ""


Amending: TypeAlias = Literal["replace", "insert", "strike"]
"""`insert`: before the act that is named."""


class Amended(
    Struct, Generic[PC, PE], frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False
):
    """One act of the standing line as a correction has it."""

    entry: int
    number: int = 0
    """The act's address."""
    how: Amending = "replace"
    command: PC | None = None
    """Unset if the action is struck."""
    events: tuple[PE, ...] = ()
    violations: tuple[Violation, ...] = ()
    moment: TurnInfo | None = None
    """Turn info of the action; unset if the action is struck."""

    @property
    def address(self) -> Address:
        """The act that is replaced or struck, or before which one is inserted."""
        return Address(self.entry, self.number)


class Followed(
    Struct, Generic[PE], frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False
):
    """A later act that a correction changes: its command stays, what followed from it does not."""

    entry: int
    number: int = 0
    events: tuple[PE, ...] = ()
    violations: tuple[Violation, ...] = ()
    moment: TurnInfo

    @property
    def address(self) -> Address:
        """The act's address."""
        return Address(self.entry, self.number)


class Corrected(PutRight, Generic[PC, PE], frozen=True, kw_only=True, tag="corrected"):
    """The log was wrong, the table right: acts of the standing line are replaced, inserted or struck; the later ones are kept."""

    amended: tuple[Amended[PC, PE], ...]
    following: tuple[Followed[PE], ...] = ()
    """The later standing acts whose events, violations or moment are others now, in their order."""
    reason: str = ""


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
    """Of extra time, or on the clock."""
    digest: str = ""
    """SHA-256 of a piece of evidence, in hexadecimal; the file itself is not kept."""
    about: int = 0
    """The entry that this refers to; 0: not about a particular entry."""


class Stamp(Protocol):
    """Source of the turn info of an action."""

    @property
    def moment(self) -> TurnInfo: ...


class Stamped(NamedTuple):
    """The moment of an act that no entry of its own tells."""

    moment: TurnInfo


Evolve: TypeAlias = Callable[[Address, S, tuple[E, ...]], S]
"""The state after the events of an act. Raises BrokenHistory where they do not fit."""


class Action(Struct, Generic[S, C, E], frozen=True, gc=False):
    """One action of a line of a match, in the form that it has there, with the state after it."""

    version: int
    number: int
    by: int
    """The entry that says what it is: its own, or the last correction that changed it."""
    command: C
    events: tuple[E, ...]
    violations: tuple[Violation, ...]
    stamp: Stamp
    known: S | None
    """State after the action; unset until it is first needed (then `late` computes it)."""
    parent: "Action[S, C, E] | None"
    late: Evolve[S, E] | None = None
    """Function that computes the state while it is unknown."""

    @property
    def address(self) -> Address:
        """Which act it is, whatever became of it."""
        return Address(self.version, self.number)

    @property
    def moment(self) -> TurnInfo:
        """The moment in which it was made."""
        return self.stamp.moment

    @property
    def state(self) -> S:
        """The state after it. Raises BrokenHistory where events of a line that was left behind do not fit each other."""
        if self.late is not None:
            self.find_state()
        return self.known  # type: ignore[return-value]  # a state may be anything but None

    def find_state(self) -> None:
        """Folds the acts up to this one, from the last of which the state is known. Raises as `state`."""
        waiting, action = [], self
        while action.late is not None:
            waiting.append(action)
            assert action.parent is not None, "the state after an opening is always known"
            action = action.parent
        state = cast("S", action.known)
        for one in reversed(waiting):
            assert one.late is not None
            state = one.late(one.address, state, one.events)
            force_setattr(one, "known", state)
            force_setattr(one, "late", None)


def line_to(tip: Action[S, C, E] | None) -> list[Action[S, C, E]]:
    """The acts up to this one, in order."""
    line = []
    while tip is not None:
        line.append(tip)
        tip = tip.parent
    line.reverse()
    return line


def place_of(line: Sequence[Action[S, C, E]], address: Address) -> int:
    """Return the index of an action in a timeline, or -1 if it is absent. Searches from the end."""
    for place in range(len(line) - 1, -1, -1):
        if (line[place].version, line[place].number) == address:
            return place
    return -1


def place_from(line: Sequence[Action[S, C, E]], version: int) -> int:
    """Return the index of the first action recorded in or after an entry, or the timeline's length if all are older. Actions
    inserted by later corrections do not count: they keep the place where they were inserted."""
    later = (
        n
        for n, action in enumerate(line)
        if action.version == version or (action.version > version and not action.number)
    )
    return next(later, len(line))


class _About(Protocol):
    """Something about an act."""

    @property
    def address(self) -> Address: ...
    @property
    def how(self) -> Amending: ...


A = TypeVar("A", bound=_About)


class Amendments(Generic[A]):
    """The amendments of a correction, asked for or recorded, by the acts that they are about."""

    def __init__(self, amended: Iterable[A]) -> None:
        """Raises BrokenHistory for two about one act."""
        self.instead: dict[Address, A] = {}
        self.inserted: dict[Address, list[A]] = {}
        """Before which act."""
        self.numbers: dict[int, int] = {}
        """The number of each inserted act, by the identity of its amendment."""
        for one in amended:
            if one.how == "insert":
                self.inserted.setdefault(one.address, []).append(one)
                self.numbers[id(one)] = len(self.numbers) + 1
            elif one.address in self.instead:
                raise BrokenHistory(f"act {one.address} is amended twice")
            else:
                self.instead[one.address] = one

    def first_in(self, line: Sequence[Action[S, C, E]]) -> int:
        """Return the index where the timeline begins to change. Raise BrokenHistory for actions that are not on the
        timeline, and for a correction that strikes the opening or inserts an action before it."""
        places = {address: place_of(line, address) for address in sorted({*self.instead, *self.inserted})}
        if not places:
            raise BrokenHistory("nothing is amended")
        for address in (address for address, place in places.items() if place < 0):
            raise BrokenHistory(f"action {address} was undone")
        opening = line[0].address
        if opening in self.inserted or (opening in self.instead and self.instead[opening].how == "strike"):
            raise BrokenHistory("the opening can only be replaced")
        return min(places.values())


def rewritten(
    line: Sequence[Action[S, C, E]], correction: Corrected[C, E], version: int, late: Evolve[S, E], initial: S
) -> tuple[int, list[Action[S, C, E]]]:
    """Where the correction in entry `version` begins to change a line, and the acts from there on; their states are found
    when somebody looks there, by `late`. Raises BrokenHistory."""
    amendments = Amendments(correction.amended)
    first = amendments.first_in(line)
    following = {one.address: one for one in correction.following}
    if following:
        later = {action.address for action in line[first:]}
        for address in sorted((following.keys() - later) | (following.keys() & amendments.instead.keys())):
            raise BrokenHistory(f"act {address} cannot follow from the correction")
    touched = {address.version for address in (*amendments.instead, *amendments.inserted, *following)}
    actions: list[Action[S, C, E]] = []
    tip = line[first - 1] if first else None
    for action in line[first:]:
        if action.version not in touched:
            tip = Action(
                action.version,
                action.number,
                action.by,
                action.command,
                action.events,
                action.violations,
                action.stamp,
                None,
                tip,
                late,
            )
            actions.append(tip)
            continue
        for form in _forms(action, amendments, following, version):
            tip = replace(form, parent=tip, late=late)
            if tip.parent is None:
                force_setattr(tip, "known", late(tip.address, initial, tip.events))
                force_setattr(tip, "late", None)
            actions.append(tip)
    return first, actions


def _forms(
    action: Action[S, C, E],
    amendments: Amendments[Amended[C, E]],
    following: Mapping[Address, Followed[E]],
    version: int,
) -> Iterator[Action[S, C, E]]:
    """Yield the actions that replace an action after a correction, preceded by those inserted before it."""
    address = action.address
    for one in amendments.inserted.get(address, ()):
        yield _amended(Address(version, amendments.numbers[id(one)]), one, version)
    amended, changed = amendments.instead.get(address), following.get(address)
    if changed is not None:
        stamp = Stamped(changed.moment)
        yield Action(*address, version, action.command, changed.events, changed.violations, stamp, None, None)
    elif amended is None:
        yield replace(action, known=None)
    elif amended.how == "replace":
        yield _amended(address, amended, version)


def _amended(address: Address, form: Amended[C, E], by: int) -> Action[S, C, E]:
    if form.command is None or form.moment is None:
        raise BrokenHistory(f"act {address} has no command or moment")
    return Action(*address, by, form.command, form.events, form.violations, Stamped(form.moment), None, None)
