"""Score attempts (CG-C)."""

import pytest

from domain.cards import format_token
from domain.games.frc_card_game import GAME
from domain.games.frc_card_game.commands.scoring import ChooseRetiredStudent
from domain.games.frc_card_game.events.scoring import ScoreAttempted
from domain.notation import NotationError
from tests.games.frc_card_game.tables import ADA, BO, Table, by_hand, names, points, side, table, tags
from tests.scenario import as_played, cases, given, impossible, refused, then


def facing(attacker: str, target: str | None, **options: str) -> Table:
    """Ada's scoring phase with these robots."""
    bo = side(unknown=2) if target is None else side(unknown=2, robots=[target])
    return table("scoring", side(unknown=2, robots=[attacker]), bo, options=options)


def said(there: Table, line: str) -> str:
    """The text of the one thing that is wrong with a command."""
    faults = GAME.check(there.state, there.command(line))
    assert [fault.rule for fault in faults] == ["CG-X02"]
    return faults[0].text


test_rules = cases(
    ("CG-C01: a robot in defensive position may not score; recorded as played it does",
     given(facing, "wall defensive dana", None), refused("score wall", "CG-C01"), as_played("score wall", "CG-C01"),
     then(points, (4000, 3800))),
    ("CG-C01, CG-Q20: a robot that an effect keeps from scoring may not score",
     given(table, "scoring", side(robots=["wall offensive dana"]), side(slots=["hangar_day 1"])),
     refused("score wall", "CG-C01")),
    ("CG-C01: a robot that is not on the field cannot score; one of the opponent may not",
     given(facing, "wall offensive dana", "jab offensive pax"), impossible("score tank jab", "CG-C01"),
     refused("score jab wall", "CG-C01", "CG-C03")),
    ("CG-Q20, CG-Q33: a robot whose offense is 0 or less by effects may try; a direct score then takes nothing",
     given(table, "scoring", side(robots=["wall offensive dana"]), side(slots=["gloom 1"])), "score wall",
     then(points, (4000, 4000)), then(tags, ["score_attempted"])),
    ("CG-C02: a second attempt in the same turn is refused",
     given(facing, "wall offensive dana", None), "score wall", refused("score wall", "CG-C02")),
    ("CG-C02, CG-Q22: after a tie the robot has scored",
     given(facing, "jab offensive pax", "twin offensive wes"), "score jab twin", refused("score jab twin", "CG-C02"),
     then(points, (4000, 4000))),
    ("CG-C02: an effect can give a robot more attempts",
     given(facing, "wall offensive dana", None),
     "resolve_card_effect iron_gears changes=[modify(number=score_attempts, card=wall, by=1, until=end_of_turn)]", "score wall",
     "score wall", refused("score wall", "CG-C02"),
     then(points, (4000, 3600))),
    ("CG-C03: an own robot is no target, and one that is not there cannot be",
     given(table, "scoring", side(robots=["wall offensive dana", "jab offensive pax"]),
         side(robots=["twin defensive wes"])),
     refused("score wall jab", "CG-C03"), impossible("score wall tank", "CG-C03")),
    ("CG-C03: naming a target when the opponent has no robot is impossible",
     given(facing, "wall offensive dana", None), impossible("score wall twin", "CG-C03")),
    ("CG-C04: 900 against offense 600: the target retires and its owner loses 300",
     given(facing, "krabby offensive nia pax", "lifter offensive cleo"), "score krabby lifter",
     then(points, (4000, 3700)), then(lambda t: names(t, BO, "retired"), ["lifter", "cleo"]),
     then(tags, ["score_attempted", "robot_retired", "points_changed", "student_retired"])),
    ("CG-C05: 900 against defense 700: the target retires and nobody loses points",
     given(facing, "krabby offensive nia pax", "dasher defensive wes"), "score krabby dasher",
     then(points, (4000, 4000)), then(lambda t: names(t, BO, "robots"), [])),
    ("CG-C06: 600 against offense 900: the scoring robot retires and its player loses 300",
     given(facing, "lifter offensive cleo", "krabby offensive nia pax"), "score lifter krabby",
     then(points, (3700, 4000)), then(lambda t: names(t, ADA, "retired"), ["lifter", "cleo"])),
    ("CG-V03: under compared_stats the failed attempt on Wall loses 1200 - 900; on an offensive robot nothing changes",
     given(facing, "krabby offensive nia pax", "wall defensive dana", failed_score_penalty="compared_stats"),
     "score krabby wall",
     then(points, (3700, 4000)),
     given(facing, "lifter offensive cleo", "krabby offensive nia pax", failed_score_penalty="compared_stats"),
     "score lifter krabby",
     then(points, (3700, 4000))),
    ("CG-C07: equal stats: no robot retires and no points change, in either position",
     given(facing, "krabby offensive nia pax", "twin defensive wes"), "score krabby twin",
     then(tags, ["score_attempted"]), then(lambda t: names(t, ADA, "robots"), ["krabby"])),
    ("CG-C08: without opposing robots the offense is taken from the opponent's points",
     given(facing, "krabby offensive nia pax", None), "score krabby",
     then(points, (4000, 3100))),
    ("CG-C08: scoring directly while the opponent has a robot, in defense too, is refused; recorded it counts",
     given(facing, "krabby offensive nia pax", "wall defensive dana"), refused("score krabby", "CG-C08"),
     as_played("score krabby", "CG-C08"),
     then(points, (4000, 3100))),
    ("CG-C09, CG-X02: a new attempt while a choice is open is refused",
     given(table, "scoring", side(robots=["krabby offensive nia pax", "jab offensive pax"]),
         side(robots=["wall defensive dana"])),
     "score krabby wall", refused("score jab wall", "CG-C09", "CG-X02")),
    ("CG-C09, CG-Q23, CG-Q24: once the last robot has retired, the next robot scores directly",
     given(table, "scoring", side(robots=["krabby offensive nia pax", "jab offensive pax"]),
         side(robots=["dasher offensive wes"])),
     "score krabby dasher", "score jab",
     then(points, (4000, 3200))),
    ("CG-C10, CG-Q19: a robot may score in the turn in which it was played",
     given(table, "main", side(unknown=1, body="dana")), "play_robot wall dana offensive", "advance_phase",
     "score wall",
     then(points, (4000, 3800))),
    ("CG-C04, CG-Q33: modifiers count in a contest: Krabby 900 + 300 against Lifter 600 - 400 offense is 1000 lost",
     given(table, "scoring", side(robots=["krabby offensive nia pax"], slots=["steel_stan", "gloom 1"]),
         side(robots=["lifter offensive cleo"])),
     "score krabby lifter",
     then(points, (4000, 3000))),
    ("CG-C01: the latest change by hand says whether a robot may score",
     given(facing, "wall offensive dana", None),
     "resolve_card_effect iron_gears changes=[forbid(action=score, card=wall, until=end_of_turn)]",
     refused("score wall", "CG-C01"),
     "resolve_card_effect iron_gears changes=[allow(action=score, card=wall, until=end_of_turn)]", "score wall"),
)  # fmt: skip


def test_two_targets_cannot_be_written() -> None:
    """CG-C03: an attempt names one target; two are not even readable."""
    there = facing("wall offensive dana", "twin defensive wes")
    with pytest.raises(NotationError, match="target: a card expected"):
        there.command("score wall target=[twin, jab]")


def test_failed_on_a_defensive_robot() -> None:
    """CG-C06, CG-Q21: 900 against defense 1200 loses |900 - 200|, the offense stats; both numbers are recorded."""
    there = facing("krabby offensive nia pax", "wall defensive dana").do("score krabby wall retired_student=pax")
    assert points(there) == (3300, 4000)
    attempt = there.events[0]
    assert isinstance(attempt, ScoreAttempted)
    assert (attempt.target_offense, attempt.target_defense, attempt.penalty_basis) == (200, 1200, "offense_stats")


def test_failed_without_sign() -> None:
    """CG-C06, CG-Q21: 400 against Twin's defense 900 and offense 400 keeps all points; the difference has no sign."""
    there = facing("jab offensive pax", "twin defensive wes").do("score jab twin")
    assert points(there) == (4000, 4000)
    assert points(facing("wall offensive dana", "twin defensive wes").do("score wall twin")) == (3800, 4000)


@pytest.mark.parametrize(
    ("attacker", "target", "observed", "rule", "after"),
    [
        ("krabby offensive nia pax", "lifter offensive cleo", "target_retired, points_lost=500", "CG-C04", (4000, 3500)),
        ("krabby offensive nia pax", "dasher defensive wes", "target_retired, points_lost=200", "CG-C05", (4000, 3800)),
        ("lifter offensive cleo", "krabby offensive nia pax", "tied", "CG-C06", (4000, 4000)),
        ("jab offensive pax", "twin offensive wes", "attacker_retired", "CG-C07", (4000, 4000)),
        ("krabby offensive nia pax", None, "direct, points_lost=90", "CG-C08", (4000, 3910)),
    ],
)  # fmt: skip
def test_observed_result(attacker: str, target: str | None, observed: str, rule: str, after: tuple[int, int]) -> None:
    """CG-C04, CG-C05, CG-C06, CG-C07, CG-C08: another result than the computed one is refused; recorded, it is followed."""
    there = facing(attacker, target)
    line = f"score {attacker.split(maxsplit=1)[0]} {target.split()[0] if target else '-'} observed=(outcome={observed})"
    there.refused(line, rule).as_played(line, rule)
    assert points(there) == after


def test_two_open_choices_are_told_apart() -> None:
    """CG-X02: while two choices are open, refusals name both robots and the students of each."""
    there = table(ada=side(robots=["krabby offensive nia pax"]), bo=side(robots=["cannon offensive sol dana"]))
    by_hand(there, *[f"card_moved(card={robot}, to=retirement_pile)" for robot in ("krabby", "cannon")])
    both = "Krabby's Drive Team (Nia, Pax)", "Cannon's Drive Team (Sol, Dana)"
    assert said(there, "choose_retired_student nia") == (
        f"2 choices are open: say robot=krabby for {both[0]} or robot=cannon for {both[1]}"
    )
    assert said(there, "choose_retired_student nia robot=wall").startswith(
        "no choice is open for wall: say robot=krabby"
    )
    assert said(there, "choose_retired_student nia robot=cannon") == f"nia is not on {both[1]}"
    assert said(there, "end_turn").endswith(f"(choose_retired_student): Ada one of {both[0]} and Bo one of {both[1]}")


def test_two_choices_of_one_card() -> None:
    """CG-X02: of two retired robots of the same card, the student named says which is meant; where it cannot, the token does."""
    there = table(ada=side(robots=["krabby offensive nia pax"]), bo=side(robots=["krabby offensive nia dana"]))
    robots = [player.robots[0].token for player in there.state.players]
    by_hand(there, *[f"card_moved(card={format_token(robot)}, to=retirement_pile)" for robot in robots])
    for line in ("choose_retired_student nia robot=krabby", "choose_retired_student nia"):
        assert all(f"robot={format_token(robot)}" in said(there, line) for robot in robots)
    assert {c.robot for c in GAME.legal(there.state) if isinstance(c, ChooseRetiredStudent)} == {
        *map(format_token, robots)
    }
    there.do("choose_retired_student dana robot=krabby", "choose_retired_student nia")
    assert (names(there, ADA, "body"), names(there, BO, "body")) == (["pax"], ["nia"])
