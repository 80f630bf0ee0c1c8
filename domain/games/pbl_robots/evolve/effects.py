"""Cards with effects."""

from msgspec.structs import replace

from domain.cards import Token
from domain.games.pbl_robots.cards import SLOTS
from domain.games.pbl_robots.events import (
    ActionAttached,
    ActionDetached,
    ActionPlayed,
    ActionResolved,
    CardEffectResolved,
    CardPlaced,
    CardsDiscarded,
    CardTaken,
    CrewBlasted,
    DeckSearched,
    ExtraAttackGiven,
    ExtraTurnGiven,
    HandLimitChanged,
    PickUsed,
)
from domain.games.pbl_robots.evolve.base import (
    SLOT_INDEX,
    decked,
    misplaced,
    placed,
    received,
    scrapped,
    spent,
    with_person,
    with_side,
    with_slot,
)
from domain.games.pbl_robots.evolve.order import deck_taken, put_in, put_on_top, put_under, top_taken
from domain.games.pbl_robots.evolve.play import without_crew
from domain.games.pbl_robots.evolve.turns import thrown
from domain.games.pbl_robots.state import ActionInProgress, State


def action_played(state: State, event: ActionPlayed) -> State:
    state = spent(state, event.seat, event.token)
    side = state.seats[event.seat].side
    return replace(state, action=ActionInProgress(event.card, side, event.seat, by_hand=event.by_hand))


def action_attached(state: State, event: ActionAttached) -> State:
    side = state.sides[event.side]
    slot = side.slots[SLOT_INDEX[event.slot]]
    slot = replace(slot, attached=(*slot.attached, event.attached))
    state = with_side(state, event.side, with_slot(side, event.slot, slot))
    if state.action is None or state.action.card != event.attached.card:
        return state
    return replace(state, action=replace(state.action, attached=True))


def action_detached(state: State, event: ActionDetached) -> State:
    side = state.sides[event.side]
    for name in SLOTS:
        slot = side.slots[SLOT_INDEX[name]]
        if event.attached in slot.attached:
            left = tuple(one for one in slot.attached if one != event.attached)
            side = with_slot(side, name, replace(slot, attached=left))
    return scrapped(with_side(state, event.side, side), event.attached.owner, (event.attached.card,))


def action_resolved(state: State, _event: ActionResolved) -> State:
    action = state.action
    if action is None:
        return state
    state = replace(state, action=None)
    return state if action.attached else scrapped(state, action.side, (action.card,))


def card_effect_resolved(state: State, _event: CardEffectResolved) -> State:
    return replace(state, action=replace(state.action, by_hand=False)) if state.action is not None else state


def crew_blasted(state: State, event: CrewBlasted) -> State:
    state = with_side(state, event.side, without_crew(state.sides[event.side], event.card))
    return scrapped(state, event.side, (event.card,))


def pick_used(state: State, event: PickUsed) -> State:
    return scrapped(spent(state, event.seat, event.token), state.seats[event.seat].side, (event.card,))


def deck_searched(state: State, event: DeckSearched) -> State:
    if event.token is None:
        return state
    side = state.seats[event.seat].side
    state = placed(decked(deck_taken(state, side, event.card), side, -1), side, (event.card,))
    return received(state, event.seat, event.token, event.card)


def extra_attack_given(state: State, event: ExtraAttackGiven) -> State:
    return replace(state, turn=replace(state.turn, extra_attacks=state.turn.extra_attacks + event.n))


def extra_turn_given(state: State, event: ExtraTurnGiven) -> State:
    return replace(state, extra_turns=(*state.extra_turns, event.seat))


def hand_limit_changed(state: State, event: HandLimitChanged) -> State:
    return with_person(state, event.seat, replace(state.people[event.seat], limit=event.limit))


def cards_discarded(state: State, event: CardsDiscarded) -> State:
    if event.face_down:
        return thrown(state, event.seat, event.tokens)
    for token in event.tokens:
        state = spent(state, event.seat, token.id)
    side = state.seats[event.seat].side
    return scrapped(state, side, (token.card for token in event.tokens if token.card))


def card_taken(state: State, event: CardTaken) -> State:
    """A card leaves a place. One that nobody can name takes the side's certainty about its unidentified cards with it."""
    side = event.side
    if event.place in ("deck", "deck_top"):
        state = (top_taken if event.place == "deck_top" else deck_taken)(state, side, event.card)
    if event.card is None and event.place in ("deck", "deck_top", "hand", "face_down"):
        state = _uncertain(state, side)
    if event.place == "hand" and event.seat is not None:
        state = spent(state, event.seat, event.token)
        return with_person(state, event.seat, replace(state.people[event.seat], shown=frozenset()))
    if event.place in ("deck", "deck_top"):
        return placed(decked(state, side, -1), side, (event.card,))
    if event.place == "scrap":
        one = state.sides[side]
        return with_side(state, side, replace(one, scrap=tuple(c for c in one.scrap if c != event.card)))
    if event.place == "face_down":
        one = state.sides[side]
        return with_side(state, side, replace(one, face_down=tuple(t for t in one.face_down if t.id != event.token)))
    return _taken_from_table(state, event)


def _taken_from_table(state: State, event: CardTaken) -> State:
    if event.place == "shop_deck":
        unplaced = state.shop.unplaced - {event.card} if event.card else frozenset()
        return replace(state, shop=replace(state.shop, deck=state.shop.deck - 1, unplaced=unplaced))
    if event.card is None:
        return replace(state, out_unknown=state.out_unknown - 1)
    return replace(state, out_of_game=tuple(c for c in state.out_of_game if c != event.card))


def _uncertain(state: State, side: int) -> State:
    if state.community is not None:
        return replace(state, community_unplaced=frozenset())
    return with_side(state, side, replace(state.sides[side], unplaced=frozenset()))


def card_placed(state: State, event: CardPlaced) -> State:
    """A card reaches a place."""
    side = event.side
    if event.place == "hand" and event.seat is not None and event.token is not None:
        return received(state, event.seat, event.token, event.card)
    if event.place == "deck":
        return misplaced(put_in(decked(state, side, 1), side), side, (event.card,))
    if event.place == "deck_top":
        return put_on_top(decked(state, side, 1), side, event.card)
    if event.place == "deck_bottom":
        return put_under(decked(state, side, 1), side, (event.card,))
    if event.place == "scrap" and event.card is not None:
        return scrapped(state, side, (event.card,))
    if event.place in ("scrap", "face_down"):
        one = state.sides[side]
        token = Token(event.token or 0, event.card)
        return with_side(state, side, replace(one, face_down=(*one.face_down, token)))
    if event.place == "shop_deck":
        unplaced = state.shop.unplaced | {event.card} if event.card else state.shop.unplaced
        return replace(state, shop=replace(state.shop, deck=state.shop.deck + 1, unplaced=unplaced))
    if event.card is None:
        return replace(state, out_unknown=state.out_unknown + 1)
    return replace(state, out_of_game=(*state.out_of_game, event.card))
