"""Timeline of a match: its current actions in order, each at its address and referring to its predecessor.

A correction starts a new chain at the first action that it changes; actions that leave the timeline keep their content.
"""

from collections.abc import Callable, Sequence
from typing import Final, Generic, NamedTuple, Protocol, TypeAlias, cast

from msgspec import Struct
from msgspec.structs import force_setattr

from domain.game import C, Command, E, Event, S, TurnInfo
from domain.rules import Violation
from domain.seats import GameState


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


AnyAction: TypeAlias = Action[GameState, Command, Event]
"""An action in a match of any game."""


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
