"""Known order of a deck: cards on top of it, and cards under it.

`Side.top` lists places from the first card to draw, `None` for an unknown card. If it lists the whole deck, its end is the
part under the deck, which may be in unknown order. With a common deck, the first side holds it for all.
"""

from msgspec.structs import replace

from domain.games.pbl_robots.numbers import deck_count, order_holder, top_of
from domain.games.pbl_robots.parts import misplaced, placed, with_side
from domain.games.pbl_robots.state import State

Order = tuple[str | None, ...]


def _ordered(state: State, side: int, order: Order) -> State:
    """The state with another knowledge of a deck's order; cards that it states no more are somewhere among the hidden ones."""
    before = top_of(state, side)
    if before == order:
        return state
    holder = order_holder(state, side)
    state = with_side(state, holder, replace(state.sides[holder], top=order))
    return misplaced(placed(state, side, order), side, set(before) - set(order))


def order_forgotten(state: State, side: int) -> State:
    """The deck was shuffled."""
    return _ordered(state, side, ())


def top_taken(state: State, side: int, card: str | None) -> State:
    """The first card leaves the deck, which has its number of cards still."""
    top = top_of(state, side)
    if not top:
        return state
    left = top_left(top, card)
    return order_forgotten(state, side) if left is None else _with_top(state, side, left)


def top_left(top: Order, card: str | None) -> Order | None:
    """Return the known order after the first card leaves; `None` if the order proves wrong."""
    at = top.index(card) if card is not None and card in top else 0
    return None if at == 0 and top[0] not in (None, card) else top[:at] + top[at + 1 :]


def deck_taken(state: State, side: int, card: str | None) -> State:
    """A card leaves the deck from anywhere in it; the deck has its number of cards still."""
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
    """Set the known order after a known card left it; the set of unplaced cards stays unchanged."""
    holder = order_holder(state, side)
    return with_side(state, holder, replace(state.sides[holder], top=top))


def put_on_top(state: State, side: int, card: str | None) -> State:
    """A card, which the deck counts already, is the first to draw."""
    return _ordered(state, side, (card, *top_of(state, side)))


def put_in(state: State, side: int) -> State:
    """A card, which the deck counts already, went anywhere into it."""
    return order_forgotten(state, side) if len(top_of(state, side)) == deck_count(state, side) - 1 else state


def put_under(state: State, side: int, cards: Order) -> State:
    """Record that cards, which the deck already counts, are under it."""
    above = deck_count(state, side) - len(cards)
    top = top_of(state, side)[:above]
    return _ordered(state, side, (*top, *(None for _ in range(above - len(top))), *cards))


def arranged(state: State, side: int, order: Order) -> State:
    """The first cards of the deck were put into an order."""
    top = top_of(state, side)
    rest = top[len(order) :]
    return _ordered(state, side, order if set(rest) & {card for card in order if card} else (*order, *rest))
