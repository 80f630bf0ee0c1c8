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
from tests.scenario import as_played, cases, given, impossible, refused, then

test_rules = cases(
    ("RH-B03: special skills add to the character itself or to the one it faces, with their source on record",
     given(lambda: fight(standing("-|-|-|-", "-|-|-|-"), "wat", "ysolt")),
     then(lambda t: (level(t, 0, "agility"), level(t, 1, "agility")), (4 + 2 - 3, 3)),
     then(lambda t: [(a.source, a.amount) for a in t.state.levels[0].adjustments], [("wat", 2), ("ysolt", -3)])),
    ("RH-B03, RH-B04: an unstarred skill touches no character on another stage",
     given(lambda: fight(standing("-|wat|-|-", "-|-|-|-"), "alys", "ysolt")),
     then(lambda t: (level(t, 0, "weapons"), level(t, 0, "agility")), (6, 2))),
    ("RH-B04, RH-Q23: Vane on Agility lowers opposing Weapons, Zelie on Agility raises her own Strength",
     given(lambda: fight(standing("-|-|edith|-", "-|luce|-|-"), "zelie", "vane")),
     then(lambda t: (level(t, 0, "strength"), level(t, 1, "weapons")), (6 + 3, 3)),
     given(lambda: fight(standing("-|fulk|edith|-", "-|-|-|-"), "zelie", "vane")),
     then(lambda t: level(t, 0, "weapons"), 7 - 2)),
    ("RH-Q23: a special skill works wherever its card stands, but only on the stage that it names",
     given(lambda: fight(standing("-|-|-|zelie", "-|-|luce|-"), "ivo", "kit")),
     then(lambda t: (level(t, 0, "agility"), level(t, 0, "endurance")), (6, 4)),
     given(lambda: fight(standing("-|-|zelie|-", "-|-|luce|-"), "ivo", "kit")),
     then(lambda t: level(t, 0, "strength"), 4 + 3)),
    ("RH-B05: a modifier adds to all characters of its caste or politics, on both mats, as it says",
     given(lambda: fight(standing("-|alys|-|-", "-|-|quill|-"), "market_day", "kit")),
     then(lambda t: [level(t, 0, "weapons"), level(t, 1, "strength"), level(t, 1, "agility")], [6, 5, 6]),
     given(lambda: fight(standing("-|dunstan|-|-", "-|ned|-|-"), "knights_vigil", "simon")),
     then(lambda t: [level(t, 0, "weapons"), level(t, 1, "agility")], [3, 5])),
    ("RH-B05: Hue and Cry lowers opposing outlaws alone, on every stage",
     given(lambda: fight(standing("-|fulk|-|-", "-|ned|-|-"), "hue_and_cry", "piers")),
     then(lambda t: [level(t, 0, "weapons"), level(t, 1, "weapons"), level(t, 1, "agility")], [7, -1, 4])),
    ("RH-Q21: levels have no floor: Ned's 2 on Weapons falls to -1",
     given(lambda: fight(standing("-|fulk|-|-", "-|ned|-|-"), "hue_and_cry", "kit")),
     then(lambda t: level(t, 1, "weapons"), -1)),
    ("RH-B05, RH-Q15: a removed modifier changes no level in that hand, though played in it",
     given(lambda: fight(standing("-|alys|-|-", "-|kit|-|-"), "market_day", "royal_pardon")),
     then(lambda t: tags(t)[0], "modifier_removed"),
     then(lambda t: (level(t, 0, "weapons"), in_force(t, 0), dead(t, 0)[-1]), (4, [], "market_day"))),
    ("RH-Q15: a one-hand modifier is never removed, and two removals in one hand both work",
     given(lambda: fight(standing("-|-|-|-", "-|ned|-|-"), "hue_and_cry", "royal_pardon")),
     then(lambda t: in_force(t, 0), ["hue_and_cry"]),
     given(standing, "-|-|-|-", "-|-|-|-", "modifiers=yes modifier_replace=lasting_only"),
     lambda t: hand(t, "market_day", "winter_truce"), lambda t: fight(t, "royal_pardon", "court_summons"),
     then(lambda t: tags(t)[:2], ["modifier_removed", "modifier_removed"]),
     then(lambda t: (in_force(t, 0), in_force(t, 1)), (["royal_pardon"], ["court_summons"]))),
    ("RH-B06: adjustments do not accumulate: the same modifier adds the same in every hand",
     given(lambda: fight(standing("-|-|-|cuthbert", "-|-|-|-", pile=3), "market_day", "rohese")),
     then(lambda t: level(t, 0, "endurance"), 5 + 2), "end_hand", "draw_card Ann", "draw_card Ben",
     then(lambda t: level(fight(t, "alys", "kit"), 0, "endurance"), 5 + 2)),
    ("RH-B07, RH-C01: the lower level goes face down to its owner's Dead Cards",
     given(lambda: fight(playing(), "dunstan", "ned")),
     then(lambda t: (mats(t), dead(t, 1)), (("dunstan|-|-|-", "-|-|-|-"), ["ned"]))),
    ("RH-B08: equal levels draw the stage and both stay",
     given(lambda: fight(playing(), "giles20", "luce")),
     then(lambda t: (winners(t), mats(t)), ({0: None}, ("giles20|-|-|-", "luce|-|-|-")))),
    ("RH-B09: a character opposite an empty stage wins it",
     given(lambda: fight(standing("-|-|edith|-", "-|-|-|-"), "dunstan", "ned")),
     then(lambda t: winners(t)[2], 0)),
    ("RH-B11, RH-Q11: against a modifier even the weakest character wins Agility, and its owner places first next",
     given(lambda: fight(playing("modifiers=yes"), "market_day", "maud")),
     then(lambda t: [e.how for e in t.events if isinstance(e, StageWon)], ["modifier"]), "end_hand", "draw_card Ann",
     "draw_card Ben",
     then(lambda t: t.state.order, 1)),
    ("RH-B12, RH-Q22: the skill of a character that falls in this hand still counts on other stages",
     given(lambda: fight(standing("-|-|-|-", "-|luce|odo|-"), "ivo", "vane")),
     then(lambda t: winners(t)[0], 0), given(lambda: fight(standing("-|fulk|-|-", "-|maud|-|-"), "ivo", "vane")),
     then(lambda t: level(t, 0, "weapons"), 7 - 2), then(lambda t: (winners(t)[1], dead(t, 1)[-1]), (1, "vane"))),
    ("RH-B12: the levels of all stages are on record before the first character is defeated",
     given(lambda: fight(standing("-|fulk|-|-", "-|luce|-|-"), "dunstan", "ned")),
     then(lambda t: isinstance(t.events[0], SkillLevelsDetermined), True),
     then(tags, ["skill_levels_determined", *["stage_won"] * 2, *["character_defeated"] * 2])),
    ("RH-C08, RH-C10: a one-hand modifier goes to the Dead Cards when its hand ends",
     given(lambda: fight(playing("modifiers=yes"), "hue_and_cry", "kit")), "end_hand",
     then(lambda t: (tags(t)[0], in_force(t, 0), dead(t, 0)), ("modifier_expired", [], ["hue_and_cry"]))),
    ("RH-C09: a lasting modifier works at once and in the hands after",
     given(lambda: hand(playing("modifiers=yes"), "market_day", "quill")),
     then(lambda t: in_force(fight(t, "alys", "kit"), 0), ["market_day"]),
     then(lambda t: (level(t, 0, "agility"), level(t, 1, "agility")), (7, 6))),
    ("RH-C09, RH-C10, RH-Q14: any modifier of its owner replaces the one in play, which goes to the Dead Cards",
     given(lambda: hand(playing("modifiers=yes"), "market_day", "quill")), lambda t: place(t, "hue_and_cry", "kit"),
     then(lambda t: (in_force(t, 0), dead(t, 0)), (["hue_and_cry"], ["market_day"]))),
    ("RH-Q14: with `lasting_only` a one-hand modifier works beside a lasting one; a lasting one replaces it",
     given(lambda: hand(playing("modifiers=yes modifier_replace=lasting_only"), "market_day", "quill")),
     lambda t: hand(t, "hue_and_cry", "kit"),
     then(lambda t: in_force(t, 0), ["market_day"]), lambda t: place(t, "knights_vigil", "luce"),
     then(lambda t: in_force(t, 0), ["knights_vigil"])),
    ("RH-Q14: two copies of a modifier do not add up: the second replaces the first",
     given(lambda: hand(playing("modifiers=yes", [], []), "market_day", "quill")),
     lambda t: place(t, "market_day", "kit"),
     then(lambda t: (in_force(t, 0), dead(t, 0)), (["market_day"], ["market_day"]))),
    ("RH-C09, RH-C10: an opponent's removal sends a lasting modifier to its owner's Dead Cards",
     given(lambda: hand(playing("modifiers=yes"), "market_day", "quill")), lambda t: fight(t, "alys", "royal_pardon"),
     then(lambda t: (in_force(t, 0), dead(t, 0)[-1], level(t, 0, "agility")), ([], "market_day", 5))),
    ("RH-Q10: if both choose a modifier nobody wins Agility, nobody advances, and both place at once next",
     given(lambda: fight(standing("-|alys|-|-", "-|-|odo|-"), "market_day", "winter_truce")), "end_hand",
     then(mats, ("-|alys|-|-", "-|-|odo|-")), "draw_card Ann", "draw_card Ben",
     then(lambda t: t.state.order, None)),
    ("RH-B10: two results of one stage are impossible: one of them would be dropped",
     given(lambda: place(standing("-|-|edith|-", "-|-|-|-"), "dunstan", "ned")),
     impossible("resolve_battles announced=[(stage=agility, winner=Ann), (stage=agility)]", "RH-B10")),
    ("RH-B07: an announced result that agrees is accepted, a removal of this hand being considered",
     given(lambda: place(standing("-|alys|-|-", "-|quill|-|-"), "market_day", "royal_pardon")),
     "resolve_battles announced=[(stage=weapons, winner=Ben)]"),
    ("RH-B07, RH-B08: recorded as played, what was announced is applied: losers fall, drawn characters stay",
     given(lambda: place(playing(), "dunstan", "ned")),
     as_played("resolve_battles announced=[(stage=agility, winner=Ben)]", "RH-B07"),
     then(mats, ("-|-|-|-", "ned|-|-|-")), given(lambda: place(playing(), "dunstan", "ned")),
     as_played("resolve_battles announced=[(stage=agility)]", "RH-B07"),
     then(mats, ("dunstan|-|-|-", "ned|-|-|-"))),
    ("RH-B07, RH-B08, RH-B09, RH-B10, RH-B11: an announced result that differs from the computed one is refused",
     given(lambda: place(standing("-|-|edith|-", "-|-|-|-"), *("dunstan", "ned"))),
     refused("resolve_battles announced=[(stage=agility, winner=Ben)]", "RH-B07"),
     given(lambda: place(standing("-|-|edith|-", "-|-|-|-"), *("giles20", "luce"))),
     refused("resolve_battles announced=[(stage=agility, winner=Ann)]", "RH-B08"),
     given(lambda: place(standing("-|-|edith|-", "-|-|-|-"), *("market_day", "luce"))),
     refused("resolve_battles announced=[(stage=agility, winner=Ann)]", "RH-B11"),
     given(lambda: place(standing("-|-|edith|-", "-|-|-|-"), *("dunstan", "ned"))),
     refused("resolve_battles announced=[(stage=strength, winner=Ben)]", "RH-B09"),
     refused("resolve_battles announced=[(stage=endurance, winner=Ben)]", "RH-B10")),
)  # fmt: skip


def test_every_stage_with_its_own_skill() -> None:
    """RH-B01: each occupied stage is settled with its own skill; hand 1 has only Agility."""
    assert list(winners(fight(playing(), "dunstan", "ned"))) == [0]
    table = fight(standing("-|fulk|-|-", "-|luce|-|-"), "dunstan", "ned")
    assert [(level(table, seat, stage)) for stage in ("agility", "weapons") for seat in (0, 1)] == [7, 6, 7, 3]


def test_printed_score_is_the_start() -> None:
    """RH-B02: without adjustments the printed score is the level, and the higher one wins."""
    table = fight(playing(), "dunstan", "ned")
    [first, second] = table.state.levels
    assert (first.base, first.final, first.adjustments, second.final) == (7, 7, (), 6)
    assert winners(table) == {0: 0}


def test_no_battle_on_empty_stages() -> None:
    """RH-B10: a stage without characters has no result."""
    assert set(winners(fight(standing("-|-|edith|-", "-|-|-|-"), "dunstan", "ned"))) == {0, 2}


# --- announced results -------------------------------------------------------------------------------------------------


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


def test_levels_name_their_sources() -> None:
    """RH-B02, RH-B05, RH-Q24: the line of the levels names the card of each adjustment, or says that it was made by hand."""
    table = place(standing("-|alys|-|-", "-|-|-|-"), "market_day", "luce")
    table.do('adjust "as said" changes=[level(player=Ann, stage=weapons, amount=-2)]')
    before = table.state
    table.do("resolve_battles")
    line = next(GAME.narrate(before, event, 0) for event in table.events if isinstance(event, SkillLevelsDetermined))
    assert "-2 (by hand)" in line
    assert "(Market Day)" in line
