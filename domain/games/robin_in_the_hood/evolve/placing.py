"""What the placements of a hand do to the state."""

from msgspec.structs import replace

from domain.cards import Token, without
from domain.games.robin_in_the_hood import events as e
from domain.games.robin_in_the_hood.changes import on_stage, with_player
from domain.games.robin_in_the_hood.parts import InPlay, Used
from domain.games.robin_in_the_hood.state import BATTLES, PLACING, STAGE_INDEX, Chosen, Player, State


def character_placed(state: State, event: e.CharacterPlaced) -> State:
    player = state.players[event.player]
    stage, hidden = STAGE_INDEX[event.stage], event.order == "simultaneous"
    choice = Chosen(token=event.token, card=event.card, is_modifier=False, hidden=hidden, stage=stage)
    stages = player.stages if hidden else on_stage(player.stages, stage, Token(event.token, event.card))
    player = replace(
        player,
        playing_hand=without(player.playing_hand, event.token),
        chosen=(*player.chosen, choice),
        used=(*player.used, Used(event.character, event.token)),
        stages=stages,
    )
    return _when_both_placed(with_player(state, event.player, player))


def modifier_played(state: State, event: e.ModifierPlayed) -> State:
    player = state.players[event.player]
    hidden = event.order == "simultaneous"
    choice = Chosen(
        token=event.token,
        card=event.card,
        is_modifier=True,
        hidden=hidden,
        duration=event.duration,
    )
    in_play = () if hidden else (_in_play(state, choice),)
    player = replace(
        player,
        playing_hand=without(player.playing_hand, event.token),
        chosen=(*player.chosen, choice),
        modifier_pile=(*player.modifier_pile, *in_play),
    )
    return _when_both_placed(with_player(state, event.player, player))


def _in_play(state: State, choice: Chosen) -> InPlay:
    return InPlay(token=choice.token, card=choice.card, duration=choice.duration, hand_no=state.hand_no)


def _when_both_placed(state: State) -> State:
    """Battles follow once both lie open; hidden choices wait for `PlacementsRevealed`."""
    first, second = state.players
    if state.phase != PLACING or not first.chosen or not second.chosen:
        return state
    if first.chosen[-1].hidden or second.chosen[-1].hidden:
        return state
    return replace(state, phase=BATTLES)


def placements_revealed(state: State, event: e.PlacementsRevealed) -> State:  # noqa: ARG001
    first, second = (_revealed(state, player) for player in state.players)
    return _when_both_placed(replace(state, players=(first, second)))


def _revealed(state: State, player: Player) -> Player:
    stages, in_play = player.stages, player.modifier_pile
    for choice in player.chosen:
        if choice.hidden and choice.is_modifier:
            in_play = (*in_play, _in_play(state, choice))
        elif choice.hidden:
            stages = on_stage(stages, choice.stage, Token(choice.token, choice.card))
    chosen = tuple(replace(c, hidden=False) for c in player.chosen)
    return replace(player, stages=stages, modifier_pile=in_play, chosen=chosen)


def modifier_left(state: State, event: e.ModifierReplaced | e.ModifierRemoved | e.ModifierExpired) -> State:
    player = state.players[event.player]
    player = replace(
        player,
        modifier_pile=tuple(m for m in player.modifier_pile if m.token != event.token),
        dead_cards=(*player.dead_cards, Token(event.token, event.card)),
    )
    return with_player(state, event.player, player)
