"""Score attempts (CG-C)."""

import pytest

from domain.cards import format_token
from domain.games.frc_card_game import GAME
from domain.games.frc_card_game.commands.scoring import ChooseRetiredStudent
from domain.games.frc_card_game.events.scoring import ScoreAttempted
from domain.notation import Unreadable
from tests.games.frc_card_game.tables import ADA, BO, Table, by_hand, names, points, side, table, tags


def facing(attacker: str, target: str | None, **options: str) -> Table:
    """Ada's scoring phase with these robots."""
    bo = side(unknown=2) if target is None else side(unknown=2, robots=[target])
    return table("scoring", side(unknown=2, robots=[attacker]), bo, options=options)


def test_a_defensive_robot_does_not_score() -> None:
    """CG-C01: a robot in defensive position may not score; recorded as played it does."""
    there = facing("wall defensive dana", None).refused("score wall", "CG-C01")
    assert points(there.as_played("score wall", "CG-C01")) == (4000, 3800)


def test_cannot_score() -> None:
    """CG-C01, CG-Q20: a robot that an effect keeps from scoring may not score."""
    there = table("scoring", side(robots=["wall offensive dana"]), side(slots=["hangar_day 1"]))
    there.refused("score wall", "CG-C01")


def test_a_robot_that_is_not_there() -> None:
    """CG-C01: a robot that is not on the field cannot score; one of the opponent may not."""
    there = facing("wall offensive dana", "jab offensive pax").impossible("score tank jab", "CG-C01")
    there.refused("score jab wall", "CG-C01", "CG-C03")


def test_robot_without_offense() -> None:
    """CG-Q20, CG-Q33: a robot whose offense is 0 or less by effects may try; a direct score then takes nothing."""
    there = table("scoring", side(robots=["wall offensive dana"]), side(slots=["gloom 1"])).do("score wall")
    assert points(there) == (4000, 4000)
    assert tags(there) == ["score_attempted"]


def test_one_attempt() -> None:
    """CG-C02: a second attempt in the same turn is refused."""
    facing("wall offensive dana", None).do("score wall").refused("score wall", "CG-C02")


def test_a_tie_uses_the_attempt() -> None:
    """CG-C02, CG-Q22: after a tie the robot has scored."""
    there = facing("jab offensive pax", "twin offensive wes").do("score jab twin").refused("score jab twin", "CG-C02")
    assert points(there) == (4000, 4000)


def test_extra_attempts_by_effect() -> None:
    """CG-C02: an effect can give a robot more attempts."""
    there = facing("wall offensive dana", None)
    there.do("resolve_card_effect iron_gears changes=[score_ability_changed(robot=wall, ability=extra_attempts)]")
    assert points(there.do("score wall", "score wall").refused("score wall", "CG-C02")) == (4000, 3600)


def test_target_must_be_the_opponents() -> None:
    """CG-C03: an own robot is no target, and one that is not there cannot be."""
    there = table(
        "scoring", side(robots=["wall offensive dana", "jab offensive pax"]), side(robots=["twin defensive wes"])
    )
    there.refused("score wall jab", "CG-C03").impossible("score wall tank", "CG-C03")


def test_two_targets_cannot_be_written() -> None:
    """CG-C03: an attempt names one target; two are not even readable."""
    there = facing("wall offensive dana", "twin defensive wes")
    with pytest.raises(Unreadable, match="target: a card expected"):
        there.command("score wall target=[twin, jab]")


def test_no_target_where_there_is_none() -> None:
    """CG-C03: naming a target when the opponent has no robot is impossible."""
    facing("wall offensive dana", None).impossible("score wall twin", "CG-C03")


def test_offensive_target_beaten() -> None:
    """CG-C04: 900 against offense 600: the target retires and its owner loses 300."""
    there = facing("krabby offensive nia pax", "lifter offensive cleo").do("score krabby lifter")
    assert points(there) == (4000, 3700)
    assert names(there, BO, "retired") == ["lifter", "cleo"]
    assert tags(there) == ["score_attempted", "robot_retired", "points_changed", "student_retired"]


def test_defensive_target_beaten() -> None:
    """CG-C05: 900 against defense 700: the target retires and nobody loses points."""
    there = facing("krabby offensive nia pax", "dasher defensive wes").do("score krabby dasher")
    assert points(there) == (4000, 4000)
    assert names(there, BO, "robots") == []


def test_failed_on_an_offensive_robot() -> None:
    """CG-C06: 600 against offense 900: the scoring robot retires and its player loses 300."""
    there = facing("lifter offensive cleo", "krabby offensive nia pax").do("score lifter krabby")
    assert points(there) == (3700, 4000)
    assert names(there, ADA, "retired") == ["lifter", "cleo"]


def test_failed_on_a_defensive_robot() -> None:
    """CG-C06, CG-Q21: 900 against defense 1200 loses |900 - 200|, the offense stats; both numbers are recorded."""
    there = facing("krabby offensive nia pax", "wall defensive dana").do("score krabby wall retired_student=pax")
    assert points(there) == (3300, 4000)
    attempt = there.events[0]
    assert isinstance(attempt, ScoreAttempted)
    assert (attempt.target_offense, attempt.target_defense, attempt.penalty_basis) == (200, 1200, "offense_stats")


def test_failed_without_sign() -> None:
    """CG-C06, CG-Q21: 400 against Twin's defense 900 and offense 400 loses nothing; the difference has no sign."""
    there = facing("jab offensive pax", "twin defensive wes").do("score jab twin")
    assert points(there) == (4000, 4000)
    assert points(facing("wall offensive dana", "twin defensive wes").do("score wall twin")) == (3800, 4000)


def test_compared_stats() -> None:
    """CG-V03: under compared_stats the failed attempt on Wall loses 1200 - 900; on an offensive robot nothing changes."""
    there = facing("krabby offensive nia pax", "wall defensive dana", failed_score_penalty="compared_stats")
    assert points(there.do("score krabby wall")) == (3700, 4000)
    there = facing("lifter offensive cleo", "krabby offensive nia pax", failed_score_penalty="compared_stats")
    assert points(there.do("score lifter krabby")) == (3700, 4000)


def test_tie() -> None:
    """CG-C07: equal stats: no robot retires and no points change, in either position."""
    there = facing("krabby offensive nia pax", "twin defensive wes").do("score krabby twin")
    assert tags(there) == ["score_attempted"]
    assert names(there, ADA, "robots") == ["krabby"]


def test_direct_score() -> None:
    """CG-C08: without opposing robots the offense is taken from the opponent's points."""
    assert points(facing("krabby offensive nia pax", None).do("score krabby")) == (4000, 3100)


def test_direct_score_past_a_robot() -> None:
    """CG-C08: scoring directly while the opponent has a robot, in defense too, is refused; recorded it counts."""
    there = facing("krabby offensive nia pax", "wall defensive dana").refused("score krabby", "CG-C08")
    assert points(there.as_played("score krabby", "CG-C08")) == (4000, 3100)


def test_next_attempt_waits_for_the_choice() -> None:
    """CG-C09, CG-X02: a new attempt while a choice is open is refused."""
    ada = side(robots=["krabby offensive nia pax", "jab offensive pax"])
    there = table("scoring", ada, side(robots=["wall defensive dana"])).do("score krabby wall")
    there.refused("score jab wall", "CG-C09", "CG-X02")


def test_last_blocker_gone() -> None:
    """CG-C09, CG-Q23, CG-Q24: once the last robot has retired, the next robot scores directly."""
    ada = side(robots=["krabby offensive nia pax", "jab offensive pax"])
    there = table("scoring", ada, side(robots=["dasher offensive wes"])).do("score krabby dasher", "score jab")
    assert points(there) == (4000, 3200)


def test_score_in_the_turn_of_play() -> None:
    """CG-C10, CG-Q19: a robot may score in the turn in which it was played."""
    there = table("main", side(unknown=1, body="dana")).do(
        "play_robot wall dana offensive", "advance_phase", "score wall"
    )
    assert points(there) == (4000, 3800)


@pytest.mark.parametrize(
    ("attacker", "target", "observed", "rule", "after"),
    [
        (
            "krabby offensive nia pax",
            "lifter offensive cleo",
            "target_retired, points_lost=500",
            "CG-C04",
            (4000, 3500),
        ),
        ("krabby offensive nia pax", "dasher defensive wes", "target_retired, points_lost=200", "CG-C05", (4000, 3800)),
        ("lifter offensive cleo", "krabby offensive nia pax", "tied", "CG-C06", (4000, 4000)),
        ("jab offensive pax", "twin offensive wes", "attacker_retired", "CG-C07", (4000, 4000)),
        ("krabby offensive nia pax", None, "direct, points_lost=90", "CG-C08", (4000, 3910)),
    ],
)
def test_observed_result(attacker: str, target: str | None, observed: str, rule: str, after: tuple[int, int]) -> None:
    """CG-C04, CG-C05, CG-C06, CG-C07, CG-C08: another result than the computed one is refused; recorded, it is followed."""
    there = facing(attacker, target)
    line = f"score {attacker.split(maxsplit=1)[0]} {target.split()[0] if target else '-'} observed=(outcome={observed})"
    there.refused(line, rule).as_played(line, rule)
    assert points(there) == after


def test_stat_modifiers_count() -> None:
    """CG-C04, CG-Q33: modifiers count in a contest: Krabby 900 + 300 against Lifter 600 - 400 offense is 1000 lost."""
    ada = side(robots=["krabby offensive nia pax"], slots=["steel_stan", "gloom 1"])
    there = table("scoring", ada, side(robots=["lifter offensive cleo"])).do("score krabby lifter")
    assert points(there) == (4000, 3000)


def test_forbidden_then_allowed_by_hand() -> None:
    """CG-C01: the latest change by hand says whether a robot may score."""
    there = facing("wall offensive dana", None)
    change = "resolve_card_effect iron_gears changes=[score_ability_changed(robot=wall, ability={})]"
    there.do(change.format("may_not_score")).refused("score wall", "CG-C01")
    there.do(change.format("may_score"), "score wall")


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


def said(there: Table, line: str) -> str:
    """The text of the one thing that is wrong with a command."""
    faults = GAME.check(there.state, there.command(line))
    assert [fault.rule for fault in faults] == ["CG-X02"]
    return faults[0].text
