"""Events of effects resolved by hand, adjustments and declared positions."""

from msgspec.structs import replace

from domain.cards import Token, token_owner
from domain.games.frc_card_game import events as ev
from domain.games.frc_card_game.changes import FIELD, OPEN_PLACES
from domain.games.frc_card_game.state import Player, Shown, State
from domain.games.frc_card_game.zones import (
    drawn_from,
    hold_back,
    lift,
    number_after,
    put_in_deck,
    retire,
    set_robot,
    set_slotted,
    with_player,
    with_robot,
)


def card_effect_resolved(state: State, event: ev.CardEffectResolved) -> State:
    """The reminder of that card is done with."""
    return replace(state, reminders=tuple(t for t in state.reminders if t != event.source))


def card_moved(state: State, event: ev.CardMoved) -> State:
    """From zone to zone; out of an unknown place of a deck the card becomes a token of its own."""
    card, owner = Token(event.token, event.card), token_owner(event.token)
    before = state
    state = lift(state, event.token, stays=event.origin in FIELD and event.to in FIELD)
    if state is before and event.origin.startswith("deck"):
        player = drawn_from(state.players[owner], 0 if event.origin == "deck_top" else None)
        player = replace(player, next_number=number_after(player, event.token))
        state = with_player(state, owner, player)
    if event.to == "retirement_pile":
        return retire(state, card)
    if event.to.startswith("deck"):
        return with_player(state, owner, put_in_deck(state.players[owner], card, event.to))
    if event.under is not None:
        return with_robot(state, event.under, lambda r: replace(r, drive_team=(*r.drive_team, card)))
    state = with_player(state, event.player, _placed(state.players[event.player], event, card))
    if event.slotted is not None:
        state = replace(state, plays=max(state.plays, event.slotted.order))
    return hold_back(state, event.token, event.dormant)


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


def lasting_added(state: State, event: ev.LastingAdded) -> State:
    """The change is kept until its time or its source is gone."""
    return replace(state, lasting=(*state.lasting, event.lasting))


def phase_skip_ordered(state: State, event: ev.PhaseSkipOrdered) -> State:
    """The skip is kept until its turn is over."""
    return replace(state, skips=(*state.skips, event.skip))


def phase_set(state: State, event: ev.PhaseSet) -> State:
    """A match that was over goes on."""
    return replace(state, turn_player=event.player, phase=event.phase, reminders=(), result=None)


def attempts_set(state: State, event: ev.AttemptsSet) -> State:
    """Follows the table."""
    return with_robot(state, event.robot, lambda robot: replace(robot, attempts=event.used))


def draws_owed_set(state: State, event: ev.DrawsOwedSet) -> State:
    """Follows the table."""
    return replace(state, draw_base=event.base)


def student_plays_set(state: State, event: ev.StudentPlaysSet) -> State:
    """Follows the table."""
    return replace(state, students_played=event.used)


def position_declared(state: State, event: ev.PositionDeclared) -> State:
    """Nothing of the table before remains but the players, decks and options."""
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


def reminders_raised(state: State, event: ev.RemindersRaised) -> State:
    """As at the beginning of a phase."""
    return replace(state, reminders=event.reminders)
