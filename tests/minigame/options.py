"""The options of a match, agreed before it."""

from typing import Annotated

from msgspec import Struct

from domain.options import ruled


class Options(Struct, frozen=True, kw_only=True):
    """The options of a match, agreed before it."""

    rounds: Annotated[int, ruled("MG-O01")] = 3
    """The number of rounds, 1 to 9."""
    ties: Annotated[str, ruled("MG-O02", "die", "none")] = "die"
    """The winner of a tied round: decided by a die, or undecided."""
