"""Check that the seats and sides in a struct are at the table. They are found by the types of its fields, in any game's
events."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from itertools import product
from math import prod
from operator import attrgetter
from typing import Final, TypeAlias, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from domain.fields import TypeSpec, declared_fields
from domain.names import fold_name
from domain.outcome import Outcome
from domain.seats import Seat

Seats: TypeAlias = tuple[Seat, ...]
Sides: TypeAlias = tuple[int, ...]
"""The side of each seat of a table."""
Look: TypeAlias = Callable[[object, Sides], str]
"""Returns the first seat or side in a value that is not at the table, in words; empty if all are."""


T = TypeVar("T")
Q = TypeVar("Q", bound=Struct)

NOWHERE: Final = -1
"""The seat of a player who is not at the table any more."""

QuickCheck: TypeAlias = tuple[Callable[[object], object], frozenset[object]]
"""A getter for a struct, and the values that it returns if all seats named by the struct are at the table."""

_WAYS: Final = 10_000
"""Most combinations of seats in a quick check; structs with more are checked field by field."""


class QuickChecks(dict[type, QuickCheck | None]):
    """Quick checks, by type, that structs name only seats at one table; unset for types that cannot contain a seat. Every
    match runs through them when it is first read."""

    def __init__(self, sides: Sides) -> None:
        super().__init__()
        self._sides = sides

    def __missing__(self, kind: type) -> QuickCheck | None:
        quick_check = self[kind] = _quick_check(kind, self._sides)
        return quick_check


_quick_checks = lru_cache(maxsize=256)(QuickChecks)


def quick_checks(seats: Seats) -> QuickChecks:
    """Return the quick checks for a table."""
    return _quick_checks(_sides(seats))


def unknown_seat(value: Struct, seats: Seats) -> str:
    """Return the first `SeatIndex` or `SideNumber` in a struct that is not at this table, with its field: `seat 3 (player)`,
    counted from 1. Empty if all are at the table."""
    sides = _sides(seats)
    for name, look in _fields(type(value)):
        if strange := look(getattr(value, name), sides):
            return f"{strange} ({name})"
    return ""


def places_now(then: Seats, now: Seats) -> tuple[int, ...]:
    """Return, for each seat of an earlier table, the seat where that player sits now, or NOWHERE. Players are matched by name.
    A new name in the same seat, or the only name left over, counts as the same player respelled."""
    known = [fold_name(seat.name) for seat in now]
    places = [known.index(name) if (name := fold_name(seat.name)) in known else NOWHERE for seat in then]
    free = set(range(len(now))) - set(places)
    for seat in [seat for seat, place in enumerate(places) if place == NOWHERE and seat in free]:
        places[seat] = seat
        free.remove(seat)
    if len(free) == places.count(NOWHERE) == 1:
        places[places.index(NOWHERE)] = free.pop()
    return tuple(places)


def seats_in(value: Struct) -> tuple[int, ...]:
    """The seats that a struct names, in order."""
    found: list[int] = []

    def noted(seat: int) -> int:
        found.append(seat)
        return seat

    _reseated(value, noted)
    return tuple(found)


def reseated(value: Q, places: Sequence[int]) -> Q:
    """The struct with each seat that it names replaced by the place where that player sits now (`places_now`)."""
    return _reseated(value, lambda seat: places[seat] if 0 <= seat < len(places) else NOWHERE)


def moved(outcome: Outcome, then: Seats, now: Seats) -> Outcome | None:
    """Return an agreed outcome for a changed seating, if all its winners are still at the table."""
    if then == now:
        return outcome
    places = places_now(then, now)
    found = reseated(outcome, places)
    by_place = dict(zip(places, found.scores, strict=False))
    scores = tuple(by_place[place] for place in sorted(by_place) if place != NOWHERE)
    return None if NOWHERE in found.winners else replace(found, scores=scores)


def _reseated(value: Q, place_of: Callable[[int], int]) -> Q:
    """Replace every seat in a struct, also in nested structs and lists, by `place_of(seat)`."""

    def changed(spec: TypeSpec, part: T) -> T:
        if len(spec.kinds) == 1:
            spec = spec.kinds[0]
        if spec.kind == "seat" and isinstance(part, int):
            return cast("T", place_of(part))
        if isinstance(part, tuple) and spec.kind == "list":
            return cast("T", tuple([changed(spec.of[0], one) for one in part]))
        return cast("T", _reseated(part, place_of)) if isinstance(part, Struct) else part

    return replace(
        value, **{field.name: changed(field, getattr(value, field.name)) for field in declared_fields(type(value))}
    )


def _sides(seats: Seats) -> Sides:
    return tuple([seat.side for seat in seats])


def _quick_check(kind: type, sides: Sides) -> QuickCheck | None:
    fields = _fields(kind)
    if not fields:
        return None
    right: dict[Look, set[int | None]] = {_seat: {None, *range(len(sides))}, _side: {None, *sides}}
    known = [right.get(look, set()) for _, look in fields]
    if not all(known) or prod(map(len, known)) > _WAYS:
        return partial(_struct, sides=sides), frozenset(("",))
    get = attrgetter(*(name for name, _ in fields))
    return get, frozenset(known[0] if len(known) == 1 else product(*known))


@cache
def _fields(kind: type) -> tuple[tuple[str, Look], ...]:
    """The fields of a struct in which something can be a seat or a side."""
    return tuple((field.name, look) for field in declared_fields(kind) if (look := _look_at(field)) is not None)


def _struct(value: object, sides: Sides) -> str:
    if isinstance(value, Struct):
        for name, look in _fields(type(value)):
            if strange := look(getattr(value, name), sides):
                return strange
    return ""


def _look_at(spec: TypeSpec) -> Look | None:
    looks = tuple(map(_look_at, spec.of))
    if spec.kind == "either":
        return _any_of(looks)
    if spec.struct is not None:
        return _struct if _fields(spec.struct) else None
    if spec.kind == "list":
        return _each(looks[0])
    if spec.kind == "row":
        return _each_of(looks)
    if spec.kind == "map":
        pairs = _each_of(looks)
        return _each(pairs) if pairs else None
    return {"seat": _seat, "side": _side}.get(spec.kind)


def _seat(value: object, sides: Sides) -> str:
    return f"seat {value + 1}" if isinstance(value, int) and not 0 <= value < len(sides) else ""


def _side(value: object, sides: Sides) -> str:
    return f"side {value}" if isinstance(value, int) and value not in sides else ""


def _any_of(looks: tuple[Look | None, ...]) -> Look | None:
    """Combine checks of a union's members. Each ignores values of other types, so all of them can run."""
    wanted = tuple(dict.fromkeys(filter(None, looks)))
    if len(wanted) < 2:
        return wanted[0] if wanted else None
    return lambda value, sides: next(filter(None, (look(value, sides) for look in wanted)), "")


def _each(look: Look | None) -> Look | None:
    if look is None:
        return None

    def look_at_each(value: object, sides: Sides) -> str:
        items = tuple(value.items()) if isinstance(value, dict) else value
        if not isinstance(items, tuple | list | set | frozenset):
            return ""
        return next(filter(None, (look(item, sides) for item in items)), "")

    return look_at_each


def _each_of(looks: tuple[Look | None, ...]) -> Look | None:
    def look_at_places(value: object, sides: Sides) -> str:
        if not isinstance(value, tuple):
            return ""
        found = (look(item, sides) for look, item in zip(looks, value, strict=True) if look is not None)
        return next(filter(None, found), "")

    return look_at_places if any(looks) else None
