"""The scorekeeper's commands and the changes by hand."""

from abc import abstractmethod
from collections.abc import Iterator
from functools import partial
from typing import Final, TypeAlias

from msgspec import Struct

from domain.cards import CardId, SeatIndex
from domain.event_buffer import EventBuffer
from domain.game import Command
from domain.rules import Violation
from heaps.events import HeapSet, HeapsEvent, HeapsLaid, StonesTaken, TableCleared
from heaps.state import HeapCard, Options, State, stones_in

HeapsBuffer: TypeAlias = EventBuffer[State, HeapsEvent]


class HeapsCommand(Command, frozen=True, kw_only=True):
    """The commands at a table of Heaps."""

    @abstractmethod
    def validate(self, state: State) -> Iterator[Violation]:
        """The violations of the command."""

    @abstractmethod
    def resolve(self, out: HeapsBuffer) -> None:
        """The resulting events."""


def _opening_violations(
    state: State, players: tuple[str, ...], heaps: tuple[str, ...], most: int
) -> Iterator[Violation]:
    if state.seats:
        yield Violation("HP-S01", "the heaps are laid already", impossible=True)
    if len(players) != 2 or len(set(players)) != 2:
        yield Violation("HP-S01", "two players of different names are needed", impossible=True)
    if not heaps or len(set(heaps)) < len(heaps) or any(heap not in state.catalogue for heap in heaps):
        yield Violation("HP-S02", "some heaps of the catalogue are needed, each once", impossible=True)
    if not 1 <= most <= 9:
        yield Violation("HP-O01", f"most={most}; 1 to 9 can be agreed", impossible=True)


class LayHeaps(HeapsCommand, frozen=True, kw_only=True, tag="lay_heaps"):
    """Two players sit down at some heaps."""

    players: tuple[str, ...]
    heaps: tuple[CardId, ...]
    options: Options = Options()

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _opening_violations(state, self.players, self.heaps, self.options.most)

    def resolve(self, out: HeapsBuffer) -> None:
        cards = [out.state.catalogue.get(heap) for heap in self.heaps]
        heaps = tuple((card.card_id, card.stones) for card in cards if isinstance(card, HeapCard))
        out.add(HeapsLaid(players=self.players, heaps=heaps, most=self.options.most, turn=1))


class DeclarePosition(HeapsCommand, frozen=True, kw_only=True, tag="declare_position"):
    """The record starts late: the heaps as they are."""

    players: tuple[str, ...]
    heaps: dict[CardId, int]
    turn: int
    options: Options = Options()

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _opening_violations(state, self.players, tuple(self.heaps), self.options.most)
        if (
            self.turn < 1
            or any(not 0 <= stones <= 999 for stones in self.heaps.values())
            or not sum(self.heaps.values())
        ):
            yield Violation("HP-B01", "a position has a turn from 1 on, and stones in its heaps", impossible=True)

    def resolve(self, out: HeapsBuffer) -> None:
        heaps = tuple(self.heaps.items())
        out.add(HeapsLaid(players=self.players, heaps=heaps, most=self.options.most, turn=self.turn))


def _closed(state: State) -> Iterator[Violation]:
    if not state.seats:
        yield Violation("HP-S01", "lay_heaps comes first", impossible=True)


class Take(HeapsCommand, frozen=True, kw_only=True, tag="take"):
    """A player takes stones of one heap."""

    player: SeatIndex
    heap: CardId
    stones: int

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _closed(state)
        if not 0 <= self.player < max(len(state.seats), 1):
            yield Violation("HP-T01", f"there is no seat {self.player + 1}", impossible=True)
        elif state.seats and self.player != state.to_move:
            yield Violation("HP-T01", f"it is {state.seats[state.to_move].name}'s turn")
        if state.winner is not None:
            yield Violation("HP-E01", "the last stone is taken", impossible=True)
        if not 1 <= self.stones <= stones_in(state, self.heap):
            text = f"{self.stones} of {stones_in(state, self.heap)} stones of {self.heap}"
            yield Violation("HP-T02", text, impossible=True)
        elif self.stones > state.most:
            yield Violation("HP-T02", f"{self.stones} stones; {state.most} at most")

    def resolve(self, out: HeapsBuffer) -> None:
        left = stones_in(out.state, self.heap) - self.stones
        out.add(StonesTaken(seat=self.player, heap=self.heap, stones=self.stones, left=left))
        _end(out, self.player)


def _end(out: HeapsBuffer, seat: int) -> None:
    if not any(left for _, left in out.state.heaps):
        out.add(TableCleared(seat=seat))


class SetHeap(Struct, frozen=True, kw_only=True, tag_field="change", tag="set_heap", forbid_unknown_fields=True):
    """A heap is counted again."""

    heap: CardId
    stones: int

    def validate(self, state: State) -> Iterator[Violation]:
        """The violations of the change."""
        if self.heap not in dict(state.heaps) or not 1 <= self.stones <= 999:
            yield Violation("HP-B01", "set_heap takes a heap of the table and 1 to 999 stones", impossible=True)

    def apply(self, out: HeapsBuffer) -> None:
        """The event that it leaves."""
        if self.stones != stones_in(out.state, self.heap):
            out.add(HeapSet(heap=self.heap, stones=self.stones))


_IDLE: Final = Violation("HP-B01", "a change that does nothing", impossible=True)


class Adjust(HeapsCommand, frozen=True, kw_only=True, tag="adjust"):
    """The record follows the table where no command can."""

    reason: str
    changes: tuple[SetHeap, ...]

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _closed(state)
        if state.winner is not None or not self.changes:
            yield Violation("HP-B01", "a correction has a change, before the last stone is taken", impossible=True)
            return
        out: HeapsBuffer = EventBuffer(state)
        self.resolve(out)
        yield from out.violations

    def resolve(self, out: HeapsBuffer) -> None:
        for change in self.changes:
            out.change(change.validate(out.state), partial(change.apply, out), idle=_IDLE)


COMMANDS: Final[tuple[type[HeapsCommand], ...]] = (LayHeaps, DeclarePosition, Take, Adjust)
