"""Drawing cards (PBL-X07 to PBL-X09)."""

from msgspec.structs import replace

from domain.games.pbl_robots.changes import Draw
from domain.games.pbl_robots.check.draws import check_draw
from domain.games.pbl_robots.events.ending import GameEnded
from domain.games.pbl_robots.events.turns import CardDrawn, NoCardToDraw, ShopCardTaken, SomethingOwed
from domain.games.pbl_robots.numbers import deck_count, next_card
from domain.games.pbl_robots.resolve.base import Work, card_of, next_token
from domain.games.pbl_robots.resolve.shop import exhausted, open_shop
from domain.games.pbl_robots.state import EMPTY, Owed


def draw(work: Work, seat: int, spec: Draw) -> None:
    """One draw of a player, from the deck or the shop row."""
    side = work.state.seats[seat].side
    if deck_count(work.state, side) == 0:
        if exhausted(work.state):
            work.add(GameEnded(winners=(), reason="shop_exhausted", rule="PBL-X07"))
            return
        open_shop(work, side, spec.row, by_draw=True)
    token = next_token(work.state, seat)
    card = card_of(spec.card)
    place = spec.slot - 1
    row = work.state.shop.row
    if 0 <= place < len(row) and row[place] != EMPTY:
        work.add(ShopCardTaken(seat=seat, token=token, slot=place, card=row[place] or card))
    elif deck_count(work.state, side) > 0:
        work.add(CardDrawn(seat=seat, token=token, card=card or next_card(work.state, side)))
    else:
        work.add(NoCardToDraw(seat=seat))


def draw_due(work: Work, owed: Owed, seat: int | None, draws: tuple[Draw, ...]) -> None:
    """Draws that an effect makes due: those given are made one after the other, each at the table that the one before
    left (PBL-Q39); the rest stays due."""
    from_row = owed.from_row
    for spec in draws[: owed.n]:
        if seat is not None and not work.stopped:
            work.faults += check_draw(work.state, seat, spec, from_row=from_row)
            from_row = False
        if seat is not None and not work.stopped:
            draw(work, seat, spec)
    left = owed.n - len(draws)
    if left > 0 and work.state.phase != "over":
        owed = replace(owed, n=left, from_row=owed.from_row and not draws)
        work.add(SomethingOwed(owed=owed))
