"""Adjustments and declared positions: the record follows the table, as far as a table can hold it."""

import pytest
from msgspec.structs import replace

from domain.cards import DeckList
from domain.games.frc_card_game import GAME
from domain.games.frc_card_game.cards import StudentCard, cards_of_type
from domain.games.frc_card_game.commands.position import DeclaredRobot, DeclaredSide, DeclarePosition
from domain.games.frc_card_game.commands.setup import PlayerSetup, StartMatch
from domain.games.frc_card_game.commands.turns import DrawCard
from domain.games.frc_card_game.events.by_hand import RemindersRaised
from tests.games.frc_card_game.tables import ADA, BO, CARDS, SAMPLE, names, sample_table, side, started, table
from tests.scenario import Scenario, as_played, cases, given, impossible, refused, then


def declared(**sides: DeclaredSide) -> DeclarePosition:
    """Ada's turn 3."""
    return DeclarePosition(
        turn=3, turn_player=0, phase="main", sides=(sides.get("ada", side()), sides.get("bo", side()))
    )


test_rules = cases(
    ("CG-S02, CG-X07: an adjustment sets what the table has: draws owed, student plays, attempts, phase",
     given(table, "draw", side(robots=["wall offensive dana"], slots=["scout_lin"]), draws_made=2),
     "adjust recount [draws_owed_set(owed=1)]", refused("advance_phase", "CG-T04"), "draw_card", "advance_phase",
     "adjust recount [phase_set(player=Ada, phase=main), student_plays_set(used=1)]",
     refused("play_student dana", "CG-A02"), "adjust recount [attempts_set(robot=wall, used=1)]", "advance_phase",
     refused("score wall", "CG-C02")),
    ("CG-T04, CG-F04: an adjustment is refused only where the table cannot hold it",
     given(table), impossible("adjust x [draws_owed_set(owed=1)]", "CG-T04"),
     impossible("adjust x [attempts_set(robot=wall, used=1)]", "CG-F04"), given(started),
     impossible("adjust x [points_changed(player=Ada, delta=1)]", "CG-S07")),
    ("CG-E06: a match that was ended by mistake goes on when an adjustment sets its phase",
     given(table, bo=side(points=100)), "adjust miscounted [points_changed(player=Bo, delta=-100)]",
     then(lambda t: t.state.result is not None, True),
     "adjust recounted [points_changed(player=Bo, delta=300), phase_set(player=Ada, phase=main)]", "end_turn",
     then(lambda t: t.state.turn, 4)),
    ("CG-T05: a position declared in a phase that a card on the table names raises its reminder",
     given(sample_table),
     "declare_position 2 Bo median [(points=4000, deck=26, hand=4), (points=4000, deck=26, hand=4)]",
     then(lambda t: isinstance(t.events[-1], RemindersRaised), True), then(lambda t: len(t.state.reminders), 1)),
    ("CG-X01, CG-X04: an adjustment takes an event off the field, and puts cards back into the deck",
     given(table, ada=side(hand="dana", slots=["gloom 1"])),
     "adjust misplaced changes=[card_moved(card=gloom, to=retirement_pile), card_moved(card=dana, to=deck)]",
     then(lambda t: (names(t, ADA, "retired"), t.state.players[ADA].deck), (["gloom"], 29)),
     "adjust misplaced changes=[card_moved(card=gloom, origin=retirement_pile, to=hand)]",
     then(lambda t: names(t, ADA, "hand"), ["gloom"])),
    ("CG-S01, CG-T01, CG-F04, CG-S07: a declared position has both sides, a turn from 1 on, all slots named or none",
     given(table), impossible(DeclarePosition(turn=1, turn_player=0, phase="main", sides=(side(),)), "CG-S01"),
     impossible(DeclarePosition(turn=0, turn_player=0, phase="main", sides=(side(), side())), "CG-T01"),
     impossible("declare_position 1 Ada main [(points=1, deck=28, hand=0, robots=[(card=jab, position=offensive, slot=1), "
         "(card=wall, position=offensive)]), (points=1, deck=30, hand=0)]", "CG-F04"),
     given(lambda: Scenario(GAME, CARDS)),
     impossible(DeclarePosition(turn=1, turn_player=0, phase="main", sides=()), "CG-S07")),
    ("CG-T04, CG-K01, CG-A08, CG-T09: an empty deck has no card to name, a card must be in the catalogue, a "
     "student a student",
     given(table, "draw", side(deck=0), draws_made=0), impossible("draw_card dana", "CG-T04"),
     given(table, "draw", draws_made=0), impossible(DrawCard(card="nobody"), "CG-K01"),
     given(table, ada=side(hand="wall jab", slots=["gloom 1"])),
     impossible("play_robot wall gloom offensive", "CG-A08"), impossible("play_robot wall jab offensive", "CG-A08"),
     given(table, "end"), impossible("discard_to_hand_limit []", "CG-T09")),
    ("CG-D03, CG-D05: four copies, or a team card among the cards of a deck, are flagged where they are declared",
     given(table), refused(declared(ada=side(hand="wes wes", body="wes", retired="wes")), "CG-D03"),
     as_played(declared(ada=side(hand="wes wes", body="wes", retired="wes")), "CG-D03"), given(table),
     refused(declared(ada=side(hand="wes", robots=["twin offensive wes", "twin offensive wes", "twin offensive wes"])),
         "CG-D03"),
     as_played(declared(ada=side(hand="wes", robots=["twin offensive wes", "twin offensive wes", "twin offensive wes"])),
         "CG-D03"),
     given(table), refused(declared(ada=side(hand="volt_club")), "CG-D05"),
     as_played(declared(ada=side(hand="volt_club")), "CG-D05"), given(table),
     refused(declared(ada=side(retired="volt_club")), "CG-D05"),
     as_played(declared(ada=side(retired="volt_club")), "CG-D05")),
)  # fmt: skip


def test_declared_position() -> None:
    """Given a declared position, then it replaces the table: stated facts apply, others are unknown, and play continues from it."""
    there = table(
        "scoring",
        side(points=2500, hand="dana", unknown=2, robots=["wall offensive pax"], slots=["gloom 1"], retired="nia"),
    )
    ada = there.state.players[ADA]
    assert (ada.points, len(ada.hand), ada.deck) == (2500, 3, 23)
    assert there.state.first_player == ADA
    there.do("score wall", "end_turn")
    assert there.state.players[ADA].slots[0].counted == 2


def test_declared_again() -> None:
    """A position can be declared in the middle of a match, naming tokens that are known; the numbers must add up."""
    there = table(ada=side(body="dana"))
    token = there.state.players[ADA].student_body[0].id
    lines = "(points=100, deck={}, hand=0, student_body=[#1-{:02d}=dana]), (points=100, deck=30, hand=0)"
    there.do(f"declare_position 7 Ada main [{lines.format(29, token % 1000)}] students_played=1")
    assert there.state.players[ADA].student_body[0].id == token
    there.impossible(f"declare_position 7 Ada main [{lines.format(28, token % 1000)}]", "CG-D01")
    there.impossible(f"declare_position 7 Ada main [{lines.format(29, 77)}]", "CG-F01")


@pytest.mark.parametrize(
    ("sides", "rule"),
    [
        (side(robots=["wall offensive"] * 4), "CG-F04"),
        (side(slots=["gloom 1"] * 6), "CG-F05"),
        (side(robots=["dana offensive"]), "CG-F04"),
        (side(slots=["dana 1"]), "CG-F05"),
        (side(body="wall"), "CG-F03"),
        (side(body="nobody"), "CG-K01"),
        (side(size=31), "CG-D01"),
        (DeclaredSide(points=1, deck=1, hand=10**9), "CG-F01"),
        (DeclaredSide(points=1, deck=-1, hand=31), "CG-F01"),
    ],
)
def test_declared_impossibly(sides: DeclaredSide, rule: str) -> None:
    """CG-F01, CG-F03, CG-F04, CG-F05, CG-D01, CG-K01: a position that no table can hold is impossible."""
    position = DeclarePosition(turn=3, turn_player=0, phase="main", sides=(sides, side()))
    table().impossible(position, rule)


def test_tokens_are_not_given_out_twice() -> None:
    """CG-F01: given a table that is declared again and again, then card numbers run out; each is used only once."""
    there = started().do("play_team_card Ada iron_gears", "play_team_card Bo volt_club")
    line = "declare_position 3 Ada main [(points=1, deck=0, hand=30), (points=1, deck=0, hand=30)]"
    for _ in range(33):
        there.do(line)
    there.impossible(line, "CG-F01")


def test_a_move_to_a_taken_slot() -> None:
    """CG-F04: a robot cannot be put into a slot that is taken or does not exist."""
    there = table(ada=side(hand="wall", robots=["jab offensive"]))
    for slot in (1, 4):
        move = f"card_moved(card=wall, to=robot_slots, slot={slot})"
        there.impossible(f"adjust x changes=[{move}]", "CG-F04")


def test_tokens_name_cards_too() -> None:
    """CG-F01: robots, students and moved cards can be named by their tokens; a wrong identity is refused."""
    there = table("scoring", side(robots=["wall offensive dana"]))
    robot = there.state.players[ADA].robots[0]
    name = f"#1-{robot.token % 1000:02d}"
    there.impossible(f"score {name}=jab", "CG-C01").do(f"score {name}")
    there.do(f"adjust x changes=[card_moved(card={name}, to=hand)]")
    assert names(there, ADA, "hand") == ["wall"]


@pytest.mark.parametrize(
    ("ada", "bo", "winners", "rule"),
    [(0, 4000, (BO,), "CG-E01"), (300, -50, (ADA,), "CG-E01"), (-10, -20, (ADA,), "CG-E02"), (0, 0, (), "CG-E03")],
)
def test_a_declared_end(ada: int, bo: int, winners: tuple[int, ...], rule: str) -> None:
    """CG-E01, CG-E02, CG-E03: a position that is declared with 0 points or less is the end of the match."""
    result = GAME.outcome(table(ada=side(points=ada), bo=side(points=bo)).state)
    assert result is not None
    assert (result.winners, result.rule, result.scores) == (winners, rule, (ada, bo))


def test_declared_cards_that_the_list_has_not() -> None:
    """CG-D06, CG-S03: with a list, more copies than it has and another team card than its own are flagged."""
    students = {r.card_id: 3 for r in cards_of_type(SAMPLE, StudentCard)[:10]}
    deck = DeckList(students | {"ines": 1, "pincher": 2}, beside={"team": "gear_guild"})
    there = Scenario(GAME, SAMPLE).do(
        StartMatch(players=(PlayerSetup(name="Ada", deck=deck), PlayerSetup(name="Bo", deck=30)))
    )
    there.refused(declared(ada=side(hand="ines ines")), "CG-D06").refused(declared(ada=side(hand="bulwark")), "CG-D06")
    there.refused(declared(ada=side(team="torque_society")), "CG-S03")
    there.do(declared(ada=side(hand="ines pincher pincher", team="gear_guild")))


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("1 Ada draw [{}]", "CG-T03"),
        ("1 Ada scoring [{}]", "CG-T03"),
        ("4 Ada main [{}] first_player=Ada", "CG-T01"),
        ("3 Ada main [{}] first_player=Bo", "CG-T01"),
        ("4 Ada main [{}]", "CG-T01"),
    ],
)
def test_moments_that_cannot_be(line: str, rule: str) -> None:
    """CG-T03, CG-T01: turn 1 has no draw and no scoring phase; whose turn it is follows from its number and who went first."""
    sides = "(points=100, deck=26, hand=4), (points=100, deck=26, hand=4)"
    there = sample_table(first="Ada").impossible(f"declare_position {line.format(sides)}", rule)
    there.do(f"declare_position 4 Ada main [{sides}] first_player=Bo")


@pytest.mark.parametrize(
    ("ada", "rule"),
    [
        (side(slots=["gloom 3"]), "CG-X04"),
        (side(slots=["gloom -1"]), "CG-X04"),
        (side(slots=["open_house 1"]), "CG-X04"),
        (side(slots=["coach_may 1"]), "CG-X04"),
        (replace(side(robots=["wall offensive"]), robots=(DeclaredRobot(card="wall", position="offensive", attempts=-1),)),
         "CG-C02"),
        (side(team="wes"), "CG-F02"),
    ],
)  # fmt: skip
def test_counters_beyond_their_end(ada: DeclaredSide, rule: str) -> None:
    """CG-X04, CG-C02, CG-F02: an event counts zero to all of its turns, other cards zero; attempts count from 0; a team card slot
    holds a team card."""
    table().impossible(declared(ada=ada), rule).do(declared(ada=side(slots=["gloom 2"])))


def test_the_position_before_turn_1_can_be_declared() -> None:
    """CG-T03: what a form for a position begins with before the first turn is the start of turn 1, which can be declared."""
    there = started().do("flip_coin Bo")
    position = GAME.position(there.state)
    assert isinstance(position, DeclarePosition)
    assert (position.turn, position.turn_player, position.first_player, position.phase) == (1, BO, BO, "median")
    there.do(position)
