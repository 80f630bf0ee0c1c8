"""Attacks, defeats, captures, and everything that follows by itself."""

import pytest

from domain.games.frc_tcg import GAME
from domain.games.frc_tcg.events.combat import AttackMade, DamageTaken, PrizeCardCaptured
from tests.games.frc_tcg.tables import Table, cards, player, robot, side, stack, table
from tests.scenario import as_played, cases, given, impossible, refused, then

A1 = robot("RA1", 30, Ram="BAT", Twin="BAT MEC")
B1 = robot("RC1", 40, Shove="CIM")
WEAK = robot("RB1", 10, max_hp=20)


def three(*mine: object) -> Table:
    """Ada with these robots, Ben and Cleo with one each."""
    return table(side("BLAST", *mine), side("", robot("RA3", 50)), side("", robot("RA2", 40)))  # type: ignore[arg-type]


test_rules = cases(
    ("TCG-C01: one robot attacks once a turn; another robot's attack is refused too",
     given(table, side("", A1, robot("RD1", 10, Spin="CIM")), side("", B1)), "attack RA1 Ram RC1",
     refused("attack RA1 Ram RC1", "TCG-C01"), refused("attack RD1 Spin RC1", "TCG-C01"),
     impossible("attack RC1 Shove RC1", "TCG-C01")),
    ("TCG-C01, A12: an allowance that a card text adds makes a second attack legal",
     given(table, side("", A1, awards="STAY"), side("", B1)), "attack RA1 Ram RC1",
     "resolve_card_effect STAY [allowance(of=attacks)]", "attack RA1 Ram RC1",
     then(lambda t: player(t, 1).prizes_left, 3)),
    ("TCG-C03: a damaging ability names opposing robots, as many as it takes, each once",
     given(table, side("", A1, robot("RD1", 10)), side("", B1, WEAK)), refused("attack RA1 Ram", "TCG-C03"),
     refused("attack RA1 Ram RD1", "TCG-C03"), refused("attack RA1 Ram [RC1, RB1]", "TCG-C03"),
     impossible("attack RA1 Ram RM1", "TCG-C03")),
    ("TCG-C03: Sweep hits one or two robots, but neither the same twice nor three",
     given(table, side("", robot("RS2", 40, Sweep="CIM")), side("", B1, WEAK, robot("RB1", 20))),
     refused("attack RS2 Sweep [RC1, RC1]", "TCG-C03"), refused("attack RS2 Sweep [RC1, RB1, RB1#2]", "TCG-C03"),
     "attack RS2 Sweep [RC1, RB1#2]",
     then(lambda t: [r.hp for r in player(t, 1).alliance], [20, 10])),
    ("TCG-C03: an ability without damage takes effect_targets, and no targets of damage",
     given(table, side("", robot("RB1", 20, Patch="JOY"), robot("RC1", 20)), side("", B1)),
     refused("attack RB1 Patch RC1", "TCG-C03"), refused("attack RB1 Patch effect_targets=[RA1]", "TCG-A12"),
     "attack RB1 Patch effect_targets=[RC1]",
     then(lambda t: stack(t, 0, 1).hp, 30)),
    ("TCG-C04: another number than the cards give needs a note that names the effect",
     given(table, side("", A1), side("", B1)), refused("attack RA1 Ram RC1 noted_damage=[30]", "TCG-C04"),
     impossible("attack RA1 Ram RC1 noted_damage=[20, 20]", "TCG-C04"),
     'attack RA1 Ram RC1 noted_damage=[30] note="Sharp Edges, +10"',
     then(lambda t: stack(t, 1).hp, 10)),
    ("TCG-C06: without an opposing robot a damaging ability is refused, and no prize card is taken directly",
     given(table, side("", A1), side()), refused("attack RA1 Ram", "TCG-C06"), as_played("attack RA1 Ram", "TCG-C06"),
     then(lambda t: player(t, 1).prizes_left, 4)),
    ("TCG-C07: it counts as the turn's attack, and needs no opposing robot",
     given(table, side("BAT", robot("RB1", 10, Patch="JOY"), A1), side()), "attack RB1 Patch effect_targets=[RB1]",
     refused("play_component BAT RA1 Ram", "TCG-A05", "TCG-T02"),
     then(lambda t: stack(t).hp, 20)),
    ("TCG-C08: a robot attacks in the turn it was played, and in the turn it evolved",
     given(table, side("RA1 BAT"), side("", B1)), "play_robot RA1", "play_component BAT RA1 Ram", "attack RA1 Ram RC1",
     then(lambda t: stack(t, 1).hp, 20), given(table, side("KO RA2", A1), side("", B1)), "evolve_robot KO RA2 RA1",
     "attack RA2 Ram RC1",
     then(lambda t: stack(t, 1).hp, 20)),
    ("TCG-X01: the whole stack goes to its owner's shop: levels, kickoffs, components",
     given(table, side("", A1), side("", robot("RB1 RB2", 20, kickoffs="- KO", Poke="SRV", Overhaul="RIO"))),
     "attack RA1 Ram RB2",
     then(lambda t: (player(t, 1).alliance, cards(player(t, 1).shop)), ((), "RB1 RB2 KO RIO SRV"))),
    ("TCG-X02: one defeat, an evolved one too, costs one prize card; more picks than defeats are refused",
     given(table, side("", A1), side("", robot("RB1 RB2", 20, kickoffs="- KO"))),
     refused("attack RA1 Ram RB2 prize_picks=[(place=1), (place=2)]", "TCG-X02"),
     "attack RA1 Ram RB2 prize_picks=[(place=2)]",
     then(lambda t: (player(t, 1).prizes_left, player(t, 1).prize_cards[1]), (3, None))),
    ("TCG-X02: a prize pick with an attack that defeats nobody is refused",
     given(table, side("", A1), side("", B1)), refused("attack RA1 Ram RC1 prize_picks=[(place=1)]", "TCG-X02")),
    ("TCG-X02, X03: a robot defeated by an item costs a prize card, unless prize_on is attack_only",
     given(table, side("ZAP"), side("", WEAK)), "play_item ZAP targets=[RB1]",
     then(lambda t: (player(t, 1).prizes_left, len(player(t).captured)), (3, 1)),
     given(table, side("ZAP"), side("", WEAK), prize_on="attack_only"), "play_item ZAP targets=[RB1]",
     then(lambda t: player(t, 1).prizes_left, 4)),
    ("TCG-X03: with three players recoil pays the owner of the robot attacked, an own card nobody",
     given(three, robot("RD1", 10, Overdrive="CIM CIM")), "attack RD1 Overdrive RA2",
     then(lambda t: [len(side.captured) for side in t.state.players], [1, 0, 1]), given(three, WEAK),
     "play_item BLAST targets=[RB1]",
     then(lambda t: (player(t).prizes_left, [len(side.captured) for side in t.state.players]), (4, [0, 0, 0]))),
    ("TCG-X04: a captured place is not picked again; the card is kept apart and joins no hand",
     given(table, side("RB1", A1), side("RD1", WEAK, WEAK, prizes=4)),
     "attack RA1 Ram RB1 prize_picks=[(place=1, card=RC1)]",
     then(lambda t: (cards(player(t).captured), len(player(t).pit)), ("RC1", 1)),
     impossible("play_robot RC1", "TCG-X04"), "end_turn", "play_robot RD1", "end_turn",
     impossible("attack RA1 Ram RB1 prize_picks=[(place=1)]", "TCG-X04"), "attack RA1 Ram RB1",
     then(lambda t: [prize is None for prize in player(t, 1).prize_cards], [True, True, False, False])),
    ("TCG-X05: two defeats of one attack with one prize card left capture one card, and end the match once",
     given(table, side("", robot("RS2", 40, Sweep="CIM")), side("", WEAK, WEAK, prizes=1)),
     "attack RS2 Sweep [RB1, RB1#2]",
     then(lambda t: [type(e).__name__ for e in t.events][-4:],
         ["RobotDefeated", "PrizeCardCaptured", "RobotDefeated", "MatchWon"]),
     then(lambda t: sum(isinstance(event, PrizeCardCaptured) for event in t.events), 1)),
    ("TCG-X06: a shield ends with the opponent's next turn, and goes to the shop",
     given(table, side("SHD RD1"), side("RB1")), "play_award SHD", "end_turn",
     then(lambda t: [e.card for e in player(t).awards], ["SHD"]), "play_robot RB1", "end_turn",
     then(lambda t: (player(t).awards, cards(player(t).shop)), ((), "SHD"))),
    ("TCG-X06: one whose time is not up, or that stays until removed, ends by a card's effect alone",
     given(table, side("WIRE", awards="STAY"), side(awards="SHD")), refused("end_enhancement STAY", "TCG-X06"),
     refused("end_enhancement SHD", "TCG-X06"), refused("end_enhancement STAY source=ZAP", "TCG-A12"), "play_item WIRE",
     "end_enhancement STAY source=WIRE reason=cut",
     then(lambda t: cards(player(t).shop), "WIRE STAY")),
    ("TCG-X07: a bonus raises HP and maximum; its end takes counters off, and defeats nobody",
     given(table, side("MHP", robot("RD1", 10)), side(mentor="MDMG")), "play_mentor MHP",
     then(lambda t: (stack(t).hp, stack(t).max_hp), (30, 30)), "resolve_card_effect MHP [hp(robot=RD1, to=20)]",
     "go_out_for_coffee Ben",
     then(lambda t: (stack(t).hp, stack(t).max_hp, player(t).prizes_left), (10, 10, 4))),
    ("TCG-X08: healing stops at the maximum; a recorded change over it is refused, and stands as played",
     given(table, side("WRENCH", robot("RA1", 30), awards="STAY"), side()), "play_item WRENCH targets=[RA1]",
     then(lambda t: stack(t).hp, 30), refused("resolve_card_effect STAY [hp(robot=RA1, to=40)]", "TCG-X08"),
     as_played("resolve_card_effect STAY [hp(robot=RA1, to=40)]", "TCG-X08"),
     then(lambda t: stack(t).hp, 40)),
    ("TCG-S09: a change to a number that counters cannot show is accepted, with a note",
     given(table, side("", A1, awards="STAY"), side()), "resolve_card_effect STAY [hp(robot=RA1, to=25)]",
     then(lambda t: [type(event).__name__ for event in t.events][-1], "NoteTaken")),
    ("TCG-X09: an effect on a robot that is defeated is over",
     given(table, side("", A1, awards="STAY"), side("", WEAK)),
     "resolve_card_effect STAY [label(card=RB1, text=jammed, until=rest_of_game)]", "attack RA1 Ram RB1",
     then(lambda t: t.state.lasting, ())),
    ("TCG-X11: with three players `end_of_opponents_next_turn` lasts until both others had their turn",
     given(table, side("SHD"), side(), side()), "play_award SHD", "end_turn", as_played("end_turn", "TCG-T09"),
     then(lambda t: len(player(t).awards), 1), as_played("end_turn", "TCG-T09"),
     then(lambda t: player(t).awards, ())),
)  # fmt: skip


def test_what_an_ability_that_is_no_attack_counts_as() -> None:
    """TCG-C01: a move of the active player, once per robot; used in another's turn it is free."""
    match = table(side("", A1), side("", B1))
    own, other = (
        AttackMade(player=seat, robot=stack(match, seat).key, ability="Ram", counted=False) for seat in (0, 1)
    )
    after = GAME.evolve(match.state, own)
    assert (after.record.free_abilities, after.record.moves) == ((own.robot,), 1)
    assert GAME.evolve(match.state, other) == match.state


def test_active_from_its_own_stack() -> None:
    """TCG-C02: an ability short of a component is refused, with what it has; as played the damage is done."""
    half = robot("RA3", 50, Slam="GBX")
    match = table(side("", half), side("", B1)).refused("attack RA3 Slam RC1", "TCG-C02")
    text = str(GAME.check(match.state, match.command("attack RA3 Slam RC1"))[0])
    assert text == "[TCG-C02] Slam has gearbox 1 of 2"
    assert player(match.as_played("attack RA3 Slam RC1", "TCG-C02"), 1).prizes_left == 3
    table(side("", half), side("", B1)).impossible("attack RA3 Fly RC1", "TCG-C02")


@pytest.mark.parametrize(
    ("mentor", "awards", "damage"), [(None, "", 20), ("MDMG", "", 30), ("MDMG", "SHD", 20), (None, "WALL", 0)]
)
def test_damage(mentor: str | None, awards: str, damage: int) -> None:
    """TCG-C04: printed damage + the attacker's bonuses - the defender's protection, never under 0."""
    match = table(side("", A1, mentor=mentor), side("", B1, awards=awards)).do("attack RA1 Ram RC1")
    assert stack(match, 1).hp == 40 - damage


def test_recoil_and_items_are_unmodified() -> None:
    """TCG-C04: bonuses and protection do not touch recoil and the damage of items."""
    match = table(
        side("ZAP", robot("RD1", 10, max_hp=40, Overdrive="CIM CIM"), mentor="MDMG"), side("", B1, awards="WALL")
    )
    match.do("play_item ZAP targets=[RC1]")
    assert stack(match, 1).hp == 30
    survivor = table(side("", robot("RD1", 40, max_hp=40, Overdrive="CIM CIM"), mentor="MDMG"), side("", B1))
    survivor.do("attack RD1 Overdrive RC1")
    assert stack(survivor).hp == 20


def test_no_hp_below_zero() -> None:
    """TCG-C05: damage beyond the last HP is lost: the event tells what was really lost."""
    match = table(side("", A1), side("", WEAK)).do("attack RA1 Twin RB1")
    hits = [event for event in match.events if isinstance(event, DamageTaken)]
    assert [(event.amount, event.hp) for event in hits] == [(10, 0)]


def test_an_ability_without_damage_beside_the_attack() -> None:
    """TCG-C07, T02: by option each robot uses one before the attack, the first turn included; not twice, not after it."""
    mine = (robot("RB1", 10, Poke="SRV", Patch="JOY"), A1)
    match = table(side("", *mine), side("", B1), ability_counts_as_attack="no")
    match.do("attack RB1 Patch effect_targets=[RB1]").refused("attack RB1 Patch effect_targets=[RB1]", "TCG-C07")
    match.do("attack RA1 Ram RC1")
    match.refused("attack RB1 Patch", "TCG-C07", "TCG-T02")
    first = table(side("", *mine, turns=1), side("", B1), ability_counts_as_attack="no")
    first.do("attack RB1 Patch effect_targets=[RB1]").refused("attack RA1 Ram RC1", "TCG-T08").do("end_turn")


def test_own_losses_pay_the_opponent() -> None:
    """TCG-X03: recoil and one's own card pay the opponent; recoil with attack_only too."""
    mine = robot("RD1", 10, Overdrive="CIM CIM")
    for prize_on in ("any_defeat", "attack_only"):
        match = table(side("", mine), side("", robot("RA3", 50)), prize_on=prize_on)
        match.do("attack RD1 Overdrive RA3")
        assert (player(match).prizes_left, len(player(match, 1).captured)) == (3, 1)
    own = table(side("BLAST", WEAK), side("", B1)).do("play_item BLAST targets=[RB1]")
    assert (player(own).prizes_left, len(player(own, 1).captured)) == (3, 1)


def test_no_card_is_created() -> None:
    """TCG-X10: an effect that moves a card from where it is not is impossible; totals hold through all of them."""
    match = table(side("BAT", A1, shop="CIM", awards="STAY"), side())
    match.impossible("resolve_card_effect STAY [move_card(card=ZAP, origin=shop, to=pit)]", "TCG-X10")
    for origin, card, to in (("shop", "CIM", "pit"), ("pit", "BAT", "deck_top"), ("robot", "RA1", "deck_bottom")):
        match.do(f"resolve_card_effect STAY [move_card(card={card}, origin={origin}, to={to})]")
        assert GAME.card_counts(match.state) == {"Ada": 54, "Ben": 54}


def test_component_by_card_text_to_a_stack() -> None:
    """TCG-X10, A12: a component moves by card text to another stack."""
    match = table(side("", A1, robot("RA1", 30), awards="STAY"), side())
    line = "resolve_card_effect STAY [move_card(card=MEC, origin=robot, to=robot, robot=RA1#2, ability=Twin)]"
    assert [len(r.mounted) for r in player(match.do(line)).alliance] == [2, 1]


@pytest.mark.parametrize(
    ("duration", "over_after"),
    [
        ("until=end_of_turn", 7),
        ("until=until_my_next_turn", 8),
        ("turns=1", 7),
        ("turns=3", 9),
        ("until=rest_of_game", None),
    ],
)
def test_durations(duration: str, over_after: int | None) -> None:
    """TCG-X11: each duration ends with the turn that it says, the turn of play counted first."""
    match = table(side("", A1, awards="STAY"), side("", robot("RD1", 10, Spin="CIM")))
    match.do(f"resolve_card_effect STAY [label(card=RA1, text=polished, {duration})]")
    for turn in range(7, 11):
        assert bool(match.state.lasting) is (over_after is None or turn <= over_after)
        match.as_played("end_turn", "TCG-T09")
