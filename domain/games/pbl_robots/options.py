"""Match options: the modes of the rulebook and our readings. Defaults are the rulebook's."""

from typing import Annotated

from msgspec import Struct

from domain.options import ruled


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Options of a match. Every default is the standard game of rule book 1.2."""

    sides: Annotated[int, ruled("PBL-S01", 2, 3)] = 2
    """Number of robots that fight."""
    team_mode: Annotated[str, ruled("PBL-V35", "none", "pilot_and_gunner", "two_robots_four_hands")] = "none"
    """Two people for each robot: a pilot and a gunner, or four hands on two robots."""
    setup: Annotated[
        str,
        ruled("PBL-D01", "quick_play", "regular", "challenge_draft", "challenge_community", "keeper", "carried_over"),
    ] = "regular"
    """The way decks are made; `carried_over`: a later game of a series, with the decks of the game before."""
    series: Annotated[str, ruled("PBL-V01", "none", "best_of_3", "best_of_5")] = "none"
    """The series that the match belongs to."""
    game: int = 1
    """Number of this game in its series."""
    score: str = ""
    """Games won before this one, per side: `1-0`."""
    previous_loser: int = 0
    """Number of the side (from 1) that lost the game before; 0 for a first game or after a draw."""
    rotation: Annotated[int, ruled("PBL-V09", 0, 3, 5)] = 0
    """Starter pilots that each side chooses for a series; 0: one starter."""
    bomb_mode: Annotated[str, ruled("PBL-V31", "normal", "predetermination", "none")] = "normal"
    """How bombs and shields are added to a combat: freely, announced before the dice, or never."""
    bomb_limit: int = 0
    """Most bombs/shields per combat; 0: no limit."""
    bomb_limit_scope: Annotated[str, ruled("PBL-V32", "per_side", "total")] = "per_side"
    """Whether the limit counts for each side or for both together."""
    bomb_mode_covers_storage: bool = False
    """True if the bomb mode and its limit also count storage bombs."""
    time_limit: Annotated[str, ruled("PBL-V27", "none", "minutes", "turns")] = "none"
    """What ends a long game: minutes or turns from the first elimination on."""
    time_limit_amount: int = 15
    """Minutes, or turns, from the first elimination on."""
    blow_off_target: int = 0
    """Blow-offs that win at once; 0 to turn this off."""
    label: str = ""
    """Ultimate, Mortal, Blind: text only."""
    catalogue_check: Annotated[str, ruled("PBL-S02", "base_set", "off")] = "base_set"
    """Whether the cards must be the 100 of the base set."""
    quick_play_deck: Annotated[str, ruled("PBL-D02", "total", "plus_inheritance")] = "total"
    """Quick play: the inheritance is among the cards of the deck, or comes on top."""
    passing: Annotated[str, ruled("PBL-T04", "free", "only_if_unable")] = "free"
    """Whether a player may always pass, or only if no MOVE is possible."""
    shoulder_stack_destroyed: Annotated[str, ruled("PBL-C19", "all", "top_only")] = "all"
    """What is scrapped with a destroyed shoulder: the whole stack or its top card."""
    sidekick_after_hangar_loss: Annotated[str, ruled("PBL-X12", "any_skill", "skill_1_only")] = "any_skill"
    """The crew member that may stay without a hangar: any one, or only one of skill 1."""
    pick_timing: Annotated[str, ruled("PBL-A19", "any", "own_turn")] = "any"
    """When a pick may be used: at any time, or only in the player's own turn."""
    tie_attacker_may_add: bool = True
    """True if the attacker counts as behind in a tie and may add bombs."""
    shop_exhausted: Annotated[str, ruled("PBL-X07", "continue", "draw_game")] = "continue"
    """If the deck, the scrap heap and the Shop are empty: the game goes on, or is a draw."""
    challenge_first_turn: Annotated[str, ruled("PBL-V15", "speed", "dice")] = "speed"
    """Challenge: what decides the first turn."""
    top_up_inheritance: bool = False
    """True if fewer than five keepers are filled up to a hand of five."""
