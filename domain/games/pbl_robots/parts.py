"""Replacing one part of a state."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.cards import TOKENS_PER_SEAT, Token, token_owner
from domain.games.pbl_robots.cards import SLOT_INDEX
from domain.games.pbl_robots.state import Person, Side, Slot, State


def with_side(state: State, index: int, side: Side) -> State:
    """The state with one side replaced."""
    sides = state.sides
    return replace(state, sides=(*sides[:index], side, *sides[index + 1 :]))


def with_person(state: State, seat: int, person: Person) -> State:
    """The state with one person's hand replaced."""
    people = state.people
    return replace(state, people=(*people[:seat], person, *people[seat + 1 :]))


def with_slot(side: Side, name: str, slot: Slot) -> Side:
    """The side with one slot replaced."""
    index = SLOT_INDEX[name]
    return replace(side, slots=(*side.slots[:index], slot, *side.slots[index + 1 :]))


def spent(state: State, seat: int | None, token: int | None) -> State:
    """The state after a hand card left the hand of its player."""
    if seat is None or token is None:
        return state
    person = state.people[seat]
    hand = tuple([one for one in person.hand if one.id != token])
    shown = person.shown - {token} if person.shown else person.shown
    return with_person(state, seat, replace(person, hand=hand, shown=shown))


def received(state: State, seat: int, token: int, card: str | None, *, shown: bool = False) -> State:
    """The state after a card came to a hand."""
    person = state.people[seat]
    serial = token % TOKENS_PER_SEAT if token_owner(token) == seat else person.serial
    known = person.shown | {token} if shown else person.shown
    return with_person(
        state, seat, replace(person, hand=(*person.hand, Token(token, card)), shown=known, serial=serial)
    )


def placed(state: State, side: int, cards: Iterable[str | None]) -> State:
    """The state after these cards of a side were identified."""
    names = {card for card in cards if card}
    if state.community is not None:
        unplaced = state.community_unplaced
        return replace(state, community_unplaced=unplaced - names) if names & unplaced else state
    one = state.sides[side]
    return with_side(state, side, replace(one, unplaced=one.unplaced - names)) if names & one.unplaced else state


def misplaced(state: State, side: int, cards: Iterable[str | None]) -> State:
    """The state after these cards went among the unidentified ones of a side."""
    names = {card for card in cards if card}
    if not names:
        return state
    if state.community is not None:
        return replace(state, community_unplaced=state.community_unplaced | names)
    one = state.sides[side]
    return with_side(state, side, replace(one, unplaced=one.unplaced | names))


def decked(state: State, side: int, count: int) -> State:
    """The state with that many cards more (or fewer) in the deck a side draws from."""
    if state.community is not None:
        return replace(state, community=max(0, state.community + count))
    one = state.sides[side]
    return with_side(state, side, replace(one, deck=max(0, one.deck + count)))


def scrapped(state: State, side: int, cards: Iterable[str]) -> State:
    """The state with cards on a side's scrap heap, seen by all."""
    one = state.sides[side]
    return with_side(state, side, replace(one, scrap=(*one.scrap, *cards)))


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
    """Hand cards on the scrap heap, face down: which of the cards that everybody knew are still in the hand, nobody knows."""
    gone = {token.id for token in tokens}
    person, index = state.people[seat], state.seats[seat].side
    side = state.sides[index]
    hand = tuple([token for token in person.hand if token.id not in gone])
    person = replace(person, hand=hand, shown=frozenset())
    side = replace(side, face_down=(*side.face_down, *tokens))
    return replace(
        state,
        sides=(*state.sides[:index], side, *state.sides[index + 1 :]),
        people=(*state.people[:seat], person, *state.people[seat + 1 :]),
    )
