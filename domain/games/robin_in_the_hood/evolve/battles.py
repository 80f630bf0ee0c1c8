"""What battles, the end of a hand and the refill do to the state."""

from msgspec.structs import replace

from domain.cards import Token
from domain.games.robin_in_the_hood import events as e
from domain.games.robin_in_the_hood.changes import apply_changes, on_stage, with_player
from domain.games.robin_in_the_hood.state import (
    AFTERMATH,
    BETWEEN_ROUNDS,
    FINISHED,
    REFILL,
    STAGE_INDEX,
    Defeated,
    RoundEnd,
    StageOutcome,
    State,
)


def changed(state: State, event: e.CardEffectResolved | e.Adjusted) -> State:
    return apply_changes(state, event.changes)


def skill_levels_determined(state: State, event: e.SkillLevelsDetermined) -> State:
    return replace(state, levels=event.levels, results=(), phase=AFTERMATH)


def stage_won(state: State, event: e.StageWon) -> State:
    result = StageOutcome(stage=STAGE_INDEX[event.stage], winner=event.player, how=event.how)
    return replace(state, results=(*state.results, result))


def stage_drawn(state: State, event: e.StageDrawn) -> State:
    result = StageOutcome(stage=STAGE_INDEX[event.stage], winner=None, how="level")
    return replace(state, results=(*state.results, result))


def character_defeated(state: State, event: e.CharacterDefeated) -> State:
    player, stage = state.players[event.player], STAGE_INDEX[event.stage]
    player = replace(
        player,
        stages=on_stage(player.stages, stage, None),
        dead_cards=(*player.dead_cards, Token(event.token, event.card)),
    )
    defeated = Defeated(player=event.player, stage=stage, token=event.token, card=event.card)
    return replace(with_player(state, event.player, player), defeated=(*state.defeated, defeated))


def round_won(state: State, event: e.RoundWon) -> State:
    end = RoundEnd(winner=event.player, reason="all_four", hands=state.hand_no)
    return replace(state, phase=BETWEEN_ROUNDS, rounds=(*state.rounds, end))


def victory_scored(state: State, event: e.VictoryScored) -> State:
    return with_player(state, event.player, replace(state.players[event.player], victories=event.victories))


def round_drawn(state: State, event: e.RoundDrawn) -> State:
    end = RoundEnd(winner=None, reason=event.reason, hands=state.hand_no)
    return replace(state, phase=BETWEEN_ROUNDS, rounds=(*state.rounds, end))


def character_advanced(state: State, event: e.CharacterAdvanced) -> State:
    player = state.players[event.player]
    stages = on_stage(player.stages, STAGE_INDEX[event.from_stage], None)
    stages = on_stage(stages, STAGE_INDEX[event.to_stage], Token(event.token, event.card))
    return with_player(state, event.player, replace(player, stages=stages))


def hand_ended(state: State, event: e.HandEnded) -> State:
    phase = state.phase if state.phase in (BETWEEN_ROUNDS, FINISHED) else REFILL
    return replace(state, phase=phase, agility_winner=event.agility_winner)


def card_drawn(state: State, event: e.CardDrawn) -> State:
    player = state.players[event.player]
    player = replace(
        player,
        playing_hand=(*player.playing_hand, Token(event.token, event.card)),
        draw_pile=player.draw_pile[1:],
    )
    return with_player(state, event.player, player)


def tournament_won(state: State, event: e.TournamentWon) -> State:
    return replace(state, phase=FINISHED, ended=event.reason, winner=event.winner)


def ante_awarded(state: State, event: e.AnteAwarded) -> State:
    first, second = (replace(player, ante=None) for player in state.players)
    state = replace(state, players=(first, second))
    winner = state.players[event.player]
    return with_player(state, event.player, replace(winner, taken_home=(*winner.taken_home, *event.cards)))


def ante_returned(state: State, event: e.AnteReturned) -> State:
    player = state.players[event.player]
    return with_player(state, event.player, replace(player, ante=None, taken_home=(*player.taken_home, event.card)))
