"""Applies one event. Reads the state and the event alone, accepts every recorded event, legal or not."""

from collections.abc import Callable
from typing import Final, cast

from domain.game import Event
from domain.games.frc_card_game import events as ev
from domain.games.frc_card_game.evolve import by_hand, plays, scoring, setup, turns
from domain.games.frc_card_game.state import State


def evolve(state: State, event: ev.FrcEvent) -> State:
    """The state after an event."""
    return EVOLVE[type(event)](state, event)


def _unchanged(state: State, event: Event) -> State:  # noqa: ARG001
    """Events that only say what happened; what it changed stands in others."""
    return state


EVOLVE: Final = cast(
    "dict[type[ev.FrcEvent], Callable[[State, ev.FrcEvent], State]]",
    {
        ev.MatchStarted: setup.match_started,
        ev.CardDefined: setup.card_defined,
        ev.TeamCardPlayed: setup.team_card_played,
        ev.DeckShuffled: setup.deck_shuffled,
        ev.OpeningHandDrawn: setup.opening_hand_drawn,
        ev.CoinFlipped: setup.coin_flipped,
        ev.TurnBegan: turns.turn_began,
        ev.PhaseBegan: turns.phase_began,
        ev.PhaseSkipped: _unchanged,
        ev.CardDrawn: turns.card_drawn,
        ev.DrawFailed: _unchanged,
        ev.CardRevealed: plays.card_revealed,
        ev.StudentPlayed: plays.student_played,
        ev.MentorPlayed: plays.mentor_played,
        ev.EventPlayed: plays.event_played,
        ev.RobotPlayed: plays.robot_played,
        ev.DriveTeamFormed: plays.drive_team_formed,
        ev.EffectStarted: turns.effect_started,
        ev.PositionSwitched: plays.position_switched,
        ev.ScoreAttempted: scoring.score_attempted,
        ev.RobotRetired: scoring.robot_retired,
        ev.StudentChoiceOpened: _unchanged,
        ev.StudentRetired: scoring.student_retired,
        ev.DriveTeamReturned: scoring.drive_team_returned,
        ev.PointsChanged: scoring.points_changed,
        ev.EventTurnCounted: turns.event_turn_counted,
        ev.EventRetired: turns.event_retired,
        ev.CardsDiscarded: turns.cards_discarded,
        ev.TurnEnded: turns.turn_ended,
        ev.MatchConceded: _unchanged,
        ev.MatchEnded: turns.match_ended,
        ev.CardEffectResolved: by_hand.card_effect_resolved,
        ev.CardMoved: by_hand.card_moved,
        ev.LastingAdded: by_hand.lasting_added,
        ev.PhaseSkipOrdered: by_hand.phase_skip_ordered,
        ev.RandomRecorded: _unchanged,
        ev.Noted: _unchanged,
        ev.Adjusted: _unchanged,
        ev.PhaseSet: by_hand.phase_set,
        ev.AttemptsSet: by_hand.attempts_set,
        ev.DrawsOwedSet: by_hand.draws_owed_set,
        ev.StudentPlaysSet: by_hand.student_plays_set,
        ev.PositionDeclared: by_hand.position_declared,
        ev.RemindersRaised: by_hand.reminders_raised,
    },
)
