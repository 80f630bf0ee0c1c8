"""Requests for rulings: the ruling, its remedy and its penalties."""

from typing import Literal

from msgspec import Struct

from domain.judging import Dice, Penalty, PutBack, Ruled
from domain.timeline import Address


class RequestedPenalty(Struct, frozen=True, kw_only=True):
    """A requested penalty."""

    seat: int | None = None
    """The seat of the player; `None` for a person who does not play."""
    person: str = ""
    """The name of a person who does not play."""
    penalty: Penalty | Literal[""] = ""
    """The penalty; empty for the one in the infraction guide (see `service.judging.guide`)."""
    amount: int = 0
    """The amount of a score adjustment, in points."""
    effect: str = ""
    """The effect in the game, in notation; empty for the game's default."""


class Ruling(Struct, frozen=True, kw_only=True):
    """A requested ruling with its remedy and penalties."""

    ruled: Ruled
    to: Address | None = None
    """The action to rewind to; `None` for the last one before the point of error."""
    dice: Dice = ""
    put_back: tuple[PutBack, ...] = ()
    lines: tuple[str, ...] = ()
    """The manual changes of the remedy, as notation, in order. They come after the rewind."""
    penalties: tuple[RequestedPenalty, ...] = ()
    later: bool = False
    """True if the rewind is recorded later by `rewind`, when the table has finished it."""
