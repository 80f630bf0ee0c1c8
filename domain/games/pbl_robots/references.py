"""Resolve references of commands to cards, and explain impossible ones."""

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from domain.cards import TOKENS_PER_SEAT, CardRecord, CardRef, Ref, Token, find, parse_ref, token_id
from domain.games.pbl_robots.cards import is_orange
from domain.games.pbl_robots.numbers import deck_count, next_card, place_of, places_of, unidentified, unplaced_of
from domain.games.pbl_robots.state import State
from domain.rules import Violation, impossible
from domain.table.references import card_named, cards_named, find_each, find_or_identify
from domain.text import pluralize

Place: TypeAlias = Literal["hand", "deck", "deck_top", "scrap", "face_down", "shop_deck", "out_of_game"]
Target: TypeAlias = Place | Literal["deck_bottom"]
"""Places that a card can go to; it can come from a `Place`."""


def known_hands(state: State, hands: tuple[tuple[CardRef, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """Return the known cards of each side; empty for sides without given cards."""
    given = [cards_named(refs) for refs in hands[: len(state.sides)]]
    return (*given, *(() for _ in range(len(state.sides) - len(given))))


def next_token(state: State, seat: int, *, after: int = 0) -> int:
    """Return the next token number that no card of this person has. `after` skips numbers that the same command assigns."""
    person, side = state.people[seat], state.sides[state.seats[seat].side]
    used = [token.id for token in sum(person.offered, person.hand) + side.face_down]
    zero, number = token_id(seat, 0), person.serial
    for _ in range(after + 1):
        number = number % (TOKENS_PER_SEAT - 1) + 1
        while zero + number in used:
            number = number % (TOKENS_PER_SEAT - 1) + 1
    return zero + number


def card_at(state: State, player: int, ref: CardRef, place: Place) -> Token | None:
    """Return the card that a reference means in a place, with its identity if known or given by the reference.

    `None` if it cannot be there. Hand cards and face-down cards have their token, all others the token 0.
    """
    side, card = state.sides[state.seats[player].side], card_named(ref)
    if place in ("hand", "face_down"):
        tokens = state.people[player].hand if place == "hand" else side.face_down
        wanted = parse_ref(ref)
        return find(tokens, wanted) if wanted == Ref() else find_or_identify(tokens, wanted)
    if place == "scrap":
        there = card in side.scrap
    elif place == "out_of_game":
        there = card in state.out_of_game or (card is None and state.out_unknown > 0)
    elif place == "shop_deck":
        there = state.shop.deck > 0
    else:
        there = deck_count(state, state.seats[player].side) > 0
        first = next_card(state, state.seats[player].side) if place == "deck_top" else None
        there, card = there and (first is None or card in (None, first)), card or first
    return Token(0, card) if there else None


def name(state: State, card: str | None) -> str:
    """Return a card's printed name."""
    return state.catalogue.name_of(card)


def elsewhere(state: State, card: str, side: int | None, places: Mapping[str, str] | None = None) -> Violation | None:
    """Return a violation if a card cannot be one of a side's unknown cards (`None`: the undealt ones).

    `places` are the known places of several cards, which saves looking up each.
    """
    if side is not None and card in unplaced_of(state, side):
        return None
    if side is None and card in state.shop.unplaced:
        return None
    place = place_of(state, card) if places is None else places.get(card, "")
    if place:
        rule = "PBL-V08" if card in state.celebrities else "PBL-S02"
        return impossible(rule, f"{name(state, card)} is already in {place}")
    if side is not None and len(unplaced_of(state, side)) >= unidentified(state, side):
        return impossible("PBL-S02", f"{name(state, card)} is not one of the cards left in that deck")
    return None


def orange(state: State, card: str) -> Violation | None:
    """Return the violation if a card does not belong to the deck of 100."""
    record = state.catalogue.get(card)
    if record is None:
        return impossible("PBL-S02", f"{card} is not in the catalogue: define it first (define_card)")
    if not is_orange(record):
        return impossible("PBL-S02", f"{record.name} is not one of the 100 orange cards")
    return None


def hidden_cards(state: State, refs: tuple[CardRef, ...], side: int | None) -> Iterator[Violation]:
    """Check cards named as unknown ones: they are orange cards of the catalogue, named once, and not known to be elsewhere."""
    cards = cards_named(refs)
    places = places_of(state, cards) if len(cards) > 1 else None
    for position, card in enumerate(cards):
        problem = orange(state, card) or elsewhere(state, card, side, places)
        if problem is not None:
            yield problem
        elif card in cards[:position]:
            yield _twice(state, card)


def _twice(state: State, card: str) -> Violation:
    return impossible("PBL-S02", f"{name(state, card)} is named twice; every card is unique")


def held_card(state: State, seat: int, ref: CardRef) -> tuple[CardRecord | None, Violation | None]:
    """Return the record of a hand card that is played, or the violation of its reference."""
    wanted = parse_ref(ref)
    token = find_or_identify(state.people[seat].hand, wanted)
    if token is None or token.card is None:
        return None, not_held(state, seat, wanted)
    if token not in state.people[seat].hand:
        problem = orange(state, token.card) or elsewhere(state, token.card, state.seats[seat].side)
        if problem is not None:
            return None, problem
    return state.catalogue.get(token.card), None


def not_held(state: State, seat: int, wanted: Ref) -> Violation:
    """Return the violation of a reference to a card that is not in a hand."""
    who = state.seats[seat].name
    if wanted.card is None:
        return impossible("PBL-S02", "name the card that is played")
    place = place_of(state, wanted.card)
    if place:
        rule = "PBL-V08" if wanted.card in state.celebrities else "PBL-S02"
        return impossible(rule, f"{name(state, wanted.card)} is already in {place}")
    return impossible("PBL-S02", f"{who} has no unknown card that can be {name(state, wanted.card)}")


def unseen_cards(state: State, seat: int, refs: tuple[CardRef, ...], rule: str) -> Iterator[Violation]:
    """Check hand cards that are discarded face down: each is in the hand and named once, and the hand has that many
    cards."""
    hand = state.people[seat].hand
    if len(refs) > len(hand):
        yield impossible(rule, f"{pluralize(len(refs), 'card')} named, but {state.seats[seat].name} has {len(hand)}")
        return
    names = list[str]()
    wanted_cards = [wanted for ref in refs if (wanted := parse_ref(ref)) != Ref()]
    for wanted, token in zip(wanted_cards, find_each(hand, wanted_cards), strict=True):
        if token is None:
            yield _missing(state, seat, wanted)
            continue
        if token.card is not None:
            if token.card in names:
                yield _twice(state, token.card)
            names.append(token.card)
        if token.card is not None and token not in hand:
            problem = orange(state, token.card) or elsewhere(state, token.card, state.seats[seat].side)
            if problem is not None:
                yield problem


def _missing(state: State, seat: int, wanted: Ref) -> Violation:
    if wanted.card is None:
        return impossible("PBL-S02", f"no such card in {state.seats[seat].name}'s hand")
    return not_held(state, seat, wanted)
