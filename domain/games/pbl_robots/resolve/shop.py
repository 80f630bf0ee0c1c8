"""The Shop opens when there are no cards to draw, or when a card says so (PBL-X07, PBL-X10)."""

from domain.cards import CardRef
from domain.games.pbl_robots.events.turns import ShopOpened
from domain.games.pbl_robots.resolve.base import Work, card_of
from domain.games.pbl_robots.state import EMPTY, State


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
    work.add(ShopOpened(side=side, row=turned_up(work.state, row), shuffled=shuffled, by_draw=by_draw))


def exhausted(state: State) -> bool:
    """The Shop must open, has no cards to turn up, and the match option makes that a draw (PBL-Q36)."""
    return state.shop.deck == 0 and state.options.shop_exhausted == "draw_game"
