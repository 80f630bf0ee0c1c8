"""What players may agree before the match."""

from typing import Annotated

from msgspec import Meta, Struct


class Options(Struct, frozen=True, kw_only=True):
    """What players may agree before the match."""

    rounds: int = 3
    """How many rounds are played, 1 to 9."""
    ties: Annotated[str, Meta(extra={"choices": ("die", "none")})] = "die"
    """Who takes a tied round: the one whom a die names, or nobody."""
