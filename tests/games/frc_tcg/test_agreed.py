"""What hard use asked for beyond changes by hand: concession, prize picks, settlement, targets nobody named, allowances."""

import pytest

from domain.game import tag_of
from domain.games.frc_tcg import GAME
from domain.games.frc_tcg.events.changes import NoteTaken
from tests.games.frc_tcg.tables import Table, cards, player, robot, side, stack, table
from tests.games.frc_tcg.test_ending import A1, BOOM, WEAK, result, teams

B1 = robot("RC1", 40, Shove="CIM")
SWEEPER = robot("RS2", 40, Sweep="CIM")


def notes(match: Table) -> list[str]:
    """What the last events note."""
    return [event.text for event in match.events if isinstance(event, NoteTaken)]


# --- concession ----------------------------------------------------------------------------------------------------------


def test_the_last_wins_by_concession() -> None:
    """TCG-E05: all others having conceded, the last of three wins by concession, and no prize card was captured for it."""
    match = table(side("", A1), side(), side()).do("concede Ben", "concede Cleo")
    assert (result(match).winners, result(match).reason, result(match).rule) == ((0,), "concession", "TCG-E05")
    assert "concession" in GAME.board(match.state, "spectator").result


def test_a_team_wins_by_concession() -> None:
    """TCG-E05, V04: when both partners of the other team gave up, the team wins by concession."""
    match = teams(side("", A1), side(), side(), side()).do("concede Ben", "concede Dov")
    assert (result(match).winners, result(match).reason) == ((0, 2), "concession")


def test_what_ended_it_counts() -> None:
    """TCG-V06, E05: one who conceded before does not make it a concession when the last prize card ends the match."""
    match = table(side("", A1), side("", WEAK, prizes=1), side()).do("concede Cleo", "attack RA1 Ram RB1")
    assert (result(match).winners, result(match).reason, result(match).rule) == ((0,), "prize_cards", "TCG-V06")
    swept = table(side("", A1), side("", WEAK, prizes=1), side(), multiplayer_win="first_sweep").do("concede Cleo")
    assert GAME.outcome(swept.state) is None


# --- prize picks ---------------------------------------------------------------------------------------------------------


def test_picks_are_checked_against_each_other() -> None:
    """TCG-X04: two picks of one attack take two places; the same place twice is impossible."""
    match = table(side("", SWEEPER), side("", WEAK, WEAK))
    line = "attack RS2 Sweep [RB1, RB1#2] prize_picks=[(place=2), (place={})]"
    match.impossible(line.format(2), "TCG-X04").do(line.format(4))
    assert [prize is None for prize in player(match, 1).prize_cards] == [False, True, False, True]


def test_identities_picked_count_together() -> None:
    """TCG-D07: two picks that show a card of which the list has one left are refused."""
    match = table(side("", SWEEPER), side("", WEAK, WEAK, mentor="MHP", shop="MHP"))
    line = "attack RS2 Sweep [RB1, RB1#2] prize_picks=[(place=1, card=MHP), (place=2, card={})]"
    match.refused(line.format("MHP"), "TCG-D07").do(line.format("??"))


@pytest.mark.parametrize(
    "picks", ["(place=1), (place=2)", "(place=1, player=Cleo)", "(place=1), (place=1, player=Cleo)"]
)
def test_picks_are_checked_against_what_fell(picks: str) -> None:
    """TCG-X02: a pick for which nobody's robot fell is impossible, recorded as played too: nothing of it is dropped."""
    match = table(side("", A1), side("", WEAK), side())
    match.impossible(f"attack RA1 Ram RB1 prize_picks=[{picks}]", "TCG-X02")


def test_a_pick_by_owner() -> None:
    """TCG-X02, X04: where robots of several owners fall, each pick says whose prize card it takes."""
    match = table(side("", SWEEPER), side("", WEAK), side("", robot("RD1", 10)))
    match.do("attack RS2 Sweep [RB1, RD1] prize_picks=[(place=3, player=Cleo), (place=2, player=Ben)]")
    assert [p.prize_cards.index(None) + 1 for p in match.state.players[1:]] == [2, 3]


# --- settlement ----------------------------------------------------------------------------------------------------------


def test_the_settlement_that_was_agreed() -> None:
    """TCG-E04: what was agreed before the start about captured cards is done at the end, and nobody has to settle."""
    match = table(side("", BOOM, prizes=2), side("", WEAK, prizes=1), prize_settlement="kept_by_winner")
    match.do("attack RD1 Overdrive RB1")
    assert (match.state.settlement, tag_of(match.events[-1])) == ("kept_by_winner", "prize_cards_settled")
    assert GAME.board(match.state, "judge").prompts == ()
    match.refused("settle_prize_cards returned", "TCG-E04")


@pytest.mark.parametrize("ending", ["concede Ben", "agree_draw [Ada, Ben]"])
def test_settled_however_it_ends(ending: str) -> None:
    """TCG-E04: the agreed settlement follows a concession and a draw too; where none was agreed, the players still say."""
    assert table(side(), side(), prize_settlement="kept_by_winner").do(ending).state.settlement == "kept_by_winner"
    assert table(side(), side()).do(ending, "settle_prize_cards kept_by_winner").state.settlement == "kept_by_winner"


# --- targets that nobody named -------------------------------------------------------------------------------------------


def test_the_only_robot_to_attack() -> None:
    """TCG-C03: an attack without a target takes the one opposing robot; of several, the refusal lists them."""
    match = table(side("", A1), side("", B1)).do("attack RA1 Ram")
    assert stack(match, 1).hp == 20
    several = table(side("", A1), side("", B1, WEAK)).refused("attack RA1 Ram", "TCG-C03")
    (violation,) = GAME.check(several.state, several.command("attack RA1 Ram"))
    assert violation.text.endswith(": RC1, RB1")
    noted = table(side("", A1), side("", B1)).do("attack RA1 Ram noted_damage=[30] note=edges")
    assert stack(noted, 1).hp == 10


def test_the_only_robot_a_text_can_mean() -> None:
    """TCG-A28: a text that needs a target takes the only possible one where none was named."""
    match = table(side("WRENCH ZAP", robot("RA1", 10)), side("", B1)).do("play_item WRENCH", "play_item ZAP")
    assert (stack(match).hp, stack(match, 1).hp < 40, notes(match)) == (20, True, [])


def test_nobody_was_named() -> None:
    """TCG-A28: with several possible targets and none named the play is recorded, and a note says that nobody was named."""
    match = table(side("WRENCH", robot("RA1", 10), robot("RD1", 10, max_hp=30)), side()).do("play_item WRENCH")
    assert notes(match) == ["Wrench: nobody was named"]
    named = table(side("WRENCH", robot("RA1", 10), robot("RD1", 10)), side()).do("play_item WRENCH targets=[RA1]")
    assert (stack(named).hp, notes(named)) == (20, [])
    none = table(side("WRENCH"), side()).do("play_item WRENCH")
    assert notes(none) == []


def test_an_ability_that_heals_nobody_named() -> None:
    """TCG-C03, A28: an ability's effect takes the only robot it can mean; of several it notes that nobody was named."""
    patch = robot("RB1", 10, Patch="JOY")
    match = table(side("", patch, robot("RA1", 10)), side()).do("attack RB1 Patch")
    assert notes(match) == ["Patch: nobody was named"]
    alone = table(side("", patch), side()).do("attack RB1 Patch")
    assert (stack(alone).hp > 10, notes(alone)) == (True, [])


def test_the_only_card_of_the_shop() -> None:
    """TCG-A11, A28: a card that brings one back takes the only card of the shop; of several it notes that none was named."""
    match = table(side("SALV", shop="BAT BAT"), side()).do("play_item SALV")
    assert (cards(player(match).pit), cards(player(match).shop)) == ("BAT", "BAT SALV")
    several = table(side("SALV", shop="BAT CIM"), side()).do("play_item SALV")
    assert (len(player(several).pit), len(notes(several))) == (0, 1)


def test_a_shop_card_named_twice() -> None:
    """TCG-A11: a card that brings two back brings two different ones, and says so where the hand has no room for one."""
    twice = "define_card record=item(card_id=TWO, name=Two, effects=[return_from_shop(amount=2)])"
    line = "play_item TWO targets=[CIM, {}]"
    match = table(side("??", shop="CIM BAT"), side()).do(twice)
    match.impossible(line.format("CIM"), "TCG-A11").do(line.format("BAT"))
    assert cards(player(match).pit) == "CIM BAT"
    full = table(side("?? BAT BAT BAT BAT BAT BAT", shop="CIM CIM"), side()).do(twice, line.format("CIM"))
    assert (len(player(full).pit), notes(full)) == (7, ["Two: the hand is full, CIM stays in the shop"])


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


# --- positions and draws at the end of a turn ----------------------------------------------------------------------------


def test_a_position_without_prize_cards() -> None:
    """TCG-E01: a declared position in which one side's prize cards are all captured is the end of the match."""
    match = table(side(), side())
    mine = "(deck=49, pit=[], captured=[RC1], prize_cards=[??, ??, ??, ??], shop=[RD1])"
    line = f"declare_position 9 Ada [{mine}, (deck=53, pit=[], prize_cards=[-])]"
    assert result(match.do(line)).winners == (0,)


def test_trimmed_and_drawn_count_together() -> None:
    """TCG-D07: an identity that a trimmed card takes is gone for the card that is drawn after it."""
    hand = "?? BAT BAT BAT BAT BAT BAT"
    match = table(side(f"{hand} BAT", mentor="MHP", shop="MHP"), side(), hand_cap="trim_at_turn_end")
    match.as_played("end_turn drawn=[MHP]", "TCG-T09", "TCG-T11", "TCG-T12")
    again = table(side(f"{hand} BAT", mentor="MHP", shop="MHP"), side(), hand_cap="trim_at_turn_end")
    again.as_played("end_turn trimmed=[MHP] drawn=[MHP]", "TCG-D07", "TCG-T09", "TCG-T11")
