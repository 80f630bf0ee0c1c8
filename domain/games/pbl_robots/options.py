"""Match options: modes of the rulebook, and choices where it has two plausible readings."""

from typing import Annotated

from msgspec import Struct

from domain.options import rule_option


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Options of a match. The defaults are the standard game of rule book 1.2."""

    sides: Annotated[int, rule_option("PBL-S01", 2, 3)] = 2
    """Number of robots that fight."""
    team_mode: Annotated[str, rule_option("PBL-V35", "none", "pilot_and_gunner", "two_robots_four_hands")] = "none"
    """Two people for each robot: a pilot and a gunner, or four hands on two robots."""
    setup: Annotated[
        str,
        rule_option(
            "PBL-D01", "quick_play", "regular", "challenge_draft", "challenge_community", "keeper", "carried_over"
        ),
    ] = "regular"
    """How decks are made. `carried_over` is for a later game of a series, with the decks of the previous game."""
    series: Annotated[str, rule_option("PBL-V01", "none", "best_of_3", "best_of_5")] = "none"
    """The series that the match belongs to."""
    game: int = 1
    """Number of this game in its series."""
    score: str = ""
    """Games won before this one, by side, for example `1-0`."""
    previous_loser: int = 0
    """Number of the side (from 1) that lost the previous game; 0 for a first game or after a draw."""
    rotation: Annotated[int, rule_option("PBL-V09", 0, 3, 5)] = 0
    """Starter pilots that each side chooses for a series; 0: one starter."""
    bomb_mode: Annotated[str, rule_option("PBL-V31", "normal", "predetermination", "none")] = "normal"
    """How bombs and shields are added to a combat: freely, announced before the dice, or never."""
    bomb_limit: int = 0
    """Highest number of bombs and shields in a combat; 0 for no limit."""
    bomb_limit_scope: Annotated[str, rule_option("PBL-V32", "per_side", "total")] = "per_side"
    """Whether the limit counts for each side or for both together."""
    bomb_mode_covers_storage: bool = False
    """True if the bomb mode and its limit also count storage bombs."""
    time_limit: Annotated[str, rule_option("PBL-V27", "none", "minutes", "turns")] = "none"
    """What ends a long game: minutes or turns from the first elimination on."""
    time_limit_amount: int = 15
    """Number of minutes or turns, from the first elimination on."""
    blow_off_target: int = 0
    """Number of blow-offs that win at once; 0 for no target."""
    label: str = ""
    """Name of a mode without rules (Ultimate, Mortal, Blind), which the board shows."""
    catalogue_check: Annotated[str, rule_option("PBL-S02", "base_set", "off")] = "base_set"
    """Whether the cards must be the 100 of the base set."""
    quick_play_deck: Annotated[str, rule_option("PBL-D02", "total", "plus_inheritance")] = "total"
    """Quick play: the inheritance is among the cards of the deck, or comes on top."""
    passing: Annotated[str, rule_option("PBL-T04", "free", "only_if_unable")] = "free"
    """Whether a player may always pass, or only if no MOVE is possible."""
    shoulder_stack_destroyed: Annotated[str, rule_option("PBL-C19", "all", "top_only")] = "all"
    """What is scrapped with a destroyed shoulder: the whole stack or its top card."""
    sidekick_after_hangar_loss: Annotated[str, rule_option("PBL-X12", "any_skill", "skill_1_only")] = "any_skill"
    """The crew member that may stay without a hangar: any one, or only one of skill 1."""
    pick_timing: Annotated[str, rule_option("PBL-A19", "any", "own_turn")] = "any"
    """When a pick may be used: at any time, or only in the player's own turn."""
    tie_attacker_may_add: bool = True
    """True if the attacker counts as behind in a tie and may add bombs."""
    shop_exhausted: Annotated[str, rule_option("PBL-X07", "continue", "draw_game")] = "continue"
    """If the deck, the scrap heap and the Shop are empty: the game goes on, or is a draw."""
    challenge_first_turn: Annotated[str, rule_option("PBL-V15", "speed", "dice")] = "speed"
    """Challenge: what decides the first turn."""
    top_up_inheritance: bool = False
    """True if fewer than five keepers are filled up to a hand of five."""
