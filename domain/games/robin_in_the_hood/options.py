"""What the players agree before a tournament (RH-S02 to RH-S05, RH-V01 to RH-V06)."""

from typing import Annotated, Final

from msgspec import Meta, Struct

ADVANCE_RULES: Final = ("winners", "survivors", "agility_push", "single_push")
BETWEEN_ROUNDS: Final = ("reshuffle", "continue")
FIRST_HAND_ORDERS: Final = ("simultaneous", "carry_over")
MODIFIER_REPLACE: Final = ("any", "lasting_only")

CHOICES: Final = {
    "advance_rule": ADVANCE_RULES,
    "between_rounds": BETWEEN_ROUNDS,
    "first_hand_order": FIRST_HAND_ORDERS,
    "modifier_replace": MODIFIER_REPLACE,
}

RULE_OF_OPTION: Final = {
    "victories_to_win": "RH-S02",
    "active_count": "RH-S03",
    "modifiers": "RH-S04",
    "ante": "RH-S05",
    **dict.fromkeys(CHOICES, "RH-V06"),
}
"""The rule that fixes each option when the tournament opens."""

PLAYING_HAND_SIZE: Final = 5
SMALLEST_SET: Final = 10
LARGEST_SET: Final = 999
"""As many cards as one player's tokens can number."""

OptionValue = int | bool | str


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The agreement of a tournament. Everything but the number of victories has a default."""

    victories_to_win: int | None = None
    """Victories that win the tournament, at least 1. The rulebook has no default: it must be given."""
    active_count: int = SMALLEST_SET
    """Cards in each player's Active set, at least 10."""
    modifiers: bool = False
    """Whether modifier cards are used."""
    ante: bool = False
    """Whether each player stakes a card."""
    advance_rule: Annotated[str, Meta(extra={"choices": ADVANCE_RULES})] = "winners"
    """Which characters move on at the end of a hand (RH-Q04, RH-Q05)."""
    between_rounds: Annotated[str, Meta(extra={"choices": BETWEEN_ROUNDS})] = "reshuffle"
    """What becomes of the cards after a round (RH-Q17)."""
    first_hand_order: Annotated[str, Meta(extra={"choices": FIRST_HAND_ORDERS})] = "simultaneous"
    """Who places first in the first hand of a later round (RH-Q02)."""
    modifier_replace: Annotated[str, Meta(extra={"choices": MODIFIER_REPLACE})] = "any"
    """Which modifiers replace the one in play (RH-Q14)."""


def parse_option(name: str, text: str) -> OptionValue:
    """An option's value from text. Raises ValueError, naming the option and what it takes."""
    if name not in RULE_OF_OPTION:
        raise ValueError(f"no option {name!r}; options: {', '.join(Options.__struct_fields__)}")
    if name in CHOICES:
        return text
    if name in ("modifiers", "ante"):
        if text not in ("yes", "no", "true", "false"):
            raise ValueError(f"option {name}: yes or no expected, found {text!r}")
        return text in ("yes", "true")
    if not (text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() and len(text) <= 9):
        raise ValueError(f"option {name}: a whole number expected, found {text!r}")
    return int(text)
