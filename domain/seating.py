"""Whether the seats and sides that a struct names are at the table: found by the types of its fields, in any game's events."""

from collections.abc import Callable
from operator import attrgetter
from typing import Final, TypeAlias

from msgspec import Struct, inspect

from domain.table import Seat

Seats: TypeAlias = tuple[Seat, ...]
Look: TypeAlias = Callable[[object, Seats], str]
"""The first that a value names and that is not at the table, in words; empty where all are."""


class _Looks(dict[type, Look | None]):
    """How to look through structs, by their types: worked out when a type is first met."""

    def __missing__(self, kind: type) -> Look | None:
        look = self[kind] = _look_in(kind)
        return look


LOOKS: Final = _Looks()
"""None for a type in which nothing can be a seat. Every event of every fold goes through here."""


def stranger(value: Struct, seats: Seats) -> str:
    """The first seat or side that a struct names (as `cards.Seat` or `cards.SideNumber`) and that is not at this table:
    `seat 3`, counted from 1; empty where all are."""
    look = LOOKS[type(value)]
    return look(value, seats) if look is not None else ""


def _look_in(kind: type) -> Look | None:
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    looks = [(attrgetter(f.name), look) for f in found.fields if (look := _look_at(f.type)) is not None]
    if len(looks) == 1 and looks[0][1] is _seat:
        return _one_seat(looks[0][0])

    def look_at_fields(value: object, seats: Seats) -> str:
        for get, look in looks:
            if strange := look(get(value), seats):
                return strange
        return ""

    return look_at_fields if looks else None


def _one_seat(get: Callable[[object], object]) -> Look:
    """The commonest struct: one field is a seat."""

    def look_at_seat(value: object, seats: Seats) -> str:
        seat = get(value)
        return "" if seat is None or 0 <= seat < len(seats) else _seat(seat, seats)  # type: ignore[operator]

    return look_at_seat


def _look_at(kind: inspect.Type) -> Look | None:
    if isinstance(kind, inspect.Metadata):
        named = (kind.extra or {}).get("notation")
        return {"seat": _seat, "side": _side}.get(str(named)) or _look_at(kind.type)
    if isinstance(kind, inspect.UnionType):
        return _any_of(tuple(map(_look_at, kind.types)))
    if isinstance(kind, inspect.StructType):
        return _struct if LOOKS[kind.cls] else None
    if isinstance(kind, inspect.VarTupleType | inspect.ListType | inspect.SetType | inspect.FrozenSetType):
        return _each(_look_at(kind.item_type))
    if isinstance(kind, inspect.TupleType):
        return _each_of(tuple(map(_look_at, kind.item_types)))
    if isinstance(kind, inspect.DictType):
        pairs = _each_of((_look_at(kind.key_type), _look_at(kind.value_type)))
        return _each(pairs) if pairs else None
    return None


def _seat(value: object, seats: Seats) -> str:
    return f"seat {value + 1}" if isinstance(value, int) and not 0 <= value < len(seats) else ""


def _side(value: object, seats: Seats) -> str:
    if not isinstance(value, int):
        return ""
    for seat in seats:
        if seat.side == value:
            return ""
    return f"side {value}"


def _struct(value: object, seats: Seats) -> str:
    return stranger(value, seats) if isinstance(value, Struct) else ""


def _any_of(looks: tuple[Look | None, ...]) -> Look | None:
    """Each passes over what is not of its kind, so that all may look."""
    wanted = tuple(dict.fromkeys(filter(None, looks)))
    if len(wanted) < 2:
        return wanted[0] if wanted else None
    return lambda value, seats: next(filter(None, (look(value, seats) for look in wanted)), "")


def _each(look: Look | None) -> Look | None:
    if look is None:
        return None

    def look_at_each(value: object, seats: Seats) -> str:
        items = tuple(value.items()) if isinstance(value, dict) else value
        if not isinstance(items, tuple | list | set | frozenset):
            return ""
        return next(filter(None, (look(item, seats) for item in items)), "")

    return look_at_each


def _each_of(looks: tuple[Look | None, ...]) -> Look | None:
    def look_at_places(value: object, seats: Seats) -> str:
        if not isinstance(value, tuple):
            return ""
        found = (look(item, seats) for look, item in zip(looks, value, strict=True) if look is not None)
        return next(filter(None, found), "")

    return look_at_places if any(looks) else None
