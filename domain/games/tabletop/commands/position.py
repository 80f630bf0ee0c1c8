"""The position on the table: facts that can be declared."""

from collections.abc import Callable, Iterator, Sequence
from typing import final

from msgspec import Struct

from domain.cards import CardId, SeatIndex, SideNumber
from domain.games.tabletop import setup
from domain.games.tabletop.commands.base import TabletopCommand
from domain.games.tabletop.events.position import MarkedThere, PositionSet, PutThere
from domain.games.tabletop.events.values import Chosen, recounted
from domain.games.tabletop.interpreter import TabletopBuffer
from domain.games.tabletop.layout import KitLayout
from domain.games.tabletop.state import State
from domain.rules import Violation, impossible
from domain.seats import Seat
from domain.text import pluralize, suggestion


class OnCard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A number on a card, by the place of the card in its zone, from 1."""

    place: int
    counter: str
    value: int


class ZoneContents(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The contents of a zone: cards that are known or `??`, or their number. Places of cards are counted from 1."""

    zone: str
    holder: SeatIndex | None = None
    cards: tuple[CardId, ...] = ()
    cells: tuple[str, ...] = ()
    owners: tuple[int, ...] = ()
    """The owner of each card: 0 the table, 1 the first player; if empty, the holder."""
    count: int = 0
    up: tuple[int, ...] = ()
    """The places of cards turned face up individually, regardless of the zone's `see`."""
    down: tuple[int, ...] = ()
    made: tuple[int, ...] = ()
    """The places of those that belong to no deck."""
    marks: tuple[OnCard, ...] = ()

    def called(self, seats: tuple[Seat, ...]) -> str:
        """Return the label in a form."""
        name = self.zone.replace("_", " ")
        return name if self.holder is None else f"{name} of {seats[self.holder].name}"


class SlotValue(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The value of a counter, a box or a choice."""

    name: str
    holder: SeatIndex | None = None
    value: int | None = None
    word: str = ""
    shown: bool = False
    """Of a hidden choice: that all saw it."""

    def called(self, seats: tuple[Seat, ...]) -> str:
        """Return the label in a form."""
        name = self.name.replace("_", " ")
        return name if self.holder is None else f"{name} of {seats[self.holder].name}"


@final
class DeclarePosition(TabletopCommand, frozen=True, kw_only=True, tag="declare_position"):
    """Declare the current position: for a late start, or to correct the record."""

    title = "Declare the position"
    players: tuple[str, ...]
    turn: int = 1
    round: int = 0
    phase: str = ""
    seat: SeatIndex = 0
    """The player to act."""
    first: SeatIndex | None = None
    """The player who began the round; default: the one to act."""
    sides: tuple[SideNumber, ...] = ()
    options: dict[str, int] = {}  # noqa: RUF012 - msgspec copies it
    out: tuple[SeatIndex, ...] = ()
    reversed: bool = False
    gone: int = 0
    """Cards of decks that left play."""
    zones: tuple[ZoneContents, ...] = ()
    """Zones that are left out are empty."""
    values: tuple[SlotValue, ...] = ()
    """Counters and choices that are left out stay."""

    def check(self, state: State) -> tuple[Violation, ...]:
        """TT-OPEN does not hold for it: it opens a table, or puts an open one right, with the same players and options."""
        return (*self._strange(state), *self.validate(state))

    def _strange(self, state: State) -> Iterator[Violation]:
        if not state.seats:
            return
        sides = tuple(seat.side for seat in state.seats)
        if (
            self.players != tuple(seat.name for seat in state.seats)
            or (self.sides or tuple(range(len(sides)))) != sides
        ):
            yield impossible("TT-SEATS", "the players of an open table stay, in their order and on their sides")
        agreed = dict(zip(state.layout.option_at, state.options, strict=True))
        if any(agreed.get(name, value) != value for name, value in self.options.items()):
            yield impossible("TT-ARGS", "the options agreed at the opening cannot be changed")

    def validate(self, state: State) -> Iterator[Violation]:
        layout, count = state.layout, len(self.players)
        yield from setup.opening_violations(state, self.players, self.sides, self.seat, (), self.options, own=False)
        if self.phase and self.phase not in layout.head.phases:
            yield impossible("TT-NAME", f"no phase {self.phase!r}{suggestion(self.phase, layout.head.phases)}")
        if not all(0 <= number <= 1_000_000 for number in (self.turn, self.round, self.gone)):
            yield impossible("TT-ARGS", "turn and round are counted from 1, cards that left play from 0")
        if not all(0 <= seat < count for seat in (self.first or 0, *self.out)):
            yield impossible("TT-SEATS", "the first player and the players who are out must be players of this table")
        yield from setup.put_violations(
            layout, count, [(p.zone, p.holder, p.cards, p.cells, p.owners, p.count) for p in self.zones]
        )
        for put in self.zones:
            yield from _traces_violations(layout, put)
        yield from setup.value_violations(layout, count, [(v.name, v.holder, v.value, v.word) for v in self.values])

    def resolve(self, out: TabletopBuffer) -> None:
        if not out.state.seats:
            setup.sit_down(out, self.players, self.sides, self.seat, self.options)
        layout = out.state.layout
        put = setup.tokens_of(out.state, [(p.zone, p.holder, p.cards, p.cells, p.owners, p.count) for p in self.zones])
        pairs = list(zip(self.zones, put, strict=True))
        out.add(
            PositionSet(
                turn=self.turn, round=self.round, put=put, out=self.out, reversed=self.reversed, gone=self.gone,
                phase=self.phase or next(iter(layout.head.phases), ""),
                seat=None if layout.head.order == "together" else self.seat,
                first=self.seat if self.first is None else self.first,
                up=_at(pairs, lambda one: one.up), down=_at(pairs, lambda one: one.down),
                made=_at(pairs, lambda one: one.made),
                marks=tuple(
                    MarkedThere(token=there.cards[mark.place - 1].id, counter=mark.counter, value=mark.value)
                    for one, there in pairs
                    for mark in one.marks
                ),
            )
        )  # fmt: skip
        for one in self.values:
            _declare(out, one)


def _at(
    pairs: Sequence[tuple[ZoneContents, PutThere]], places: Callable[[ZoneContents], tuple[int, ...]]
) -> tuple[int, ...]:
    """The tokens at some places."""
    return tuple(there.cards[place - 1].id for one, there in pairs for place in places(one))


def _declare(out: TabletopBuffer, one: SlotValue) -> None:
    """A counter or choice is what is said, where it is not that already."""
    state, holder = out.state, one.holder or 0
    if one.name in state.layout.choice_at:
        place = state.layout.choice_at[one.name]
        if state.choices[place][holder] != one.word or ((place, holder) in state.shown) is not one.shown:
            out.add(Chosen(choice=one.name, seat=one.holder, word=one.word, shown=one.shown))
    elif state.counters[slot := state.layout.slot_at[one.name]][holder] != one.value:
        out.add(recounted(state, slot, holder, one.value))


def _traces_violations(layout: KitLayout, put: ZoneContents) -> Iterator[Violation]:
    """Yield violations that make declared faces, marks and origins of cards impossible."""
    for place in (*put.up, *put.down, *put.made, *(mark.place for mark in put.marks)):
        if not 1 <= place <= len(put.cards):
            yield impossible("TT-ARGS", f"{put.zone} has no card {place}; it has {pluralize(len(put.cards), 'card')}")
    for mark in put.marks:
        slot = layout.slot_at.get(mark.counter)
        if slot is None or layout.slots[slot].part.of != "card":
            yield impossible("TT-NAME", f"{mark.counter!r} is not a mark on cards")
