"""What commands share."""

from typing import Literal

from domain.cards import UNKNOWN, CardRef, Seat
from domain.game import Command
from domain.games.pbl_robots.cards import SlotName
from domain.games.pbl_robots.changes import Draw


class Act(Command, frozen=True, kw_only=True):
    """`player` is the person who acts; left out, the one who is to act."""

    player: Seat | None = None


class Inputs(Act, frozen=True, kw_only=True):
    """Chance and choices of effects. What is left out stays due, and must be entered next."""

    drawn: tuple[Draw, ...] = ()
    """The cards that the effect draws."""
    found: CardRef | None = UNKNOWN
    """The card that a search ends with; `-` for none."""
    from_row: int = 0
    """Place of the shop row that a search takes from."""
    dice: tuple[int, ...] = ()
    """Dice that the effect rolls."""
    to: Literal["", "attack", "defense"] = ""
    """Which fighter's dice or total an effect adds to; empty: one's own."""
    target: Seat | None = None
    target_slot: SlotName | Literal[""] = ""
    row: tuple[CardRef, ...] = ()
    """Cards turned up when the effect opens the Shop."""
