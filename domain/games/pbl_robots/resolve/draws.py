"""Drawing cards, and the Shop that opens when there are none (PBL-X07 to PBL-X10)."""

from domain.cards import CardRef
from domain.games.pbl_robots.changes import Draw
from domain.games.pbl_robots.events import (
    CardDrawn,
    GameEnded,
    NoCardToDraw,
    ShopCardTaken,
    ShopOpened,
    SomethingOwed,
)
from domain.games.pbl_robots.numbers import deck_count
from domain.games.pbl_robots.resolve.base import Work, card_of, next_token
from domain.games.pbl_robots.state import EMPTY, Owed, State


def turned_up(state: State, row: tuple[CardRef, ...]) -> tuple[tuple[int, str | None], ...]:
    """The (place, card) pairs that an opening of the Shop fills: as many as there are empty places and shop cards."""
    places = [place for place, card in enumerate(state.shop.row) if card == EMPTY]
    count = min(len(places), state.shop.deck)
    cards = [card_of(ref) for ref in row[:count]]
    cards += [None] * (count - len(cards))
    return tuple(zip(places, cards, strict=False))


def shuffled_cards(state: State, side: int) -> int:
    """Cards that become the new deck when a side's draw opens the Shop (PBL-Q48)."""
    heaps = state.sides if state.community is not None else (state.sides[side],)
    return sum(len(one.scrap) + len(one.face_down) for one in heaps)


def open_shop(work: Work, side: int, row: tuple[CardRef, ...], *, by_draw: bool) -> None:
    """The Shop opens or is refilled."""
    shuffled = shuffled_cards(work.state, side) if by_draw else 0
    work.emit(ShopOpened(side=side, row=turned_up(work.state, row), shuffled=shuffled, by_draw=by_draw))


def exhausted(state: State) -> bool:
    """The Shop must open, has no cards to turn up, and the match option makes that a draw (PBL-Q36)."""
    return state.shop.deck == 0 and state.options.shop_exhausted == "draw_game"


def draw(work: Work, seat: int, spec: Draw) -> None:
    """One draw of a player, from the deck or the shop row."""
    side = work.state.seats[seat].side
    if deck_count(work.state, side) == 0:
        if exhausted(work.state):
            work.emit(GameEnded(winners=(), reason="shop_exhausted", rule="PBL-X07"))
            return
        open_shop(work, side, spec.row, by_draw=True)
    token = next_token(work.state, seat)
    card = card_of(spec.card)
    place = spec.slot - 1
    row = work.state.shop.row
    if 0 <= place < len(row) and row[place] != EMPTY:
        work.emit(ShopCardTaken(seat=seat, token=token, slot=place, card=row[place] or card))
    elif deck_count(work.state, side) > 0:
        top = work.state.sides[side].top
        work.emit(CardDrawn(seat=seat, token=token, card=card or (top[0] if top else None)))
    else:
        work.emit(NoCardToDraw(seat=seat))


def draw_due(work: Work, owed: Owed, seat: int | None, draws: tuple[Draw, ...]) -> None:
    """Draws that an effect makes due: those given are made, the rest stays due."""
    for spec in draws[: owed.n]:
        if seat is not None and work.state.phase != "over":
            draw(work, seat, spec)
    left = owed.n - len(draws)
    if left > 0 and work.state.phase != "over":
        from_row = owed.from_row and not draws
        work.emit(
            SomethingOwed(owed=Owed("draw", owed.side, owed.seat, left, owed.reason, owed.rule, owed.card, from_row))
        )
