"""What is wrong with score attempts and the choice of a retiring student (CG-C, CG-X02)."""

from collections.abc import Iterator

from domain.cards import parse_ref
from domain.games.frc_card_game import commands as cmd
from domain.games.frc_card_game.contest import contest, rule_of
from domain.games.frc_card_game.events.scoring import ScoreAttempted
from domain.games.frc_card_game.field import attempts_allowed, opponent_has_robot, score_forbidden_by
from domain.games.frc_card_game.gates import drive_team, name, not_your_turn, only_in
from domain.games.frc_card_game.refs import acting, choice_reference, choices_meant, named, robot_on_either
from domain.games.frc_card_game.state import Robot, State, opponent_of
from domain.rules import Violation
from domain.text import counted


def score(state: State, command: cmd.Score) -> Iterator[Violation]:
    """CG-C01 to CG-C09, CG-T03, CG-T07."""
    player = acting(state, command.player)
    yield from not_your_turn(state, player)
    if state.turn == 1:
        yield Violation("CG-T03", "the scoring phase of turn 1 is skipped for the first player")
    else:
        yield from only_in(state, "scoring", "CG-T07", "scoring")
    found = robot_on_either(state, player, command.robot)
    if found is None:
        yield Violation("CG-C01", f"no robot {command.robot} on the field", impossible=True)
        return
    side, robot = found
    yield from _able(state, player, side, robot)
    target = robot_on_either(state, opponent_of(player), command.target) if command.target else None
    yield from _target(state, player, command.target, target)
    if command.target is None or target is not None:
        yield from _result(state, command, contest(state, player, robot, target))


def _able(state: State, player: int, side: int, robot: Robot) -> Iterator[Violation]:
    title = state.catalogue.name_of(robot.card)
    if side != player:
        yield Violation("CG-C01", f"{title} is on {name(state, side)}'s side")
    elif robot.position != "offensive":
        yield Violation("CG-C01", f"{title} is in defensive position")
    forbidden = score_forbidden_by(state, side, robot)
    if forbidden is not None:
        yield Violation("CG-C01", f"{title} cannot score: {forbidden}")
    if robot.attempts >= attempts_allowed(state, robot):
        yield Violation("CG-C02", f"{title} has already scored this turn")


def _target(state: State, player: int, text: str | None, target: tuple[int, Robot] | None) -> Iterator[Violation]:
    if text is None:
        if opponent_has_robot(state, player):
            yield Violation("CG-C08", f"{name(state, opponent_of(player))} has a robot: name one as the target")
    elif target is None:
        yield Violation("CG-C03", f"no robot {text} on {name(state, opponent_of(player))}'s side", impossible=True)
    elif target[0] == player:
        yield Violation("CG-C03", "the target must be a robot of the opponent")


def _result(state: State, command: cmd.Score, attempt: ScoreAttempted) -> Iterator[Violation]:
    """The result the table used, and the student named for it."""
    seen = command.observed
    outcome = attempt.outcome if seen is None else seen.outcome
    if seen is not None and (seen.outcome, seen.points_lost) != (attempt.outcome, attempt.points_lost):
        text = f"by the rules: {attempt.outcome}, {counted(attempt.points_lost, 'point')} lost"
        yield Violation(rule_of(attempt), text)
    if command.retired_student is None:
        return
    token = {"target_retired": attempt.target, "attacker_retired": attempt.attacker}.get(outcome)
    robots = [r for p in state.players for r in p.robots if r is not None and r.token == token]
    if not robots:
        yield Violation("CG-X02", "no robot retires, so no student does")
    elif named(robots[0].drive_team, parse_ref(command.retired_student)) is None:
        team = drive_team(state, robots[0].card, robots[0].drive_team)
        yield Violation("CG-X02", f"{command.retired_student} is not on {team}", impossible=True)


def choose_retired_student(state: State, command: cmd.ChooseRetiredStudent) -> Iterator[Violation]:
    """CG-X02."""
    meant = choices_meant(state, command.robot, command.student)
    if len(meant) != 1:
        yield Violation("CG-X02", _which_choice(state, command.robot, len(meant)), impossible=True)
        return
    choice = meant[0]
    if named(choice.candidates, parse_ref(command.student)) is None:
        team = drive_team(state, choice.robot_card, choice.candidates)
        yield Violation("CG-X02", f"{command.student} is not on {team}", impossible=True)
    if command.player not in (None, choice.player):
        yield Violation("CG-X02", f"{name(state, choice.player)} chooses, not {name(state, command.player)}")


def _which_choice(state: State, robot: str | None, meant: int) -> str:
    """That it is not said which open choice is meant, and which there are."""
    if not state.choices:
        return "no choice of a student is open"
    there = " or ".join(
        f"robot={choice_reference(state, choice)} for {drive_team(state, choice.robot_card, choice.candidates)}"
        for choice in state.choices
    )
    return (
        f"{counted(meant, 'choice')} {'is' if meant == 1 else 'are'} open: say {there}"
        if meant
        else f"no choice is open for {robot}: say {there}"
    )


def second_attempt_waits(state: State) -> Iterator[Violation]:
    """CG-C09: each attempt is resolved before the next."""
    if state.choices and state.result is None:
        yield Violation("CG-C09", "the attempt before it is not resolved: a student must be chosen first")
