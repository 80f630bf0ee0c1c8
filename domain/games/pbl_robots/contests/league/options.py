"""Options of a league."""

from typing import Annotated

from msgspec import Meta, Struct

from domain.competition.commands import Count


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options under which a league is played."""

    game: str = ""
    """Name of the game that is played."""
    form: Annotated[str, Meta(extra={"choices": ("plain", "keeper", "salary")})] = "plain"
    """Without keepers; with keepers that are selected in turn; with keepers that are bought at auction."""
    games_before_exchange: Count = 3
    """Games of a season that a player has played before exchanging a keeper (PBL-L07)."""
    money: Count = 100
    """Each player's money for the auction, in whole units (PBL-Q50)."""
    season_money: Count = 0
    """Additional money of each player after every season."""
    fire_refund: Annotated[str, Meta(extra={"choices": ("price", "none")})] = "price"
    """The refund for a fired keeper."""
    win_points: Count = 3
    draw_points: Count = 1
    loss_points: Count = 0
