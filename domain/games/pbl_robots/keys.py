"""The keys by which boards, and arrows from limb to limb, name cards and places on the table.

Every card appears once; its key is its id if it is known. A limb or shoulder without armor, or one that is blown off, is
named by its side and place.
"""

from typing import Final

from domain.games.pbl_robots.cards import SLOT_INDEX, SlotName
from domain.games.pbl_robots.state import State

PLACES: Final[dict[SlotName, str]] = {
    "head": "HEAD",
    "left_arm": "L ARM",
    "right_arm": "R ARM",
    "legs": "LEGS",
    "left_shoulder": "L SH",
    "right_shoulder": "R SH",
}


def side_key(side: int) -> str:
    """The panel of a side."""
    return f"side{side}"


def limb_key(state: State, side: int, name: SlotName) -> str:
    """Return the key of a limb or shoulder: the armor that counts, else the place."""
    slot = state.sides[side].slots[SLOT_INDEX[name]]
    return slot.stack[-1].card if slot.stack and not slot.dead else f"{side_key(side)}/{name}"
