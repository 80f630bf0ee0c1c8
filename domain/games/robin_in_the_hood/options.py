"""Options agreed before a tournament (RH-S02 to RH-S05, RH-V01 to RH-V06)."""

from typing import Annotated, Final

from msgspec import Struct

from domain.options import rule_option

ADVANCE_RULES: Final = ("winners", "survivors", "agility_push", "single_push")
BETWEEN_ROUNDS: Final = ("reshuffle", "continue")
FIRST_HAND_ORDERS: Final = ("simultaneous", "carry_over")
MODIFIER_REPLACE: Final = ("any", "lasting_only")

PLAYING_HAND_SIZE: Final = 5
SMALLEST_SET: Final = 10
LARGEST_SET: Final = 999
"""The largest Active set, limited by the numbering of a player's cards."""

OptionValue = int | bool | str


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a tournament. All have defaults except the number of victories."""

    victories_to_win: Annotated[int | None, rule_option("RH-S02")] = None
    """Victories that win the tournament, at least 1. The rulebook has no default: it must be given."""
    active_count: Annotated[int, rule_option("RH-S03")] = SMALLEST_SET
    """Cards in each player's Active set, at least 10."""
    modifiers: Annotated[bool, rule_option("RH-S04")] = False
    """True if modifier cards are used."""
    ante: Annotated[bool, rule_option("RH-S05")] = False
    """True if each player stakes a card."""
    advance_rule: Annotated[str, rule_option("RH-V06", *ADVANCE_RULES)] = "winners"
    """Which characters move on at the end of a hand (RH-Q04, RH-Q05)."""
    between_rounds: Annotated[str, rule_option("RH-V06", *BETWEEN_ROUNDS)] = "reshuffle"
    """The treatment of the cards after a round (RH-Q17)."""
    first_hand_order: Annotated[str, rule_option("RH-V06", *FIRST_HAND_ORDERS)] = "simultaneous"
    """The player who places first in the first hand of a later round (RH-Q02)."""
    modifier_replace: Annotated[str, rule_option("RH-V06", *MODIFIER_REPLACE)] = "any"
    """Which modifiers replace the one in play (RH-Q14)."""
