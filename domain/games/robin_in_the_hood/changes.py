"""Changes made by hand to the table: what a card effect, a ruling or an adjustment does to the zones."""

from typing import assert_never

from msgspec.structs import replace

from domain.cards import Ref as CardReference
from domain.cards import Token, bound, find, without
from domain.games.robin_in_the_hood.commands import ZoneName
from domain.games.robin_in_the_hood.parts import (
    AppliedChange,
    CardIdentified,
    CardMoved,
    InPlay,
    LevelChanged,
    OrderSet,
    VictoriesChanged,
)
from domain.games.robin_in_the_hood.state import AGILITY, STAGE_INDEX, Player, Stages, State, zone_of


def with_player(state: State, seat: int, player: Player) -> State:
    """The state with one player's side replaced."""
    first, second = state.players
    return replace(state, players=(player, second) if seat == 0 else (first, player))


def on_stage(stages: Stages, stage: int, token: Token | None) -> Stages:
    """The stages with one of them replaced."""
    agility, weapons, strength, endurance = stages
    if stage == AGILITY:
        return (token, weapons, strength, endurance)
    if stage == 1:
        return (agility, token, strength, endurance)
    if stage == 2:
        return (agility, weapons, token, endurance)
    return (agility, weapons, strength, token)


def apply_changes(state: State, changes: tuple[AppliedChange, ...]) -> State:
    """The state after changes by hand, in order."""
    for change in changes:
        state = apply_change(state, change)
    return state


def apply_change(state: State, change: AppliedChange) -> State:
    """The state after one of them."""
    match change:
        case LevelChanged():
            return replace(state, level_changes=(*state.level_changes, change))
        case CardMoved():
            return with_player(state, change.player, _moved(state, state.players[change.player], change))
        case VictoriesChanged():
            player = replace(state.players[change.player], victories=change.victories)
            return with_player(state, change.player, player)
        case CardIdentified():
            return with_player(state, change.player, _identified(state.players[change.player], change))
        case OrderSet():
            return replace(state, order=change.first)
        case _:
            assert_never(change)


def _moved(state: State, player: Player, change: CardMoved) -> Player:
    found = find(zone_of(player, change.from_zone), CardReference(token=change.token))
    token = Token(change.token, change.card if found is None or change.card is not None else found.card)
    return _laid_down(state, _taken_up(player, change.from_zone, change.token), token, change)


def _taken_up(player: Player, zone: ZoneName, token: int) -> Player:
    if zone == "playing_hand":
        return replace(player, playing_hand=without(player.playing_hand, token))
    if zone == "draw_pile":
        return replace(player, draw_pile=without(player.draw_pile, token))
    if zone == "dead_cards":
        return replace(player, dead_cards=without(player.dead_cards, token))
    if zone == "modifier_pile":
        return replace(player, modifier_pile=tuple(m for m in player.modifier_pile if m.token != token))
    return replace(player, stages=on_stage(player.stages, STAGE_INDEX[zone], None))


def _laid_down(state: State, player: Player, token: Token, change: CardMoved) -> Player:
    zone = change.to_zone
    if zone == "playing_hand":
        return replace(player, playing_hand=(*player.playing_hand, token))
    if zone == "draw_pile":
        pile = (*player.draw_pile, token) if change.bottom else (token, *player.draw_pile)
        return replace(player, draw_pile=pile)
    if zone == "dead_cards":
        return replace(player, dead_cards=(*player.dead_cards, token))
    if zone == "modifier_pile":
        in_play = InPlay(token=token.id, card=token.card or "", duration=change.duration, hand_no=state.hand_no)
        return replace(player, modifier_pile=(*player.modifier_pile, in_play))
    return replace(player, stages=on_stage(player.stages, STAGE_INDEX[zone], token))


def _identified(player: Player, change: CardIdentified) -> Player:
    return replace(
        player,
        playing_hand=bound(player.playing_hand, change.token, change.card),
        draw_pile=bound(player.draw_pile, change.token, change.card),
        dead_cards=bound(player.dead_cards, change.token, change.card),
    )
