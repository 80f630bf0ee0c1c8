"""Requests for rulings: the ruling itself, its remedy and its penalties."""

from typing import Literal

from msgspec import Struct

from domain.judging import Dice, Penalty, PutBack, Ruled
from domain.timeline import Address


class Given(Struct, frozen=True, kw_only=True):
    """A penalty as requested."""

    seat: int | None = None
    """The seat; `None` for people who do not play."""
    person: str = ""
    """Name of a person who does not play."""
    penalty: Penalty | Literal[""] = ""
    """Empty: what the infraction guide names (`service.judging.guide`)."""
    amount: int = 0
    """Of a score adjustment."""
    effect: str = ""
    """Its effect in the game, in notation; empty: the game's default."""


class Ruling(Struct, frozen=True, kw_only=True):
    """A ruling with all that it brings along."""

    ruled: Ruled
    to: Address | None = None
    """Target of a rewinding remedy; `None`: the last action before the point of error."""
    dice: Dice = ""
    put_back: tuple[PutBack, ...] = ()
    lines: tuple[str, ...] = ()
    """The remedy's manual changes, in notation, in order; after the rewind."""
    penalties: tuple[Given, ...] = ()
    later: bool = False
    """Undone play is recorded by `rewind`, when the table has carried it out."""
