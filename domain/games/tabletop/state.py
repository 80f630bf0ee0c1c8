"""The table between two commands: contents of the zones, in tuples by position in the kit."""

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
    """From the bottom (or the left) on."""
    count: int = 0
    """Number of cards in a hidden stack, which are without number or name."""
    at: tuple[int, ...] = ()
    """For squares and named places: each token's place, by position."""

    @property
    def size(self) -> int:
        """Cards or pieces in it."""
        return len(self.tokens) + self.count


EMPTY = Pile()


class Mark(Struct, frozen=True, gc=False):
    """A number on a card, by the position of its counter."""

    number: int
    slot: int
    value: int


class Use(Struct, frozen=True, gc=False):
    """How often a player used a limited verb in its period."""

    verb: int
    seat: int
    times: int


class Location(Struct, frozen=True, gc=False):
    """The location of a token: position of its zone, its holder, its place there."""

    zone: int
    holder: int
    place: int


Found: TypeAlias = tuple[Location, Token] | None
"""A token and its location; `None` if it is not on the table."""


class HiddenNumber(Struct, frozen=True):
    """A card that only some viewpoints may know while an entry unfolds."""

    number: int
    seers: tuple[Viewpoint, ...]


class State(GameState, frozen=True, kw_only=True):
    """Numbers of players come first by slot, then by seat; those of the table have one."""

    later = frozenset({"veils", "resting"})

    phase: int = 0
    turn: int = 0
    round: int = 0
    seat: int | None = None
    """The seat to act; `None`: anyone."""
    first: int = 0
    """The player who began the round."""
    reversed: bool = False
    acts: int = 0
    options: tuple[int, ...] = ()
    zones: tuple[tuple[Pile, ...], ...] = ()
    counters: tuple[tuple[int | None, ...], ...] = ()
    choices: tuple[tuple[str, ...], ...] = ()
    """Empty: not chosen. A player is written as the number of the seat, from 1."""
    shown: tuple[tuple[int, int], ...] = ()
    """Hidden choices that were shown: choice and holder."""
    marks: tuple[Mark, ...] = ()
    up: tuple[int, ...] = ()
    """Numbers of cards turned face up individually, regardless of the zone's `see`."""
    down: tuple[int, ...] = ()
    made: tuple[int, ...] = ()
    """Numbers of cards and pieces that belong to no deck."""
    gone: int = 0
    """Cards of decks that left play."""
    last: tuple[int, ...] = ()
    """The last number given: to the table's, then to each seat's."""
    used: tuple[Use, ...] = ()
    out: tuple[int, ...] = ()
    resting: tuple[int, ...] = ()
    """Those of `out` who are back in the next round."""
    lists: tuple[tuple[tuple[str, int], ...], ...] = ()
    """Each seat's registered deck."""
    result: Outcome | None = None
    veils: tuple[HiddenNumber, ...] = ()
    """In a state within an entry: hides cards that its zones would show too early (`redaction`). Empty in recorded states."""

    @property
    def layout(self) -> KitLayout:
        """The positions of the kit's parts."""
        try:
            return LAYOUTS[self.catalogue.digest]
        except KeyError:
            return layout_of(self.catalogue)

    def pile(self, zone: int, holder: int) -> Pile:
        """Return the contents of a zone of a holder (0 for the table's)."""
        return self.zones[zone][holder]

    def located_tokens(self) -> Iterator[tuple[Location, Token]]:
        """Every token on the table, with where it is."""
        for zone, piles in enumerate(self.zones):
            for holder, pile in enumerate(piles):
                for place, token in enumerate(pile.tokens):
                    yield Location(zone, holder, place), token

    def find(self, number: int) -> Found:
        """A token by its number."""
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
        """The number that a card bears."""
        return next((mark.value for mark in self.marks if (mark.number, mark.slot) == (number, slot)), 0)

    def times(self, verb: int, seat: int) -> int:
        """How often a player used a verb in its period."""
        return next((use.times for use in self.used if use.verb == verb and use.seat == seat), 0) if self.used else 0

    def total(self, sheet: tuple[int, ...], seat: int) -> int:
        """The sum of a sheet's boxes."""
        return sum(self.counters[slot][seat] or 0 for slot in sheet)

    def remaining(self) -> tuple[int, ...]:
        """The seats that are not out."""
        seats = range(len(self.seats))
        return tuple([seat for seat in seats if seat not in self.out]) if self.out else tuple(seats)

    def follower(self, seat: int) -> int:
        """Return the seat after this one: the next that is not out."""
        if not self.out and not self.reversed and not self.layout.head.turns_by:
            return (seat + 1) % len(self.seats)
        ring = self.ring
        count, step, place = len(ring), -1 if self.reversed else 1, ring.index(seat)
        others = (ring[(place + step * away) % count] for away in range(1, count + 1))
        return next((one for one in others if one not in self.out), seat)

    @property
    def ring(self) -> tuple[int, ...]:
        """Return all seats in the order of their turns: as they sit, or down a counter."""
        seats, by = tuple(range(len(self.seats))), self.layout.head.turns_by
        if not by:
            return seats
        return tuple(sorted(seats, key=lambda seat: (-(score_of(self, by, seat) or 0), seat)))


def with_pile(state: State, zone: int, holder: int, pile: Pile) -> State:
    """The state with one pile replaced."""
    return replace(state, zones=put_at(state.zones, zone, put_at(state.zones[zone], holder, pile)))


def score_of(state: State, name: str, seat: int) -> int | None:
    """Return a player's counter, or the sum of a sheet; `None` if it is not a counter of players."""
    layout = state.layout
    if name in layout.sheets:
        return state.total(layout.sheets[name], seat)
    slot = layout.slot_at.get(name)
    return state.counters[slot][seat] if slot is not None and layout.slots[slot].part.of == "player" else None


def furthest(state: State, name: str, *, high: bool) -> tuple[int, ...]:
    """The seats that are not out and have most (or least) of a counter."""
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
    """The empty table."""
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
    """As the kit's endings, or those who recorded it, said, with the scores as they are today."""
    if state.result is None or not state.result.scores:
        return state.result
    scores = [score_of(state, state.layout.head.score, seat) for seat in range(len(state.seats))]
    known = tuple([score for score in scores if score is not None])
    return replace(state.result, scores=known) if len(known) == len(scores) else state.result


def card_counts(state: State) -> dict[str, int]:
    """All cards of decks, those that left play included."""
    lying = sum(pile.size for piles in state.zones for pile in piles)
    return {"cards": lying - len(state.made) + state.gone} if state.seats else {}


def with_next_card_numbers(state: State, numbers: Mapping[int, int]) -> State:
    """The state whose next new card of each of these owners bears that number; also one before the players sit down."""
    last = state.last or (0,) * (max(numbers, default=-1) + 2)
    for owner, number in numbers.items():
        last = put_at(last, owner + 1, number - 1)
    return replace(state, last=last)
