"""Rulings beyond changes by hand: concession, prize picks, settlement, open targets, allowances."""

import pytest

from domain.game import tag_of
from domain.games.frc_tcg import GAME
from domain.games.frc_tcg.events.changes import NoteTaken
from tests.games.frc_tcg.tables import Table, cards, player, robot, side, stack, table
from tests.games.frc_tcg.test_ending import A1, BOOM, WEAK, result, teams
from tests.scenario import cases, given, impossible, refused, then

B1 = robot("RC1", 40, Shove="CIM")
SWEEPER = robot("RS2", 40, Sweep="CIM")


def notes(match: Table) -> list[str]:
    """The notes of the last events."""
    return [event.text for event in match.events if isinstance(event, NoteTaken)]


test_rules = cases(
    ("TCG-E05: all others having conceded, the last of three wins by concession, and no prize card was captured for it",
     given(table, side("", A1), side(), side()), "concede Ben", "concede Cleo",
     then(lambda t: (result(t).winners, result(t).reason, result(t).rule), ((0,), "concession", "TCG-E05")),
     then(lambda t: "concession" in GAME.board(t.state, "spectator").result, True)),
    ("TCG-E05, V04: when both partners of the other team gave up, the team wins by concession",
     given(teams, side("", A1), side(), side(), side()), "concede Ben", "concede Dov",
     then(lambda t: (result(t).winners, result(t).reason), ((0, 2), "concession"))),
    ("TCG-V06, E05: one who conceded before does not make it a concession when the last prize card ends the match",
     given(table, side("", A1), side("", WEAK, prizes=1), side()), "concede Cleo", "attack RA1 Ram RB1",
     then(lambda t: (result(t).winners, result(t).reason, result(t).rule), ((0,), "prize_cards", "TCG-V06")),
     given(table, side("", A1), side("", WEAK, prizes=1), side(), multiplayer_win="first_sweep"), "concede Cleo",
     then(lambda t: GAME.outcome(t.state), None)),
    ("TCG-X04: two picks of one attack take two places; the same place twice is impossible",
     given(table, side("", SWEEPER), side("", WEAK, WEAK)),
     impossible("attack RS2 Sweep [RB1, RB1#2] prize_picks=[(place=2), (place=2)]", "TCG-X04"),
     "attack RS2 Sweep [RB1, RB1#2] prize_picks=[(place=2), (place=4)]",
     then(lambda t: [prize is None for prize in player(t, 1).prize_cards], [False, True, False, True])),
    ("TCG-D07: two picks that show a card of which the list has one left are refused",
     given(table, side("", SWEEPER), side("", WEAK, WEAK, mentor="MHP", shop="MHP")),
     refused("attack RS2 Sweep [RB1, RB1#2] prize_picks=[(place=1, card=MHP), (place=2, card=MHP)]", "TCG-D07"),
     "attack RS2 Sweep [RB1, RB1#2] prize_picks=[(place=1, card=MHP), (place=2, card=??)]"),
    ("TCG-X02, X04: where robots of several owners fall, each pick says whose prize card it takes",
     given(table, side("", SWEEPER), side("", WEAK), side("", robot("RD1", 10))),
     "attack RS2 Sweep [RB1, RD1] prize_picks=[(place=3, player=Cleo), (place=2, player=Ben)]",
     then(lambda t: [p.prize_cards.index(None) + 1 for p in t.state.players[1:]], [2, 3])),
    ("TCG-E04: what was agreed before the start about captured cards is done at the end, and nobody has to settle",
     given(table, side("", BOOM, prizes=2), side("", WEAK, prizes=1), prize_settlement="kept_by_winner"),
     "attack RD1 Overdrive RB1",
     then(lambda t: (t.state.settlement, tag_of(t.events[-1])), ("kept_by_winner", "prize_cards_settled")),
     then(lambda t: GAME.board(t.state, "judge").prompts, ()), refused("settle_prize_cards returned", "TCG-E04")),
    ("TCG-A28: a text that needs a target takes the only possible one where none was named",
     given(table, side("WRENCH ZAP", robot("RA1", 10)), side("", B1)), "play_item WRENCH", "play_item ZAP",
     then(lambda t: (stack(t).hp, stack(t, 1).hp < 40, notes(t)), (20, True, []))),
    ("TCG-A28: with several possible targets and none named the play is recorded, and a note says that nobody was named",
     given(table, side("WRENCH", robot("RA1", 10), robot("RD1", 10, max_hp=30)), side()), "play_item WRENCH",
     then(notes, ["Wrench: name a player"]),
     given(table, side("WRENCH", robot("RA1", 10), robot("RD1", 10)), side()), "play_item WRENCH targets=[RA1]",
     then(lambda t: (stack(t).hp, notes(t)), (20, [])), given(table, side("WRENCH"), side()), "play_item WRENCH",
     then(notes, [])),
    ("TCG-C03, A28: an ability's effect takes the only robot it can mean; of several it notes that nobody was named",
     given(table, side("", robot("RB1", 10, Patch="JOY"), robot("RA1", 10)), side()), "attack RB1 Patch",
     then(notes, ["Patch: name a player"]), given(table, side("", robot("RB1", 10, Patch="JOY")), side()),
     "attack RB1 Patch",
     then(lambda t: (stack(t).hp > 10, notes(t)), (True, []))),
    ("TCG-A11, A28: a card that brings one back takes the only card of the shop; of several it notes that none was named",
     given(table, side("SALV", shop="BAT BAT"), side()), "play_item SALV",
     then(lambda t: (cards(player(t).pit), cards(player(t).shop)), ("BAT", "BAT SALV")),
     given(table, side("SALV", shop="BAT CIM"), side()), "play_item SALV",
     then(lambda t: (len(player(t).pit), len(notes(t))), (0, 1))),
    ("TCG-A11: a card that brings two back brings two different ones, and says so where the hand has no room for one",
     given(table, side("??", shop="CIM BAT"), side()),
     "define_card record=item(card_id=TWO, name=Two, effects=[return_from_shop(amount=2)])",
     impossible("play_item TWO targets=[CIM, CIM]", "TCG-A11"), "play_item TWO targets=[CIM, BAT]",
     then(lambda t: cards(player(t).pit), "CIM BAT"),
     given(table, side("?? BAT BAT BAT BAT BAT BAT", shop="CIM CIM"), side()),
     "define_card record=item(card_id=TWO, name=Two, effects=[return_from_shop(amount=2)])",
     "play_item TWO targets=[CIM, CIM]",
     then(lambda t: (len(player(t).pit), notes(t)), (7, ["Two: the hand is full, CIM stays in the shop"]))),
    ("TCG-E01: a declared position in which one side's prize cards are all captured is the end of the match",
     given(table, side(), side()),
     "declare_position 9 Ada [(deck=49, pit=[], captured=[RC1], prize_cards=[??, ??, ??, ??], shop=[RD1]), (deck=53, "
     "pit=[], prize_cards=[-])]",
     then(lambda t: result(t).winners, (0,))),
)  # fmt: skip


@pytest.mark.parametrize(
    "picks", ["(place=1), (place=2)", "(place=1, player=Cleo)", "(place=1), (place=1, player=Cleo)"]
)
def test_picks_are_checked_against_what_fell(picks: str) -> None:
    """TCG-X02: given a pick without a defeated robot, then it is impossible, also as played: it would have no effect."""
    match = table(side("", A1), side("", WEAK), side())
    match.impossible(f"attack RA1 Ram RB1 prize_picks=[{picks}]", "TCG-X02")


@pytest.mark.parametrize("ending", ["concede Ben", "agree_draw [Ada, Ben]"])
def test_settled_however_it_ends(ending: str) -> None:
    """TCG-E04: given an agreed settlement, then it follows a concession and a draw too; otherwise the players decide."""
    assert table(side(), side(), prize_settlement="kept_by_winner").do(ending).state.settlement == "kept_by_winner"
    assert table(side(), side()).do(ending, "settle_prize_cards kept_by_winner").state.settlement == "kept_by_winner"


# --- targets without a name ---------------------------------------------------------------------------------------------
def test_the_only_robot_to_attack() -> None:
    """TCG-C03: an attack without a target takes the one opposing robot; of several, the refusal lists them."""
    match = table(side("", A1), side("", B1)).do("attack RA1 Ram")
    assert stack(match, 1).hp == 20
    several = table(side("", A1), side("", B1, WEAK)).refused("attack RA1 Ram", "TCG-C03")
    (violation,) = GAME.check(several.state, several.command("attack RA1 Ram"))
    assert violation.text.endswith(": RC1, RB1")
    noted = table(side("", A1), side("", B1)).do("attack RA1 Ram noted_damage=[30] note=edges")
    assert stack(noted, 1).hp == 10


# --- allowances ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "least", "rule"),
    [
        ("robots", -1, "TCG-T03"),
        ("components", -2, "TCG-T04"),
        ("enhancements", -1, "TCG-T05"),
        ("attacks", -1, "TCG-C01"),
    ],
)
def test_allowances_stop_at_zero(kind: str, least: int, rule: str) -> None:
    """TCG-T03, T04, T05, C01: an allowance goes down to zero and no further, in one change or in several."""
    match = table(side(awards="STAY"), side())
    line = "resolve_card_effect STAY [allowance(of={}, by={})]"
    match.impossible(line.format(kind, least - 1), rule).do(line.format(kind, least))
    match.impossible(line.format(kind, -1), rule)
    match.do(line.format(kind, 1))


def test_trimmed_and_drawn_count_together() -> None:
    """TCG-D07: an identity that a trimmed card takes is gone for the card that is drawn after it."""
    hand = "?? BAT BAT BAT BAT BAT BAT"
    match = table(side(f"{hand} BAT", mentor="MHP", shop="MHP"), side(), hand_cap="trim_at_turn_end")
    match.as_played("end_turn drawn=[MHP]", "TCG-T09", "TCG-T11", "TCG-T12")
    again = table(side(f"{hand} BAT", mentor="MHP", shop="MHP"), side(), hand_cap="trim_at_turn_end")
    again.as_played("end_turn trimmed=[MHP] drawn=[MHP]", "TCG-D07", "TCG-T09", "TCG-T11")
