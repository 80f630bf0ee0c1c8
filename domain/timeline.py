"""Timeline of a match: its current actions in order, each at its address and referring to its predecessor.

A correction starts a new sequence of linked actions at the first one that it changes; actions that leave the timeline
keep their content.
"""

from collections.abc import Callable, Sequence
from typing import Final, Generic, NamedTuple, Protocol, TypeAlias, cast

from msgspec import Struct
from msgspec.structs import force_setattr

from domain.game import C, Command, E, Event, S, TurnInfo
from domain.outcome import Outcome
from domain.rules import Violation
from domain.seats import GameState


class BrokenHistory(ValueError):
    """Entries that do not make a match: a gap, a second opening, a take-back to nowhere."""


class Address(NamedTuple):
    """Address of an action in its match: the action of an entry, or (`number` from 1) one that the correction in that entry
    inserted."""

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
    """Turn info of an action that has no entry of its own."""

    moment: TurnInfo


Evolve: TypeAlias = Callable[[Address, S, tuple[E, ...]], S]
"""Computes the state after the events of an action. Raises BrokenHistory if they do not fit."""


class Action(Struct, Generic[S, C, E], frozen=True, gc=False):
    """One action of a timeline, with the corrections made so far applied, and the state after it."""

    version: int
    number: int
    by: int
    """Version of the entry with its current form: its own entry, or the last correction that changed it."""
    command: C
    events: tuple[E, ...]
    violations: tuple[Violation, ...]
    stamp: Stamp
    cached_state: S | None
    """State after the action; unset until it is first needed (then `compute` computes it)."""
    parent: "Action[S, C, E] | None"
    compute: Evolve[S, E] | None = None
    """Function that computes the state while it is unknown."""

    @property
    def address(self) -> Address:
        """Its address, also after it is corrected or undone."""
        return Address(self.version, self.number)

    @property
    def moment(self) -> TurnInfo:
        """Turn info before the action."""
        return self.stamp.moment

    @property
    def state(self) -> S:
        """The state after the action. Raises BrokenHistory if the events of an undone timeline do not fit each other."""
        if self.compute is not None:
            self.find_state()
        return self.cached_state  # type: ignore[return-value]  # a state may be anything but None

    def find_state(self) -> None:
        """Fold the actions up to this one, starting from the last known state. Raises as `state`."""
        waiting, action = [], self
        while action.compute is not None:
            waiting.append(action)
            assert action.parent is not None, "the state after an opening is always known"
            action = action.parent
        state = cast("S", action.cached_state)
        for one in reversed(waiting):
            assert one.compute is not None
            state = one.compute(one.address, state, one.events)
            force_setattr(one, "cached_state", state)
            force_setattr(one, "compute", None)


AnyAction: TypeAlias = Action[GameState, Command, Event]
"""An action in a match of any game."""


def line_to(tip: Action[S, C, E] | None) -> list[Action[S, C, E]]:
    """Return the actions up to this one, in order."""
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


_Snapshot: TypeAlias = tuple[Action[S, C, E] | None, tuple[int, Outcome] | None, dict[int, int], tuple[int, ...]]
"""The timeline after an entry: last action, conclusion with its version, undone entries with the entries that undid them,
and redo targets. A tuple, because there is one per entry."""


class MatchTimeline(Generic[S, C, E]):
    """The current timeline of a match and its conclusion, both also as they were after each entry."""

    __slots__ = ("_snapshots", "actions", "ended", "redoable", "undone")

    def __init__(self) -> None:
        self.actions: list[Action[S, C, E]] = []
        """Actions on the current timeline, in order and in their current form."""
        self.ended: tuple[int, Outcome] | None = None
        """The current conclusion and its version."""
        self.undone: dict[int, int] = {}
        """Version of an undone entry -> version of the first entry that undid it after it was last on the timeline."""
        self.redoable: tuple[int, ...] = ()
        """Entries that redo returns to, the latest first: the last entry before each take-back that was not redone.
        Empty after play, a conclusion, a confirmation or a correction: a redo would undo it, too."""
        self._snapshots: list[_Snapshot[S, C, E]] = [(None, None, self.undone, ())]

    @property
    def version(self) -> int:
        """Number of entries."""
        return len(self._snapshots) - 1

    @property
    def line(self) -> list[int]:
        """Versions of the actions on the current timeline, in order, without those inserted by corrections."""
        return [action.version for action in self.actions if not action.number]

    @property
    def undo_target(self) -> Address | None:
        """The action or conclusion that undo returns to; unset if only the opening is left."""
        if self.ended is not None and self._made_before_end >= len(self.actions) - 1:
            last = self._made_before_end == len(self.actions)
            return self.actions[-1].address if last else Address(self.ended[0])
        return self.actions[-2].address if len(self.actions) > 1 else None

    def goes_back_to(self, target: Address) -> tuple[int, bool]:
        """Return the number of actions kept when going back, and whether the conclusion is kept. 0: the target is not on the
        timeline."""
        if self.ended is not None and target == Address(self.ended[0]):
            return self._made_before_end, True
        stay = place_of(self.actions, target) + 1
        last = max((action.version for action in self.actions[:stay] if not action.number), default=0)
        return stay, self.ended is not None and self.ended[0] <= last

    @property
    def _made_before_end(self) -> int:
        """Number of current actions made before the conclusion."""
        assert self.ended is not None
        return place_from(self.actions, self.ended[0])

    def ended_after(self, version: int) -> tuple[int, Outcome] | None:
        """Return the conclusion that was in force after an entry, and its version."""
        return self._snapshots[version][1]

    def addresses_undone(self, to: Address) -> list[Address]:
        """Return the addresses taken back when going back to an action, in order: the later actions, and the conclusion if
        made since."""
        stay, ended = self.goes_back_to(to)
        fallen = [action.address for action in self.actions[stay:]]
        return fallen if self.ended is None or ended else [*fallen, Address(self.ended[0])]

    def addresses_redone(self) -> list[Address]:
        """Return the addresses that redo brings back, in order; empty if redo is not possible."""
        action, ended, *_ = self._snapshots[self.redoable[0] if self.redoable else self.version]
        standing = {one.address for one in self.actions}
        back = [one.address for one in line_to(action) if one.address not in standing]
        return back + ([Address(ended[0])] if ended is not None and ended != self.ended else [])

    def standing_before(self, version: int) -> int:
        """Return the version that an undo of entry `version` goes back to: the current action before it, or 0 if it is the
        first."""
        return max((v for v in self.line if v < version), default=0)

    def stands_as_after(self, version: int) -> bool:
        """Return True if the timeline and the conclusion have not changed since entry `version`."""
        return self.stood_alike(version, self.version)

    def stood_alike(self, version: int, other: int) -> bool:
        """Return True if the timeline and the conclusion were the same after two entries."""
        one, two = self._snapshots[version], self._snapshots[other]
        return one[0] is two[0] and one[1] is two[1]

    def standing(self, address: Address) -> Action[S, C, E] | None:
        """Return an action in its current form, if it is on the current timeline."""
        place = place_of(self.actions, address)
        return None if place < 0 else self.actions[place]

    def _stand_at(self, tip: _Snapshot[S, C, E]) -> None:
        action, self.ended, self.undone, self.redoable = tip
        self.actions = line_to(action)
