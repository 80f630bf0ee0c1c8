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
    return with_robot(state, event.attacker, lambda robot: replace(robot, attempts=robot.attempts + 1))


def robot_retired(state: State, event: ev.RobotRetired) -> State:
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
    return retire(lift(state, event.token), Token(event.token, event.card))


def drive_team_returned(state: State, event: ev.DriveTeamReturned) -> State:
    for student in event.students:
        state = _lift_member(state, student.id)
    player = state.players[event.player]
    return with_player(state, event.player, replace(player, student_body=player.student_body + event.students))


def _lift_member(state: State, token: int) -> State:
    """As `lift`, but the student stays on the field: what hangs on it goes on."""
    kept = state.dormant, state.reminders, state.lasting
    state = lift(state, token)
    return replace(state, dormant=kept[0], reminders=kept[1], lasting=kept[2])


def points_changed(state: State, event: ev.PointsChanged) -> State:
    return with_player(state, event.player, replace(state.players[event.player], points=event.after))
