"""The options of a match, agreed before it."""

from typing import Annotated

from msgspec import Struct

from domain.options import rule_option


class Options(Struct, frozen=True, kw_only=True):
    """The options of a match, agreed before it."""

    rounds: Annotated[int, rule_option("MG-O01")] = 3
    """The number of rounds, 1 to 9."""
    ties: Annotated[str, rule_option("MG-O02", "die", "none")] = "die"
    """The winner of a tied round: decided by a die, or undecided."""
