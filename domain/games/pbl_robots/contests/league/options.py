"""What is agreed for a league."""

from typing import Annotated

from msgspec import Meta, Struct

from domain.competition.commands import Count


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a league is played."""

    game: str = ""
    """Name of the game that is played."""
    form: Annotated[str, Meta(extra={"choices": ("plain", "keeper", "salary")})] = "plain"
    """Without keepers; with keepers that are selected in turn; with keepers that are bought at auction."""
    games_before_exchange: Count = 3
    """Games of a season that a player has played before exchanging a keeper (PBL-L07)."""
    money: Count = 100
    """What each player can spend at auction, in whole units (PBL-Q50)."""
    season_money: Count = 0
    """What each player gets on top after every season."""
    fire_refund: Annotated[str, Meta(extra={"choices": ("price", "none")})] = "price"
    """What comes back for a fired keeper."""
    win_points: Count = 3
    draw_points: Count = 1
    loss_points: Count = 0
