"""Events of turns and phases, and the end."""

from msgspec.structs import replace

from domain.cards import Token
from domain.game import Outcome
from domain.games.frc_card_game import events as ev
from domain.games.frc_card_game.state import Player, State
from domain.games.frc_card_game.zones import (
    drawn_from,
    find_slotted,
    lift,
    number_after,
    players_with,
    retire,
    set_slotted,
    with_player,
)


def turn_began(state: State, event: ev.TurnBegan) -> State:
    """CG-X07: counts begin anew; what has run out is dropped."""
    return replace(
        state,
        turn=event.turn,
        turn_player=event.player,
        phase="draw",
        players=tuple([_rested(player) for player in state.players]),
        students_played=0,
        draws_made=0,
        draw_base=1,
        reminders=(),
        lasting=tuple([k for k in state.lasting if k.last_turn is None or k.last_turn >= event.turn]),
        skips=tuple([s for s in state.skips if s.turn >= event.turn]),
    )


def _rested(player: Player) -> Player:
    """Score attempts are counted anew (CG-X07)."""
    for robot in player.robots:
        if robot is not None and robot.attempts:
            return replace(player, robots=tuple([r and replace(r, attempts=0) for r in player.robots]))
    return player


def phase_began(state: State, event: ev.PhaseBegan) -> State:
    """CG-T02."""
    return replace(state, phase=event.phase, reminders=event.reminders)


def card_drawn(state: State, event: ev.CardDrawn) -> State:
    """From the top of the deck to the hand."""
    player = state.players[event.player]
    if player.deck_known:
        player = drawn_from(player, 0)
    player = replace(
        player,
        hand=(*player.hand, Token(event.token, event.card)),
        deck=event.deck_after,
        next_number=number_after(player, event.token),
    )
    made = state.draws_made + (event.cause == "draw_phase")
    return replace(state, players=players_with(state, event.player, player), draws_made=made)


def turn_ended(state: State, event: ev.TurnEnded) -> State:  # noqa: ARG001
    """Reminders of the last phase are dropped."""
    return replace(state, reminders=())


def event_turn_counted(state: State, event: ev.EventTurnCounted) -> State:
    """CG-X04."""
    found = find_slotted(state, event.token)
    if found is None:
        return state
    side, index, slotted = found
    slotted = replace(slotted, counted=event.counted, counted_in=state.turn)
    return with_player(state, side, set_slotted(state.players[side], index, slotted))


def effect_started(state: State, event: ev.EffectStarted) -> State:
    """The card is no longer held back."""
    return replace(state, dormant=tuple(t for t in state.dormant if t != event.token))


def event_retired(state: State, event: ev.EventRetired) -> State:
    """CG-X01, CG-X04. One that runs out as a phase begins may still have something to do in it: its reminder stays."""
    retired = retire(lift(state, event.token), Token(event.token, event.card))
    return replace(retired, reminders=state.reminders) if event.cause == "run_out" else retired


def cards_discarded(state: State, event: ev.CardsDiscarded) -> State:
    """CG-X05."""
    for card in event.cards:
        state = retire(lift(state, card.id), card)
    return state


def match_ended(state: State, event: ev.MatchEnded) -> State:
    """CG-E01 to CG-E05."""
    winners = () if event.winner is None else (event.winner,)
    result = Outcome(winners, event.reason, event.rule, scores=event.points, drawn=event.winner is None)
    return replace(state, result=result)
