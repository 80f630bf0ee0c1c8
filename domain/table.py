"""What every table shares: who sits where, how a match is set up, and from where it is looked at."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal, TypeAlias, TypeVar

from msgspec import Struct

from domain.cards import CardRecord, Catalogue, DeckList

Viewpoint: TypeAlias = int | Literal["judge", "spectator"]
"""A seat's index, the judge (who sees all that is recorded) or a spectator (who sees what lies open)."""

T = TypeVar("T")

JUDGE: Literal["judge"] = "judge"
SPECTATOR: Literal["spectator"] = "spectator"


class Seat(Struct, frozen=True, gc=False):
    """A place at the table. Seats of one side win and lose together."""

    name: str
    side: int


class GameState(Struct, frozen=True, kw_only=True):
    """What every game's state has. Immutable; unchanged parts are shared between states."""

    later: ClassVar[frozenset[str]] = frozenset()
    """Fields that a later version added. Empty, they are no part of the digest: what was recorded before keeps its own."""

    catalogue: Catalogue[CardRecord]
    seats: tuple[Seat, ...] = ()


class SeatSetup(Struct, frozen=True):
    """What is known of a seat before the match: its player, side and deck (a list, or its size alone)."""

    name: str
    side: int | None = None
    deck: DeckList | int | None = None


class TableSetup(Struct, frozen=True):
    """How a match is asked for; each game turns it into its own opening commands."""

    seats: tuple[SeatSetup, ...]
    options: Mapping[str, str] = {}
    """Option name -> value as typed; the game names what it does not know."""


class CarriedOver(Struct, frozen=True):
    """What a contest, or a finished match of it, hands on to the next match."""

    options: Mapping[str, str] = {}
    """Match options of the next game."""
    fields: Mapping[str, object] = {}
    """Fields of its opening command."""
    unknown: tuple[int, ...] = ()
    """Sides of the next game whose deck must be given, because nothing tells it."""
    decks: Mapping[int, DeckList] = {}
    """Decks by seat."""


def put_at(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """The same with the item at one place replaced: what most events do to a state, several times over."""
    changed = [*items]
    changed[place] = item
    return tuple(changed)


def seat_name(seats: tuple[Seat, ...], seat: int | None) -> str:
    """The player's name; `the table` for None."""
    if seat is None:
        return "the table"
    return seats[seat].name if 0 <= seat < len(seats) else f"seat {seat + 1}"


def seats_of_names(names: Iterable[str]) -> tuple[Seat, ...]:
    """One side per seat."""
    return tuple(Seat(name, side) for side, name in enumerate(names))
