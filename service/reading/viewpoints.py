"""Viewpoints as people name them."""

from domain.notation import Names, NotationError
from domain.seats import JUDGE, SPECTATOR, Seat, Viewpoint, seat_name
from service.errors import UsageProblem
from service.reading.styled_text import clean


def parse_viewpoint(text: str, seats: tuple[Seat, ...]) -> Viewpoint:
    """`judge`, `spectator`, a player's name or seat number. Raises UsageProblem."""
    if text == JUDGE:
        return JUDGE
    if text == SPECTATOR:
        return SPECTATOR
    try:
        return Names(None, seats).seat(text)
    except NotationError as error:
        raise UsageProblem(f"{error}; or judge, spectator") from None


def viewpoint_name(viewpoint: Viewpoint, seats: tuple[Seat, ...]) -> str:
    """Return the name of a viewpoint on screen."""
    return clean(seat_name(seats, viewpoint)) if isinstance(viewpoint, int) else viewpoint


def next_viewpoint(viewpoint: Viewpoint, seats: tuple[Seat, ...], by: int = 1) -> Viewpoint:
    """Return the next viewpoint (`by` -1: the previous one) in the cycle judge, players, spectator."""
    order: tuple[Viewpoint, ...] = (JUDGE, *range(len(seats)), SPECTATOR)
    return order[(order.index(viewpoint) + by) % len(order)]
