"""What players may agree before the match."""

from typing import Annotated

from msgspec import Struct

from domain.options import ruled


class Options(Struct, frozen=True, kw_only=True):
    """What players may agree before the match."""

    rounds: Annotated[int, ruled("MG-O01")] = 3
    """How many rounds are played, 1 to 9."""
    ties: Annotated[str, ruled("MG-O02", "die", "none")] = "die"
    """Who takes a tied round: the one whom a die names, or nobody."""
