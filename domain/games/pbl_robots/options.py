"""Match options: modes of the rulebook, and choices where it has two plausible readings."""

from typing import Annotated

from msgspec import Struct

from domain.options import ruled


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Options of a match. The defaults are the standard game of rule book 1.2."""

    sides: Annotated[int, ruled("PBL-S01", 2, 3)] = 2
    team_mode: Annotated[str, ruled("PBL-V35", "none", "pilot_and_gunner", "two_robots_four_hands")] = "none"
    setup: Annotated[
        str,
        ruled("PBL-D01", "quick_play", "regular", "challenge_draft", "challenge_community", "keeper", "carried_over"),
    ] = "regular"
    """How decks are made. `carried_over` is for a later game of a series, with the decks of the previous game."""
    series: Annotated[str, ruled("PBL-V01", "none", "best_of_3", "best_of_5")] = "none"
    game: int = 1
    """Number of this game in its series."""
    score: str = ""
    """Games won before this one, by side, for example `1-0`."""
    previous_loser: int = 0
    """Number of the side (from 1) that lost the previous game; 0 for a first game or after a draw."""
    rotation: Annotated[int, ruled("PBL-V09", 0, 3, 5)] = 0
    bomb_mode: Annotated[str, ruled("PBL-V31", "normal", "predetermination", "none")] = "normal"
    bomb_limit: int = 0
    """Highest number of bombs and shields in a combat; 0 for no limit."""
    bomb_limit_scope: Annotated[str, ruled("PBL-V32", "per_side", "total")] = "per_side"
    bomb_mode_covers_storage: bool = False
    time_limit: Annotated[str, ruled("PBL-V27", "none", "minutes", "turns")] = "none"
    time_limit_amount: int = 15
    """Number of minutes or turns, from the first elimination on."""
    blow_off_target: int = 0
    """Number of blow-offs that win at once; 0 for no target."""
    label: str = ""
    """Name of a mode without rules (Ultimate, Mortal, Blind), which the board shows."""
    catalogue_check: Annotated[str, ruled("PBL-S02", "base_set", "off")] = "base_set"
    quick_play_deck: Annotated[str, ruled("PBL-D02", "total", "plus_inheritance")] = "total"
    passing: Annotated[str, ruled("PBL-T04", "free", "only_if_unable")] = "free"
    shoulder_stack_destroyed: Annotated[str, ruled("PBL-C19", "all", "top_only")] = "all"
    sidekick_after_hangar_loss: Annotated[str, ruled("PBL-X12", "any_skill", "skill_1_only")] = "any_skill"
    pick_timing: Annotated[str, ruled("PBL-A19", "any", "own_turn")] = "any"
    tie_attacker_may_add: bool = True
    shop_exhausted: Annotated[str, ruled("PBL-X07", "continue", "draw_game")] = "continue"
    challenge_first_turn: Annotated[str, ruled("PBL-V15", "speed", "dice")] = "speed"
    top_up_inheritance: bool = False
