"""What is agreed for a tournament."""

from typing import Annotated

from msgspec import Meta, Struct

from domain.competition.commands import Count


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a tournament is played."""

    game: str = ""
    """Name of the game that is played."""
    bracket: Annotated[str, Meta(extra={"choices": ("single", "round_robin")})] = "single"
    """Single elimination, or everybody against everybody."""
    legs: Annotated[int, Meta(extra={"choices": (1, 2)})] = 1
    """Round robin: how often each pair meets."""
    win_points: Count = 3
    draw_points: Count = 1
    loss_points: Count = 0
    """Round robin: what results are worth."""
