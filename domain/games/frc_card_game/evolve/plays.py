"""Events of plays and switches."""

from msgspec.structs import replace

from domain.cards import Token, without
from domain.games.frc_card_game import events as ev
from domain.games.frc_card_game.state import Player, Robot, Shown, State
from domain.games.frc_card_game.zones import (
    bind_hand,
    find_robot,
    hold_back,
    lift,
    players_with,
    set_robot,
    set_slotted,
    with_player,
    with_robot,
)


def card_revealed(state: State, event: ev.CardRevealed) -> State:
    """The hand card is known from now on to those who saw it."""
    player = bind_hand(state.players[event.player], event.token, event.card)
    if Shown(event.token, event.to) not in player.shown:
        player = replace(player, shown=(*player.shown, Shown(event.token, event.to)))
    return with_player(state, event.player, player)


def _from_hand(state: State, seat: int, token: int) -> Player:
    """The player with a card out of the hand: the ordinary way to play one."""
    player = state.players[seat]
    shown = tuple(s for s in player.shown if s.token != token) if player.shown else ()
    return replace(player, hand=without(player.hand, token), shown=shown)


def student_played(state: State, event: ev.StudentPlayed) -> State:
    """CG-A03."""
    player = _from_hand(state, event.player, event.token)
    player = replace(player, student_body=(*player.student_body, Token(event.token, event.card)))
    state = replace(state, players=players_with(state, event.player, player), students_played=event.used)
    return hold_back(state, event.token, event.dormant)


def mentor_played(state: State, event: ev.MentorPlayed) -> State:
    """Into its slot (CG-F05)."""
    player = set_slotted(_from_hand(state, event.player, event.mentor.token), event.slot - 1, event.mentor)
    state = replace(state, players=players_with(state, event.player, player), plays=state.plays + 1)
    return hold_back(state, event.mentor.token, event.dormant)


def event_played(state: State, event: ev.EventPlayed) -> State:
    """Into its slot (CG-F05)."""
    player = set_slotted(_from_hand(state, event.player, event.event.token), event.slot - 1, event.event)
    state = replace(state, players=players_with(state, event.player, player), plays=state.plays + 1)
    return hold_back(state, event.event.token, event.dormant)


def robot_played(state: State, event: ev.RobotPlayed) -> State:
    """Into its slot (CG-F04), its Drive Team to follow."""
    robot = Robot(event.token, event.card, event.offense, event.defense, event.position, turn=state.turn)
    player = set_robot(_from_hand(state, event.player, event.token), event.slot - 1, robot)
    return hold_back(with_player(state, event.player, player), event.token, event.dormant)


def drive_team_formed(state: State, event: ev.DriveTeamFormed) -> State:
    """CG-A09. The students come out of the Student Body, or, recorded as played, from wherever they were."""
    body = state.players[event.player].student_body
    used = {student.id for student in event.students}
    if used <= {student.id for student in body}:
        player = replace(state.players[event.player], student_body=tuple(s for s in body if s.id not in used))
        state = with_player(state, event.player, player)
    else:
        for token in used:
            state = lift(state, token, stays=True)
    found = find_robot(state, event.robot)
    if found is None:
        return state
    side, index, robot = found
    robot = replace(robot, drive_team=robot.drive_team + event.students)
    return with_player(state, side, set_robot(state.players[side], index, robot))


def position_switched(state: State, event: ev.PositionSwitched) -> State:
    """CG-A11."""
    return with_robot(state, event.robot, lambda robot: replace(robot, position=event.to))
