"""Skill levels, battles, modifiers, and what the table announces (RH-B, RH-C01, RH-C08 to RH-C11)."""

import pytest

from domain.games.robin_in_the_hood import GAME
from domain.games.robin_in_the_hood.events.battles import SkillLevelsDetermined, StageWon
from tests.games.robin_in_the_hood.tables import (
    dead,
    fight,
    hand,
    in_force,
    level,
    mats,
    place,
    playing,
    standing,
    tags,
    winners,
)


def test_every_stage_with_its_own_skill() -> None:
    """RH-B01: each occupied stage is settled with its own skill; hand 1 has Agility alone."""
    assert list(winners(fight(playing(), "dunstan", "ned"))) == [0]
    table = fight(standing("-|fulk|-|-", "-|luce|-|-"), "dunstan", "ned")
    assert [(level(table, seat, stage)) for stage in ("agility", "weapons") for seat in (0, 1)] == [7, 6, 7, 3]


def test_printed_score_is_the_start() -> None:
    """RH-B02: without adjustments the printed score is the level, and the higher one wins."""
    table = fight(playing(), "dunstan", "ned")
    [first, second] = table.state.levels
    assert (first.base, first.final, first.adjustments, second.final) == (7, 7, (), 6)
    assert winners(table) == {0: 0}


def test_special_skills() -> None:
    """RH-B03: special skills add to the character itself or to the one it faces, with their source on record."""
    table = fight(standing("-|-|-|-", "-|-|-|-"), "wat", "ysolt")
    assert (level(table, 0, "agility"), level(table, 1, "agility")) == (4 + 2 - 3, 3)
    assert [(a.source, a.amount) for a in table.state.levels[0].adjustments] == [("wat", 2), ("ysolt", -3)]


def test_special_skills_face_one_stage() -> None:
    """RH-B03, RH-B04: an unstarred skill touches no character on another stage."""
    table = fight(standing("-|wat|-|-", "-|-|-|-"), "alys", "ysolt")
    assert (level(table, 0, "weapons"), level(table, 0, "agility")) == (6, 2)


def test_stars_reach_other_stages() -> None:
    """RH-B04, RH-Q23: Vane on Agility lowers opposing Weapons, Zelie on Agility raises her own Strength."""
    table = fight(standing("-|-|edith|-", "-|luce|-|-"), "zelie", "vane")
    assert (level(table, 0, "strength"), level(table, 1, "weapons")) == (6 + 3, 3)
    table = fight(standing("-|fulk|edith|-", "-|-|-|-"), "zelie", "vane")
    assert level(table, 0, "weapons") == 7 - 2


def test_stage_of_a_starred_skill() -> None:
    """RH-Q23: a special skill works wherever its card stands, but only on the stage that it names."""
    table = fight(standing("-|-|-|zelie", "-|-|luce|-"), "ivo", "kit")
    assert (level(table, 0, "agility"), level(table, 0, "endurance")) == (6, 4)
    table = fight(standing("-|-|zelie|-", "-|-|luce|-"), "ivo", "kit")
    assert level(table, 0, "strength") == 4 + 3


def test_modifiers_by_caste_and_politics() -> None:
    """RH-B05: a modifier adds to all characters of its caste or politics, on both mats, as it says."""
    table = fight(standing("-|alys|-|-", "-|-|quill|-"), "market_day", "kit")
    assert [level(table, 0, "weapons"), level(table, 1, "strength"), level(table, 1, "agility")] == [6, 5, 6]
    table = fight(standing("-|dunstan|-|-", "-|ned|-|-"), "knights_vigil", "simon")
    assert [level(table, 0, "weapons"), level(table, 1, "agility")] == [3, 5]


def test_one_hand_modifier_against_outlaws() -> None:
    """RH-B05: Hue and Cry lowers opposing outlaws alone, on every stage."""
    table = fight(standing("-|fulk|-|-", "-|ned|-|-"), "hue_and_cry", "piers")
    assert [level(table, 0, "weapons"), level(table, 1, "weapons"), level(table, 1, "agility")] == [7, -1, 4]


def test_levels_may_be_negative() -> None:
    """RH-Q21: levels have no floor: Ned's 2 on Weapons falls to -1."""
    table = fight(standing("-|fulk|-|-", "-|ned|-|-"), "hue_and_cry", "kit")
    assert level(table, 1, "weapons") == -1


def test_removal_comes_before_levels() -> None:
    """RH-B05, RH-Q15: a removed modifier changes no level in that hand, though played in it."""
    table = fight(standing("-|alys|-|-", "-|kit|-|-"), "market_day", "royal_pardon")
    assert tags(table)[0] == "modifier_removed"
    assert (level(table, 0, "weapons"), in_force(table, 0), dead(table, 0)[-1]) == (4, [], "market_day")


def test_removal_spares_one_hand_modifiers() -> None:
    """RH-Q15: a one-hand modifier is never removed, and two removals in one hand both work."""
    table = fight(standing("-|-|-|-", "-|ned|-|-"), "hue_and_cry", "royal_pardon")
    assert in_force(table, 0) == ["hue_and_cry"]
    table = standing("-|-|-|-", "-|-|-|-", "modifiers=yes modifier_replace=lasting_only")
    hand(table, "market_day", "winter_truce")
    table = fight(table, "royal_pardon", "court_summons")
    assert tags(table)[:2] == ["modifier_removed", "modifier_removed"]
    assert (in_force(table, 0), in_force(table, 1)) == (["royal_pardon"], ["court_summons"])


def test_levels_start_afresh() -> None:
    """RH-B06: adjustments do not accumulate: the same modifier adds the same in every hand."""
    table = fight(standing("-|-|-|cuthbert", "-|-|-|-", pile=3), "market_day", "rohese")
    assert level(table, 0, "endurance") == 5 + 2
    table.do("end_hand", "draw_card Ann", "draw_card Ben")
    assert level(fight(table, "alys", "kit"), 0, "endurance") == 5 + 2


def test_lower_level_is_defeated() -> None:
    """RH-B07, RH-C01: the lower level goes face down to its owner's Dead Cards."""
    table = fight(playing(), "dunstan", "ned")
    assert (mats(table), dead(table, 1)) == (("dunstan|-|-|-", "-|-|-|-"), ["ned"])


def test_equal_levels() -> None:
    """RH-B08: equal levels draw the stage and both stay."""
    table = fight(playing(), "giles20", "luce")
    assert (winners(table), mats(table)) == ({0: None}, ("giles20|-|-|-", "luce|-|-|-"))


def test_empty_opposite_stage() -> None:
    """RH-B09: a character opposite an empty stage wins it."""
    table = fight(standing("-|-|edith|-", "-|-|-|-"), "dunstan", "ned")
    assert winners(table)[2] == 0


def test_no_battle_on_empty_stages() -> None:
    """RH-B10: a stage without characters has no result."""
    assert set(winners(fight(standing("-|-|edith|-", "-|-|-|-"), "dunstan", "ned"))) == {0, 2}


def test_character_against_modifier() -> None:
    """RH-B11, RH-Q11: against a modifier even the weakest character wins Agility, and its owner places first next."""
    table = fight(playing("modifiers=yes"), "market_day", "maud")
    assert [e.how for e in table.events if isinstance(e, StageWon)] == ["modifier"]
    assert table.do("end_hand", "draw_card Ann", "draw_card Ben").state.order == 1


def test_all_stages_at_once() -> None:
    """RH-B12, RH-Q22: the skill of a character that falls in this hand still counts on other stages."""
    table = fight(standing("-|-|-|-", "-|luce|odo|-"), "ivo", "vane")
    assert winners(table)[0] == 0
    table = fight(standing("-|fulk|-|-", "-|maud|-|-"), "ivo", "vane")
    assert level(table, 0, "weapons") == 7 - 2
    assert (winners(table)[1], dead(table, 1)[-1]) == (1, "vane")


def test_levels_are_found_before_removals() -> None:
    """RH-B12: the levels of all stages are on record before the first character is defeated."""
    table = fight(standing("-|fulk|-|-", "-|luce|-|-"), "dunstan", "ned")
    assert isinstance(table.events[0], SkillLevelsDetermined)
    assert tags(table) == ["skill_levels_determined", *["stage_won"] * 2, *["character_defeated"] * 2]


# --- modifiers in play -------------------------------------------------------------------------------------------------


def test_one_hand_modifiers_expire() -> None:
    """RH-C08, RH-C10: a one-hand modifier goes to the Dead Cards when its hand ends."""
    table = fight(playing("modifiers=yes"), "hue_and_cry", "kit").do("end_hand")
    assert (tags(table)[0], in_force(table, 0), dead(table, 0)) == ("modifier_expired", [], ["hue_and_cry"])


def test_lasting_modifiers_stay() -> None:
    """RH-C09: a lasting modifier works at once and in the hands after."""
    table = hand(playing("modifiers=yes"), "market_day", "quill")
    assert in_force(fight(table, "alys", "kit"), 0) == ["market_day"]
    assert (level(table, 0, "agility"), level(table, 1, "agility")) == (7, 6)


def test_replaced_modifiers() -> None:
    """RH-C09, RH-C10, RH-Q14: any modifier of its owner replaces the one in play, which goes to the Dead Cards."""
    table = hand(playing("modifiers=yes"), "market_day", "quill")
    place(table, "hue_and_cry", "kit")
    assert (in_force(table, 0), dead(table, 0)) == (["hue_and_cry"], ["market_day"])


def test_lasting_only() -> None:
    """RH-Q14: with `lasting_only` a one-hand modifier works beside a lasting one; a lasting one replaces it."""
    table = hand(playing("modifiers=yes modifier_replace=lasting_only"), "market_day", "quill")
    hand(table, "hue_and_cry", "kit")
    assert in_force(table, 0) == ["market_day"]
    place(table, "knights_vigil", "luce")
    assert in_force(table, 0) == ["knights_vigil"]


def test_second_copy_replaces_the_first() -> None:
    """RH-Q14: two copies of a modifier do not add up: the second replaces the first."""
    table = hand(playing("modifiers=yes", [], []), "market_day", "quill")
    place(table, "market_day", "kit")
    assert (in_force(table, 0), dead(table, 0)) == (["market_day"], ["market_day"])


def test_removed_by_the_opponent() -> None:
    """RH-C09, RH-C10: an opponent's removal sends a lasting modifier to its owner's Dead Cards."""
    table = hand(playing("modifiers=yes"), "market_day", "quill")
    fight(table, "alys", "royal_pardon")
    assert (in_force(table, 0), dead(table, 0)[-1], level(table, 0, "agility")) == ([], "market_day", 5)


def test_two_modifiers() -> None:
    """RH-Q10: if both choose a modifier nobody wins Agility, nobody advances, and both place at once next."""
    table = fight(standing("-|alys|-|-", "-|-|odo|-"), "market_day", "winter_truce").do("end_hand")
    assert mats(table) == ("-|alys|-|-", "-|-|odo|-")
    assert table.do("draw_card Ann", "draw_card Ben").state.order is None


# --- announced results -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "announced", "rule"),
    [
        (("dunstan", "ned"), "(stage=agility, winner=Ben)", "RH-B07"),
        (("giles20", "luce"), "(stage=agility, winner=Ann)", "RH-B08"),
        (("market_day", "luce"), "(stage=agility, winner=Ann)", "RH-B11"),
        (("dunstan", "ned"), "(stage=strength, winner=Ben)", "RH-B09"),
        (("dunstan", "ned"), "(stage=endurance, winner=Ben)", "RH-B10"),
    ],
)
def test_announced_results_are_checked(cards: tuple[str, str], announced: str, rule: str) -> None:
    """RH-B07, RH-B08, RH-B09, RH-B10, RH-B11: an announced result that differs from the computed one is refused."""
    table = place(standing("-|-|edith|-", "-|-|-|-"), *cards)
    table.refused(f"resolve_battles announced=[{announced}]", rule)


@pytest.mark.parametrize(
    ("cards", "announced", "why"),
    [
        (("market_day", "luce"), "(stage=agility, winner=Ann)", "Ann chose a modifier: the character of Ben wins"),
        (("dunstan", "ned"), "(stage=strength, winner=Ben)", "Ben has no character there: Ann wins"),
    ],
)
def test_results_without_comparison_say_why(cards: tuple[str, str], announced: str, why: str) -> None:
    """RH-B11, RH-B09: a refused announcement says why a stage is won whatever the levels."""
    table = place(standing("-|-|edith|-", "-|-|-|-"), *cards)
    violations = GAME.check(table.state, table.command(f"resolve_battles announced=[{announced}]"))
    assert why in str(violations[0])


def test_one_result_a_stage() -> None:
    """RH-B10: two results of one stage are impossible: one of them would be dropped."""
    table = place(standing("-|-|edith|-", "-|-|-|-"), "dunstan", "ned")
    table.impossible("resolve_battles announced=[(stage=agility, winner=Ann), (stage=agility)]", "RH-B10")


def test_levels_name_their_sources() -> None:
    """RH-B02, RH-B05, RH-Q24: the line of the levels names the card of each adjustment, or says that it was made by hand."""
    table = place(standing("-|alys|-|-", "-|-|-|-"), "market_day", "luce")
    table.do('adjust "as said" changes=[level(player=Ann, stage=weapons, amount=-2)]')
    before = table.state
    table.do("resolve_battles")
    line = next(GAME.narrate(before, event, 0) for event in table.events if isinstance(event, SkillLevelsDetermined))
    assert "-2 (by hand)" in line
    assert "(Market Day)" in line


def test_right_announcement() -> None:
    """RH-B07: an announced result that agrees is accepted, a removal of this hand being considered."""
    table = place(standing("-|alys|-|-", "-|quill|-|-"), "market_day", "royal_pardon")
    table.do("resolve_battles announced=[(stage=weapons, winner=Ben)]")


def test_announced_result_as_played() -> None:
    """RH-B07, RH-B08: recorded as played, what was announced is applied: losers fall, drawn characters stay."""
    table = place(playing(), "dunstan", "ned")
    table.as_played("resolve_battles announced=[(stage=agility, winner=Ben)]", "RH-B07")
    assert mats(table) == ("-|-|-|-", "ned|-|-|-")
    table = place(playing(), "dunstan", "ned")
    table.as_played("resolve_battles announced=[(stage=agility)]", "RH-B07")
    assert mats(table) == ("dunstan|-|-|-", "ned|-|-|-")
