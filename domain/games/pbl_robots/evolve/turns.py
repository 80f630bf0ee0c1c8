"""Turns, draws and the Shop."""

from msgspec.structs import replace

from domain.cards import TOKENS_PER_SEAT, Token, token_owner
from domain.games.pbl_robots.events import (
    CardDrawn,
    CardRevealed,
    CardsPutUnder,
    DeckShuffled,
    DeckTopArranged,
    HandForgotten,
    HandLimitDiscarded,
    MovePassed,
    NoCardToDraw,
    OwedSettled,
    ShopCardTaken,
    ShopOpened,
    SomethingOwed,
    TurnEndAnnounced,
    TurnEnded,
    TurnStarted,
)
from domain.games.pbl_robots.evolve.base import decked, misplaced, placed, received, with_person, with_side
from domain.games.pbl_robots.evolve.order import arranged, order_forgotten, put_under, top_taken
from domain.games.pbl_robots.numbers import top_of
from domain.games.pbl_robots.state import EMPTY, State, Turn


def turn_started(state: State, event: TurnStarted) -> State:
    extra = state.extra_turns[1:] if event.extra else state.extra_turns
    regular = state.turn.regular if event.extra else event.seat
    return replace(state, turn=Turn(number=event.number, seat=event.seat, regular=regular), extra_turns=extra)


def move_passed(state: State, _event: MovePassed) -> State:
    return replace(state, turn=replace(state.turn, move_used=True))


def turn_end_announced(state: State, _event: TurnEndAnnounced) -> State:
    return replace(state, turn=replace(state.turn, end_announced=True))


def turn_ended(state: State, _event: TurnEnded) -> State:
    return replace(state, last_attacks=state.turn.attacks)


def something_owed(state: State, event: SomethingOwed) -> State:
    return replace(state, owed=(*state.owed, event.owed))


def owed_settled(state: State, event: OwedSettled) -> State:
    if not state.owed:
        return state
    first, *rest = state.owed
    if event.n < first.n:
        return replace(state, owed=(replace(first, n=first.n - event.n, from_row=False), *rest))
    return replace(state, owed=tuple(rest))


def shop_opened(state: State, event: ShopOpened) -> State:
    if event.by_draw:
        state = _reshuffled(state, event.side, event.shuffled)
    shop = state.shop
    row = list(shop.row)
    for place, card in event.row:
        row[place] = card
    known = {card for _, card in event.row if card}
    shop = replace(
        shop, deck=max(0, shop.deck - len(event.row)), unplaced=shop.unplaced - known, row=tuple(row), open=True
    )
    return replace(state, shop=shop)


def _reshuffled(state: State, side: int, shuffled: int) -> State:
    """The scrap heap (with a community deck: all scrap heaps) became the deck."""
    for index in range(len(state.sides)) if state.community is not None else (side,):
        one = state.sides[index]
        cards = (*one.scrap, *(token.card for token in one.face_down))
        state = with_side(state, index, replace(one, scrap=(), face_down=(), top=()))
        state = misplaced(state, index, cards)
    return decked(state, side, shuffled)


def card_drawn(state: State, event: CardDrawn) -> State:
    """The commonest event: the side and the hand are replaced together."""
    card, index = event.card, state.seats[event.seat].side
    if top_of(state, index):
        state = top_taken(state, index, card)
    side, person = state.sides[index], state.people[event.seat]
    unplaced = side.unplaced - {card} if card in side.unplaced else side.unplaced
    deck = side.deck if state.community is not None else side.deck - 1
    side = replace(side, deck=deck, unplaced=unplaced)
    serial = event.token % TOKENS_PER_SEAT if token_owner(event.token) == event.seat else person.serial
    person = replace(person, hand=(*person.hand, Token(event.token, card)), serial=serial)
    sides = (*state.sides[:index], side, *state.sides[index + 1 :])
    people = (*state.people[: event.seat], person, *state.people[event.seat + 1 :])
    if state.community is None:
        return replace(state, sides=sides, people=people)
    common = state.community_unplaced - {card} if card is not None else state.community_unplaced
    return replace(state, sides=sides, people=people, community=state.community - 1, community_unplaced=common)


def shop_card_taken(state: State, event: ShopCardTaken) -> State:
    row = state.shop.row
    shop = replace(state.shop, row=(*row[: event.slot], EMPTY, *row[event.slot + 1 :]))
    return received(replace(state, shop=shop), event.seat, event.token, event.card, shown=event.card is not None)


def no_card_to_draw(state: State, _event: NoCardToDraw) -> State:
    return state


def card_revealed(state: State, event: CardRevealed) -> State:
    side = state.seats[event.seat].side
    state = placed(state, side, (event.card,))
    person, one = state.people[event.seat], state.sides[side]
    named = Token(event.token, event.card)
    if any(token.id == event.token for token in person.hand):
        hand = tuple(named if token.id == event.token else token for token in person.hand)
        shown = person.shown | {event.token} if event.shown else person.shown
        return with_person(state, event.seat, replace(person, hand=hand, shown=shown))
    face_down = tuple(named if token.id == event.token else token for token in one.face_down)
    return with_side(state, side, replace(one, face_down=face_down))


def hand_forgotten(state: State, event: HandForgotten) -> State:
    person = state.people[event.seat]
    state = misplaced(state, state.seats[event.seat].side, (token.card for token in person.hand))
    hand = tuple(Token(token.id) for token in person.hand)
    return with_person(state, event.seat, replace(person, hand=hand, shown=frozenset()))


def hand_limit_discarded(state: State, event: HandLimitDiscarded) -> State:
    return thrown(state, event.seat, event.tokens)


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


def deck_top_arranged(state: State, event: DeckTopArranged) -> State:
    return arranged(state, event.side, event.order)


def deck_shuffled(state: State, event: DeckShuffled) -> State:
    return order_forgotten(state, event.side)


def cards_put_under(state: State, event: CardsPutUnder) -> State:
    return put_under(state, event.side, event.cards)
