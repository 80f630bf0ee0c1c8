"""Options of a tournament."""

from typing import Annotated

from msgspec import Meta, Struct

from domain.competition.commands import Count

MOST_ENTRANTS = 2_000
"""Most players in a bracket or a Swiss. The limit for round robins is `reporting.MOST_PLAYERS`."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Options that define the format and scoring of a tournament."""

    game: str = ""
    """Name of the game that is played."""
    bracket: Annotated[str, Meta(extra={"choices": ("single", "round_robin", "swiss")})] = "single"
    """Single elimination, everybody against everybody, or rounds of players with like scores."""
    legs: Annotated[int, Meta(extra={"choices": (1, 2)})] = 1
    """Round robin: how often each pair meets."""
    win_points: Count = 3
    draw_points: Count = 1
    loss_points: Count = 0
    """Round robin and Swiss: what results are worth."""
    rounds: Annotated[int, Meta(ge=0, le=30)] = 0
    """Swiss: how many; 0: as many as a knock-out of so many players would take."""
    tie_breaks: str = "buchholz,sonneborn_berger,head_to_head"
    """Swiss: what decides equal points, in this order (`tiebreaks.TIE_BREAKS`)."""
