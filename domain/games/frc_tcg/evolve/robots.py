"""Events on robots in play."""

from typing import Final

from msgspec.structs import replace

from domain.games.frc_tcg.events import (
    AbilityActivated,
    AttackMade,
    ComponentMoved,
    ComponentPlayed,
    DamageTaken,
    EffectApplied,
    EffectExpired,
    EffectsLifted,
    HpRestored,
    MaxHpChanged,
    RobotDefeated,
    RobotDevolved,
    RobotEvolved,
    RobotPlayed,
    RobotRetreated,
)
from domain.games.frc_tcg.evolve.cards import counted, from_hand
from domain.games.frc_tcg.evolve.parts import drop_lasting, get_stack, lift, put_player, put_stack, to_shops
from domain.games.frc_tcg.state import Level, Mounted, Reveal, RobotStack, State


def _robot_played(state: State, event: RobotPlayed) -> State:
    level = Level(event.token, event.card, event.printed_hp)
    stack = RobotStack(event.slot, (level,), event.hp, event.max_hp, entered=state.turn)
    alliance = (*state.players[event.player].alliance, stack)
    if len(alliance) > 1 and alliance[-2].slot > event.slot:
        alliance = tuple(sorted(alliance, key=lambda s: s.slot))
    return from_hand(state, event.player, event.token, "robots", alliance=alliance)


def _component_played(state: State, event: ComponentPlayed) -> State:
    stack = get_stack(state, event.owner, event.robot)
    mounted = (*stack.mounted, Mounted(event.token, event.card, event.ability))
    grown = replace(stack, mounted=mounted)
    if event.owner != event.player:
        state = put_stack(state, event.owner, event.robot, grown)
        return from_hand(state, event.player, event.token, "components")
    alliance = tuple([grown if s is stack else s for s in state.players[event.player].alliance])
    return from_hand(state, event.player, event.token, "components", alliance=alliance)


def _ability_activated(state: State, _event: AbilityActivated) -> State:
    """Told for the reader: what is active follows from the components."""
    return state


def _component_moved(state: State, event: ComponentMoved) -> State:
    for owner, player in enumerate(state.players):
        for stack in player.alliance:
            if stack.key == event.origin:
                card = next(m for m in stack.mounted if m.token == event.token)
                left = replace(stack, mounted=tuple(m for m in stack.mounted if m.token != event.token))
                state = put_stack(state, owner, event.origin, left)
                target = get_stack(state, event.owner, event.robot)
                mounted = (*target.mounted, Mounted(card.token, card.card, event.ability))
                return put_stack(state, event.owner, event.robot, replace(target, mounted=mounted))
    return state


def _robot_evolved(state: State, event: RobotEvolved) -> State:
    state = from_hand(state, event.player, event.token, "robots")
    if event.kickoff is not None:
        state = from_hand(state, event.player, event.kickoff.id)
    stack = get_stack(state, event.player, event.robot)
    level = Level(event.token, event.card, event.printed_hp, event.kickoff)
    grown = replace(stack, levels=(*stack.levels, level), hp=event.hp, max_hp=event.max_hp, mounted=event.mounted)
    state = to_shops(put_stack(state, event.player, event.robot, grown), event.shopped)
    return lift(state, event.lifted)


def _robot_devolved(state: State, event: RobotDevolved) -> State:
    stack = get_stack(state, event.owner, event.robot)
    left = replace(stack, levels=stack.levels[:-1], hp=event.hp, max_hp=event.max_hp, mounted=event.mounted)
    state = to_shops(put_stack(state, event.owner, event.robot, left), event.shopped)
    return counted(lift(state, event.lifted), event.player, moves=state.record.moves + 1)


def _attack_made(state: State, event: AttackMade) -> State:
    record = state.record
    if event.counted:
        return counted(state, event.player, attacks=record.attacks + 1, moves=record.moves + 1)
    if event.player != state.active:
        return state
    used = (*record.free_abilities, event.robot)
    return replace(state, record=replace(record, free_abilities=used, moves=record.moves + 1))


def _hp_changed(state: State, event: DamageTaken | HpRestored) -> State:
    stack = get_stack(state, event.owner, event.robot)
    return put_stack(state, event.owner, event.robot, replace(stack, hp=event.hp))


def _max_hp_changed(state: State, event: MaxHpChanged) -> State:
    stack = get_stack(state, event.owner, event.robot)
    return put_stack(state, event.owner, event.robot, replace(stack, hp=event.hp, max_hp=event.max_hp))


def _effect_applied(state: State, event: EffectApplied) -> State:
    effect = event.effect
    return replace(state, lasting=(*state.lasting, effect), next_lasting=effect.id + 1)


def _effects_lifted(state: State, event: EffectsLifted) -> State:
    return lift(state, event.effects)


def _effect_expired(state: State, event: EffectExpired) -> State:
    return lift(state, (event.effect,))


def _robot_defeated(state: State, event: RobotDefeated) -> State:
    state = drop_lasting(state, event.shopped, event.robot)
    return to_shops(put_stack(state, event.owner, event.robot, None), event.shopped)


def _robot_retreated(state: State, event: RobotRetreated) -> State:
    state = drop_lasting(state, (event.returned, *event.shopped), event.robot)
    state = to_shops(put_stack(state, event.player, event.robot, None), event.shopped)
    player = state.players[event.player]
    shown = (*player.revealed, Reveal(event.returned.id))
    back = replace(player, pit=(*player.pit, event.returned), revealed=shown)
    state = put_player(state, event.player, back)
    return counted(state, event.player, moves=state.record.moves + 1)


ROBOTS: Final[dict[type, object]] = {
    RobotPlayed: _robot_played,
    ComponentPlayed: _component_played,
    AbilityActivated: _ability_activated,
    ComponentMoved: _component_moved,
    RobotEvolved: _robot_evolved,
    RobotDevolved: _robot_devolved,
    AttackMade: _attack_made,
    DamageTaken: _hp_changed,
    HpRestored: _hp_changed,
    MaxHpChanged: _max_hp_changed,
    EffectApplied: _effect_applied,
    EffectsLifted: _effects_lifted,
    EffectExpired: _effect_expired,
    RobotDefeated: _robot_defeated,
    RobotRetreated: _robot_retreated,
}
