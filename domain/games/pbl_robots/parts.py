"""Replacing one part of a state."""

from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from domain.cards import TOKENS_PER_SEAT, Token, token_owner, without
from domain.games.pbl_robots.cards import SLOT_INDEX
from domain.games.pbl_robots.numbers import unplaced_of
from domain.games.pbl_robots.state import Person, Side, Slot, State
from domain.seats import put_at


def with_side(state: State, index: int, side: Side) -> State:
    """The state with one side replaced."""
    return replace(state, sides=put_at(state.sides, index, side))


def with_person(state: State, seat: int, person: Person) -> State:
    """The state with one person's hand replaced."""
    return replace(state, people=put_at(state.people, seat, person))


def with_slot(side: Side, name: str, slot: Slot) -> Side:
    """The side with one slot replaced."""
    return replace(side, slots=put_at(side.slots, SLOT_INDEX[name], slot))


def people_less(state: State, seat: int | None, token: int | None) -> tuple[Person, ...]:
    """The people after a hand card, if it was one, left the hand of its player."""
    if seat is None or token is None:
        return state.people
    person = state.people[seat]
    shown = person.shown - {token} if person.shown else person.shown
    return put_at(state.people, seat, replace(person, hand=without(person.hand, token), shown=shown))


def spent(state: State, seat: int | None, token: int | None) -> State:
    """The state after a hand card left the hand of its player."""
    return replace(state, people=people_less(state, seat, token)) if token is not None else state


def received(state: State, seat: int, token: int, card: str | None, *, shown: bool = False) -> State:
    """The state after a card came to a hand."""
    person = state.people[seat]
    serial = token % TOKENS_PER_SEAT if token_owner(token) == seat else person.serial
    known = person.shown | {token} if shown else person.shown
    return with_person(
        state, seat, replace(person, hand=(*person.hand, Token(token, card)), shown=known, serial=serial)
    )


def with_next_card_numbers(state: State, numbers: Mapping[int, int]) -> State:
    """The state whose next new card of each of these persons bears that number, or the first behind it that no card has."""
    for seat, number in numbers.items():
        state = with_person(state, seat, replace(state.people[seat], serial=number - 1))
    return state


def placed(state: State, side: int, cards: Collection[str | None]) -> State:
    """The state after these cards of a side were identified."""
    unplaced = unplaced_of(state, side)
    return state if unplaced.isdisjoint(cards) else _with_unplaced(state, side, unplaced.difference(cards))


def misplaced(state: State, side: int, cards: Iterable[str | None]) -> State:
    """The state after these cards went among the unidentified ones of a side."""
    names = [card for card in cards if card]
    return _with_unplaced(state, side, unplaced_of(state, side).union(names)) if names else state


def _with_unplaced(state: State, side: int, unplaced: frozenset[str]) -> State:
    if state.community is not None:
        return replace(state, community_unplaced=unplaced)
    return with_side(state, side, replace(state.sides[side], unplaced=unplaced))


def decked(state: State, side: int, count: int) -> State:
    """The state with that many cards more (or fewer) in the deck a side draws from."""
    if state.community is not None:
        return replace(state, community=max(0, state.community + count))
    one = state.sides[side]
    return with_side(state, side, replace(one, deck=max(0, one.deck + count)))


def sides_scrapping(state: State, side: int, cards: Iterable[str]) -> tuple[Side, ...]:
    """The sides with cards on one's scrap heap, seen by all."""
    one = state.sides[side]
    return put_at(state.sides, side, replace(one, scrap=(*one.scrap, *cards)))


def scrapped(state: State, side: int, cards: Iterable[str]) -> State:
    """The state with cards on a side's scrap heap, seen by all."""
    return replace(state, sides=sides_scrapping(state, side, cards))


def without_crew(side: Side, card: str) -> Side:
    """The side less one crew member."""
    return replace(side, crew=tuple(crew for crew in side.crew if crew.card != card))


def without_bomb(side: Side, value: int) -> Side:
    """The side less one storage bomb of that value."""
    if value not in side.bombs:
        return side
    at = side.bombs.index(value)
    return replace(side, bombs=(*side.bombs[:at], *side.bombs[at + 1 :]))


def thrown(state: State, seat: int, tokens: tuple[Token, ...]) -> State:
    """Discard hand cards face down; this makes it uncertain which shown cards are still in the hand."""
    gone = {token.id for token in tokens}
    person, index = state.people[seat], state.seats[seat].side
    side = state.sides[index]
    hand = tuple([token for token in person.hand if token.id not in gone])
    person = replace(person, hand=hand, shown=frozenset())
    side = replace(side, face_down=(*side.face_down, *tokens))
    return replace(state, sides=put_at(state.sides, index, side), people=put_at(state.people, seat, person))
