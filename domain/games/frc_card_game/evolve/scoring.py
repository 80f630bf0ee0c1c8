"""Events of scoring, retiring and points."""

from msgspec.structs import replace

from domain.cards import Token
from domain.games.frc_card_game import events as ev
from domain.games.frc_card_game.state import State, StudentChoice
from domain.games.frc_card_game.zones import (
    find_robot,
    forget,
    lift,
    retire,
    set_robot,
    with_player,
    with_robot,
)


def score_attempted(state: State, event: ev.ScoreAttempted) -> State:
    """CG-C02: the attempt is used."""
    return with_robot(state, event.attacker, lambda robot: replace(robot, attempts=robot.attempts + 1))


def robot_retired(state: State, event: ev.RobotRetired) -> State:
    """CG-X01; its Drive Team waits for what CG-X02 says."""
    found = find_robot(state, event.token)
    if found is None:
        return state
    side, index, robot = found
    state = forget(with_player(state, side, set_robot(state.players[side], index, None)), event.token)
    if robot.drive_team:
        choice = StudentChoice(side, event.token, event.card, robot.drive_team)
        state = replace(state, choices=(*state.choices, choice))
    return retire(state, Token(event.token, event.card))


def student_retired(state: State, event: ev.StudentRetired) -> State:
    """CG-X01."""
    return retire(lift(state, event.token), Token(event.token, event.card))


def drive_team_returned(state: State, event: ev.DriveTeamReturned) -> State:
    """CG-X03."""
    for student in event.students:
        state = lift(state, student.id, stays=True)
    player = state.players[event.player]
    return with_player(state, event.player, replace(player, student_body=player.student_body + event.students))


def points_changed(state: State, event: ev.PointsChanged) -> State:
    """CG-Q30: the true number."""
    return with_player(state, event.player, replace(state.players[event.player], points=event.after))
