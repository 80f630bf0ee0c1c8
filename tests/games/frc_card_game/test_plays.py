"""Plays and switches in the main phase (CG-A), and the slots they take (CG-F)."""

import pytest

from domain.cards import Token
from domain.games.frc_card_game import GAME
from domain.games.frc_card_game.build_requirement import assign, lacking
from domain.games.frc_card_game.events.plays import RobotPlayed
from tests.games.frc_card_game.tables import ADA, BO, names, opened, points, side, table, tags
from tests.scenario import as_played, cases, given, impossible, refused, then

THREE = ["wall defensive dana", "lifter offensive cleo", "jab offensive pax"]
FIVE = ["coach_may", "booster_ben", "scout_lin", "steel_stan", "open_house"]


test_rules = cases(
    ("CG-A01: a hand with neither that card nor an unknown one cannot play it",
     given(table, ada=side(hand="pax", body="dana")), impossible("play_student dana", "CG-A01")),
    ("CG-A01: a mentor cannot be played as a student; a student cannot be played as a robot",
     given(table, ada=side(hand="coach_may")), impossible("play_student coach_may", "CG-A01"),
     given(table, ada=side(hand="dana pax")), impossible("play_robot dana [] offensive", "CG-A01")),
    ("CG-A01: a play of an unknown card says which card it is", given(table), impossible("play_student ??", "CG-A01")),
    ("CG-A02: a second student in the same turn is refused; recorded as played it stands",
     given(table), "play_student dana", refused("play_student pax", "CG-A02"), as_played("play_student pax", "CG-A02"),
     then(lambda t: names(t, ADA, "body"), ["dana", "pax"])),
    ("CG-A02, CG-Q48: Booster Ben allows a second student from the moment he is played",
     given(table, ada=side(unknown=4)), "play_student dana", "play_mentor booster_ben", "play_student pax",
     refused("play_student nia", "CG-A02")),
    ("CG-Q48, CG-A02: when Booster Ben is retired, plays already made stand and more are refused",
     given(table, ada=side(unknown=4, slots=["booster_ben"])), "play_student dana", "play_student pax",
     "resolve_card_effect volt_club changes=[card_moved(card=booster_ben, to=retirement_pile)]",
     then(lambda t: names(t, ADA, "body"), ["dana", "pax"]), refused("play_student nia", "CG-A02")),
    ("CG-A03, CG-F03: a played student joins the Student Body, however many are there",
     given(table, ada=side(unknown=1, body="dana pax nia wes cleo sol dee dana pax nia")), "play_student wes",
     then(lambda t: names(t, ADA, "body")[-1], "wes"), then(lambda t: len(names(t, ADA, "body")), 11)),
    ("CG-A04: any number of mentors and events in a turn, while slots are open",
     given(table, ada=side(unknown=5)), "play_mentor coach_may", "play_mentor scout_lin", "play_event gloom",
     "play_event open_house 5",
     then(lambda t: [s.card if s else "-" for s in t.state.players[ADA].slots],
         ["coach_may", "scout_lin", "gloom", "-", "open_house"])),
    ("CG-A04, CG-F05, CG-Q13: with five slots taken neither a mentor nor an event can be played",
     given(table, ada=side(unknown=2, slots=FIVE)), impossible("play_mentor coach_may", "CG-A04", "CG-F05"),
     impossible("play_event gloom", "CG-A04", "CG-F05")),
    ("CG-A05, CG-Q47: Steel Stan's 300 offense counts from the moment he is played, in the same turn",
     given(table, "main", side(unknown=1, robots=["wall offensive dana"])), "play_mentor steel_stan", "advance_phase",
     "score wall",
     then(points, (4000, 3500))),
    ("CG-A05: an effect of a card that is not in play is refused",
     given(table, ada=side(hand="coach_may")),
     refused("resolve_card_effect coach_may changes=[points_changed(player=Bo, delta=-100)]", "CG-A05")),
    ("CG-A06: retiring a mentor without a card effect is refused; recorded as played, it goes",
     given(table, ada=side(slots=["coach_may"])), refused("retire_card coach_may", "CG-A06"),
     as_played("retire_card coach_may", "CG-A06"),
     then(lambda t: names(t, ADA, "retired"), ["coach_may"])),
    ("CG-A07: several robots in one turn, while slots are open and students stand ready",
     given(table, ada=side(unknown=2, body="dana cleo pax")), "play_robot wall dana defensive",
     "play_robot lifter cleo offensive",
     then(lambda t: names(t, ADA, "robots"), ["wall", "lifter"])),
    ("CG-F04, CG-A07: with three robot slots taken no robot can be played",
     given(table, ada=side(unknown=2, body="wes", robots=THREE)),
     impossible("play_robot dasher wes offensive", "CG-F04", "CG-A07")),
    ("CG-F04: a free slot can be named",
     given(table, ada=side(unknown=2, body="wes")), "play_robot dasher wes offensive 3",
     then(lambda t: [r.card if r else "-" for r in t.state.players[ADA].robots], ["-", "-", "dasher"])),
    ("CG-Q43: a slot or student that became free can be used at once",
     given(table, ada=side(unknown=2, robots=THREE, slots=FIVE)),
     "resolve_card_effect coach_may changes=[card_moved(card=lifter, to=hand)]", "play_robot lifter cleo offensive",
     then(lambda t: names(t, ADA, "robots"), ["wall", "lifter", "jab"])),
    ("CG-A08: without a student for an attribute the robot is refused",
     given(table, ada=side(unknown=1, body="dana pax")), refused("play_robot krabby [dana, pax] offensive", "CG-A08")),
    ("CG-A08, CG-Q16: the neutral attribute takes any student, one with the named skill too",
     given(table, ada=side(unknown=1, body="nia nia")), "play_robot krabby [nia, nia#2] offensive"),
    ("CG-V04: under every_matching Dee alone builds Tank, but a second student must stand for something too",
     given(table, ada=side(unknown=1, body="dee"), options={"multi_skill_student": "every_matching"}),
     "play_robot tank dee offensive",
     given(table, ada=side(unknown=1, body="dee wes dana"), options={"multi_skill_student": "every_matching"}),
     refused("play_robot tank [dee, wes] offensive", "CG-A08"), "play_robot tank [dana, dee] offensive"),
    ("CG-V04: under every_matching a neutral attribute still needs a student of its own",
     given(table, ada=side(unknown=1, body="nia pax"), options={"multi_skill_student": "every_matching"}),
     refused("play_robot krabby nia offensive", "CG-A08"), "play_robot krabby [nia, pax] offensive"),
    ("CG-A08: a student that is still in the hand, or retired, cannot build",
     given(table, ada=side(hand="wall dana", retired="dana")), refused("play_robot wall dana offensive", "CG-A08"),
     as_played("play_robot wall dana offensive", "CG-A08"),
     then(lambda t: names(t, ADA, "robots"), ["wall"])),
    ("CG-A08: a student who is nowhere on the table is impossible",
     given(table, ada=side(hand="wall", unknown=1)), impossible("play_robot wall dana offensive", "CG-A08")),
    ("CG-A09, CG-A08: the students of a Drive Team left the Student Body and cannot build another robot",
     given(table, ada=side(unknown=2, body="dana")), "play_robot wall dana offensive",
     then(lambda t: names(t, ADA, "body"), []),
     then(lambda t: [s.card for s in t.state.players[ADA].robots[0].drive_team], ["dana"]),
     refused("play_robot tank [dana, dana] offensive", "CG-A08", "CG-A09")),
    ("CG-F06, CG-A08: the opponent's students cannot build; recorded as played they go under the robot",
     given(table, ada=side(unknown=1), bo=side(body="dana")),
     refused("play_robot wall dana offensive", "CG-F06", "CG-A08"),
     as_played("play_robot wall dana offensive", "CG-F06", "CG-A08"),
     then(lambda t: names(t, BO, "body"), [])),
    ("CG-A10: a robot played without a position is refused",
     given(table, ada=side(unknown=1, body="dana")), impossible("play_robot wall dana", "CG-A10")),
    ("CG-A11, CG-Q18: own robots switch as often as wanted, in the turn of play too",
     given(table, ada=side(unknown=1, body="dana")), "play_robot wall dana defensive", "switch_position wall offensive",
     "switch_position wall defensive", refused("switch_position wall defensive", "CG-A11")),
    ("CG-A11: the opponent's robot is not switched; a robot that is not on the field cannot be",
     given(table, bo=side(robots=["wall defensive dana"])), refused("switch_position wall offensive", "CG-A11"),
     impossible("switch_position tank offensive", "CG-A11")),
    ("CG-A12: a card that is not on the field cannot be retired",
     given(table, ada=side(retired="open_house")), impossible("retire_card open_house", "CG-A12")),
    ("CG-A01, CG-A07: the first player plays in turn 1 as in any other",
     given(opened), "advance_phase", "play_student dana", "play_robot wall dana defensive",
     then(lambda t: names(t, ADA, "robots"), ["wall"])),
    ("CG-F05: a taken slot, or one that does not exist, is impossible",
     given(table, ada=side(unknown=1, slots=["coach_may"])), impossible("play_mentor scout_lin 0", "CG-F05"),
     impossible("play_mentor scout_lin 1", "CG-F05"), impossible("play_mentor scout_lin 6", "CG-F05")),
    ("CG-A12: a student, robot or team card on the field is not retired at will",
     given(table, ada=side(body="dana", robots=["wall defensive pax"])), refused("retire_card dana", "CG-A12"),
     refused("retire_card wall", "CG-A12"), refused("retire_card iron_gears", "CG-A12")),
)  # fmt: skip


def test_the_card_held_longest_turns_out() -> None:
    """CG-D06, CG-Q35: an unknown hand card that is played is revealed first: the one held longest, or the one named."""
    there = table().do("play_student dana")
    assert tags(there) == ["card_revealed", "student_played"]
    first, second = there.state.players[ADA].student_body[0].id, there.state.players[ADA].hand[0].id
    assert first < second
    there = table().do(f"play_student #1-{second % 1000:02d}=dana")
    assert there.state.players[ADA].student_body == (Token(second, "dana"),)


def test_a_known_card_is_not_another() -> None:
    """CG-A01: a token that is known to be one card cannot be played as another."""
    there = table(ada=side(hand="pax"))
    token = there.state.players[ADA].hand[0].id
    there.impossible(f"play_student #1-{token % 1000:02d}=dana", "CG-A01")


@pytest.mark.parametrize("slot", [0, 1, 4])
def test_robot_slot(slot: int) -> None:
    """CG-F04: a taken slot, or one that does not exist, is impossible."""
    there = table(ada=side(unknown=2, body="wes", robots=THREE[:1]))
    there.impossible(f"play_robot dasher wes offensive {slot}", "CG-F04")


@pytest.mark.parametrize("students", ["[nia]", "[nia, pax, dana]", "[nia, nia]"])
def test_number_of_students(students: str) -> None:
    """CG-A08, CG-Q15: too few, too many or twice the same student is refused."""
    there = table(ada=side(unknown=1, body="nia pax dana"))
    there.refused(f"play_robot krabby {students} offensive", "CG-A08")


def test_two_skills_are_one_attribute() -> None:
    """CG-A08, CG-Q14, CG-V04: Dee has both of Tank's skills but counts for only one of them; any order is found."""
    there = table(ada=side(unknown=1, body="dee dana")).refused("play_robot tank dee offensive", "CG-A08")
    there.do("play_robot tank [dana, dee] offensive")
    played = next(e for e in there.events if isinstance(e, RobotPlayed))
    standing = {a.attribute: a.student for a in played.assigned}
    dee, dana = (s.id for s in there.state.players[ADA].robots[0].drive_team[::-1])
    assert standing == {"design": dana, "programming": dee}


@pytest.mark.parametrize(
    ("students", "every", "found"),
    [
        ([("a", "b"), ("a",)], False, (1, 0)),
        ([("a",), ("b",)], False, (0, 1)),
        ([("a",), ("a",)], False, None),
        ([("a", "b")], True, (0, 0)),
        ([("a", "b"), ("b",)], True, (0, 1)),
        ([("a", "b"), ("c",)], True, None),
    ],
)
def test_assignment(students: list[tuple[str, ...]], *, every: bool, found: tuple[int, ...] | None) -> None:
    """CG-A08, CG-Q14: any valid assignment is found, whatever the order of the students."""
    assert assign(("a", "b"), students, every_matching=every) == found


def test_assignment_of_many_students_is_quick() -> None:
    """CG-A08: fourteen students who nearly fit are decided without trying every order."""
    assert assign(["design"] * 13 + ["swerve"], [("design",)] * 14) is None
    assert assign(["neutral"] * 14, [("design",)] * 14) == tuple(range(14))


def test_lacking_says_what_is_missing() -> None:
    """CG-A08: the refusal names the attribute without a student, or the number needed."""
    assert lacking(("pneumatics", "neutral"), [("design",), ("swerve",)]) == "no student for pneumatics"
    assert lacking(("design",), [("design",), ("swerve",)]) == "2 students, but one is needed for each of: design"
    assert lacking(("a", "b"), [("a", "b"), ("x",)]) == "these students cannot count as one each for a, b"


def test_what_is_lacking_follows_the_option() -> None:
    """CG-A08, CG-V04: under every_matching the refusal does not ask for one student for each attribute, but says what holds."""
    there = table(ada=side(hand="krabby", body="nia pax wes"), options={"multi_skill_student": "every_matching"})
    for students in ("nia", "nia,pax,wes"):
        (fault,) = GAME.check(there.state, there.command(f"play_robot krabby [{students}] offensive"))
        assert fault.rule == "CG-A08"
        assert fault.text.endswith(
            "cannot count for pneumatics, neutral: each must match one, and neutral needs a student of its own"
        )
    there.do("play_robot krabby [nia, pax] offensive")
