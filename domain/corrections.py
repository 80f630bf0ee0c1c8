"""Corrections of the log: actions that are replaced, inserted or struck, and the timeline rewritten by them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from domain.game import C, E, S, TurnInfo
from domain.payload import PC, PE, Revision
from domain.rules import Violation
from domain.timeline import Action, Address, BrokenHistory, Evolve, Stamped, place_of

EditKind: TypeAlias = Literal["replace", "insert", "strike"]
"""`insert`: before the action at the address."""


class AmendedAction(
    Struct, Generic[PC, PE], frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False
):
    """A correction of one current action."""

    entry: int
    number: int = 0
    """The address of the action, with `entry`."""
    how: EditKind = "replace"
    command: PC | None = None
    """Unset if the action is struck."""
    events: tuple[PE, ...] = ()
    violations: tuple[Violation, ...] = ()
    moment: TurnInfo | None = None
    """Turn info of the action; unset if the action is struck."""

    @property
    def address(self) -> Address:
        """The action to replace or strike, or the one after the inserted action."""
        return Address(self.entry, self.number)


class AffectedAction(
    Struct, Generic[PE], frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False
):
    """A later action that a correction changes: the command is the same, its results differ."""

    entry: int
    number: int = 0
    events: tuple[PE, ...] = ()
    violations: tuple[Violation, ...] = ()
    moment: TurnInfo

    @property
    def address(self) -> Address:
        """The address of the action."""
        return Address(self.entry, self.number)


class Corrected(Revision, Generic[PC, PE], frozen=True, kw_only=True, tag="corrected"):
    """The log differed from the table: current actions are replaced, inserted or struck; later actions stay."""

    amended: tuple[AmendedAction[PC, PE], ...]
    following: tuple[AffectedAction[PE], ...] = ()
    """The later current actions with changed events, violations or turn info, in order."""
    reason: str = ""


class _About(Protocol):
    """A correction of one action, requested or recorded."""

    @property
    def address(self) -> Address: ...
    @property
    def how(self) -> EditKind: ...


A = TypeVar("A", bound=_About)


class Amendments(Generic[A]):
    """The changes of a correction, requested or recorded, by the address of their action."""

    def __init__(self, amended: Iterable[A]) -> None:
        """Raises BrokenHistory for two changes of one action."""
        self.instead: dict[Address, A] = {}
        self.inserted: dict[Address, list[A]] = {}
        """By the address of the action that follows."""
        self.numbers: dict[int, int] = {}
        """The number of each inserted action, by the identity of its change."""
        for one in amended:
            if one.how == "insert":
                self.inserted.setdefault(one.address, []).append(one)
                self.numbers[id(one)] = len(self.numbers) + 1
            elif one.address in self.instead:
                raise BrokenHistory(f"action {one.address} is corrected twice")
            else:
                self.instead[one.address] = one

    def first_in(self, line: Sequence[Action[S, C, E]]) -> int:
        """Return the index where the timeline begins to change. Raise BrokenHistory for actions that are not on the
        timeline, and for a correction that strikes the opening or inserts an action before it."""
        places = {address: place_of(line, address) for address in sorted({*self.instead, *self.inserted})}
        if not places:
            raise BrokenHistory("the correction changes nothing")
        for address in (address for address, place in places.items() if place < 0):
            raise BrokenHistory(f"action {address} was undone")
        opening = line[0].address
        if opening in self.inserted or (opening in self.instead and self.instead[opening].how == "strike"):
            raise BrokenHistory("the opening can only be replaced")
        return min(places.values())


def rewritten(
    line: Sequence[Action[S, C, E]], correction: Corrected[C, E], version: int, compute: Evolve[S, E], initial: S
) -> tuple[int, list[Action[S, C, E]]]:
    """Return the index where the correction in entry `version` begins to change a timeline, and the actions from there on.
    `compute` computes their states on first access. Raises BrokenHistory."""
    amendments = Amendments(correction.amended)
    first = amendments.first_in(line)
    following = {one.address: one for one in correction.following}
    if following:
        later = {action.address for action in line[first:]}
        for address in sorted((following.keys() - later) | (following.keys() & amendments.instead.keys())):
            raise BrokenHistory(f"action {address} cannot follow from the correction")
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
                compute,
            )
            actions.append(tip)
            continue
        for form in _forms(action, amendments, following, version):
            tip = replace(form, parent=tip, compute=compute)
            if tip.parent is None:
                force_setattr(tip, "cached_state", compute(tip.address, initial, tip.events))
                force_setattr(tip, "compute", None)
            actions.append(tip)
    return first, actions


def _forms(
    action: Action[S, C, E],
    amendments: Amendments[AmendedAction[C, E]],
    following: Mapping[Address, AffectedAction[E]],
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
        yield replace(action, cached_state=None)
    elif amended.how == "replace":
        yield _amended(address, amended, version)


def _amended(address: Address, form: AmendedAction[C, E], by: int) -> Action[S, C, E]:
    if form.command is None or form.moment is None:
        raise BrokenHistory(f"action {address} has no command or turn info")
    return Action(*address, by, form.command, form.events, form.violations, Stamped(form.moment), None, None)
