"""Viewpoints as people name them."""

from domain.notation import Names, Unreadable
from domain.table import JUDGE, SPECTATOR, Seat, Viewpoint
from service.errors import UsageProblem


def parse_viewpoint(text: str, seats: tuple[Seat, ...]) -> Viewpoint:
    """`judge`, `spectator`, a player's name or seat number. Raises UsageProblem."""
    if text == JUDGE:
        return JUDGE
    if text == SPECTATOR:
        return SPECTATOR
    try:
        return Names(None, seats).seat(text)
    except Unreadable as error:
        raise UsageProblem(f"{error}; or judge, spectator") from None


def viewpoint_name(viewpoint: Viewpoint, seats: tuple[Seat, ...]) -> str:
    """How a viewpoint is named on screen."""
    if isinstance(viewpoint, int):
        return seats[viewpoint].name if 0 <= viewpoint < len(seats) else f"seat {viewpoint + 1}"
    return viewpoint
