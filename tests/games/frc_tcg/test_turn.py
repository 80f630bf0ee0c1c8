"""The turn: who acts, how much, and how it ends."""

import pytest

from domain.games.frc_tcg import GAME
from tests.games.frc_tcg.tables import cards, player, robot, side, stack, started, table
from tests.scenario import as_played, cases, given, impossible, refused, then

A1 = robot("RA1", 30, Ram="BAT")
B1 = robot("RC1", 40, Shove="CIM")


test_rules = cases(
    ("TCG-T01: only the player whose turn it is acts, and turns go round in seat order",
     given(table, side("RA1 BAT"), side("RC1"), side("RB1")), refused("play_robot RC1 player=Ben", "TCG-T01"),
     "play_robot RA1", "end_turn", refused("play_robot RA1 player=Ada", "TCG-T01"),
     then(lambda t: t.state.active, 1), "play_robot RC1", "end_turn", "play_robot RB1", "end_turn",
     then(lambda t: (t.state.active, t.state.turn), (0, 10))),
    ("TCG-T01: an action out of turn is recorded as played, and uses no allowance of the active player's",
     given(table, side("RA1"), side("RC1")), as_played("play_robot RC1 player=Ben", "TCG-T01"),
     then(lambda t: (stack(t, 1).top.card, t.state.record.robots), ("RC1", 0))),
    ("TCG-T02: after the attack no robot is devolved",
     given(table, side("", robot("RA1 RA2 RA3", 50, kickoffs="- KO KO", Ram="BAT")),
         side("", robot("RB1 RB2", 60, max_hp=60, kickoffs="- KO"))),
     "attack RA3 Ram RB2", refused("devolve_robot RA3 RB2", "TCG-T02")),
    ("TCG-T03: a second robot in a turn is refused; as played the count is 2 of 1",
     given(table, side("RA1 RD1"), side()), "play_robot RA1", refused("play_robot RD1", "TCG-T03"),
     as_played("play_robot RD1", "TCG-T03"),
     then(lambda t: t.state.record.robots, 2)),
    ("TCG-T04: a third component in a turn is refused, whatever robot it is for",
     given(table, side("BAT BAT MEC", robot("RA1", 30), robot("RA1", 30)), side()), "play_component BAT RA1 Ram",
     "play_component BAT RA1#2 Ram", refused("play_component MEC RA1 Twin", "TCG-T04")),
    ("TCG-T05, A09: a second mentor breaks the allowance and the place in play",
     given(table, side("MHP MDMG"), side()), "play_mentor MHP", refused("play_mentor MDMG", "TCG-A09", "TCG-T05")),
    ("TCG-T06: three items in a turn are fine",
     given(table, side("WRENCH WRENCH LEG", robot("RA1", 10, max_hp=50)), side()),
     *["play_item WRENCH targets=[RA1]"] * 2, "play_item LEG targets=[RA1]",
     then(lambda t: (stack(t).hp, t.state.record.items), (40, 3))),
    ("TCG-T07, T03: an evolution is the robot of the turn, and a robot played leaves none for an evolution",
     given(table, side("KO RA2 RD1", A1), side()), "evolve_robot KO RA2 RA1", refused("play_robot RD1", "TCG-T03"),
     then(lambda t: t.state.record.robots, 1), given(table, side("KO RA2 RD1", A1), side()), "play_robot RD1",
     refused("evolve_robot KO RA2 RA1", "TCG-T03")),
    ("TCG-T08: nobody attacks in their own first turn, the second player neither; in the next they may",
     given(started, "RA1 BAT", "RC1 CIM"), "play_robot RA1", "play_component BAT RA1 Ram",
     refused("attack RA1 Ram", "TCG-C06", "TCG-T08"), "end_turn", "play_robot RC1", "play_component CIM RC1 Shove",
     refused("attack RC1 Shove RA1", "TCG-T08"), "end_turn", "attack RA1 Ram RC1"),
    ("TCG-T09: a turn without a move is not ended; a card, a retreat, coffee or a swap is a move",
     given(table, side("RA1 RD1"), side()), refused("end_turn", "TCG-T09"), as_played("end_turn", "TCG-T09"),
     then(lambda t: t.state.active, 1), given(table, side("RD1", A1), side()), "retreat_robot RA1", "end_turn",
     given(table, side("RA1", mentor="MHP"), side(mentor="MDMG")), "go_out_for_coffee Ben", "end_turn"),
    ("TCG-T10: with one component that fits nowhere the player states it, and may end the turn",
     given(table, side("BAT"), side()), "declare_no_move", "end_turn",
     then(lambda t: t.state.active, 1), given(table, side(), side()), "declare_no_move", "end_turn"),
    ("TCG-T10: the statement is refused after a move; one unknown card is believed",
     given(table, side("RA1"), side()), "play_robot RA1", refused("declare_no_move", "TCG-T10"),
     given(table, side("??"), side()), "declare_no_move"),
    ("TCG-T11: the hand is drawn up to seven; another number is refused, and as played it is what it was",
     given(table, side("RA1 BAT BAT"), side()), "play_robot RA1", refused("end_turn drawn=[CIM, CIM]", "TCG-T11"),
     refused("end_turn drawn=[]", "TCG-T11"), "end_turn drawn=[CIM, ??, MEC, ??, ??]",
     then(lambda t: cards(player(t).pit), "BAT BAT CIM ?? MEC ?? ??"), given(table, side("RA1 BAT BAT"), side()),
     "play_robot RA1", as_played("end_turn drawn=[CIM]", "TCG-T11"),
     then(lambda t: len(player(t).pit), 3)),
    ("TCG-T12: with a hard cap a card beyond seven is refused, counted or named; as played the hand has eight",
     given(table, side("WIRE WIRE BAT BAT BAT BAT BAT"), side()),
     refused("play_item WIRE changes=[draw(cards=[CIM, CIM])]", "TCG-T12"),
     refused("play_item WIRE changes=[draw(count=2)]", "TCG-T12"),
     as_played("play_item WIRE changes=[draw(count=2)]", "TCG-T12"),
     then(lambda t: len(player(t).pit), 8)),
    ("TCG-T12: with trim_at_turn_end the hand may pass seven, and the excess goes to the shop at the end of the turn",
     given(table, side("WIRE MEC BAT BAT BAT BAT BAT"), side(), hand_cap="trim_at_turn_end"),
     "play_item WIRE changes=[draw(cards=[CIM, CIM])]",
     then(lambda t: len(player(t).pit), 8), refused("end_turn", "TCG-T12"), "end_turn trimmed=[MEC]",
     then(lambda t: (len(player(t).pit), cards(player(t).shop)), (7, "WIRE MEC"))),
    ("TCG-T13: after a swap the hand is refilled and the next player begins",
     given(table, side("RA1 BAT MEC"), side()), "swap_cards [RA1, BAT]",
     then(lambda t: (t.state.active, len(player(t).pit)), (1, 7)),
     refused("play_component MEC RA1 Twin player=Ada", "TCG-A04", "TCG-T01")),
    ("TCG-A24: exactly two cards under the deck, in the order given, then two off the top",
     given(table, side("RA1 BAT MEC"), side()), refused("swap_cards [RA1]", "TCG-A24"),
     refused("swap_cards [RA1, BAT, MEC]", "TCG-A24"), "swap_cards [RA1, BAT] drawn=[CIM, CIM] refill=[??, ??, ??, ??]",
     then(lambda t: cards(player(t).deck[-2:]), "RA1 BAT"),
     then(lambda t: cards(player(t).pit), "MEC CIM CIM ?? ?? ?? ??"), given(table, side("RA1"), side()),
     impossible("swap_cards [RA1, BAT]", "TCG-A24")),
    ("TCG-A26: swaps are made in every turn, the first included",
     given(started, "RA1 BAT", "RC1 CIM"), "swap_cards [RA1, BAT]", "swap_cards [RC1, CIM]", "swap_cards [??, ??]",
     then(lambda t: t.state.turn, 4)),
    ("TCG-D07, A24: face-down cards are taken to be unknown ones; with too few unknown, one must be named",
     given(table, side("RA1 ?? ??"), side()), "swap_cards [??, ??]",
     then(lambda t: "RA1" in cards(player(t).pit), True), given(table, side("RA1 BAT ??"), side()),
     impossible("swap_cards [??, ??]", "TCG-A01")),
    ("TCG-A24: a card swapped away stays known under the deck, until a shuffle",
     given(lambda: table(side("RA1 BAT", shop=" ".join(["CIM"] * 46)), side())), "swap_cards [RA1, BAT]",
     then(lambda t: cards(player(t).pit), "?? ?? RA1 BAT"), given(table, side("RA1 BAT WIRE"), side("RC1 RC1")),
     "swap_cards [RA1, BAT]", "swap_cards [RC1, RC1]", "play_item WIRE changes=[shuffle()]",
     then(lambda t: set(cards(player(t).deck).split()), {"??"})),
    ("TCG-T10, C07: by option an ability without damage is a move in the first turn too",
     given(lambda: table(side("", robot("RB1", 20, Patch="JOY"), turns=1), side(" ".join(["JOY"] * 7)),
             ability_counts_as_attack="no")),
     refused("declare_no_move", "TCG-T10"), "attack RB1 Patch"),
    ("TCG-T10, A05: with surplus components allowed, any component on a robot is a move",
     given(table, side("SRV", robot("RA1", 30)), side(), surplus_components="allowed"),
     refused("declare_no_move", "TCG-T10")),
    ("TCG-T05: one card a turn out of mentors and awards together",
     given(table, side("MHP SHD WALL"), side()), "play_mentor MHP", refused("play_award SHD", "TCG-T05"),
     given(table, side("MHP SHD WALL"), side()), "play_award SHD", refused("play_award WALL", "TCG-T05")),
    ("TCG-A24: put down first, then draw: with an empty deck the same two come back, with one card that and the first",
     given(lambda: table(side("RA1 BAT", shop=" ".join(["CIM"] * (48 - 0))), side())), "swap_cards [RA1, BAT]",
     then(lambda t: cards(player(t).pit[:2]), "RA1 BAT"),
     given(lambda: table(side("RA1 BAT", shop=" ".join(["CIM"] * (48 - 1))), side())), "swap_cards [RA1, BAT]",
     then(lambda t: cards(player(t).pit[:2]), "?? RA1")),
)  # fmt: skip


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


def test_refill_from_a_short_deck() -> None:
    """TCG-T11, E02: the remaining cards are drawn, and an empty deck is not a loss: the match goes on."""
    match = table(side("RA1 RD1", shop=" ".join(["CIM"] * 46)), side())
    assert len(player(match).deck) == 2
    match.do("play_robot RA1", "end_turn")
    assert (len(player(match).pit), len(player(match).deck)) == (3, 0)
    assert match.state.running


def test_order_of_the_end_of_a_turn() -> None:
    """TCG-T14: effects end, the hand is refilled, the next turn starts with fresh allowances."""
    match = table(side("RA1 SHD"), side(awards="WALL"), active=0).do("play_robot RA1", "play_award SHD", "end_turn")
    tags = [type(event).__name__ for event in match.events]
    assert tags == ["TurnEnded", "EnhancementEnded", "HandRefilled", "TurnStarted"]
    assert match.state.record.robots == 0


def test_no_swap_after_a_card_or_an_attack() -> None:
    """TCG-A25: a card play or an attack bars the swap; a retreat does not."""
    match = table(side("RA1 BAT MEC CIM", A1), side("", B1))
    table(side("RA1 BAT MEC"), side()).do("play_robot RA1").refused("swap_cards [BAT, MEC]", "TCG-A25")
    match.do("attack RA1 Ram RC1").refused("swap_cards [BAT, MEC]", "TCG-A25")
    table(side("BAT MEC", A1), side()).do("retreat_robot RA1", "swap_cards [BAT, MEC]")
