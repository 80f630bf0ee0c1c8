"""Support for competitions in a game: statistics, eliminations, starting player, and values carried to the next game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Generic, Literal, TypeVar

from msgspec import Struct

from domain.cards import DeckList
from domain.seats import CarriedOver, GameState

S_contra = TypeVar("S_contra", bound=GameState, contravariant=True)


@dataclass(frozen=True, slots=True)
class Tally:
    """An event that names one of its players, by seat or by side."""

    event: type[Struct]
    field: str
    """The event's field that holds the seat or the side."""
    of: Literal["seat", "side"] = "seat"

    def of_event(self, event: Struct) -> int | None:
        """Return the seat or side that the event names, if it is of the counted type and names one."""
        if type(event) is not self.event:
            return None
        number = getattr(event, self.field)
        return number if isinstance(number, int) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionSupport(Generic[S_contra]):
    """A game's support for series, tournaments and leagues. Optional: games without it can be played in competitions, too."""

    tallies: Mapping[str, Tally] = field(default_factory=dict)
    """Statistic -> the event that is counted for the player whom it names."""
    eliminations: tuple[Tally, ...] = ()
    """Events that put the player whom they name out of the match, where more than two sides play."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """Rule of competitions (`CT-V01`) -> the same rule in the game's rulebook, which competitions of the game cite instead."""
    starter: Callable[[Struct], int | None] = lambda _: None
    """Return the seat that begins, if the event says so."""
    seats_starter: bool = False
    """True if the first seat always begins: a series then seats the starting player there, and the others after them in
    order."""
    brought: Callable[[Struct], tuple[tuple[str, ...], ...]] = lambda _: ()
    """Return the cards that each side brings from the competition into the match, as its opening command lists them."""
    carry_over: Callable[[S_contra | None, tuple[int, ...], tuple[DeckList | int | None, ...]], CarriedOver] = (
        lambda *_: CarriedOver()
    )
    """Return the values that the next game of a series takes over from a finished match. Arguments: the final state (unset:
    not recorded), the sides in the order of the next game, and each side's own deck, if given."""


NO_COMPETITIONS: Final[CompetitionSupport[GameState]] = CompetitionSupport()
