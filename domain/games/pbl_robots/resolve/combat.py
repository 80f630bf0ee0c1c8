"""Attacks from declaration to outcome, and strikes."""

from typing import Literal

from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.actors import acting_seat
from domain.games.pbl_robots.cards import SLOTS, Pool
from domain.games.pbl_robots.events.combat import (
    AttackDeclared,
    AttackRolled,
    AttackWithdrawn,
    BombsThrown,
    CombatEnded,
    DefenseRolled,
    ShieldsDeclared,
    ShieldsRaised,
    StorageBombUsed,
    StrikeResolved,
)
from domain.games.pbl_robots.events.effects import CardEffectResolved
from domain.games.pbl_robots.numbers import can_be_target, playing
from domain.games.pbl_robots.resolve.base import Work, card_of, take_unseen
from domain.games.pbl_robots.resolve.changes import apply_changes
from domain.games.pbl_robots.resolve.effects import blow_off
from domain.games.pbl_robots.state import Combat, State, Turn


def target_of(state: State, side: int, target: int | None) -> int:
    """The side that an attack goes at: the one named, else the only other one."""
    if target is not None:
        return state.seats[target].side
    return next((other for other in playing(state) if other != side), side)


def payment(turn: Turn) -> Literal["move", "rage", "extra"]:
    """What an attack uses up: rage or an extra attack once the MOVE is gone."""
    if not turn.move_used:
        return "move"
    return "rage" if turn.rage else "extra"


def declare_attack(work: Work, command: c.DeclareAttack) -> None:
    side = work.state.seats[acting_seat(work.state, command)].side
    work.add(
        AttackDeclared(
            side=side,
            limb=command.limb,
            target=target_of(work.state, side, command.target),
            slot=command.slot,
            paid=payment(work.state.turn),
            bombs=command.bombs,
        )
    )


def declare_shields(work: Work, command: c.DeclareShields) -> None:
    work.add(ShieldsDeclared(count=command.count))


def withdraw_attack(work: Work, command: c.WithdrawAttack) -> None:
    work.add(AttackWithdrawn(side=work.state.seats[acting_seat(work.state, command)].side))


def excluded_dice(state: State, combat: Combat, dice: tuple[int, ...]) -> tuple[int, ...]:
    """The dice of an initial attack that do not count (PBL-C21)."""
    stack = state.sides[combat.attacker].slots[combat.limb].stack
    excludes = stack[-1].excludes if stack else ()
    return tuple(die for die in dice if die in excludes)


def roll_attack(work: Work, command: c.RollAttack) -> None:
    combat = work.state.combat
    if combat is None:
        return
    work.add(AttackRolled(dice=command.dice, excluded=excluded_dice(work.state, combat, command.dice)))
    if command.bombs or command.cards:
        seat = acting_seat(work.state, command)
        tokens = take_unseen(work, seat, command.cards)
        work.add(BombsThrown(seat=seat, tokens=tokens, dice=command.bombs))


def roll_defense(work: Work, command: c.RollDefense) -> None:
    if work.state.combat is None:
        return
    seat = acting_seat(work.state, command)
    work.add(DefenseRolled(dice=command.dice))
    if command.shields or command.cards:
        tokens = take_unseen(work, seat, command.cards)
        work.add(ShieldsRaised(seat=seat, tokens=tokens, dice=command.shields))


def add_bombs(work: Work, command: c.AddBombs) -> None:
    seat = acting_seat(work.state, command)
    work.add(BombsThrown(seat=seat, tokens=take_unseen(work, seat, command.cards), dice=command.dice))


def add_shields(work: Work, command: c.AddShields) -> None:
    seat = acting_seat(work.state, command)
    work.add(ShieldsRaised(seat=seat, tokens=take_unseen(work, seat, command.cards), dice=command.dice))


def use_storage_bombs(work: Work, command: c.UseStorageBombs) -> None:
    side = work.state.seats[acting_seat(work.state, command)].side
    combat = work.state.combat
    pool: Pool = "attack" if combat is not None and side == combat.attacker else "defense"
    for value in command.bombs:
        counted = work.state.options.bomb_mode_covers_storage
        work.add(StorageBombUsed(side=side, pool=pool, value=value, counted=counted))


def concede_combat(work: Work, command: c.ConcedeCombat) -> None:
    combat = work.state.combat
    if combat is None:
        return
    won = combat.attack_total > combat.defense_total if not command.outcome else command.outcome == "destroyed"
    replaced = won and command.replaced_by is not None
    slot = SLOTS[combat.slot]
    there = can_be_target(work.state.sides[combat.target].slots[combat.slot], slot)
    work.add(
        CombatEnded(
            attacker=combat.attacker,
            target=combat.target,
            slot=slot,
            outcome="replaced" if replaced else "defended" if not won else "destroyed" if there else "no_result",
            attack=combat.attack_total,
            defense=combat.defense_total,
        )
    )
    if replaced:
        seat = acting_seat(work.state, command)
        work.add(CardEffectResolved(source=card_of(command.replaced_by) or ""))
        apply_changes(work, seat, command.changes)
    elif won and there:
        blow_off(work, combat.target, slot, combat.attacker)


def record_strike(work: Work, command: c.RecordStrike) -> None:
    side = work.state.seats[acting_seat(work.state, command)].side
    target = work.state.seats[command.target].side
    work.add(
        StrikeResolved(
            side=side,
            source=card_of(command.source) or "",
            target=target,
            slot=command.slot,
            success=command.success,
            dice=command.dice,
        )
    )
    action = work.state.action
    if action is not None and action.by_hand and action.card == card_of(command.source):
        work.add(CardEffectResolved(source=action.card))
    if command.success:
        blow_off(work, target, command.slot, side)
