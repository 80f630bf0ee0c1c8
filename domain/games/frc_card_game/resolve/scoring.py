"""What follows from score attempts and the choice that a retired robot leaves (CG-C, CG-X02)."""

from domain.cards import parse_ref
from domain.games.frc_card_game import commands as cmd
from domain.games.frc_card_game.contest import as_observed, contest
from domain.games.frc_card_game.refs import acting, choices_meant, named, robot_on_either
from domain.games.frc_card_game.resolve.course import (
    Course,
    change_points,
    look_at_points,
    retire_robot,
    settle_drive_team,
)
from domain.games.frc_card_game.state import State, opponent_of


def score(course: Course, command: cmd.Score) -> None:
    """CG-C04 to CG-C08; then the end is looked for, then the Drive Team (CG-Q28)."""
    player = acting(course.state, command.player)
    attacker = robot_on_either(course.state, player, command.robot)
    assert attacker is not None
    target = robot_on_either(course.state, opponent_of(player), command.target) if command.target else None
    attempt = contest(course.state, player, attacker[1], target)
    if command.observed is not None:
        attempt = as_observed(attempt, command.observed, target[0] if target else opponent_of(player))
    course.add(attempt)
    retired = {"target_retired": attempt.target, "attacker_retired": attempt.attacker}.get(attempt.outcome)
    if retired is not None:
        retire_robot(course, retired, "score")
    if attempt.points_player is not None:
        change_points(course, attempt.points_player, -attempt.points_lost, "score")
        look_at_points(course)
    if retired is not None and not course.ended_now:
        settle_drive_team(course, retired, _student(course.state, retired, command.retired_student))


def _student(state: State, robot: int, text: str | None) -> int | None:
    """The student that a reference means on a retired robot's Drive Team."""
    choice = next((c for c in state.choices if c.robot == robot), None)
    student = named(choice.candidates, parse_ref(text)) if choice is not None and text is not None else None
    return student.id if student is not None else None


def choose_retired_student(course: Course, command: cmd.ChooseRetiredStudent) -> None:
    """CG-X02, CG-X03."""
    choice = choices_meant(course.state, command.robot, command.student)[0]
    student = named(choice.candidates, parse_ref(command.student))
    settle_drive_team(course, choice.robot, student.id if student is not None else None)
