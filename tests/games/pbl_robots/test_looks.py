"""Board content beside names: the plan, limbs as cards, numbers, the combat, keys, arrows, prompts and sentences."""

from functools import partial
from itertools import islice

import pytest

from domain.board import Arrow, Table, Zone
from domain.games.pbl_robots import GAME
from domain.simulation import simulate
from tests.games import looking
from tests.games.looking import keys
from tests.games.pbl_robots.table import SAMPLE, attack, created, opening, standard, three

panel, cards, told = (partial(one, GAME) for one in (looking.panel, looking.cards, looking.told))

MODES = (
    {"setup": "quick_play"},
    {"setup": "regular"},
    {"setup": "challenge_community"},
    {"setup": "quick_play", "sides": "3"},
    {"setup": "quick_play", "rotation": "3"},
    {"setup": "quick_play", "team_mode": "pilot_and_gunner"},
    {"setup": "quick_play", "team_mode": "two_robots_four_hands"},
)


@pytest.mark.parametrize("options", MODES, ids=lambda options: "-".join(options.values()))
def test_zones_fill_the_plan(options: dict[str, str]) -> None:
    """In every mode each side has each planned zone once, the table the middle ones; slots and keys hold in every state."""
    for played in islice(simulate(GAME, SAMPLE, 4, options=options), 120):
        plan = GAME.plan(played.after)
        always = [zone.key for zone in plan.zones if zone.where != "middle" and not zone.quiet]
        seen = GAME.board(played.after, "judge")
        for shown in seen.panels[: len(played.after.sides)]:
            zones = {part.plan: part for part in shown.parts if isinstance(part, Zone) and part.plan}
            assert len(zones) == sum(bool(part.plan) for part in shown.parts)
            assert all(key.startswith("hand") and key != "hand" for key in set(always) - set(zones))
            assert tuple(card.place for card in zones["limbs"].cards) == plan.zones[0].places
        all_keys = list(keys(seen))
        assert len(all_keys) == len(set(all_keys))


def test_the_options_decide_the_plan() -> None:
    """A common deck takes away the count of each side's, a gunner sees the top of the deck, four hands are two a robot."""
    common = GAME.plan(created(options={"setup": "challenge_community"}).state)
    assert "deck" not in [count.name for count in common.counts]
    four = ("Ana", "Bo", "Cleo", "Dov")
    gunners = GAME.plan(created(four, {"team_mode": "pilot_and_gunner"}).state)
    assert gunners.zone("top") is not None
    hands = GAME.plan(created(four, {"team_mode": "two_robots_four_hands"}).state)
    assert hands.zone("hand2") is not None
    assert GAME.plan(standard().state).zone("hand2") is None
    assert [seat.side for seat in hands.seats] == [0, 0, 1, 1]


def test_limbs_are_cards_in_their_places() -> None:
    """A bare limb, a built one with its level, an empty shoulder, and a blown off one, each in its place."""
    table = standard()
    head, left, *_, shoulder = cards(table.state, 0, "limbs")
    assert (head.name, head.kind, [(n.name, n.value) for n in head.numbers][2]) == ("base", "limb", ("level", 0))
    assert (shoulder.name, shoulder.place) == ("-", "R SH")
    assert left.key == "side0/left_arm"


def test_a_blown_off_limb_says_so() -> None:
    """The limb that an attack destroyed is blown off; the gauge of limbs falls, the count of blow-offs rises."""
    table = attack(standard(), "head", "legs", "6, 5", "1, 2, 3")
    legs = told(table, "concede_combat")
    view = next(card for card in cards(table.state, 1, "limbs") if card.place == "LEGS")
    assert (view.name, view.states) == ("blown off", ("blown off",))
    gauge = panel(table.state, 1).gauges[0]
    assert (gauge.label, gauge.value, gauge.maximum) == ("limbs", 3, 4)
    assert {fact.label: fact.value for fact in panel(table.state, 0).facts}["blow-offs"] == "1"
    assert "Bo's legs are blown off: 3 limbs left" in legs


def test_the_combat_is_a_sheet() -> None:
    """Per side what it fights with, dice and total, who is behind; the limbs are marked, and the number that counts is main."""
    table = attack(standard(), "head", "legs", "6, 5", "1, 2, 3")
    board = GAME.board(table.state, "spectator")
    sheet = next(part for seen in board.panels for part in seen.parts if part.plan == "combat")
    assert isinstance(sheet, Table)
    assert [[cell.text for cell in row] for row in sheet.rows] == [
        ["Ana attacks", "HEAD", "6 5", "-", "-", "11", ""],
        ["Bo defends", "LEGS", "1 2 3", "-", "-", "6", "behind"],
    ]
    head, legs = cards(table.state, 0, "limbs")[0], cards(table.state, 1, "limbs")[3]
    assert (head.mark, legs.mark) == ("attacks", "target")
    assert [n.name for n in head.numbers if n.main] == ["attack"]
    assert [n.name for n in legs.numbers if n.main] == ["defense"]


def test_an_arrow_from_limb_to_limb() -> None:
    """A declared attack points from the limb that attacks to the one that it goes at."""
    table = standard()
    before = table.state
    arrows = [arrow for event in table.do("declare_attack head legs").events for arrow in event.arrows(before)]
    assert arrows == [Arrow("side0/head", "side1/legs")]


def test_the_shop_row_has_all_its_places() -> None:
    """Closed or open, the row has five places."""
    board = GAME.board(three().state, "spectator")
    row = next(part for seen in board.panels for part in seen.parts if part.plan == "shop")
    assert isinstance(row, Zone)
    assert [card.name for card in row.cards] == ["-"] * 5


def test_prompts_of_a_combat() -> None:
    """How many dice to roll, then who is behind and with what."""
    table = standard().do("declare_attack head legs")
    assert GAME.board(table.state, 0).prompts[0].text.startswith("roll the attack with ")
    table.do("roll_attack [6, 5]", "roll_defense [1, 2, 3]")
    prompt = GAME.board(table.state, 0).prompts[0]
    assert (prompt.text, prompt.seat) == ("Bo is behind with 6 against 11: add dice, or concede the combat", 1)
    assert GAME.board(opening().state, 0).prompts[0].text == "deal two opening hands"


def test_a_combat_in_sentences() -> None:
    """The attacker, target and dice of each attack, its outcome and losses."""
    table = standard()
    assert told(table, "declare_attack head legs") == ["Ana attacks Bo's legs with the head"]
    assert told(table, "roll_attack [6, 5]") == ["Ana rolls 6 5 in attack: 11"]
    assert told(table, "roll_defense [1, 2, 3]") == ["Bo rolls 1 2 3 in defense: 6"]
    assert told(table, "concede_combat")[0] == "Ana's attack succeeds with 11 against 6"


def test_a_turn_ends_and_the_next_begins() -> None:
    """The draw is the sentence; that the turn is over and the next begins comes along with it."""
    table = standard()
    lines = told(table, "draw_card", "spectator")
    assert lines == ["Ana passes the MOVE", "Ana draws a card", "Ana's turn is over", "Bo begins turn 2"]
    assert [event.is_bookkeeping for event in table.events] == [False, False, True, True]
