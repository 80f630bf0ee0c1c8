"""Draws and the Shop."""

from domain.cards import parse_ref
from domain.game import Violation
from domain.games.pbl_robots.changes import Draw
from domain.games.pbl_robots.check.base import Problems, elsewhere, hidden_cards, name, orange
from domain.games.pbl_robots.numbers import deck_count, side_name
from domain.games.pbl_robots.resolve.base import Work, card_of
from domain.games.pbl_robots.resolve.draws import draw, exhausted, shuffled_cards, turned_up
from domain.games.pbl_robots.state import EMPTY, ROW_PLACES, State


def row_cards(state: State, row: tuple[str, ...]) -> Problems:
    """Cards turned up: exactly one for each empty place while the shop deck has them (PBL-X10)."""
    places = len(turned_up(state, ()))
    if row and len(row) != places:
        yield Violation("PBL-X10", f"{len(row)} cards turned up for {places} empty places")
    yield from hidden_cards(state, row, None)


def check_draw(state: State, seat: int, spec: Draw, *, from_row: bool = False) -> Problems:
    """One draw: the source, the cards turned up, and the card itself."""
    side = state.seats[seat].side
    opens = deck_count(state, side) == 0 and not exhausted(state)
    row = list(state.shop.row)
    if opens:
        yield from row_cards(state, spec.row)
        for place, card in turned_up(state, spec.row):
            row[place] = card
    elif spec.row:
        yield Violation("PBL-X07", f"the Shop opens with an empty deck; {deck_count(state, side)} cards are left")
    if spec.slot:
        yield from _check_place(state, spec, row, opened=opens or state.shop.open)
        return
    if (opens or from_row) and any(card != EMPTY for card in row):
        yield Violation("PBL-X08", "whoever opened the Shop takes the first card from the row: slot=1 to 5")
    yield from _check_deck_card(state, side, spec, opens=opens)


def _check_place(state: State, spec: Draw, row: list[str | None], *, opened: bool) -> Problems:
    if not opened:
        yield Violation("PBL-X09", "the Shop has not opened yet: draw from the deck")
        return
    if not 1 <= spec.slot <= ROW_PLACES or row[spec.slot - 1] == EMPTY:
        yield Violation("PBL-X09", f"place {spec.slot} of the shop row is empty")
        return
    card, there = card_of(spec.card), row[spec.slot - 1]
    if card is not None and there is not None and card != there:
        text = f"place {spec.slot} of the shop row holds {name(state, there)}, not {name(state, card)}"
        yield Violation("PBL-S02", text, impossible=True)
    elif card is not None and there is None:
        problem = orange(state, card) or elsewhere(state, card, None)
        if problem is not None:
            yield problem


def _check_deck_card(state: State, side: int, spec: Draw, *, opens: bool) -> Problems:
    card = parse_ref(spec.card).card
    count = shuffled_cards(state, side) if opens else deck_count(state, side)
    if count == 0:
        if card is not None:
            yield Violation(
                "PBL-X07", f"{side_name(state, side)}'s deck is empty even after the shuffle", impossible=True
            )
        return
    if card is None:
        return
    top = state.sides[side].top
    if top and top[0] is not None:
        if card != top[0]:
            yield Violation("PBL-V35", f"{name(state, top[0])} was put on top of the deck, not {name(state, card)}")
        return
    problem = orange(state, card)
    if problem is None and not (opens and card in _shuffled(state, side)):
        problem = elsewhere(state, card, side)
    if problem is not None:
        yield problem


def _shuffled(state: State, side: int) -> set[str]:
    """Known cards that an opening would shuffle into the new deck."""
    heaps = state.sides if state.community is not None else (state.sides[side],)
    return {card for one in heaps for card in (*one.scrap, *(token.card for token in one.face_down)) if card}


def check_draws(state: State, seat: int, draws: tuple[Draw, ...], *, from_row: bool = False) -> Problems:
    """Several draws one after the other, each at the table that the one before left (PBL-Q39)."""
    work = Work(state)
    for spec in draws:
        problems = tuple(check_draw(work.state, seat, spec, from_row=from_row))
        yield from problems
        if problems:
            return
        draw(work, seat, spec)
        from_row = False
