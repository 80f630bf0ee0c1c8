"""Requests for rulings: the ruling itself, its remedy and its penalties."""

from typing import Literal

from msgspec import Struct

from domain.judging import Dice, Penalty, PutBack, Ruled
from domain.timeline import Address


class RequestedPenalty(Struct, frozen=True, kw_only=True):
    """A penalty as requested."""

    seat: int | None = None
    """The seat; `None` for people who do not play."""
    person: str = ""
    """Name of a person who does not play."""
    penalty: Penalty | Literal[""] = ""
    """Empty: what the infraction guide names (`service.judging.guide`)."""
    amount: int = 0
    """Amount of a score adjustment."""
    effect: str = ""
    """Its effect in the game, in notation; empty: the game's default."""


class Ruling(Struct, frozen=True, kw_only=True):
    """A requested ruling with its remedy and penalties."""

    ruled: Ruled
    to: Address | None = None
    """Target of a rewinding remedy; `None`: the last action before the point of error."""
    dice: Dice = ""
    put_back: tuple[PutBack, ...] = ()
    lines: tuple[str, ...] = ()
    """The remedy's manual changes, in notation, in order; after the rewind."""
    penalties: tuple[RequestedPenalty, ...] = ()
    later: bool = False
    """True if `rewind` records the rewind later, once the table has carried it out."""
