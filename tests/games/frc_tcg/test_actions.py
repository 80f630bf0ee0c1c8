"""Plays and other moves."""

import pytest

from domain.games.frc_tcg import GAME
from domain.games.frc_tcg.commands.base import TcgCommand
from domain.games.frc_tcg.commands.moves import GoOutForCoffee
from domain.games.frc_tcg.commands.setup import ShuffleDeck
from domain.games.frc_tcg.commands.turn import possible_move
from domain.games.frc_tcg.events.changes import CardEffectResolved
from domain.games.frc_tcg.events.robots import RobotEvolved
from tests.games.frc_tcg.tables import cards, opened, player, robot, side, stack, table
from tests.scenario import as_played, cases, given, impossible, refused, then

A1 = robot("RA1", 30, Ram="BAT")
B1 = robot("RC1", 40, Shove="CIM")


test_rules = cases(
    ("TCG-A01: a card that the hand cannot hold is impossible, and so is a card of another type than the command plays",
     given(table, side("BAT RA1"), side()), impossible("play_robot RD1", "TCG-A01"),
     impossible("play_robot BAT", "TCG-A01"), impossible("play_robot ??", "TCG-A01"),
     impossible("play_item RA1", "TCG-A01")),
    ("TCG-A02: a fourth robot is refused; as played it stands at a fourth place",
     given(table, side("RA1", *[robot("RD1", 10)] * 3), side()), refused("play_robot RA1", "TCG-A02"),
     as_played("play_robot RA1", "TCG-A02"),
     then(lambda t: stack(t, 0, 3).slot, 4)),
    ("TCG-A03: a robot enters with its printed HP and the bonus that holds, without kickoff abilities",
     given(table, side("RA2 GBX", mentor="MHP"), side()), "play_robot RA2",
     then(lambda t: (stack(t).hp, stack(t).max_hp), (60, 60)), refused("play_component GBX RA2 Surge", "TCG-A17")),
    ("TCG-A02, A15: a new robot takes the lowest free place",
     given(table, side("RD1", A1, robot("RA1", 30)), side()), "retreat_robot RA1", "play_robot RD1",
     then(lambda t: [(r.slot, r.top.card) for r in player(t).alliance], [(1, "RD1"), (2, "RA1")])),
    ("TCG-A04: no robot and no such ability are impossible; an opponent's robot is refused",
     given(table, side("BAT CIM", A1), side("", robot("RC1", 40))),
     impossible("play_component BAT RM1 Slide", "TCG-A04"), impossible("play_component BAT RA1 Fly", "TCG-A04"),
     refused("play_component CIM RC1 Shove", "TCG-A04"), as_played("play_component CIM RC1 Shove", "TCG-A04"),
     then(lambda t: stack(t, 1).mounted[0].card, "CIM")),
    ("TCG-A05: a component that the ability does not need, or has already, is refused",
     given(table, side("SRV BAT", A1), side()), refused("play_component SRV RA1 Ram", "TCG-A05"),
     refused("play_component BAT RA1 Ram", "TCG-A05")),
    ("TCG-A05: a CRio is no RoboRIO",
     given(table, side("CRI RIO", robot("RA2", 40)), side()), refused("play_component CRI RA2 Crush", "TCG-A05"),
     "play_component RIO RA2 Crush"),
    ("TCG-A05: with surplus_components allowed a needless component lies on the surplus pile and makes nothing active",
     given(table, side("SRV BAT", A1), side("", B1), surplus_components="allowed"), "play_component SRV RA1 Ram",
     "play_component BAT RA1 surplus",
     then(lambda t: [m.ability for m in stack(t).mounted], ["Ram", "", ""]), refused("attack RA1 Twin RC1", "TCG-C02")),
    ("TCG-A06: two abilities that need a mecanum wheel each need two cards",
     given(table, side("MEC", robot("RM1", 30, Slide="MEC")), side("", B1)), refused("attack RM1 Drift RC1", "TCG-C02"),
     "play_component MEC RM1 Drift", "attack RM1 Drift RC1"),
    ("TCG-A06: moving a component is never legal; as played it lies elsewhere",
     given(table, side("", A1, robot("RA1", 30)), side()), refused("move_component BAT RA1#2 Ram", "TCG-A06"),
     as_played("move_component BAT RA1#2 Ram", "TCG-A06"),
     then(lambda t: [len(r.mounted) for r in player(t).alliance], [0, 1])),
    ("TCG-A07: an ability is used turn after turn with the same components",
     given(table, side("RD1 RD1", A1), side("RB1 RB1", B1)), "attack RA1 Ram RC1", "end_turn", "play_robot RB1",
     "end_turn", "attack RA1 Ram RC1",
     then(lambda t: (len(stack(t).mounted), player(t, 1).alliance[0].top.card), (1, "RB1"))),
    ("TCG-A08: an item has its effect and goes to the shop",
     given(table, side("WRENCH", robot("RA1", 10)), side()), "play_item WRENCH targets=[RA1]",
     then(lambda t: (stack(t).hp, cards(player(t).shop)), (20, "WRENCH")),
     then(lambda t: [type(e).__name__ for e in t.events], ["ItemPlayed", "HpRestored", "CardShopped"])),
    ("TCG-A09: a second mentor is refused while one is in play; after coffee another may follow in the same turn",
     given(table, side("MDMG", mentor="MHP"), side(mentor="MDMG")), refused("play_mentor MDMG", "TCG-A09"),
     "go_out_for_coffee Ben", "play_mentor MDMG",
     then(lambda t: [e.card for e in player(t).mentors], ["MDMG"])),
    ("TCG-A10: any number of awards are in play",
     given(table, side("SHD", awards="WALL STAY STAY"), side()), "play_award SHD",
     then(lambda t: len(player(t).awards), 4)),
    ("TCG-A11: a card in the shop is not played, and not taken by a card that brings nothing back",
     given(table, side("SALV", shop="RA1 BAT"), side()), impossible("play_robot RA1", "TCG-A11"),
     refused("play_item SALV targets=[RD1]", "TCG-A11"), "play_item SALV targets=[RA1]",
     then(lambda t: (cards(player(t).pit), cards(player(t).shop)), ("RA1", "BAT SALV"))),
    ("TCG-A12: an effect needs a source card that is in play or was played this turn",
     given(table, side("WIRE", A1, awards="STAY"), side("", B1)),
     refused("resolve_card_effect - [note(text=hm)]", "TCG-A12"),
     refused("resolve_card_effect ZAP [note(text=hm)]", "TCG-A12"), "resolve_card_effect STAY [hp(robot=RC1, by=-10)]",
     "play_item WIRE", "resolve_card_effect WIRE [draw(count=2)]",
     then(lambda t: (stack(t, 1).hp, len(player(t).pit)), (30, 2))),
    ("TCG-A12: a wrench does not heal an opponent's robot, and takes one target alone",
     given(table, side("WRENCH ZAP", A1), side("", B1)), refused("play_item WRENCH targets=[RC1]", "TCG-A12"),
     refused("play_item WRENCH targets=[RA1, RA1]", "TCG-A12"), refused("play_item ZAP targets=[RA1]", "TCG-A12")),
    ("TCG-A13: another team, the same, an earlier or a skipped edition, or an opponent's robot are refused",
     given(table, side("KO RA3 RA1 RB2", A1), side("", robot("RA2", 40))),
     refused("evolve_robot KO RA3 RA1", "TCG-A13"), refused("evolve_robot KO RA1 RA1", "TCG-A13"),
     refused("evolve_robot KO RB2 RA1", "TCG-A13"), impossible("evolve_robot KO RA3 RA2", "TCG-A13"),
     refused("evolve_robot - RA3 RA1", "TCG-A13"), as_played("evolve_robot KO RA3 RA1", "TCG-A13"),
     then(lambda t: stack(t).stage, 2)),
    ("TCG-A01: robot and Kickoff may be two unknown cards of a hand, not one and the same",
     given(table, side("??", A1), side()), impossible("evolve_robot KO RA2 RA1", "TCG-A01"),
     given(table, side("?? ??", A1), side()), "evolve_robot KO RA2 RA1",
     then(lambda t: stack(t).stage, 2)),
    ("TCG-A14: a kickoff is played with a robot of the team, and with no other command",
     given(table, side("KO BAT", A1), side()), impossible("evolve_robot KO - RA1", "TCG-A14"),
     impossible("play_item KO", "TCG-A14")),
    ("TCG-A15: with three robots in play one evolves, at its place",
     given(table, side("KO RA2", robot("RD1", 10), A1, robot("RD1", 10)), side()), "evolve_robot KO RA2 RA1",
     then(lambda t: [(r.slot, r.top.card) for r in player(t).alliance], [(1, "RD1"), (2, "RA2"), (3, "RD1")])),
    ("TCG-A16: HP is full, bonuses included; the opponent's effects go, the player's own stay",
     given(table, side("KO RA2", robot("RA1", 10, max_hp=50), mentor="MHP"), side("RB1 RB1", awards="STAY")),
     "resolve_card_effect MHP [label(card=RA1, text=polished, until=rest_of_game)]",
     "resolve_card_effect STAY [label(card=RA1, text=jammed, player=Ada, until=rest_of_game)]", "evolve_robot KO RA2 RA1",
     then(lambda t: (stack(t).hp, stack(t).max_hp), (60, 60)),
     then(lambda t: [effect.name for effect in t.state.lasting if effect.word == "label"], ["polished"])),
    ("TCG-A16: components go to open places, to the same ability first; those without a place to the shop",
     given(table, side("KO RA2", robot("RA1", 30, Ram="BAT", Twin="BAT MEC")), side()), "evolve_robot KO RA2 RA1",
     then(lambda t: [(m.card, m.ability) for m in stack(t).mounted], [("BAT", "Ram"), ("BAT", "Crush")]),
     then(lambda t: cards(player(t).shop), "MEC")),
    ("TCG-A16: a placement that fits is followed; one that does not fit, or a needless shopping, is refused",
     given(table, side("KO RA2 RB2", A1), side()),
     refused("evolve_robot KO RA2 RA1 placements=[(component=BAT, ability=Surge)]", "TCG-A16"),
     refused("evolve_robot KO RA2 RA1 placements=[(component=BAT, ability=-)]", "TCG-A16"),
     "evolve_robot KO RA2 RA1 placements=[(component=BAT, ability=Crush)]",
     then(lambda t: [(m.card, m.ability) for m in stack(t).mounted], [("BAT", "Crush")])),
    ("TCG-A17: a level played with a kickoff has its kickoff abilities; the same robot played alone has not",
     given(table, side("KO RA2 GBX", A1), side("", B1)), "evolve_robot KO RA2 RA1", "play_component GBX RA2 Surge",
     "attack RA2 Surge RC1", given(table, side("", robot("RA2", 40)), side("", B1)),
     refused("attack RA2 Surge RC1", "TCG-A17")),
    ("TCG-A18: a robot at stage 3 gives up its top level and takes that of an opponent's evolved robot",
     given(table, side("RD1", robot("RA1 RA2 RA3", 50, kickoffs="- KO KO", Ram="BAT", Slam="GBX")),
         side("", robot("RB1 RB2", 20, kickoffs="- KO"))),
     "devolve_robot RA3 RB2",
     then(lambda t: (stack(t).top.card, stack(t, 1).top.card), ("RA2", "RB1")),
     then(lambda t: t.state.record.moves > 0, True)),
    ("TCG-A18: stage 2 is not enough, the other robot must have evolved, and one's own is no opponent's",
     given(table, side("", robot("RA1 RA2", 40, kickoffs="- KO")),
         side("", robot("RB1 RB2", 20, kickoffs="- KO"), robot("RC1", 40))),
     refused("devolve_robot RA2 RB2", "TCG-A18"), impossible("devolve_robot RA2 RC1", "TCG-A18"),
     impossible("devolve_robot RA2 RA2", "TCG-A18"), as_played("devolve_robot RA2 RB2", "TCG-A18"),
     then(lambda t: stack(t).stage, 1)),
    ("TCG-A19: the owner's placements are checked as when evolving",
     given(table, side("", robot("RA1 RA2 RA3", 50, kickoffs="- KO KO", Ram="BAT")),
         side("", robot("RB1 RB2", 20, kickoffs="- KO"))),
     refused("devolve_robot RA3 RB2 own_placements=[(component=BAT, ability=Surge)]", "TCG-A19"),
     "devolve_robot RA3 RB2 own_placements=[(component=BAT, ability=Crush)]",
     then(lambda t: stack(t).mounted[0].ability, "Crush")),
    ("TCG-A20: a robot without an active ability stays, and after the attack all do; as played it goes",
     given(table, side("", robot("RA1", 30), robot("RD1", 10, Spin="CIM")), side("", B1)),
     refused("retreat_robot RA1", "TCG-A20"), impossible("retreat_robot RC1", "TCG-A20"), "attack RD1 Spin RC1",
     refused("retreat_robot RD1", "TCG-A20"), as_played("retreat_robot RD1", "TCG-A20")),
    ("TCG-A20, T01: a robot retreats in its owner's turn alone",
     given(table, side("", A1), side("", B1)), refused("retreat_robot RC1 player=Ben", "TCG-A20", "TCG-T01")),
    ("TCG-A20: with retreat_timing any_time a robot retreats after the attack too, several in a turn",
     given(table, side("", *(robot("RA1", 30, Ram="BAT"), robot("RD1", 10, Spin="CIM"))), side("", B1),
         retreat_timing="any_time"),
     "attack RD1 Spin RC1", "retreat_robot RD1", "retreat_robot RA1",
     then(lambda t: player(t).alliance, ())),
    ("TCG-A21: a hand of seven takes no robot back; six do",
     given(table, side("RA1 RA1 RA1 RA1 RA1 RA1 RA1", A1), side()), refused("retreat_robot RA1", "TCG-A21"),
     as_played("retreat_robot RA1", "TCG-A21"), given(table, side("RA1 RA1 RA1 RA1 RA1 RA1", A1), side()),
     "retreat_robot RA1"),
    ("TCG-A22: components go to the shop, damage and effects are forgotten, and the robot may come again at full HP",
     given(table, side("", robot("RA1", 10, Ram="BAT", Twin="MEC")), side("", awards="STAY")),
     "resolve_card_effect STAY [label(card=RA1, text=jammed, player=Ada, until=rest_of_game)]", "retreat_robot RA1",
     then(lambda t: (cards(player(t).pit), cards(player(t).shop), t.state.lasting), ("RA1", "BAT MEC", ())),
     "play_robot RA1",
     then(lambda t: stack(t).hp, 30)),
    ("TCG-A23: only the newest card returns, at stage 3 too; earlier seasons and kickoffs go to the shop",
     given(table, side("", robot("RA1 RA2 RA3", 50, kickoffs="- KO KO", Ram="BAT")), side()), "retreat_robot RA3",
     then(lambda t: (cards(player(t).pit), cards(player(t).shop)), ("RA3", "RA1 RA2 KO KO BAT"))),
    ("TCG-A27: both mentors go to their shops, no play is used, and it may follow the attack",
     given(table, side("SHD", A1, mentor="MHP"), side("", B1, mentor="MDMG")), "attack RA1 Ram RC1",
     "go_out_for_coffee Ben",
     then(lambda t: (cards(player(t).shop), cards(player(t, 1).shop)), ("MHP", "MDMG")),
     then(lambda t: t.state.record.enhancements, 0)),
    ("TCG-A27: without either mentor, or out of turn, there is no coffee",
     given(table, side(mentor="MHP"), side()), impossible("go_out_for_coffee Ben", "TCG-A27"),
     given(table, side(), side(mentor="MHP")), impossible("go_out_for_coffee Ben", "TCG-A27"),
     given(table, side(mentor="MHP"), side(mentor="MDMG")),
     refused("go_out_for_coffee Ada player=Ben", "TCG-A27", "TCG-T01"), impossible("go_out_for_coffee Ada", "TCG-A27")),
    ("TCG-A28: a wrench with nobody to heal goes to the shop all the same, and is a move",
     given(table, side("WRENCH"), side()), "play_item WRENCH", "end_turn",
     then(lambda t: cards(player(t).shop), "WRENCH")),
)  # fmt: skip


def test_unknown_card_becomes_known() -> None:
    """TCG-A01: a card that no hand card is known to be gives its identity to the unknown card held longest."""
    match = table(side("?? BAT ??"), side())
    oldest = player(match).pit[0].id
    match.do("play_robot RD1")
    assert (stack(match).key, type(match.events[0]).__name__) == (oldest, "CardRevealed")


@pytest.mark.parametrize(("old", "new"), [("RA1", "RA2"), ("RA2", "RA3"), ("RA3", "RA4"), ("RA4", "RA5")])
def test_new_season(old: str, new: str) -> None:
    """TCG-A13: each edition is followed by the next, up to four evolutions."""
    match = table(side(f"KO {new}", robot(old, 10, max_hp=60)), side()).do(f"evolve_robot KO {new} {old}")
    assert (stack(match).top.card, stack(match).stage) == (new, 2)


def test_all_five_editions() -> None:
    """TCG-A13: with four kickoffs a robot goes through all five editions."""
    match = table(side("KO KO KO KO RA2 RA3", A1), side(" ".join(["RB1"] * 7)))
    for old, new in (("RA1", "RA2"), ("RA2", "RA3"), ("RA3", "RA4")):
        match.do(f"evolve_robot KO {new} {old}", "end_turn", "swap_cards [RB1, RB1]")
    match.do("evolve_robot KO RA5 RA4")
    assert (stack(match).stage, stack(match).hp) == (5, 70)


@pytest.mark.parametrize(("onto", "where"), [("RA2", "an opponent's robot"), ("RA4", "not in play")])
def test_a_season_goes_on_a_robot_of_ones_own(onto: str, where: str) -> None:
    """TCG-A13: the refusal names the card that is there instead."""
    match = table(side("KO RA3", A1), side("", robot("RA2", 40)))
    faults = GAME.check(match.state, match.command(f"evolve_robot KO RA3 {onto}"))
    assert [one.text for one in faults] == [f"{onto} is {where}: evolve one of your own"]


@pytest.mark.parametrize(("cards_below", "refused"), [("RA2 RA3", False), ("RA1 RA2", True)])
def test_devolving_by_edition(cards_below: str, refused: bool) -> None:
    """TCG-A18: with devolve_stage edition a robot of the third edition and up devolves, whatever its stage."""
    mine = robot(cards_below, 40, kickoffs="- KO")
    match = table(side("", mine), side("", robot("RB1 RB2", 20, kickoffs="- KO")), devolve_stage="edition")
    line = f"devolve_robot {cards_below.split()[1]} RB2"
    match.refused(line, "TCG-A18") if refused else match.do(line)


def test_what_devolving_changes() -> None:
    """TCG-A19: levels and kickoffs go to the shop, HP stays up to the lower maximum, components find places, no prize is lost."""
    mine = robot("RA1 RA2 RA3", 50, kickoffs="- KO KO", Ram="BAT", Slam="GBX GBX")
    theirs = robot("RB1 RB2", 10, kickoffs="- KO", Overhaul="RIO")
    match = table(side("", mine), side("", theirs)).do("devolve_robot RA3 RB2")
    assert (stack(match).hp, stack(match).max_hp, stack(match, 1).hp) == (40, 40, 10)
    assert [(m.card, m.ability) for m in stack(match).mounted] == [("BAT", "Ram"), ("GBX", "Surge")]
    assert (cards(player(match).shop), cards(player(match, 1).shop)) == ("RA3 KO GBX", "RB2 KO RIO")
    assert player(match, 1).prizes_left == 4


def test_nothing_is_open_before_the_match() -> None:
    """TCG-S08: moves, effects and what is shown or ended by hand wait for the start as plays do."""
    for line in (
        "retreat_robot RA1",
        "go_out_for_coffee Ben",
        "devolve_robot RA3 RB2",
        "attack RA1 Ram RB1",
        "evolve_robot KO RA2 RA1",
        "resolve_card_effect RA1 []",
        "end_enhancement MHP",
        "adjust table []",
        "swap_cards [??, ??]",
        "end_turn",
    ):
        opened().impossible(line, "TCG-S08")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (GoOutForCoffee(opponent=8), "seat 9 does not exist"),
        (ShuffleDeck(player=2), "seat 3 does not exist"),
        ("devolve_robot RA3 RC1", "RA3 is not in play there"),
        ("devolve_robot RA1 RB2", "RB2 is not in play there"),
    ],
)
def test_what_is_not_there_is_named(line: TcgCommand | str, text: str) -> None:
    """TCG-A18, TCG-A27, TCG-S04: the seat or the robot that is meant, of two the one that is missing."""
    match = table(side("", A1, mentor="MHP"), side("", B1, mentor="MDMG"))
    assert text in [one.text for one in GAME.check(match.state, match.command(line))]


@pytest.mark.parametrize(("ada", "ben", "open_"), [("MHP", "MDMG", True), ("MHP", None, False), (None, "MDMG", False)])
def test_coffee_is_a_move_where_both_have_a_mentor(ada: str | None, ben: str | None, *, open_: bool) -> None:
    """TCG-A27, TCG-T09: a player who can go out for coffee may not end the turn before; with one mentor it is impossible."""
    match = table(side(mentor=ada), side(mentor=ben))
    assert possible_move(match.state, 0) == ("the mentors can go out for coffee" if open_ else "")


@pytest.mark.parametrize(
    ("kind", "card"),
    [("mentor", "MHP"), ("award", "SHD"), ("component", "BAT RA1 Ram"), ("item", "WRENCH"), ("robot", "RA1")],
)
def test_a_play_is_counted_once(kind: str, card: str) -> None:
    """TCG-T02, TCG-T03: each play is one of its kind in this turn, and one move."""
    match = table(side("MHP SHD BAT WRENCH RA1", robot("RA1", 30)), side())
    match.do(f"play_{kind} {card}")
    record = match.state.record
    counts = {"robot": record.robots, "component": record.components, "item": record.items}
    assert counts | {"enhancement": record.enhancements} == {
        **dict.fromkeys((*counts, "enhancement"), 0),
        "enhancement" if kind in ("mentor", "award") else kind: 1,
    }
    assert record.moves == 1


def test_an_effect_without_a_source_says_so() -> None:
    """TCG-A12: the refusal names the missing card, or says that the name is missing; as played it is recorded without a card."""
    for source, name in (("-", "no card"), ("ZAP", "ZAP")):
        match = table(side("", A1), side())
        line = f"resolve_card_effect {source} [note(text=odd)]"
        [refused] = GAME.check(match.state, match.command(line))
        assert refused.text == f"{name}: an effect has a source card that is in play or was played this turn"
        match.as_played(line, "TCG-A12")
        [resolved] = [event for event in match.events if isinstance(event, CardEffectResolved)]
        assert (resolved.source, resolved.card) == (0, None if source == "-" else source)


def test_a_new_season_counts_what_raises_the_maximum() -> None:
    """TCG-A16, X11: the robot of the new season has its printed hit points and what a mentor in play adds, or takes away."""
    match = table(side("KO RA2", A1, mentor="MHP"), side())
    [mentor] = match.state.lasting
    match.do("evolve_robot KO RA2 RA1")
    [evolved] = [event for event in match.events if isinstance(event, RobotEvolved)]
    assert (evolved.hp, evolved.max_hp) == (evolved.printed_hp + mentor.by,) * 2
    assert (stack(match).hp, stack(match).max_hp) == (evolved.hp, evolved.max_hp)
    assert mentor.by > 0
