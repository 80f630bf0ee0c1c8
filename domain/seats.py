"""Shared parts of every table: seating, match setup and viewpoints."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal, TypeAlias, TypeVar

from msgspec import Struct

from domain.cards import CardRecord, Catalogue, DeckList

Viewpoint: TypeAlias = int | Literal["judge", "spectator"]
"""A seat's index, the judge (who sees everything recorded) or a spectator (who sees public information)."""

T = TypeVar("T")

JUDGE: Literal["judge"] = "judge"
SPECTATOR: Literal["spectator"] = "spectator"


class Seat(Struct, frozen=True, gc=False):
    """A place at the table. Seats of one side win and lose together."""

    name: str
    side: int


class GameState(Struct, frozen=True, kw_only=True):
    """Base class of every game's state. Immutable; unchanged parts are shared between states."""

    later: ClassVar[frozenset[str]] = frozenset()
    """Fields added in a later version. While empty, they are left out of the digest, so that older records keep theirs."""

    catalogue: Catalogue[CardRecord]
    seats: tuple[Seat, ...] = ()


class SeatSetup(Struct, frozen=True):
    """A seat before the match: its player, side and deck (a list, or only its size)."""

    name: str
    side: int | None = None
    deck: DeckList | int | None = None


class TableSetup(Struct, frozen=True):
    """Request for a match; each game turns it into its own opening commands."""

    seats: tuple[SeatSetup, ...]
    options: Mapping[str, str] = {}
    """Option name -> value as typed; the game names what it does not know."""


class CarriedOver(Struct, frozen=True):
    """Values that a competition, or a finished match in it, hands on to the next match."""

    options: Mapping[str, str] = {}
    """Match options of the next game."""
    fields: Mapping[str, object] = {}
    """Fields of its opening command."""
    unknown: tuple[int, ...] = ()
    """Sides of the next game whose deck is unknown and must be given."""
    decks: Mapping[int, DeckList] = {}
    """Decks by seat."""


def put_at(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Return the tuple with the item at one index replaced. Most events do this to a state, so it is fast."""
    changed = [*items]
    changed[place] = item
    return tuple(changed)


def seat_name(seats: tuple[Seat, ...], seat: int | None) -> str:
    """Return the player's name, or `the table` if the seat is unset."""
    if seat is None:
        return "the table"
    return seats[seat].name if 0 <= seat < len(seats) else f"seat {seat + 1}"


def seats_of_names(names: Iterable[str]) -> tuple[Seat, ...]:
    """Return seats with these names, each on its own side."""
    return tuple(Seat(name, side) for side, name in enumerate(names))
