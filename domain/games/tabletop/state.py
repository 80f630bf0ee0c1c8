"""The state of a match: contents of zones, counters and choices, in tuples in the order of the kit."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue, Token
from domain.game import TurnInfo
from domain.games.tabletop.layout import LAYOUTS, KitLayout, layout_of
from domain.outcome import Outcome
from domain.seats import GameState, Viewpoint, put_at


class Pile(Struct, frozen=True, gc=False):
    """The contents of one zone of one holder."""

    tokens: tuple[Token, ...] = ()
    """Cards from the bottom, or from the left."""
    count: int = 0
    """Number of cards in a hidden stack, which have no tokens."""
    at: tuple[int, ...] = ()
    """For zones with squares or places: the position of each token's square."""

    @property
    def size(self) -> int:
        """The number of cards or pieces."""
        return len(self.tokens) + self.count


EMPTY = Pile()


class Mark(Struct, frozen=True, gc=False):
    """A number on a card; `number` is the token, `slot` the position of the counter."""

    number: int
    slot: int
    value: int


class Use(Struct, frozen=True, gc=False):
    """How often a player used a limited verb in its period."""

    verb: int
    seat: int
    times: int


class Location(Struct, frozen=True, gc=False):
    """The location of a token: the position of its zone, the holder, and the place in the pile."""

    zone: int
    holder: int
    place: int


Found: TypeAlias = tuple[Location, Token] | None
"""A token and its location; `None` if it is not on the table."""


class HiddenNumber(Struct, frozen=True):
    """A card that only some viewpoints may see between the events of an entry."""

    number: int
    seers: tuple[Viewpoint, ...]


class State(GameState, frozen=True, kw_only=True):
    """The complete state of a match. Counters and choices are tuples by part, then by seat; those of the table have one value."""

    later = frozenset({"veils", "resting"})

    phase: int = 0
    turn: int = 0
    round: int = 0
    seat: int | None = None
    """The seat to act; `None` for all players."""
    first: int = 0
    """The player who began the round."""
    reversed: bool = False
    acts: int = 0
    options: tuple[int, ...] = ()
    zones: tuple[tuple[Pile, ...], ...] = ()
    counters: tuple[tuple[int | None, ...], ...] = ()
    choices: tuple[tuple[str, ...], ...] = ()
    """Words, empty if not chosen. A player is the number of the seat, from 1."""
    shown: tuple[tuple[int, int], ...] = ()
    """Hidden choices that were shown: choice and holder."""
    marks: tuple[Mark, ...] = ()
    up: tuple[int, ...] = ()
    """Numbers of cards turned face up individually, regardless of the zone's `see`."""
    down: tuple[int, ...] = ()
    made: tuple[int, ...] = ()
    """Numbers of cards and pieces that belong to no deck."""
    gone: int = 0
    """Number of cards of decks that left play."""
    last: tuple[int, ...] = ()
    """The highest token number of the table, then of each seat."""
    used: tuple[Use, ...] = ()
    out: tuple[int, ...] = ()
    resting: tuple[int, ...] = ()
    """Players in `out` who are back in the next round."""
    lists: tuple[tuple[tuple[str, int], ...], ...] = ()
    """Each seat's registered deck."""
    result: Outcome | None = None
    veils: tuple[HiddenNumber, ...] = ()
    """Cards hidden between the events of an entry (see `redaction`). Empty before and after an entry."""

    @property
    def layout(self) -> KitLayout:
        """The positions of the kit's parts."""
        try:
            return LAYOUTS[self.catalogue.digest]
        except KeyError:
            return layout_of(self.catalogue)

    def pile(self, zone: int, holder: int) -> Pile:
        """Return the pile of a zone and holder (0 for a zone of the table)."""
        return self.zones[zone][holder]

    def located_tokens(self) -> Iterator[tuple[Location, Token]]:
        """Yield every token on the table with its location."""
        for zone, piles in enumerate(self.zones):
            for holder, pile in enumerate(piles):
                for place, token in enumerate(pile.tokens):
                    yield Location(zone, holder, place), token

    def find(self, number: int) -> Found:
        """Return a token and its location by its number; `None` if it is not on the table."""
        for zone, piles in enumerate(self.zones):
            for holder, pile in enumerate(piles):
                for token in pile.tokens:
                    if token.id == number:
                        return Location(zone, holder, pile.tokens.index(token)), token
        return None

    def standing(self, cell: str) -> Token | None:
        """Return the topmost piece on a square or place; `None` if it is empty."""
        for zone, squares in enumerate(self.layout.cell_at):
            if cell in squares:
                pile, place = self.zones[zone][0], squares[cell]
                there = [token for token, at in zip(pile.tokens, pile.at, strict=True) if at == place]
                return there[-1] if there else None
        return None

    def mark(self, number: int, slot: int) -> int:
        """Return the mark on a card, 0 without one."""
        return next((mark.value for mark in self.marks if (mark.number, mark.slot) == (number, slot)), 0)

    def times(self, verb: int, seat: int) -> int:
        """Return how often a player used a verb in its period."""
        return next((use.times for use in self.used if use.verb == verb and use.seat == seat), 0) if self.used else 0

    def total(self, sheet: tuple[int, ...], seat: int) -> int:
        """Return the sum of the boxes of a score sheet."""
        return sum(self.counters[slot][seat] or 0 for slot in sheet)

    def remaining(self) -> tuple[int, ...]:
        """Return the seats that are not out."""
        seats = range(len(self.seats))
        return tuple([seat for seat in seats if seat not in self.out]) if self.out else tuple(seats)

    def follower(self, seat: int) -> int:
        """Return the next seat in turn order that is not out."""
        if not self.out and not self.reversed and not self.layout.head.turns_by:
            return (seat + 1) % len(self.seats)
        ring = self.ring
        count, step, place = len(ring), -1 if self.reversed else 1, ring.index(seat)
        others = (ring[(place + step * away) % count] for away in range(1, count + 1))
        return next((one for one in others if one not in self.out), seat)

    @property
    def ring(self) -> tuple[int, ...]:
        """All seats in turn order: as seated, or by the descending values of the counter `turns_by`."""
        seats, by = tuple(range(len(self.seats))), self.layout.head.turns_by
        if not by:
            return seats
        return tuple(sorted(seats, key=lambda seat: (-(score_of(self, by, seat) or 0), seat)))


def with_pile(state: State, zone: int, holder: int, pile: Pile) -> State:
    """Return the state with one pile replaced."""
    return replace(state, zones=put_at(state.zones, zone, put_at(state.zones[zone], holder, pile)))


def score_of(state: State, name: str, seat: int) -> int | None:
    """Return a player's counter, or the sum of a sheet; `None` if it is not a counter of players."""
    layout = state.layout
    if name in layout.sheets:
        return state.total(layout.sheets[name], seat)
    slot = layout.slot_at.get(name)
    return state.counters[slot][seat] if slot is not None and layout.slots[slot].part.of == "player" else None


def furthest(state: State, name: str, *, high: bool) -> tuple[int, ...]:
    """Return the seats with the highest (or lowest) value of a counter, among those that are not out."""
    values = {seat: value for seat in state.remaining() if (value := score_of(state, name, seat)) is not None}
    if not values:
        return ()
    best = max(values.values()) if high else min(values.values())
    return tuple(seat for seat, value in values.items() if value == best)


def best_by_score(state: State) -> tuple[int, ...]:
    """Return the best players by the kit's score; empty for a kit without a score."""
    head = state.layout.head
    return furthest(state, head.score, high=head.best == "high")


def initial(catalogue: Catalogue[CardRecord]) -> State:
    """Return the state before the table is opened."""
    return State(catalogue=catalogue)


def turn_info(state: State) -> TurnInfo:
    """Return the turn, phase and round, and the seat to act; phase `unopened` before the match is open."""
    if not state.seats:
        return TurnInfo(0, "unopened")
    head = state.layout.head
    phase = "over" if state.result is not None else head.phases[state.phase] if head.phases else "play"
    seat = None if state.result is not None or head.order == "together" else state.seat
    return TurnInfo(state.turn, phase, seat, state.round if head.round else 0)


def outcome(state: State) -> Outcome | None:
    """Return the recorded outcome with the current scores; `None` while the match is in progress."""
    if state.result is None or not state.result.scores:
        return state.result
    scores = [score_of(state, state.layout.head.score, seat) for seat in range(len(state.seats))]
    known = tuple([score for score in scores if score is not None])
    return replace(state.result, scores=known) if len(known) == len(scores) else state.result


def card_counts(state: State) -> dict[str, int]:
    """Return the number of cards of decks, including those that left play."""
    lying = sum(pile.size for piles in state.zones for pile in piles)
    return {"cards": lying - len(state.made) + state.gone} if state.seats else {}


def with_next_card_numbers(state: State, numbers: Mapping[int, int]) -> State:
    """Return the state with the number of the next new card set for each of these owners. It works before the table is opened,
    too."""
    last = state.last or (0,) * (max(numbers, default=-1) + 2)
    for owner, number in numbers.items():
        last = put_at(last, owner + 1, number - 1)
    return replace(state, last=last)
