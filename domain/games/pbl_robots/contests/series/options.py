"""Options of a series, pilots included."""

from typing import Annotated

from msgspec import Meta, Struct


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options under which a series is played. The defaults are the rulebook's best of three."""

    game: str = ""
    """Name of the game that is played."""
    best_of: int = 3
    """An odd number of games; more than half of them win the series."""
    starts: Annotated[str, Meta(extra={"choices": ("loser", "free")})] = "loser"
    """The side that starts a later game: the loser of the one before, or the one that the game itself names."""
    rotation: Annotated[int, Meta(extra={"choices": (0, 3, 5)})] = 0
    """Pilots that each side brings, one for each game; 0: the same pilot in every game."""
