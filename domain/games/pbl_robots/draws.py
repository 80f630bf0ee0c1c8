"""Draws, searches, the Shop (PBL-X07 to PBL-X11), and cards that leave a hand: their checks and events."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRef, Ref, Token, find, parse_ref
from domain.games.pbl_robots.actors import GAME_OVER
from domain.games.pbl_robots.cards import CardFilter, fits
from domain.games.pbl_robots.events import turns
from domain.games.pbl_robots.events.base import PblBuffer
from domain.games.pbl_robots.events.effects import DeckSearched
from domain.games.pbl_robots.events.match_end import GameEnded
from domain.games.pbl_robots.numbers import deck_count, next_card, side_name, top_of, under_deck
from domain.games.pbl_robots.references import elsewhere, hidden_cards, name, next_token, orange
from domain.games.pbl_robots.state import EMPTY, ROW_PLACES, Owed, State
from domain.rules import Violation, impossible
from domain.table.references import card_named, find_each, find_or_identify
from domain.text import pluralize


def take_from_hand(out: PblBuffer, seat: int, ref: CardRef) -> Token | None:
    """Return the hand card that a reference means, and identify it if it was unknown; `None` if it is not in the hand."""
    hand = out.state.people[seat].hand
    wanted = parse_ref(ref)
    if wanted == Ref():
        return find(hand, wanted)
    token = find_or_identify(hand, wanted)
    if token is not None and token.card is not None and token not in hand:
        out.add(turns.CardRevealed(seat=seat, token=token.id, card=token.card))
    return token


def take_unseen(out: PblBuffer, seat: int, refs: tuple[CardRef, ...]) -> tuple[Token, ...]:
    """Return hand cards that are discarded face down. If an unseen card leaves a known hand, the identities in that hand are
    forgotten, except those of named cards."""
    hand = out.state.people[seat].hand
    named = [wanted for ref in refs if (wanted := parse_ref(ref)) != Ref()]
    unseen = len(refs) - len(named)
    taken = [token for token in find_each(hand, named) if token is not None]
    out.add(*(turns.CardRevealed(seat=seat, token=t.id, card=t.card) for t in taken if t.card and t not in hand))
    gone = {token.id for token in taken}
    blank = sum(token.card is None for token in hand if token.id not in gone)
    if unseen > blank:
        out.add(turns.HandForgotten(seat=seat))
        out.add(*(turns.CardRevealed(seat=seat, token=token.id, card=token.card) for token in taken if token.card))
    rest = [token for token in out.state.people[seat].hand if token.card is None and token.id not in gone]
    return (*taken, *rest[:unseen])


DRAW_RULES: Final = (
    "PBL-A19", "PBL-S02", "PBL-S11", "PBL-V35", "PBL-X07", "PBL-X08", "PBL-X09", "PBL-X10",
)  # fmt: skip
"""Rules that draws, searches and openings of the Shop may cite. Commands with such inputs include them."""


class Draw(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One drawn card, from the deck or from the shop row. `row` are the cards turned up if the Shop opens."""

    card: CardRef = UNKNOWN
    slot: int = 0
    """Place of the shop row, 1 to 5; 0 for the deck."""
    row: tuple[CardRef, ...] = ()


def turned_up(state: State, row: tuple[CardRef, ...]) -> tuple[tuple[int, str | None], ...]:
    """Return (place, card) for each empty place that an opening of the Shop fills, as far as the shop deck has cards. Places
    count from 0; `row` names the cards."""
    places = [place for place, card in enumerate(state.shop.row) if card == EMPTY]
    count = min(len(places), state.shop.deck)
    cards = [card_named(ref) for ref in row[:count]]
    cards += [None] * (count - len(cards))
    return tuple(zip(places, cards, strict=False))


def shuffled_cards(state: State, side: int) -> int:
    """Return the number of scrap cards that form the new deck if a side's draw opens the Shop (PBL-Q48)."""
    heaps = state.sides if state.community is not None else (state.sides[side],)
    return sum(len(one.scrap) + len(one.face_down) for one in heaps)


def open_shop(out: PblBuffer, side: int, row: tuple[CardRef, ...], *, by_draw: bool) -> None:
    """Open or refill the Shop."""
    shuffled = shuffled_cards(out.state, side) if by_draw else 0
    out.add(turns.ShopOpened(side=side, row=turned_up(out.state, row), shuffled=shuffled, by_draw=by_draw))


def exhausted(state: State) -> bool:
    """Return True if an opening of the Shop makes the game a draw: it has no cards, and the option says so (PBL-Q36)."""
    return state.shop.deck == 0 and state.options.shop_exhausted == "draw_game"


def row_cards(state: State, row: tuple[str, ...]) -> Iterator[Violation]:
    """Check the cards turned up: one for each empty place, as far as the shop deck has cards (PBL-X10)."""
    places = len(turned_up(state, ()))
    if row and len(row) != places:
        text = f"{pluralize(len(row), 'card')} turned up for {pluralize(places, 'empty place')}"
        yield Violation("PBL-X10", text, impossible=len(row) > places)
    yield from hidden_cards(state, row, None)


def check_draw(state: State, seat: int, spec: Draw, *, from_row: bool = False) -> Iterator[Violation]:
    """Check one draw: its source, the cards turned up, and the identity of the card."""
    if state.phase == "over":
        yield GAME_OVER
        return
    side = state.seats[seat].side
    opens = deck_count(state, side) == 0 and not exhausted(state)
    row = list(state.shop.row)
    if opens:
        yield from row_cards(state, spec.row)
        for place, card in turned_up(state, spec.row):
            row[place] = card
    elif spec.row:
        text = f"the Shop opens only if the deck is empty; {pluralize(deck_count(state, side), 'card')} left"
        yield impossible("PBL-X07", text)
    if spec.slot:
        yield from _check_place(state, spec, row, opened=opens or state.shop.open)
        return
    if (opens or from_row) and any(card != EMPTY for card in row):
        yield Violation("PBL-X08", "the player who opens the Shop takes the first card from the row: slot=1 to 5")
    yield from _check_deck_card(state, side, spec, opens=opens)


def _check_place(state: State, spec: Draw, row: list[str | None], *, opened: bool) -> Iterator[Violation]:
    if not opened:
        yield impossible("PBL-X09", "the Shop has not opened yet: draw from the deck")
    elif not 1 <= spec.slot <= ROW_PLACES or row[spec.slot - 1] == EMPTY:
        yield _empty_place(spec.slot)
    else:
        yield from _check_named(state, spec.slot, card_named(spec.card), row[spec.slot - 1])


def _empty_place(slot: int) -> Violation:
    return impossible("PBL-X09", f"place {slot} of the shop row is empty")


def _check_named(state: State, slot: int, card: str | None, there: str | None) -> Iterator[Violation]:
    """Check that the named card is or can be the one in a place of the shop row."""
    if card is not None and there is not None and card != there:
        yield impossible("PBL-S02", f"place {slot} of the shop row is {name(state, there)}, not {name(state, card)}")
    elif card is not None and there is None:
        problem = orange(state, card) or elsewhere(state, card, None)
        if problem is not None:
            yield problem


def _check_deck_card(state: State, side: int, spec: Draw, *, opens: bool) -> Iterator[Violation]:
    card = card_named(spec.card)
    count = shuffled_cards(state, side) if opens else deck_count(state, side)
    if count == 0:
        if card is not None:
            yield impossible("PBL-X07", f"{side_name(state, side)}'s deck is empty even after the shuffle")
        return
    if card is None:
        return
    top = top_of(state, side)
    first = next_card(state, side) if top else None
    if first not in (None, card):
        yield Violation("PBL-V35", f"the top card of the deck is {name(state, first)}, not {name(state, card)}")
    elif card in top and card in (under := under_deck(state, side)) and len(under) < len(top):
        text = f"{name(state, card)} is under the deck; {pluralize(len(top) - len(under), 'card')} above it"
        yield Violation("PBL-S11", text)
    shuffled = opens and card in _shuffled(state, side)
    problem = orange(state, card) if shuffled else not_in_deck(state, side, card)
    if problem is not None:
        yield problem


def not_in_deck(state: State, side: int, card: str) -> Violation | None:
    """Return the violation if a card cannot come from a side's deck."""
    problem, top = orange(state, card), top_of(state, side)
    if problem is not None or card in top:
        return problem
    if top and len(top) == deck_count(state, side) and None not in top:
        left = ", ".join(name(state, one) for one in top)
        return impossible("PBL-S02", f"{name(state, card)} is not one of the cards left: {left}")
    return elsewhere(state, card, side)


def _shuffled(state: State, side: int) -> set[str]:
    """Return the known cards that an opening of the Shop would shuffle into the new deck."""
    heaps = state.sides if state.community is not None else (state.sides[side],)
    return {card for one in heaps for card in (*one.scrap, *(token.card for token in one.face_down)) if card}


def check_found(state: State, seat: int, wanted: CardFilter, found: str | None, from_row: int) -> Iterator[Violation]:
    """Check that the card found is a fitting card of the deck or, if the Shop is open, of the row (PBL-X11)."""
    if from_row:
        yield from _check_row_found(state, wanted, found, from_row)
        return
    side = state.seats[seat].side
    card = card_named(found)
    if card is None:
        return
    if deck_count(state, side) == 0:
        yield impossible("PBL-X07", "the deck is empty: write found=- or from_row")
    problem = not_in_deck(state, side, card)
    if problem is not None:
        yield problem
    elif not fits(state.catalogue.get(card), wanted):
        yield Violation("PBL-A19", f"this search may not find {name(state, card)}")


def _check_row_found(state: State, wanted: CardFilter, found: str | None, from_row: int) -> Iterator[Violation]:
    there = state.shop.row[from_row - 1] if 1 <= from_row <= ROW_PLACES else EMPTY
    if there == EMPTY or not state.shop.open:
        yield _empty_place(from_row)
        return
    yield from _check_named(state, from_row, card_named(found), there)
    card = there or card_named(found)
    if card is not None and not fits(state.catalogue.get(card), wanted):
        yield Violation("PBL-X11", f"this search may not find {name(state, card)}")


def draw_card(out: PblBuffer, seat: int, spec: Draw) -> None:
    """Draw one card from the deck or the shop row. An empty deck opens the Shop first."""
    side = out.state.seats[seat].side
    if deck_count(out.state, side) == 0:
        if exhausted(out.state):
            out.add(GameEnded(winners=(), reason="shop_exhausted", rule="PBL-X07"))
            return
        open_shop(out, side, spec.row, by_draw=True)
    token = next_token(out.state, seat)
    card = card_named(spec.card)
    place = spec.slot - 1
    row = out.state.shop.row
    if 0 <= place < len(row) and row[place] != EMPTY:
        out.add(turns.ShopCardTaken(seat=seat, token=token, slot=place, card=row[place] or card))
    elif deck_count(out.state, side) > 0:
        out.add(turns.CardDrawn(seat=seat, token=token, card=card or next_card(out.state, side)))
    else:
        out.add(turns.NoCardToDraw(seat=seat))


def draw_due(out: PblBuffer, owed: Owed, seat: int | None, draws: tuple[Draw, ...]) -> None:
    """Make the given draws of an effect, each in the state after the previous one (PBL-Q39). The missing ones become an
    obligation."""
    from_row = owed.from_row
    for spec in draws[: owed.n]:
        if seat is not None and not out.stopped:
            out.violations += check_draw(out.state, seat, spec, from_row=from_row)
            from_row = False
        if seat is not None and not out.stopped:
            draw_card(out, seat, spec)
    left = owed.n - len(draws)
    if left > 0 and out.state.phase != "over":
        owed = replace(owed, n=left, from_row=owed.from_row and not draws)
        out.add(turns.SomethingOwed(owed=owed))


def search(out: PblBuffer, seat: int, wanted: CardFilter, found: str | None, from_row: int) -> None:
    """End a search with a card of the deck or of the row (PBL-X11), or without a card; then shuffle the deck."""
    out.violations += check_found(out.state, seat, wanted, found, from_row)
    if out.stopped:
        return
    side = out.state.seats[seat].side
    row = out.state.shop.row
    token = next_token(out.state, seat)
    if 0 < from_row <= len(row) and row[from_row - 1] != EMPTY:
        out.add(
            turns.ShopCardTaken(seat=seat, token=token, slot=from_row - 1, card=row[from_row - 1] or card_named(found))
        )
    elif found is None or deck_count(out.state, side) == 0:
        out.add(DeckSearched(seat=seat))
    else:
        out.add(DeckSearched(seat=seat, token=token, card=card_named(found)))
    out.add(turns.DeckShuffled(side=side))


def redacted_draws(draws: tuple[Draw, ...]) -> tuple[Draw, ...]:
    """Redact draws for other viewpoints, which see only cards of the shop row."""
    return tuple(one if one.slot else replace(one, card=UNKNOWN) for one in draws)
