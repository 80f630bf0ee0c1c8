"""Functions that replace one part of a state, including the known order of a deck.

`Side.top` lists cards from the first one to draw, `None` for an unknown card. If it lists the whole deck, its last cards are
those under the deck, which may be in another order. A community deck uses the `top` of the first side.
"""

from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from domain.cards import TOKENS_PER_SEAT, Token, token_owner, without
from domain.games.pbl_robots.cards import SLOT_INDEX
from domain.games.pbl_robots.numbers import deck_count, order_holder, top_of, unplaced_of
from domain.games.pbl_robots.state import Person, Side, Slot, State
from domain.seats import put_at


def with_side(state: State, index: int, side: Side) -> State:
    """Return the state with one side replaced."""
    return replace(state, sides=put_at(state.sides, index, side))


def with_person(state: State, seat: int, person: Person) -> State:
    """Return the state with one person replaced."""
    return replace(state, people=put_at(state.people, seat, person))


def with_slot(side: Side, name: str, slot: Slot) -> Side:
    """Return the side with one slot replaced."""
    return replace(side, slots=put_at(side.slots, SLOT_INDEX[name], slot))


def people_less(state: State, seat: int | None, token: int | None) -> tuple[Person, ...]:
    """Return the people after a hand card left its hand; unchanged if `seat` or `token` is `None`."""
    if seat is None or token is None:
        return state.people
    person = state.people[seat]
    shown = person.shown - {token} if person.shown else person.shown
    return put_at(state.people, seat, replace(person, hand=without(person.hand, token), shown=shown))


def spent(state: State, seat: int | None, token: int | None) -> State:
    """Return the state after a hand card left its hand."""
    return replace(state, people=people_less(state, seat, token)) if token is not None else state


def received(state: State, seat: int, token: int, card: str | None, *, shown: bool = False) -> State:
    """Return the state after a card came to a hand."""
    person = state.people[seat]
    serial = token % TOKENS_PER_SEAT if token_owner(token) == seat else person.serial
    known = person.shown | {token} if shown else person.shown
    return with_person(
        state, seat, replace(person, hand=(*person.hand, Token(token, card)), shown=known, serial=serial)
    )


def with_next_card_numbers(state: State, numbers: Mapping[int, int]) -> State:
    """Return the state with the number of the next new card set for each of these seats. A number in use is skipped later."""
    for seat, number in numbers.items():
        state = with_person(state, seat, replace(state.people[seat], serial=number - 1))
    return state


def left_unplaced(state: State, side: int, cards: Collection[str | None]) -> State:
    """Return the state after these cards of a side were identified."""
    unplaced = unplaced_of(state, side)
    return state if unplaced.isdisjoint(cards) else _with_unplaced(state, side, unplaced.difference(cards))


def joined_unplaced(state: State, side: int, cards: Iterable[str | None]) -> State:
    """Return the state after these cards joined the unidentified ones of a side."""
    names = [card for card in cards if card]
    return _with_unplaced(state, side, unplaced_of(state, side).union(names)) if names else state


def _with_unplaced(state: State, side: int, unplaced: frozenset[str]) -> State:
    if state.community is not None:
        return replace(state, community_unplaced=unplaced)
    return with_side(state, side, replace(state.sides[side], unplaced=unplaced))


def deck_resized(state: State, side: int, count: int) -> State:
    """Return the state with `count` cards added to the deck that a side draws from; `count` may be negative."""
    if state.community is not None:
        return replace(state, community=max(0, state.community + count))
    one = state.sides[side]
    return with_side(state, side, replace(one, deck=max(0, one.deck + count)))


def sides_scrapping(state: State, side: int, cards: Iterable[str]) -> tuple[Side, ...]:
    """Return the sides with these cards added to the public scrap heap of one."""
    one = state.sides[side]
    return put_at(state.sides, side, replace(one, scrap=(*one.scrap, *cards)))


def scrapped(state: State, side: int, cards: Iterable[str]) -> State:
    """Return the state with these cards added to a side's public scrap heap."""
    return replace(state, sides=sides_scrapping(state, side, cards))


def without_crew(side: Side, card: str) -> Side:
    """Return the side without a crew member."""
    return replace(side, crew=tuple(crew for crew in side.crew if crew.card != card))


def without_bomb(side: Side, value: int) -> Side:
    """Return the side without one storage bomb of this value."""
    if value not in side.bombs:
        return side
    at = side.bombs.index(value)
    return replace(side, bombs=(*side.bombs[:at], *side.bombs[at + 1 :]))


def thrown(state: State, seat: int, tokens: tuple[Token, ...]) -> State:
    """Return the state after hand cards were discarded face down. Cards shown earlier may be among them, so other players no
    longer know any card of the hand."""
    gone = {token.id for token in tokens}
    person, index = state.people[seat], state.seats[seat].side
    side = state.sides[index]
    hand = tuple([token for token in person.hand if token.id not in gone])
    person = replace(person, hand=hand, shown=frozenset())
    side = replace(side, face_down=(*side.face_down, *tokens))
    return replace(state, sides=put_at(state.sides, index, side), people=put_at(state.people, seat, person))


Order = tuple[str | None, ...]


def _ordered(state: State, side: int, order: Order) -> State:
    """Return the state with a new known order of a deck. Cards that are no longer in it join the unidentified ones."""
    before = top_of(state, side)
    if before == order:
        return state
    holder = order_holder(state, side)
    state = with_side(state, holder, replace(state.sides[holder], top=order))
    return joined_unplaced(left_unplaced(state, side, order), side, set(before) - set(order))


def order_forgotten(state: State, side: int) -> State:
    """Return the state after a deck was shuffled."""
    return _ordered(state, side, ())


def top_taken(state: State, side: int, card: str | None) -> State:
    """Return the state after the first card left the deck; the caller reduces the deck's number of cards."""
    top = top_of(state, side)
    if not top:
        return state
    left = top_left(top, card)
    return order_forgotten(state, side) if left is None else _with_top(state, side, left)


def top_left(top: Order, card: str | None) -> Order | None:
    """Return the known order after the first card left; `None` if `card` contradicts the order."""
    at = top.index(card) if card is not None and card in top else 0
    return None if at == 0 and top[0] not in (None, card) else top[:at] + top[at + 1 :]


def deck_taken(state: State, side: int, card: str | None) -> State:
    """Return the state after a card left the deck from any place; the caller reduces the deck's number of cards."""
    top = top_of(state, side)
    if card is not None and card in top:
        at = top.index(card)
        return _with_top(state, side, top[:at] + top[at + 1 :])
    if card is None or (None in top and len(top) < deck_count(state, side)):
        return order_forgotten(state, side)
    if None not in top:
        return state
    at = top.index(None)
    return _ordered(state, side, (*top[:at], *top[at + 1 :]))


def _with_top(state: State, side: int, top: Order) -> State:
    """Return the state with the known order after a known card left it. The unplaced cards stay the same."""
    holder = order_holder(state, side)
    return with_side(state, holder, replace(state.sides[holder], top=top))


def put_on_top(state: State, side: int, card: str | None) -> State:
    """Return the state after a card was put on top of the deck, which already counts it."""
    return _ordered(state, side, (card, *top_of(state, side)))


def put_in(state: State, side: int) -> State:
    """Return the state after a card was put anywhere into the deck, which already counts it."""
    return order_forgotten(state, side) if len(top_of(state, side)) == deck_count(state, side) - 1 else state


def put_under(state: State, side: int, cards: Order) -> State:
    """Return the state after cards were put under the deck, which already counts them."""
    above = deck_count(state, side) - len(cards)
    top = top_of(state, side)[:above]
    return _ordered(state, side, (*top, *(None for _ in range(above - len(top))), *cards))


def arranged(state: State, side: int, order: Order) -> State:
    """Return the state after the first cards of the deck were arranged in this order."""
    top = top_of(state, side)
    rest = top[len(order) :]
    return _ordered(state, side, order if set(rest) & {card for card in order if card} else (*order, *rest))
