"""The events of the table."""

from abc import abstractmethod
from typing import Final

from msgspec.structs import replace

from domain.cards import CardId, SeatIndex
from domain.game import Event
from domain.narration import Narrator
from domain.seats import seats_of_names
from heaps.state import State, with_heap


class HeapsEvent(Event, frozen=True, kw_only=True):
    """The events of a match of Heaps."""

    @abstractmethod
    def evolve(self, state: State) -> State:
        """The state after it."""


class HeapsLaid(HeapsEvent, frozen=True, kw_only=True, tag="heaps_laid"):
    """HP-S01: two players sit down at some heaps."""

    players: tuple[str, ...]
    heaps: tuple[tuple[CardId, int], ...]
    most: int
    turn: int

    def evolve(self, state: State) -> State:
        seats = seats_of_names(self.players)
        return replace(state, seats=seats, heaps=self.heaps, taken=(0, 0), most=self.most, turn=self.turn)

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{' against '.join(self.players)}: " + ", ".join(f"{narrator.card(h)} {n}" for h, n in self.heaps)


class StonesTaken(HeapsEvent, frozen=True, kw_only=True, tag="stones_taken"):
    """HP-T01: stones of one heap are the player's now; it is the other one's turn."""

    seat: SeatIndex
    heap: CardId
    stones: int
    left: int
    template = "{seat} takes {stones:stone|stones} of {heap}, {left} left"

    def evolve(self, state: State) -> State:
        taken = tuple(had + (self.stones if seat == self.seat else 0) for seat, had in enumerate(state.taken))
        return replace(with_heap(state, self.heap, self.left), taken=taken, turn=state.turn + 1)


class TableCleared(HeapsEvent, frozen=True, kw_only=True, tag="table_cleared"):
    """HP-E01: the last stone is taken."""

    seat: SeatIndex
    template = "{seat} has the last stone"

    def evolve(self, state: State) -> State:
        return replace(state, winner=self.seat)


class HeapSet(HeapsEvent, frozen=True, kw_only=True, tag="heap_set"):
    """HP-B01: a heap was counted again."""

    heap: CardId
    stones: int
    template = "{heap} has {stones:stone|stones}"

    def evolve(self, state: State) -> State:
        return with_heap(state, self.heap, self.stones)


EVENTS: Final[tuple[type[HeapsEvent], ...]] = (HeapsLaid, StonesTaken, TableCleared, HeapSet)
