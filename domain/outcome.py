"""Result of a match."""

from msgspec import Struct

from domain.cards import SeatIndex


class Outcome(Struct, frozen=True, gc=False, omit_defaults=True):
    """How a match ended."""

    winners: tuple[SeatIndex, ...]
    """Seats that won; empty for a draw or an abandoned match."""
    reason: str
    """A word defined by the game: points, unable_to_draw, concession …"""
    rule: str = ""
    """Id of the rule that ended the match; empty if the rulebook does not have one."""
    scores: tuple[int, ...] = ()
    """A final number per seat where the game has one (points, victories, captured prizes)."""
    drawn: bool = False
