"""Board content beside names: the plan, kinds, numbers, abilities, gauges, places, keys, arrows and sentences."""

from functools import partial
from random import Random

import pytest

from domain.board import AbilityLine, Arrow, Zone
from domain.games.frc_tcg import GAME
from domain.games.frc_tcg.deal import sample_seats
from domain.seats import SPECTATOR
from domain.simulation import simulate
from tests.games import looking
from tests.games.frc_tcg.tables import SAMPLE, opened, robot, side, started, table

panel, cards, told = (partial(one, GAME) for one in (looking.panel, looking.cards, looking.told))

ANVIL = robot("RA1", 30, Ram="BAT")
WEAK = robot("RB1", 10, Poke="SRV")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_zones_fill_the_plan(players: int) -> None:
    """Each player has each planned zone once on every board; slots are always all there."""
    for played in simulate(GAME, SAMPLE, 4, setup=sample_seats(SAMPLE, Random(4), {}, players)):
        plan = GAME.plan(played.after)
        for seen in GAME.board(played.after, SPECTATOR).panels:
            zones = [part for part in seen.parts if isinstance(part, Zone)]
            assert sorted(zone.plan for zone in zones) == sorted(zone.key for zone in plan.zones)
            sizes = {zone.plan: len(zone.cards) for zone in zones}
            assert (sizes["alliance"], sizes["prizes"]) == (3, 4)


def test_the_plan_follows_the_options() -> None:
    """As many places for prize cards as are played for, and a gauge as long as what all opponents set out."""
    match = opened("Ada", "Ben", "Cleo", "Dov", prize_count=2, teams="1+3/2+4", divisions="red/blue/green/orange")
    plan = GAME.plan(match.state)
    prizes = plan.zone("prizes")
    assert prizes is not None
    assert (prizes.room, plan.gauges[0].high, [seat.side for seat in plan.seats]) == (2, 4, [0, 1, 0, 1])
    assert [
        fact.value for seen in GAME.board(match.state, 0).panels for fact in seen.facts if fact.label == "team"
    ] == ["1", "2", "1", "2"]


def test_a_robot_says_what_it_is_and_can_do() -> None:
    """Attack, stage, hit points, readiness, missing costs of the other ability, and the cards below with their purpose."""
    grown = robot("RA1 RA2", 30, kickoffs="- KO", Ram="BAT", Crush="RIO")
    view = cards(table(side("", grown), side()).state, 0, "alliance")[0]
    assert (view.kind, view.tags) == ("robot", ("2016", "red"))
    assert [(n.name, n.value, n.printed, n.main) for n in view.numbers] == [
        ("attack", 20, None, True),
        ("stage", 2, None, False),
    ]
    assert [(g.label, g.value, g.maximum) for g in view.gauges] == [("HP", 30, 40)]
    assert view.abilities == (
        AbilityLine("Ram 20", ready=True),
        AbilityLine("Crush 40", ready=False, needs="1/2"),
        AbilityLine("Surge 50", ready=False, needs="0/1"),
    )
    assert {(card.name, card.place) for card in view.under} == {
        ("Kickoff", ""),
        ("Anvil 15", ""),
        ("Battery", "Ram"),
        ("RoboRIO", "Crush"),
    }


def test_a_lasting_effect_changes_the_number() -> None:
    """An attack that does more than is printed says both; the effect on the robot is one of its states."""
    match = table(side("MDMG", ANVIL), side("", WEAK)).do("play_mentor MDMG")
    number = cards(match.state, 0, "alliance")[0].numbers[0]
    assert (number.value, number.printed) == (30, 20)


def test_what_came_in_this_turn_is_new() -> None:
    """A robot played in this turn is marked as new, the others are not."""
    match = started("RA1").do("play_robot RA1")
    assert cards(match.state, 0, "alliance")[0].states == ("new",)
    match.do("end_turn")
    assert cards(match.state, 0, "alliance")[0].states == ()


def test_places_are_seen_when_empty() -> None:
    """Places of the alliance and of the prize cards are fixed; a face-down card is shown as such, and the place of a captured one
    is empty."""
    match = table(side("", ANVIL), side("", WEAK)).do("attack RA1 Ram RB1")
    assert [card.name for card in cards(match.state, 1, "alliance")] == ["-", "-", "-"]
    prizes = cards(match.state, 1, "prizes")
    assert [(card.name, card.down) for card in prizes] == [("-", False), *[("??", True)] * 3]
    gauge = panel(match.state, 0).gauges[0]
    assert (gauge.label, gauge.value, gauge.maximum) == ("prizes", 1, 4)


def test_a_card_keeps_its_key_on_its_way() -> None:
    """From the hand into the alliance, defeated with its component into the shop: the same key, whatever closes up."""
    match = table(side("RA1 BAT", ANVIL), side("", WEAK))
    hand = {card.name: card.key for card in cards(match.state, 0, "hand")}
    match.do("play_robot RA1")
    assert hand["Anvil 15"] in {card.key for card in cards(match.state, 0, "alliance")}
    match = table(side("", ANVIL), side("", WEAK))
    fallen = cards(match.state, 1, "alliance")[0]
    match.do("attack RA1 Ram RB1")
    assert {card.key for card in cards(match.state, 1, "shop")} == {fallen.key, *(card.key for card in fallen.under)}


def test_a_hand_shows_no_numbers_of_tokens() -> None:
    """Keys of open cards say owner, card and copy, never the token, which would reveal when the card was drawn."""
    early, late = (table(side(hand, ANVIL), side()) for hand in ("?? RA1", "RA1 ??"))
    boards = [GAME.board(match.do("play_robot RA1").state, SPECTATOR) for match in (early, late)]
    assert boards[0] == boards[1]


def test_an_arrow_from_the_attacker_to_its_target() -> None:
    """An attack points at the robot attacked; a capture from the one who takes to the one who loses the card."""
    match = table(side("", ANVIL), side("", WEAK))
    before = match.state
    ends = (cards(before, 0, "alliance")[0].key, cards(before, 1, "alliance")[0].key)
    arrows = [arrow for event in match.do("attack RA1 Ram RB1").events for arrow in event.arrows(before)]
    assert arrows == [Arrow(*ends), Arrow("seat0", "seat1")]


def test_prompts_name_the_step() -> None:
    """In setup everybody's own next step, then who begins; in a turn what is still open."""
    match = opened()
    assert [(p.text, p.seat) for p in GAME.board(match.state, 0).prompts] == [
        ("determine who begins", None),
        ("register the deck", 0),
        ("register the deck", 1),
    ]
    match = table(side("RA1", ANVIL), side("", WEAK))
    assert [p.text for p in GAME.board(match.state, 0).prompts] == ["make a move: play cards or attack"]
    match.do("play_robot RA1")
    assert [p.text for p in GAME.board(match.state, 0).prompts] == ["play cards, attack or end the turn"]


def test_an_attack_and_what_followed() -> None:
    """The attack is the sentence; what it did to whom follows with its numbers, in words."""
    match = table(side("", ANVIL), side("", WEAK))
    assert told(match, "attack RA1 Ram RB1", SPECTATOR) == [
        "Ada's Anvil 15 uses Ram on Ben's Bumble 15",
        "Ben's Bumble 15 goes from 10 to 0 hit points",
        "Ben's Bumble 15 is defeated and goes to the shop with Servo",
        "Ada captures Ben's prize card 1",
    ]


def test_a_turn_ends_and_the_next_begins() -> None:
    """The end of the turn is the sentence, the turn that begins comes along with it."""
    match = started("RA1 BAT", "RB1").do("play_robot RA1")
    lines = told(match, "end_turn drawn=[CIM]", SPECTATOR)
    assert lines == ["Ada ends turn 1", "Ada draws a card", "Ben begins turn 2"]
    assert [event.is_bookkeeping for event in match.events] == [False, False, True]


def test_a_swap_names_the_cards_to_those_who_see_them() -> None:
    """Its player hears which cards went and came, the others how many."""
    open_line = "Ada puts Battery and CIM under the deck and draws Anvil 15 and a card"
    for viewpoint, line in ((0, open_line), (1, "Ada puts 2 cards under the deck and draws 2 cards")):
        match = table(side("BAT CIM ?? ?? ?? ?? ??"), side())
        assert told(match, "swap_cards [BAT, CIM] drawn=[RA1, ??]", viewpoint)[0] == line
