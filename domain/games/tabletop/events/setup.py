"""Events of the setup: the table is opened, and decks are registered."""

from msgspec.structs import replace

from domain.cards import SeatIndex
from domain.games.tabletop.events.base import TabletopEvent
from domain.games.tabletop.layout import KitLayout
from domain.games.tabletop.state import EMPTY, State
from domain.narration import Narrator
from domain.seats import Seat, put_at


def _starting(layout: KitLayout, seats: int) -> tuple[tuple[tuple[int | None, ...], ...], tuple[tuple[str, ...], ...]]:
    """Return the counters and choices at the beginning of a match."""
    counters = tuple((slot.start,) * (seats if slot.part.of == "player" else 1) for slot in layout.slots)
    return counters, tuple(("",) * (seats if part.of == "player" else 1) for part in layout.choices)


class TableOpened(TabletopEvent, frozen=True, kw_only=True, tag="table_opened"):
    """A table was opened with its players and options (TT-OPEN)."""

    kit: str
    version: str
    """The kit's own version."""
    players: tuple[str, ...]
    sides: tuple[int, ...]
    """The side of each seat."""
    first: SeatIndex
    options: tuple[int, ...] = ()
    score: int | None = None
    """Each player's initial score; `None` without scoring."""

    def evolve(self, state: State) -> State:
        layout, count = state.layout, len(self.players)
        seats = tuple(Seat(name, side) for name, side in zip(self.players, self.sides, strict=True))
        counters, choices = _starting(layout, count)
        zones = tuple((EMPTY,) * layout.holders(place, count) for place in range(len(layout.zones)))
        opened = replace(state, seats=seats, first=self.first, seat=self.first, options=self.options)
        return replace(
            opened,
            counters=counters,
            choices=choices,
            zones=zones,
            lists=((),) * count,
            last=(*state.last, *(0,) * (count + 1))[: count + 1],
        )

    def describe(self, narrator: Narrator[State]) -> str:  # noqa: ARG002
        return f"{self.kit}: {', '.join(self.players)}"


class DeckRegistered(TabletopEvent, frozen=True, kw_only=True, tag="deck_registered"):
    """A player registered the list of their own deck."""

    seat: SeatIndex
    cards: tuple[tuple[str, int], ...]
    template = "{seat} registers a deck"

    def evolve(self, state: State) -> State:
        return replace(state, lists=put_at(state.lists, self.seat, self.cards))
