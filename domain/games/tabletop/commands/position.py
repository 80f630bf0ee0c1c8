"""The declared position: a state built from the facts that are given, and the declaration of a given state."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import TOKENS_PER_SEAT, UNKNOWN, CardId, SeatIndex, SideNumber, token_owner
from domain.game import made
from domain.games.tabletop import setup
from domain.games.tabletop.commands.base import TabletopCommand
from domain.games.tabletop.events.position import MarkedThere, PositionSet, PutThere
from domain.games.tabletop.events.values import Chosen, recounted
from domain.games.tabletop.layout import KitLayout
from domain.games.tabletop.operations import TabletopBuffer
from domain.games.tabletop.state import State
from domain.games.tabletop.visibility import sees_counter, sees_zone
from domain.rules import Violation, impossible
from domain.seats import JUDGE, Seat, Viewpoint
from domain.table.position import CardNumbers, refs_of
from domain.text import pluralize, suggestion


class OnCard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mark on a card; `place` is the card's place in its zone, from 1."""

    place: int
    counter: str
    value: int


class ZoneContents(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The contents of a zone: card ids or `??`, or the number of cards of a hidden stack. Places of cards count from 1."""

    zone: str
    holder: SeatIndex | None = None
    cards: tuple[CardId, ...] = ()
    cells: tuple[str, ...] = ()
    owners: tuple[int, ...] = ()
    """The owner of each card: 0 for the table, 1 for the first player; if empty, the holder owns all."""
    count: int = 0
    up: tuple[int, ...] = ()
    """The places of cards turned face up individually, regardless of the zone's `see`."""
    down: tuple[int, ...] = ()
    made: tuple[int, ...] = ()
    """The places of cards that belong to no deck."""
    marks: tuple[OnCard, ...] = ()

    def called(self, seats: tuple[Seat, ...]) -> str:
        """Return the label in a form."""
        name = self.zone.replace("_", " ")
        return name if self.holder is None else f"{name} of {seats[self.holder].name}"

    def redacted_for(self, layout: KitLayout, viewpoint: Viewpoint) -> "ZoneContents":
        """Return the zone as a viewpoint may see it, with hidden cards unknown."""
        zone = layout.zone_at.get(self.zone)
        open_to = zone is not None and sees_zone(layout, zone, self.holder or 0, viewpoint)
        seen = (place in self.up or (open_to and place not in self.down) for place in range(1, len(self.cards) + 1))
        return replace(self, cards=tuple(card if one else UNKNOWN for card, one in zip(self.cards, seen, strict=True)))


class SlotValue(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The value of a counter, a box or a choice."""

    name: str
    holder: SeatIndex | None = None
    value: int | None = None
    word: str = ""
    shown: bool = False
    """True if a hidden choice was shown to all."""

    def called(self, seats: tuple[Seat, ...]) -> str:
        """Return the label in a form."""
        name = self.name.replace("_", " ")
        return name if self.holder is None else f"{name} of {seats[self.holder].name}"

    def seen_by(self, layout: KitLayout, viewpoint: Viewpoint) -> bool:
        """Return True if a viewpoint may see the value."""
        if (slot := layout.slot_at.get(self.name)) is not None:
            return sees_counter(layout.slots[slot].part, viewpoint, self.holder)
        choice = layout.choice_at.get(self.name)
        return self.shown or (choice is not None and (layout.choices[choice].see == "all" or viewpoint == self.holder))


class DeclarePosition(TabletopCommand, frozen=True, kw_only=True, tag="declare_position"):
    """Sets the whole position: for a late start, or when record and table differ."""

    title = "Declare the position"
    players: tuple[str, ...]
    turn: int = 1
    round: int = 0
    phase: str = ""
    seat: SeatIndex = 0
    """The player to act."""
    first: SeatIndex | None = None
    """The player who began the round; default: the player to act."""
    sides: tuple[SideNumber, ...] = ()
    options: dict[str, int] = {}  # noqa: RUF012 - msgspec copies it
    out: tuple[SeatIndex, ...] = ()
    resting: tuple[SeatIndex, ...] = ()
    """Players in `out` who are back in the next round."""
    reversed: bool = False
    gone: int = 0
    """Number of cards of decks that left play."""
    zones: tuple[ZoneContents, ...] = ()
    """Zones that are left out are empty."""
    values: tuple[SlotValue, ...] = ()
    """Counters and choices that are left out stay."""

    def check(self, state: State) -> tuple[Violation, ...]:
        """Return the violations. TT-OPEN does not apply: the command opens a table, or replaces the position of an open one with
        the same players and options."""
        return (*self._strange(state), *self.validate(state))

    def _strange(self, state: State) -> Iterator[Violation]:
        if not state.seats:
            return
        sides = tuple(seat.side for seat in state.seats)
        if (
            self.players != tuple(seat.name for seat in state.seats)
            or (self.sides or tuple(range(len(sides)))) != sides
        ):
            yield impossible("TT-SEATS", "the players of an open table keep their order and sides")
        agreed = dict(zip(state.layout.option_at, state.options, strict=True))
        if any(agreed.get(name, value) != value for name, value in self.options.items()):
            yield impossible("TT-ARGS", "the options agreed at the opening cannot be changed")

    def validate(self, state: State) -> Iterator[Violation]:
        layout, count = state.layout, len(self.players)
        yield from setup.opening_violations(state, self.players, self.sides, self.seat, (), self.options, own=False)
        if self.phase and self.phase not in layout.head.phases:
            yield impossible("TT-NAME", f"no phase {self.phase!r}{suggestion(self.phase, layout.head.phases)}")
        if not all(0 <= number <= 1_000_000 for number in (self.turn, self.round, self.gone)):
            yield impossible("TT-ARGS", "turn, round and the number of cards that left play must be 0 or more")
        if not all(0 <= seat < count for seat in (self.first or 0, *self.out)) or not set(self.resting) <= set(
            self.out
        ):
            yield impossible("TT-SEATS", "the first player and the players who are out must be players of this table")
        yield from _put_violations(layout, count, self.zones)
        for put in self.zones:
            yield from _traces_violations(layout, put)
        yield from _value_violations(layout, count, self.values)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "DeclarePosition":
        if viewpoint == JUDGE:
            return self
        zones = tuple(one.redacted_for(state.layout, viewpoint) for one in self.zones)
        return replace(
            self, zones=zones, values=tuple(one for one in self.values if one.seen_by(state.layout, viewpoint))
        )

    def resolve(self, out: TabletopBuffer) -> None:
        if not out.state.seats:
            setup.sit_down(out, self.players, self.sides, self.seat, self.options)
        layout = out.state.layout
        put = _tokens_of(out.state, self.zones)
        pairs = list(zip(self.zones, put, strict=True))
        out.add(
            made(
                PositionSet, self, put=put,
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
    """Return the tokens at the given places of each zone."""
    return tuple(there.cards[place - 1].id for one, there in pairs for place in places(one))


def _declare(out: TabletopBuffer, one: SlotValue) -> None:
    """Set a counter or choice, unless it has that value already."""
    state, holder = out.state, one.holder or 0
    if one.name in state.layout.choice_at:
        place = state.layout.choice_at[one.name]
        if state.choices[place][holder] != one.word or ((place, holder) in state.shown) is not one.shown:
            out.add(Chosen(choice=one.name, seat=one.holder, word=one.word, shown=one.shown))
    elif state.counters[slot := state.layout.slot_at[one.name]][holder] != one.value:
        out.add(recounted(state, slot, holder, one.value))


def _holder_violations(name: str, of_player: bool, holder: int | None, seats: int) -> Iterator[Violation]:
    if of_player is (holder is None) or not 0 <= (holder or 0) < seats:
        yield impossible("TT-SEATS", f"{name}: {'name its holder' if of_player else 'it belongs to the table'}")


def _put_violations(layout: KitLayout, seats: int, zones: Sequence[ZoneContents]) -> Iterator[Violation]:
    """Yield the violations of declared zones."""
    seen = set[tuple[str, int | None]]()
    for put in zones:
        zone, holder, cards, cells = put.zone, put.holder, put.cards, put.cells
        owners, count = put.owners, put.count
        if zone not in layout.zone_at:
            yield impossible("TT-NAME", f"no zone {zone!r}{suggestion(zone, layout.zone_at)}")
            continue
        place = layout.zone_at[zone]
        yield from _holder_violations(zone, layout.zones[place].of == "player", holder, seats)
        if (zone, holder) in seen:
            yield impossible("TT-ARGS", f"{zone} is declared twice")
        seen.add((zone, holder))
        for card in cards:
            if card != "??" and card not in layout.pieces:
                yield impossible("TT-NAME", f"no card {card!r} in this kit")
        if layout.cells[place] and (len(cells) != len(cards) or not set(cells) <= set(layout.cells[place])):
            yield impossible("TT-CELL-NAME", f"{zone}: give a square for each piece")
        if cells and not layout.cells[place]:
            yield impossible("TT-CELL-NAME", f"{zone} has no squares")
        if owners and (len(owners) != len(cards) or not all(0 <= owner <= seats for owner in owners)):
            yield impossible("TT-SEATS", f"{zone}: give an owner for each piece, 0 for the table, 1 for the first seat")
        hidden = layout.hidden_stacks[place]
        if not 0 <= count <= 5000 or (count and not hidden) or (cards and hidden) or len(cards) >= TOKENS_PER_SEAT:
            yield impossible(
                "TT-ARGS", f"{zone}: give the number of cards for a stack, and the cards or ?? for other zones"
            )


def _value_violations(layout: KitLayout, seats: int, values: Sequence[SlotValue]) -> Iterator[Violation]:
    """Yield the violations of declared counters and choices."""
    for one in values:
        name, holder, value = one.name, one.holder, one.value
        if name in layout.slot_at:
            part = layout.slots[layout.slot_at[name]].part
            if part.of == "card":
                yield impossible("TT-NAME", f"{name} is a mark on cards")
                continue
            yield from _holder_violations(name, part.of == "player", holder, seats)
            if (value is None and not layout.slots[layout.slot_at[name]].box) or one.word:
                yield impossible("TT-ARGS", f"{name}: its value is a number")
        elif name in layout.choice_at:
            yield from _holder_violations(name, layout.choices[layout.choice_at[name]].of == "player", holder, seats)
            if value is not None:
                yield impossible("TT-ARGS", f"{name}: its value is a word")
        else:
            yield impossible("TT-NAME", f"no counter or choice {name!r}")


def _tokens_of(state: State, zones: Sequence[ZoneContents]) -> tuple[PutThere, ...]:
    """Return the piles of a declared position, with new numbers for each owner's cards."""
    layout, numbers = state.layout, CardNumbers()
    found = []
    for put in zones:
        of = -1 if layout.zones[layout.zone_at[put.zone]].of == "table" else put.holder or 0
        owners = [owner - 1 for owner in put.owners] or [of] * len(put.cards)
        tokens = tuple(map(numbers.token, owners, put.cards))
        found.append(PutThere(zone=put.zone, holder=put.holder, cards=tokens, cells=put.cells, count=put.count))
    return tuple(found)


def _traces_violations(layout: KitLayout, put: ZoneContents) -> Iterator[Violation]:
    """Yield the violations of declared faces, marks and origins of cards."""
    for place in (*put.up, *put.down, *put.made, *(mark.place for mark in put.marks)):
        if not 1 <= place <= len(put.cards):
            yield impossible("TT-ARGS", f"{put.zone} has no card {place}; it has {pluralize(len(put.cards), 'card')}")
    for mark in put.marks:
        slot = layout.slot_at.get(mark.counter)
        if slot is None or layout.slots[slot].part.of != "card":
            yield impossible("TT-NAME", f"{mark.counter!r} is not a mark on cards")


def position(state: State) -> DeclarePosition | None:
    """Return the current position as a declaration, with `??` for unknown cards; `None` before the table is open."""
    if not state.seats:
        return None
    layout = state.layout
    sides = tuple(seat.side for seat in state.seats)
    return made(
        DeclarePosition,
        state,
        players=tuple(seat.name for seat in state.seats),
        phase=layout.head.phases[state.phase] if layout.head.phases else "",
        seat=state.seat or 0,
        sides=() if sides == tuple(range(len(sides))) else sides,
        options=dict(zip(layout.option_at, state.options, strict=True)),
        zones=tuple(_zones(state)),
        values=tuple(_values(state)),
    )


def _zones(state: State) -> Iterator[ZoneContents]:
    layout = state.layout
    for zone, piles in enumerate(state.zones):
        of_player = layout.zones[zone].of == "player"
        for holder, pile in enumerate(piles):
            if not pile.size:
                continue
            numbers = [token.id for token in pile.tokens]
            owners = tuple(token_owner(number) + 1 for number in numbers)
            yield ZoneContents(
                zone=layout.zones[zone].name,
                holder=holder if of_player else None,
                cards=refs_of(pile.tokens),
                cells=tuple(layout.cells[zone][place] for place in pile.at),
                owners=() if set(owners) <= {holder + 1 if of_player else 0} else owners,
                count=pile.count,
                up=_places(numbers, state.up),
                down=_places(numbers, state.down),
                made=_places(numbers, state.made),
                marks=tuple(
                    OnCard(place=place, counter=layout.slots[mark.slot].name, value=mark.value)
                    for place, number in enumerate(numbers, 1)
                    for mark in state.marks
                    if mark.number == number
                ),
            )


def _places(numbers: list[int], among: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(place for place, number in enumerate(numbers, 1) if number in among)


def _values(state: State) -> Iterator[SlotValue]:
    layout = state.layout
    for slot, one in enumerate(layout.slots):
        for holder, value in enumerate(state.counters[slot] if one.part.of != "card" else ()):
            yield SlotValue(name=one.name, holder=holder if one.part.of == "player" else None, value=value)
    for place, part in enumerate(layout.choices):
        for holder, word in enumerate(state.choices[place]):
            shown = (place, holder) in state.shown
            yield SlotValue(name=part.name, holder=holder if part.of == "player" else None, word=word, shown=shown)
