"""One event's effect on the state. The hot path of replays: a table from event type to function."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, cast

from domain.game import Event
from domain.games.robin_in_the_hood import events as e
from domain.games.robin_in_the_hood.evolve import battles, placing, record, setup
from domain.games.robin_in_the_hood.state import State
from domain.unfolding import Course

EVOLVE: Final = cast(
    "Mapping[type[Event], Callable[[State, Event], State]]",
    {
        e.TournamentOpened: setup.tournament_opened,
        e.AnteStaked: setup.ante_staked,
        e.OptionChanged: setup.option_changed,
        e.CardDefined: setup.card_defined,
        e.PreviousSetDiscarded: setup.previous_set_discarded,
        e.ActiveSetDeclared: setup.active_set_declared,
        e.TableCleared: setup.table_cleared,
        e.RoundStarted: setup.round_started,
        e.DrawPileShuffled: setup.draw_pile_shuffled,
        e.PlayingHandDrawn: setup.playing_hand_drawn,
        e.HandStarted: setup.hand_started,
        e.CharacterPlaced: placing.character_placed,
        e.ModifierPlayed: placing.modifier_played,
        e.PlacementsRevealed: placing.placements_revealed,
        e.ModifierReplaced: placing.modifier_left,
        e.CardEffectResolved: battles.changed,
        e.ModifierRemoved: placing.modifier_left,
        e.SkillLevelsDetermined: battles.skill_levels_determined,
        e.StageWon: battles.stage_won,
        e.StageDrawn: battles.stage_drawn,
        e.CharacterDefeated: battles.character_defeated,
        e.ModifierExpired: placing.modifier_left,
        e.RoundWon: battles.round_won,
        e.VictoryScored: battles.victory_scored,
        e.RoundDrawn: battles.round_drawn,
        e.CharacterAdvanced: battles.character_advanced,
        e.HandEnded: battles.hand_ended,
        e.CardDrawn: battles.card_drawn,
        e.TournamentWon: battles.tournament_won,
        e.AnteAwarded: battles.ante_awarded,
        e.AnteReturned: battles.ante_returned,
        e.CardRevealed: record.card_revealed,
        e.TournamentConceded: record.tournament_conceded,
        e.TournamentAbandoned: record.tournament_abandoned,
        e.Adjusted: battles.changed,
        e.PositionDeclared: record.position_declared,
    },
)


def evolve(state: State, event: Event) -> State:
    """The state after one recorded event."""
    return EVOLVE[type(event)](state, event)


Story: TypeAlias = Course[State, Event]
"""The events of one command as they come about, each seen by the next."""
