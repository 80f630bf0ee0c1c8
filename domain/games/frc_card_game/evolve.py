"""Applies one event. Reads the state and the event alone, accepts every recorded event, legal or not."""

from collections.abc import Callable
from typing import TypeVar, cast

from msgspec.structs import replace

from domain.cards import Token, token_owner, without
from domain.game import Event, Outcome
from domain.games.frc_card_game import events as ev
from domain.games.frc_card_game.changes import OPEN_PLACES
from domain.games.frc_card_game.state import Player, Robot, Shown, State, StudentChoice
from domain.games.frc_card_game.zones import (
    bind_hand,
    drawn_from,
    find_robot,
    find_slotted,
    forget,
    lift,
    number_after,
    put_in_deck,
    retire,
    set_robot,
    set_slotted,
    with_player,
)
from domain.table import seats_of_names

E = TypeVar("E", bound=Event)


def evolve(state: State, event: ev.FrcEvent) -> State:
    """The state after an event."""
    return _EVOLVE[type(event)](state, event)


# --- setup -------------------------------------------------------------------------------------------------------------


def _match_started(state: State, event: ev.MatchStarted) -> State:
    players = tuple(
        Player(
            points=event.points,
            deck=seated.deck_size,
            deck_size=seated.deck_size,
            deck_list=seated.deck_list,
            team_card=seated.team_card,
        )
        for seated in event.players
    )
    seats = seats_of_names(seated.name for seated in event.players)
    return replace(state, seats=seats, players=players, options=event.options, phase="setup")


def _card_defined(state: State, event: ev.CardDefined) -> State:
    return replace(state, catalogue=state.catalogue.plus(event.card))


def _team_card_played(state: State, event: ev.TeamCardPlayed) -> State:
    player = state.players[event.player]
    player = replace(
        player,
        team=Token(event.token, event.card),
        team_played=True,
        next_number=number_after(player, event.token),
    )
    return _sleep(with_player(state, event.player, player), event.token, event.dormant)


def _deck_shuffled(state: State, event: ev.DeckShuffled) -> State:
    return with_player(state, event.player, replace(state.players[event.player], deck_known=()))


def _opening_hand_drawn(state: State, event: ev.OpeningHandDrawn) -> State:
    player = state.players[event.player]
    player = replace(
        player,
        hand=player.hand + event.cards,
        deck=event.deck_after,
        opening_drawn=True,
        next_number=number_after(player, event.cards[-1].id) if event.cards else player.next_number,
    )
    return with_player(state, event.player, player)


def _coin_flipped(state: State, event: ev.CoinFlipped) -> State:
    return replace(state, first_player=event.first_player)


# --- turns -------------------------------------------------------------------------------------------------------------


def _turn_began(state: State, event: ev.TurnBegan) -> State:
    return replace(
        state,
        turn=event.turn,
        turn_player=event.player,
        phase="draw",
        players=tuple(_rested(player) for player in state.players),
        students_played=0,
        draws_made=0,
        draw_base=1,
        reminders=(),
        lasting=tuple(k for k in state.lasting if k.last_turn is None or k.last_turn >= event.turn),
        skips=tuple(s for s in state.skips if s.turn >= event.turn),
    )


def _rested(player: Player) -> Player:
    """Score attempts are counted anew (CG-X07)."""
    if not any(robot is not None and robot.attempts for robot in player.robots):
        return player
    return replace(player, robots=tuple(robot and replace(robot, attempts=0) for robot in player.robots))


def _phase_began(state: State, event: ev.PhaseBegan) -> State:
    return replace(state, phase=event.phase, reminders=event.reminders)


def _card_drawn(state: State, event: ev.CardDrawn) -> State:
    player = drawn_from(state.players[event.player], 0)
    player = replace(
        player,
        hand=(*player.hand, Token(event.token, event.card)),
        deck=event.deck_after,
        next_number=number_after(player, event.token),
    )
    state = with_player(state, event.player, player)
    return replace(state, draws_made=state.draws_made + 1) if event.cause == "draw_phase" else state


def _turn_ended(state: State, event: ev.TurnEnded) -> State:  # noqa: ARG001
    return replace(state, reminders=())


def _event_turn_counted(state: State, event: ev.EventTurnCounted) -> State:
    found = find_slotted(state, event.token)
    if found is None:
        return state
    side, index, slotted = found
    slotted = replace(slotted, counted=event.counted, counted_in=state.turn)
    return with_player(state, side, set_slotted(state.players[side], index, slotted))


# --- plays -------------------------------------------------------------------------------------------------------------


def _card_revealed(state: State, event: ev.CardRevealed) -> State:
    player = bind_hand(state.players[event.player], event.token, event.card)
    if Shown(event.token, event.to) not in player.shown:
        player = replace(player, shown=(*player.shown, Shown(event.token, event.to)))
    return with_player(state, event.player, player)


def _from_hand(state: State, seat: int, token: int) -> Player:
    """The player with a card out of the hand: the ordinary way to play one."""
    player = state.players[seat]
    shown = tuple(s for s in player.shown if s.token != token) if player.shown else ()
    return replace(player, hand=without(player.hand, token), shown=shown)


def _sleep(state: State, token: int, dormant: bool) -> State:
    return replace(state, dormant=(*state.dormant, token)) if dormant else state


def _student_played(state: State, event: ev.StudentPlayed) -> State:
    player = _from_hand(state, event.player, event.token)
    player = replace(player, student_body=(*player.student_body, Token(event.token, event.card)))
    state = replace(with_player(state, event.player, player), students_played=event.used)
    return _sleep(state, event.token, event.dormant)


def _mentor_played(state: State, event: ev.MentorPlayed) -> State:
    player = set_slotted(_from_hand(state, event.player, event.mentor.token), event.slot - 1, event.mentor)
    state = replace(with_player(state, event.player, player), plays=state.plays + 1)
    return _sleep(state, event.mentor.token, event.dormant)


def _event_played(state: State, event: ev.EventPlayed) -> State:
    player = set_slotted(_from_hand(state, event.player, event.event.token), event.slot - 1, event.event)
    state = replace(with_player(state, event.player, player), plays=state.plays + 1)
    return _sleep(state, event.event.token, event.dormant)


def _robot_played(state: State, event: ev.RobotPlayed) -> State:
    robot = Robot(event.token, event.card, event.offense, event.defense, event.position, turn=state.turn)
    player = set_robot(_from_hand(state, event.player, event.token), event.slot - 1, robot)
    return _sleep(with_player(state, event.player, player), event.token, event.dormant)


def _drive_team_formed(state: State, event: ev.DriveTeamFormed) -> State:
    body = state.players[event.player].student_body
    used = {student.id for student in event.students}
    if used <= {student.id for student in body}:
        player = replace(state.players[event.player], student_body=tuple(s for s in body if s.id not in used))
        state = with_player(state, event.player, player)
    else:
        for token in used:
            state = lift(state, token)
    found = find_robot(state, event.robot)
    if found is None:
        return state
    side, index, robot = found
    robot = replace(robot, drive_team=robot.drive_team + event.students)
    return with_player(state, side, set_robot(state.players[side], index, robot))


def _effect_started(state: State, event: ev.EffectStarted) -> State:
    return replace(state, dormant=tuple(t for t in state.dormant if t != event.token))


def _with_robot(state: State, token: int, change: Callable[[Robot], Robot]) -> State:
    found = find_robot(state, token)
    if found is None:
        return state
    side, index, robot = found
    return with_player(state, side, set_robot(state.players[side], index, change(robot)))


def _position_switched(state: State, event: ev.PositionSwitched) -> State:
    return _with_robot(state, event.robot, lambda robot: replace(robot, position=event.to))


# --- scoring and retiring ----------------------------------------------------------------------------------------------


def _score_attempted(state: State, event: ev.ScoreAttempted) -> State:
    return _with_robot(state, event.attacker, lambda robot: replace(robot, attempts=robot.attempts + 1))


def _robot_retired(state: State, event: ev.RobotRetired) -> State:
    found = find_robot(state, event.token)
    if found is None:
        return state
    side, index, robot = found
    state = forget(with_player(state, side, set_robot(state.players[side], index, None)), event.token)
    if robot.drive_team:
        choice = StudentChoice(side, event.token, event.card, robot.drive_team)
        state = replace(state, choices=(*state.choices, choice))
    return retire(state, Token(event.token, event.card))


def _student_retired(state: State, event: ev.StudentRetired) -> State:
    return retire(lift(state, event.token), Token(event.token, event.card))


def _drive_team_returned(state: State, event: ev.DriveTeamReturned) -> State:
    for student in event.students:
        state = _lift_member(state, student.id)
    player = state.players[event.player]
    return with_player(state, event.player, replace(player, student_body=player.student_body + event.students))


def _lift_member(state: State, token: int) -> State:
    """As `lift`, but the student stays on the field: what hangs on it goes on."""
    kept = state.dormant, state.reminders, state.lasting
    state = lift(state, token)
    return replace(state, dormant=kept[0], reminders=kept[1], lasting=kept[2])


def _points_changed(state: State, event: ev.PointsChanged) -> State:
    return with_player(state, event.player, replace(state.players[event.player], points=event.after))


def _event_retired(state: State, event: ev.EventRetired) -> State:
    return retire(lift(state, event.token), Token(event.token, event.card))


def _cards_discarded(state: State, event: ev.CardsDiscarded) -> State:
    for card in event.cards:
        state = retire(lift(state, card.id), card)
    return state


def _match_ended(state: State, event: ev.MatchEnded) -> State:
    winners = () if event.winner is None else (event.winner,)
    result = Outcome(winners, event.reason, event.rule, scores=event.points, drawn=event.winner is None)
    return replace(state, result=result)


# --- effects by hand, adjustments, declared positions -------------------------------------------------------------------


def _card_effect_resolved(state: State, event: ev.CardEffectResolved) -> State:
    return replace(state, reminders=tuple(t for t in state.reminders if t != event.source))


def _card_moved(state: State, event: ev.CardMoved) -> State:
    card, owner = Token(event.token, event.card), token_owner(event.token)
    before = state
    state = lift(state, event.token)
    if state is before and event.origin.startswith("deck"):
        player = drawn_from(state.players[owner], 0 if event.origin == "deck_top" else None)
        player = replace(player, next_number=number_after(player, event.token))
        state = with_player(state, owner, player)
    if event.to == "retirement_pile":
        return retire(state, card)
    if event.to.startswith("deck"):
        return with_player(state, owner, put_in_deck(state.players[owner], card, event.to))
    if event.under is not None:
        return _with_robot(state, event.under, lambda r: replace(r, drive_team=(*r.drive_team, card)))
    state = with_player(state, event.player, _placed(state.players[event.player], event, card))
    if event.slotted is not None:
        state = replace(state, plays=max(state.plays, event.slotted.order))
    return _sleep(state, event.token, event.dormant)


def _placed(player: Player, event: ev.CardMoved, card: Token) -> Player:
    if event.robot is not None and event.slot is not None:
        return set_robot(player, event.slot - 1, event.robot)
    if event.slotted is not None and event.slot is not None:
        return set_slotted(player, event.slot - 1, event.slotted)
    if event.to == "student_body":
        return replace(player, student_body=(*player.student_body, card))
    if event.to == "team_slot":
        return replace(player, team=card)
    shown = (*player.shown, Shown(card.id)) if event.origin in OPEN_PLACES else player.shown
    return replace(player, hand=(*player.hand, card), shown=shown)


def _lasting_added(state: State, event: ev.LastingAdded) -> State:
    return replace(state, lasting=(*state.lasting, event.lasting))


def _phase_skip_ordered(state: State, event: ev.PhaseSkipOrdered) -> State:
    return replace(state, skips=(*state.skips, event.skip))


def _phase_set(state: State, event: ev.PhaseSet) -> State:
    return replace(state, turn_player=event.player, phase=event.phase, reminders=(), result=None)


def _attempts_set(state: State, event: ev.AttemptsSet) -> State:
    return _with_robot(state, event.robot, lambda robot: replace(robot, attempts=event.used))


def _draws_owed_set(state: State, event: ev.DrawsOwedSet) -> State:
    return replace(state, draw_base=event.base)


def _student_plays_set(state: State, event: ev.StudentPlaysSet) -> State:
    return replace(state, students_played=event.used)


def _position_declared(state: State, event: ev.PositionDeclared) -> State:
    return State(
        catalogue=state.catalogue,
        seats=state.seats,
        options=state.options,
        players=event.players,
        phase=event.phase,
        turn=event.turn,
        turn_player=event.turn_player,
        first_player=event.first_player,
        students_played=event.students_played,
        draws_made=event.draws_made,
        plays=event.plays,
    )


def _reminders_raised(state: State, event: ev.RemindersRaised) -> State:
    return replace(state, reminders=event.reminders)


def _unchanged(state: State, event: Event) -> State:  # noqa: ARG001
    """Events that only say what happened; what it changed stands in others."""
    return state


_EVOLVE = cast(
    "dict[type[ev.FrcEvent], Callable[[State, ev.FrcEvent], State]]",
    {
        ev.MatchStarted: _match_started,
        ev.CardDefined: _card_defined,
        ev.TeamCardPlayed: _team_card_played,
        ev.DeckShuffled: _deck_shuffled,
        ev.OpeningHandDrawn: _opening_hand_drawn,
        ev.CoinFlipped: _coin_flipped,
        ev.TurnBegan: _turn_began,
        ev.PhaseBegan: _phase_began,
        ev.PhaseSkipped: _unchanged,
        ev.CardDrawn: _card_drawn,
        ev.DrawFailed: _unchanged,
        ev.CardRevealed: _card_revealed,
        ev.StudentPlayed: _student_played,
        ev.MentorPlayed: _mentor_played,
        ev.EventPlayed: _event_played,
        ev.RobotPlayed: _robot_played,
        ev.DriveTeamFormed: _drive_team_formed,
        ev.EffectStarted: _effect_started,
        ev.PositionSwitched: _position_switched,
        ev.ScoreAttempted: _score_attempted,
        ev.RobotRetired: _robot_retired,
        ev.StudentChoiceOpened: _unchanged,
        ev.StudentRetired: _student_retired,
        ev.DriveTeamReturned: _drive_team_returned,
        ev.PointsChanged: _points_changed,
        ev.EventTurnCounted: _event_turn_counted,
        ev.EventRetired: _event_retired,
        ev.CardsDiscarded: _cards_discarded,
        ev.TurnEnded: _turn_ended,
        ev.MatchConceded: _unchanged,
        ev.MatchEnded: _match_ended,
        ev.CardEffectResolved: _card_effect_resolved,
        ev.CardMoved: _card_moved,
        ev.LastingAdded: _lasting_added,
        ev.PhaseSkipOrdered: _phase_skip_ordered,
        ev.RandomRecorded: _unchanged,
        ev.Noted: _unchanged,
        ev.Adjusted: _unchanged,
        ev.PhaseSet: _phase_set,
        ev.AttemptsSet: _attempts_set,
        ev.DrawsOwedSet: _draws_owed_set,
        ev.StudentPlaysSet: _student_plays_set,
        ev.PositionDeclared: _position_declared,
        ev.RemindersRaised: _reminders_raised,
    },
)
