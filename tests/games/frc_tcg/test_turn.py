"""The turn: who acts, how much, and how it ends."""

import pytest

from domain.games.frc_tcg import GAME
from tests.games.frc_tcg.tables import cards, player, robot, side, stack, started, table

A1 = robot("RA1", 30, Ram="BAT")
B1 = robot("RC1", 40, Shove="CIM")


def test_taking_turns() -> None:
    """TCG-T01: only the player whose turn it is acts, and turns go round in seat order."""
    match = table(side("RA1 BAT"), side("RC1"), side("RB1"))
    match.refused("play_robot RC1 player=Ben", "TCG-T01")
    match.do("play_robot RA1", "end_turn").refused("play_robot RA1 player=Ada", "TCG-T01")
    assert match.state.active == 1
    match.do("play_robot RC1", "end_turn", "play_robot RB1", "end_turn")
    assert (match.state.active, match.state.turn) == (0, 10)


def test_out_of_turn_as_played() -> None:
    """TCG-T01: an action out of turn is recorded as played, and uses no allowance of the active player's."""
    match = table(side("RA1"), side("RC1")).as_played("play_robot RC1 player=Ben", "TCG-T01")
    assert (stack(match, 1).top.card, match.state.record.robots) == ("RC1", 0)


@pytest.mark.parametrize(
    "line",
    [
        "play_robot RA1",
        "play_component BAT RA1 Ram",
        "play_item WRENCH targets=[RA1]",
        "play_mentor MHP",
        "play_award SHD",
        "evolve_robot KO RA2 RA1",
    ],
)
def test_cards_before_the_attack(line: str) -> None:
    """TCG-T02: after the attack no card is played and no robot evolved."""
    hand = side("RA1 BAT WRENCH MHP SHD KO RA2", robot("RA1", 30, Ram="BAT", Twin="BAT MEC"))
    match = table(hand, side("", B1)).do("attack RA1 Ram RC1")
    refused = {v.rule for v in GAME.check(match.state, match.command(line))}
    assert "TCG-T02" in refused


def test_no_devolving_after_the_attack() -> None:
    """TCG-T02: after the attack no robot is devolved."""
    grown = robot("RA1 RA2 RA3", 50, kickoffs="- KO KO", Ram="BAT")
    match = table(side("", grown), side("", robot("RB1 RB2", 60, max_hp=60, kickoffs="- KO")))
    match.do("attack RA3 Ram RB2")
    match.refused("devolve_robot RA3 RB2", "TCG-T02")


def test_one_robot() -> None:
    """TCG-T03: a second robot in a turn is refused; as played the count is 2 of 1."""
    match = table(side("RA1 RD1"), side()).do("play_robot RA1").refused("play_robot RD1", "TCG-T03")
    assert match.as_played("play_robot RD1", "TCG-T03").state.record.robots == 2


def test_two_components() -> None:
    """TCG-T04: a third component in a turn is refused, whatever robot it is for."""
    match = table(side("BAT BAT MEC", robot("RA1", 30), robot("RA1", 30)), side())
    match.do("play_component BAT RA1 Ram", "play_component BAT RA1#2 Ram")
    match.refused("play_component MEC RA1 Twin", "TCG-T04")


@pytest.mark.parametrize(("first", "second"), [("mentor MHP", "award SHD"), ("award SHD", "award WALL")])
def test_one_mentor_or_award(first: str, second: str) -> None:
    """TCG-T05: one card a turn out of mentors and awards together."""
    table(side("MHP SHD WALL"), side()).do(f"play_{first}").refused(f"play_{second}", "TCG-T05")


def test_two_mentors_in_a_turn() -> None:
    """TCG-T05, A09: a second mentor breaks the allowance and the place in play."""
    match = table(side("MHP MDMG"), side()).do("play_mentor MHP")
    match.refused("play_mentor MDMG", "TCG-A09", "TCG-T05")


def test_any_number_of_items() -> None:
    """TCG-T06: three items in a turn are fine."""
    match = table(side("WRENCH WRENCH LEG", robot("RA1", 10, max_hp=50)), side())
    match.do(*["play_item WRENCH targets=[RA1]"] * 2, "play_item LEG targets=[RA1]")
    assert (stack(match).hp, match.state.record.items) == (40, 3)


def test_kickoff_uses_the_robot_play() -> None:
    """TCG-T07, T03: an evolution is the robot of the turn, and a robot played leaves none for an evolution."""
    match = table(side("KO RA2 RD1", A1), side())
    match.do("evolve_robot KO RA2 RA1").refused("play_robot RD1", "TCG-T03")
    assert match.state.record.robots == 1
    other = table(side("KO RA2 RD1", A1), side()).do("play_robot RD1")
    other.refused("evolve_robot KO RA2 RA1", "TCG-T03")


def test_no_attack_in_the_first_turn() -> None:
    """TCG-T08: nobody attacks in their own first turn, the second player neither; in the next they may."""
    match = started("RA1 BAT", "RC1 CIM").do("play_robot RA1", "play_component BAT RA1 Ram")
    match.refused("attack RA1 Ram", "TCG-C06", "TCG-T08").do("end_turn")
    match.do("play_robot RC1", "play_component CIM RC1 Shove").refused("attack RC1 Shove RA1", "TCG-T08")
    match.do("end_turn", "attack RA1 Ram RC1")


def test_no_passing() -> None:
    """TCG-T09: a turn without a move is not ended; a card, a retreat, coffee or a swap is a move."""
    match = table(side("RA1 RD1"), side()).refused("end_turn", "TCG-T09")
    assert match.as_played("end_turn", "TCG-T09").state.active == 1
    table(side("RD1", A1), side()).do("retreat_robot RA1", "end_turn")
    table(side("RA1", mentor="MHP"), side(mentor="MDMG")).do("go_out_for_coffee Ben", "end_turn")


def test_no_move_possible() -> None:
    """TCG-T10: with one component that fits nowhere the player states it, and may end the turn."""
    match = table(side("BAT"), side()).do("declare_no_move", "end_turn")
    assert match.state.active == 1
    table(side(), side()).do("declare_no_move", "end_turn")


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (side("BAT BAT"), side()),
        (side("RA1"), side()),
        (side("WRENCH"), side()),
        (side("SHD"), side()),
        (side("BAT", robot("RA1", 30)), side()),
        (side("", A1), side()),
        (side("", mentor="MHP"), side(mentor="MDMG")),
    ],
    ids=["swap", "robot", "item", "award", "component", "retreat", "coffee"],
)
def test_a_move_is_possible(mine: object, theirs: object) -> None:
    """TCG-T10: the statement is refused while a swap, a play, a retreat or coffee is possible."""
    table(mine, theirs).refused("declare_no_move", "TCG-T10")  # type: ignore[arg-type]


def test_no_move_after_a_move() -> None:
    """TCG-T10: the statement is refused after a move; one unknown card is believed."""
    table(side("RA1"), side()).do("play_robot RA1").refused("declare_no_move", "TCG-T10")
    table(side("??"), side()).do("declare_no_move")


def test_refill() -> None:
    """TCG-T11: the hand is drawn up to seven; another number is refused, and as played it is what it was."""
    match = table(side("RA1 BAT BAT"), side()).do("play_robot RA1")
    match.refused("end_turn drawn=[CIM, CIM]", "TCG-T11").refused("end_turn drawn=[]", "TCG-T11")
    match.do("end_turn drawn=[CIM, ??, MEC, ??, ??]")
    assert cards(player(match).pit) == "BAT BAT CIM ?? MEC ?? ??"
    late = table(side("RA1 BAT BAT"), side()).do("play_robot RA1").as_played("end_turn drawn=[CIM]", "TCG-T11")
    assert len(player(late).pit) == 3


def test_refill_from_a_short_deck() -> None:
    """TCG-T11, E02: what is left is drawn, then nothing; an empty deck loses nothing and the match goes on."""
    match = table(side("RA1 RD1", shop=" ".join(["CIM"] * 46)), side())
    assert len(player(match).deck) == 2
    match.do("play_robot RA1", "end_turn")
    assert (len(player(match).pit), len(player(match).deck)) == (3, 0)
    assert match.state.running


def test_hand_of_seven_is_the_limit() -> None:
    """TCG-T12: with a hard cap a card beyond seven is refused, counted or named; as played the hand has eight."""
    match = table(side("WIRE WIRE BAT BAT BAT BAT BAT"), side())
    match.refused("play_item WIRE changes=[draw(cards=[CIM, CIM])]", "TCG-T12")
    match.refused("play_item WIRE changes=[draw(count=2)]", "TCG-T12")
    match.as_played("play_item WIRE changes=[draw(count=2)]", "TCG-T12")
    assert len(player(match).pit) == 8


def test_trimming_at_the_end_of_the_turn() -> None:
    """TCG-T12: with trim_at_turn_end the hand may pass seven, and the excess goes to the shop at the end of the turn."""
    match = table(side("WIRE MEC BAT BAT BAT BAT BAT"), side(), hand_cap="trim_at_turn_end")
    match.do("play_item WIRE changes=[draw(cards=[CIM, CIM])]")
    assert len(player(match).pit) == 8
    match.refused("end_turn", "TCG-T12").do("end_turn trimmed=[MEC]")
    assert (len(player(match).pit), cards(player(match).shop)) == (7, "WIRE MEC")


def test_a_swap_ends_the_turn() -> None:
    """TCG-T13: after a swap the hand is refilled and the next player begins."""
    match = table(side("RA1 BAT MEC"), side()).do("swap_cards [RA1, BAT]")
    assert (match.state.active, len(player(match).pit)) == (1, 7)
    match.refused("play_component MEC RA1 Twin player=Ada", "TCG-A04", "TCG-T01")


def test_order_of_the_end_of_a_turn() -> None:
    """TCG-T14: effects end, the hand is refilled, the next turn starts with fresh allowances."""
    match = table(side("RA1 SHD"), side(awards="WALL"), active=0).do("play_robot RA1", "play_award SHD", "end_turn")
    tags = [type(event).__name__ for event in match.events]
    assert tags == ["TurnEnded", "EnhancementEnded", "HandRefilled", "TurnStarted"]
    assert match.state.record.robots == 0


def test_swap() -> None:
    """TCG-A24: exactly two cards under the deck, in the order given, then two off the top."""
    match = table(side("RA1 BAT MEC"), side())
    match.refused("swap_cards [RA1]", "TCG-A24").refused("swap_cards [RA1, BAT, MEC]", "TCG-A24")
    match.do("swap_cards [RA1, BAT] drawn=[CIM, CIM] refill=[??, ??, ??, ??]")
    assert cards(player(match).deck[-2:]) == "RA1 BAT"
    assert cards(player(match).pit) == "MEC CIM CIM ?? ?? ?? ??"
    table(side("RA1"), side()).impossible("swap_cards [RA1, BAT]", "TCG-A24")


@pytest.mark.parametrize(("deck", "back"), [(0, "RA1 BAT"), (1, "?? RA1")])
def test_swap_with_a_short_deck(deck: int, back: str) -> None:
    """TCG-A24: put down first, then draw: with an empty deck the same two come back, with one card that and the first."""
    shop = " ".join(["CIM"] * (48 - deck))
    match = table(side("RA1 BAT", shop=shop), side()).do("swap_cards [RA1, BAT]")
    assert cards(player(match).pit[:2]) == back


def test_no_swap_after_a_card_or_an_attack() -> None:
    """TCG-A25: a card play or an attack bars the swap; a retreat does not."""
    match = table(side("RA1 BAT MEC CIM", A1), side("", B1))
    table(side("RA1 BAT MEC"), side()).do("play_robot RA1").refused("swap_cards [BAT, MEC]", "TCG-A25")
    match.do("attack RA1 Ram RC1").refused("swap_cards [BAT, MEC]", "TCG-A25")
    table(side("BAT MEC", A1), side()).do("retreat_robot RA1", "swap_cards [BAT, MEC]")


def test_swaps_without_end() -> None:
    """TCG-A26: swaps are made in every turn, the first included."""
    match = started("RA1 BAT", "RC1 CIM").do("swap_cards [RA1, BAT]", "swap_cards [RC1, CIM]", "swap_cards [??, ??]")
    assert match.state.turn == 4


def test_unknown_cards_in_a_swap() -> None:
    """TCG-D07, A24: face-down cards are taken to be unknown ones; with too few unknown, one must be named."""
    match = table(side("RA1 ?? ??"), side()).do("swap_cards [??, ??]")
    assert "RA1" in cards(player(match).pit)
    table(side("RA1 BAT ??"), side()).impossible("swap_cards [??, ??]", "TCG-A01")


def test_a_known_card_under_the_deck_is_known_when_drawn() -> None:
    """TCG-A24: a card swapped away stays known under the deck, until a shuffle."""
    match = table(side("RA1 BAT", shop=" ".join(["CIM"] * 46)), side()).do("swap_cards [RA1, BAT]")
    assert cards(player(match).pit) == "?? ?? RA1 BAT"
    shuffled = table(side("RA1 BAT WIRE"), side("RC1 RC1")).do("swap_cards [RA1, BAT]", "swap_cards [RC1, RC1]")
    shuffled.do("play_item WIRE changes=[shuffle()]")
    assert set(cards(player(shuffled).deck).split()) == {"??"}


def test_ability_beside_the_attack_is_a_move() -> None:
    """TCG-T10, C07: by option an ability without damage is a move in the first turn too."""
    healer = robot("RB1", 20, Patch="JOY")
    full = " ".join(["JOY"] * 7)
    match = table(side("", healer, turns=1), side(full), ability_counts_as_attack="no")
    match.refused("declare_no_move", "TCG-T10").do("attack RB1 Patch")


def test_surplus_play_is_a_move() -> None:
    """TCG-T10, A05: with surplus components allowed, any component on a robot is a move."""
    table(side("SRV", robot("RA1", 30)), side(), surplus_components="allowed").refused("declare_no_move", "TCG-T10")
