"""Board content beside names: the plan, kinds, numbers, states, places, the tray, arrows and sentences."""

from functools import partial

import pytest

from domain.board import Arrow, Zone
from domain.games.frc_card_game import GAME
from domain.games.frc_card_game.events.scoring import ScoreAttempted
from domain.simulation import simulate
from tests.games import looking
from tests.games.frc_card_game.tables import ADA, BO, SAMPLE, opened, side, started, table

panel, cards, told = (partial(one, GAME) for one in (looking.panel, looking.cards, looking.told))


def test_zones_fill_the_plan() -> None:
    """Every zone of every board names its place in the plan, once a player, in the plan's order; slots are always all there."""
    order = [zone.key for zone in GAME.plan(started().state).zones]
    for played in simulate(GAME, SAMPLE, 4):
        for seen in GAME.board(played.after, "judge").panels:
            zones = [part for part in seen.parts if isinstance(part, Zone)]
            assert sorted((zone.plan for zone in zones), key=order.index) == [zone.plan for zone in zones]
            sizes = {zone.plan: len(zone.cards) for zone in zones}
            assert (sizes["robots"], sizes["slots"]) == (3, 5)


def test_numbers_and_states_of_a_robot() -> None:
    """The number that a contest compares is the main one; what a card effect changed tells what is printed."""
    there = table("scoring", side(robots=["wall defensive dana", "jab offensive pax"], slots=["steel_stan"]))
    wall, jab, free = cards(there.state, ADA, "robots")
    assert [(n.name, n.value, n.printed, n.main) for n in wall.numbers] == [
        ("offense", 500, 200, False),
        ("defense", 1200, None, True),
    ]
    assert [n.name for n in jab.numbers if n.main] == ["offense"]
    assert (wall.kind, wall.states, jab.states, free.name) == ("robot", ("defensive",), ("offensive",), "-")
    assert [(member.kind, member.tags) for member in jab.under] == [("student", ("Programming",))]
    assert "scored" in cards(there.do("score jab").state, ADA, "robots")[1].states


def test_points_are_a_gauge() -> None:
    """The main gauge runs from 0 to the points that a match begins with, and warns where one more attempt can end it."""
    there = table(ada=side(points=900))
    gauge = GAME.plan(there.state).gauges[0]
    assert (gauge.name, gauge.low, gauge.high, gauge.danger) == ("points", 0, 4000, 1000)
    assert [(g.label, g.value, g.maximum) for g in panel(there.state, ADA).gauges] == [("points", 900, 4000)]


def test_the_tray_holds_the_students_to_choose_from() -> None:
    """Given a student to be chosen, then the candidates are in the tray, and the choosing player is to act."""
    there = table("scoring", side(robots=["jab offensive nia"]), side(robots=["wall offensive dana cleo"]))
    assert GAME.board(there.state, "spectator").tray is None
    there.do("score jab wall")
    tray = GAME.board(there.state, "spectator").tray
    assert tray is not None
    assert (tray.title, [card.name for card in tray.cards]) == ("Drive Team of Wall", ["Dana", "Cleo"])
    assert [panel(there.state, seat).active for seat in (ADA, BO)] == [False, True]


def test_a_card_keeps_its_key_on_its_way() -> None:
    """From the hand to the Student Body, under a robot and to the pile, a card has one key, another copy in the pile or not."""
    there = table(ada=side(hand="nia nia krabby", retired="nia", body="pax"))
    key = cards(there.state, ADA, "hand")[0].key
    there.do("play_student nia")
    assert cards(there.state, ADA, "students")[-1].key == key
    there = table("scoring", side(robots=["krabby offensive nia"]), side(robots=["wall defensive dana"]))
    robot = cards(there.state, ADA, "robots")[0]
    there.do("score krabby wall")
    assert {card.key for card in cards(there.state, ADA, "retired")} == {robot.key, robot.under[0].key}


def test_an_arrow_from_the_robot_to_its_target() -> None:
    """A score attempt points at the attacked robot, or else at the player; both ends are on the board before it."""
    there = table("scoring", side(robots=["krabby offensive nia"]), side(robots=["wall defensive dana"]))
    krabby, wall = cards(there.state, ADA, "robots")[0].key, cards(there.state, BO, "robots")[0].key
    before = there.state
    assert there.do("score krabby wall").events[0].arrows(before) == (Arrow(krabby, wall),)
    there = table("scoring", side(robots=["krabby offensive nia"]))
    before = there.state
    attempt = there.do("score krabby").events[0]
    assert isinstance(attempt, ScoreAttempted)
    assert attempt.arrows(before) == (Arrow(krabby, panel(before, BO).key),)


@pytest.mark.parametrize(
    ("phase", "prompt"),
    [
        ("median", "go on to the main phase"),
        ("main", "play cards or switch robots, or go on to the scoring phase"),
        ("scoring", "score with Krabby, or go on to the end phase"),
        ("end", "end the turn"),
    ],
)
def test_what_can_be_done_in_a_phase(phase: str, prompt: str) -> None:
    """Each phase says what it is for and what comes next; a defensive robot is not offered for scoring."""
    there = table(phase, side(robots=["krabby offensive nia", "wall defensive dana"]))  # type: ignore[arg-type]
    assert [p.text for p in GAME.board(there.state, ADA).prompts] == [prompt]


def test_a_phase_is_a_sentence_and_minor() -> None:
    """A phase move names the player and the phase; a turn's end is an event of its own, and the next beginning is bookkeeping."""
    there = opened()
    assert told(there, "advance_phase") == ["Ada goes on to the main phase"]
    assert there.events[0].is_bookkeeping
    lines = told(there, "end_turn")
    assert lines == [
        "Ada has no scoring phase this turn",
        "Ada goes on to the end phase",
        "Ada ends turn 1",
        "Bo begins turn 2",
        "Bo goes on to the draw phase with 1 draw to make",
    ]
    assert [line for line, event in zip(lines, there.events, strict=True) if not event.is_bookkeeping] == [
        "Ada ends turn 1"
    ]


def test_the_play_is_the_sentence_of_an_unknown_card() -> None:
    """A card that becomes known by being played is shown by the way: the play is what happened."""
    there = table(ada=side(unknown=1))
    assert told(there, "play_student dana") == ["Ada shows Dana", "Ada plays the student Dana (1 of 1)"]
    assert [event.is_bookkeeping for event in there.events] == [True, False]


def test_a_failed_attempt_and_what_followed() -> None:
    """The attempt with its numbers comes first, then what became of robot, points and Drive Team."""
    there = table("scoring", side(robots=["krabby offensive nia pax"]), side(robots=["wall defensive dana"]))
    assert told(there, "score krabby wall") == [
        "Krabby (900) scores on Wall (defense 1200) and fails",
        "Ada's Krabby is retired",
        "Ada loses 700: 4000 to 3300",
        "Ada must choose who retires with Krabby: Nia and Pax",
    ]


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ("card_moved(card=nia, origin=student_body, to=hand)", "Nia goes from Ada's Student Body to the hand"),
        ("modify(number=offense, card=krabby, by=300, until=rest_of_game)", "Krabby has +300 offense"),
        ("random_result(kind=coin, value=heads)", "the coin gives heads"),
    ],
)
def test_changes_by_hand_are_sentences(changes: str, line: str) -> None:
    """A card effect resolved by hand is narrated in words, not as `a: b → c`."""
    there = table(ada=side(body="nia", robots=["krabby offensive pax"]))
    assert told(there, f"resolve_card_effect iron_gears changes=[{changes}]")[1] == line
