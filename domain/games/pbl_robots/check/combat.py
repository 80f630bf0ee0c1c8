"""Attacks from declaration to outcome, and strikes."""

from domain.cards import UNKNOWN
from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.actors import acting_seat
from domain.games.pbl_robots.cards import LIMBS, SHOULDERS, SLOT_INDEX
from domain.games.pbl_robots.check.base import Problems, faces, orange, unseen_cards
from domain.games.pbl_robots.numbers import (
    attack_pool,
    can_attack,
    can_be_target,
    current_side,
    defense_pool,
    playing,
    side_name,
)
from domain.games.pbl_robots.resolve.base import card_of
from domain.games.pbl_robots.resolve.combat import target_of
from domain.games.pbl_robots.state import Combat, State, Turn
from domain.rules import Violation
from domain.text import counted

NO_COMBAT = "no attack has been declared"


def check_declare(state: State, command: c.DeclareAttack) -> Problems:
    seat = acting_seat(state, command)
    side = state.seats[seat].side
    turn = state.turn
    if seat != turn.seat:
        yield Violation("PBL-T01", f"it is {state.seats[turn.seat].name}'s turn")
    elif state.combat is not None:
        yield Violation("PBL-T02", "an attack is under way: it is finished first")
    elif turn.move_used and not (turn.rage or turn.extra_attacks):
        yield Violation("PBL-T02", "the MOVE of this turn is used")
    if command.target is None and len(playing(state)) > 2:
        yield Violation("PBL-V22", "name the opponent: target=player", impossible=True)
        return
    target = target_of(state, side, command.target)
    if target == side:
        yield Violation("PBL-C01", "a robot does not attack itself")
        return
    if state.sides[target].eliminated:
        yield Violation("PBL-V23", f"{side_name(state, target)} is out of the game", impossible=True)
        return
    yield from _check_limbs(state, side, target, command)
    yield from _check_consecutive(state, side, target)
    yield from _check_stated_bombs(state, seat, command.bombs)


def _check_limbs(state: State, side: int, target: int, command: c.DeclareAttack) -> Problems:
    limb, slot = command.limb, command.slot
    if limb in SHOULDERS:
        yield Violation("PBL-C02", "shoulders never attack")
    elif not can_attack(state.sides[side].slots[SLOT_INDEX[limb]]):
        yield Violation("PBL-C02", f"the {limb.replace('_', ' ')} cannot attack: it is dead, a pod or barred")
    if not can_be_target(state.sides[target].slots[SLOT_INDEX[slot]], slot):
        what = "has no armor" if slot in SHOULDERS else "is dead"
        yield Violation("PBL-C03", f"{side_name(state, target)}'s {slot.replace('_', ' ')} {what}")


def _check_consecutive(state: State, side: int, target: int) -> Problems:
    """Three sides: not the one whom another side attacked in the turn before (PBL-V20, PBL-Q32)."""
    if len(playing(state)) < 3:
        return
    for attacker, attacked in state.last_attacks:
        if attacked == target and attacker != side:
            text = f"{side_name(state, target)} was attacked last turn by {side_name(state, attacker)}"
            yield Violation("PBL-V20", text)
            return


def _check_stated_bombs(state: State, seat: int, bombs: int | None) -> Problems:
    mode = state.options.bomb_mode
    if mode != "predetermination":
        if bombs is not None:
            yield Violation("PBL-V31", "bombs are stated beforehand in predetermination only")
        return
    if bombs is None or bombs < 0:
        yield Violation("PBL-V31", "state the number of bombs with the attack: bombs=0 or more")
    elif bombs > len(state.people[seat].hand):
        yield Violation(
            "PBL-V31", f"{counted(bombs, 'bomb')} stated, {counted(len(state.people[seat].hand), 'card')} in hand"
        )
    elif state.options.bomb_limit and bombs > state.options.bomb_limit:
        yield Violation("PBL-V32", f"at most {counted(state.options.bomb_limit, 'bomb')} per combat")


def check_shields_stated(state: State, command: c.DeclareShields) -> Problems:
    combat = state.combat
    if combat is None:
        yield Violation("PBL-V31", NO_COMBAT, impossible=True)
        return
    seat = acting_seat(state, command)
    if state.options.bomb_mode != "predetermination":
        yield Violation("PBL-V31", "shields are stated beforehand in predetermination only")
    elif combat.attack_rolled or combat.shields_planned is not None:
        yield Violation("PBL-V31", "shields are stated once, before the dice")
    if state.seats[seat].side != combat.target:
        yield Violation("PBL-V31", "the defender states the shields")
    if not 0 <= command.count <= len(state.people[seat].hand):
        yield Violation(
            "PBL-V31",
            f"{counted(command.count, 'shield')} stated, {counted(len(state.people[seat].hand), 'card')} in hand",
        )
    yield from _check_limit(state, combat, attacking=False, more=command.count)


def check_withdraw(state: State, command: c.WithdrawAttack) -> Problems:
    combat = state.combat
    if combat is None:
        yield Violation("PBL-C05", NO_COMBAT, impossible=True)
    elif combat.attack_rolled:
        yield Violation("PBL-C05", "the dice are rolled: the attack cannot be withdrawn")
    elif not combat.may_withdraw or state.seats[acting_seat(state, command)].side != combat.attacker:
        yield Violation("PBL-C05", "only the attacker, after an opponent's action, may choose the MOVE again")


def check_roll_attack(state: State, command: c.RollAttack) -> Problems:
    combat = state.combat
    if combat is None:
        yield Violation("PBL-C08", NO_COMBAT, impossible=True)
        return
    yield from faces((*command.dice, *command.bombs))
    if combat.attack_rolled:
        yield Violation("PBL-C08", "the initial attack is already rolled")
        return
    if state.seats[acting_seat(state, command)].side != combat.attacker:
        yield Violation("PBL-C08", "the attacker rolls first")
    if state.options.bomb_mode == "predetermination" and combat.shields_planned is None:
        yield Violation("PBL-V31", "the defender states the shields before the dice: declare_shields")
    wanted = attack_pool(state, combat)
    if len(command.dice) != wanted:
        rule = "PBL-C06" if wanted else "PBL-C04"
        yield Violation(rule, f"the attack has {counted(wanted, 'die', 'dice')}, {len(command.dice)} given")
    yield from _check_stated(state, command, combat.bombs_planned, command.bombs, command.cards)


def check_roll_defense(state: State, command: c.RollDefense) -> Problems:
    combat = state.combat
    if combat is None:
        yield Violation("PBL-C08", NO_COMBAT, impossible=True)
        return
    yield from faces((*command.dice, *command.shields))
    if not combat.attack_rolled or combat.defense_rolled:
        yield Violation("PBL-C08", "the attacker rolls first, then the defender, once each")
        return
    if state.seats[acting_seat(state, command)].side != combat.target:
        yield Violation("PBL-C08", "the defender rolls the defense")
    wanted = defense_pool(state, combat)
    if len(command.dice) != wanted:
        yield Violation("PBL-C07", f"the defense has {counted(wanted, 'die', 'dice')}, {len(command.dice)} given")
    yield from _check_stated(state, command, combat.shields_planned, command.shields, command.cards)


def _check_stated(
    state: State, command: c.PblCommand, planned: int | None, dice: tuple[int, ...], cards: tuple[str, ...]
) -> Problems:
    """Predetermination: as many cards and dice as were stated and are still in the hand, rolled with the initial dice."""
    wanted = min(planned or 0, len(state.people[acting_seat(state, command)].hand))
    if len(dice) != wanted or len(cards) != wanted:
        yield Violation(
            "PBL-V31",
            f"{counted(wanted, 'card')} stated, {counted(len(cards), 'card')} and {counted(len(dice), 'die', 'dice')} given",
        )
    yield from unseen_cards(state, acting_seat(state, command), cards, "PBL-C11")


def check_bombs(state: State, command: c.AddBombs | c.AddShields) -> Problems:
    combat = state.combat
    attacking = isinstance(command, c.AddBombs)
    if combat is None:
        yield Violation("PBL-C10", NO_COMBAT, impossible=True)
        return
    seat = acting_seat(state, command)
    side = state.seats[seat].side
    yield from faces(command.dice)
    if not command.cards or len(command.cards) != len(command.dice):
        text = (
            f"one die for each card: {counted(len(command.cards), 'card')}, {counted(len(command.dice), 'die', 'dice')}"
        )
        yield Violation("PBL-C11", text)
    yield from unseen_cards(state, seat, command.cards, "PBL-C11")
    if side not in (combat.attacker, combat.target):
        yield Violation("PBL-V25", f"{state.seats[seat].name} is not in this combat")
        return
    yield from _check_behind(state, combat, combat.attacker if attacking else combat.target, side)
    mode = state.options.bomb_mode
    if mode == "none":
        yield Violation("PBL-V33", "this match is played without bombs and shields")
    elif mode == "predetermination":
        yield Violation("PBL-V31", "bombs and shields are rolled with the initial dice, none later")
    else:
        yield from _check_limit(state, combat, attacking=attacking, more=len(command.cards))


def _check_limit(state: State, combat: Combat, *, attacking: bool, more: int) -> Problems:
    limit = state.options.bomb_limit
    if not limit:
        return
    used = combat.bombs if attacking else combat.shields
    if state.options.bomb_limit_scope == "total":
        used = combat.bombs + combat.shields + (combat.bombs_planned or 0) * (not combat.attack_rolled)
    if used + more > limit:
        scope = "together" if state.options.bomb_limit_scope == "total" else "each"
        most = counted(limit, "bomb or shield", "bombs or shields")
        yield Violation("PBL-V32", f"at most {most} {scope} per combat, {used} used, {more} more asked")


def _check_behind(state: State, combat: Combat, role: int, side: int) -> Problems:
    """Only the fighter who is behind may add, after both initial rolls (PBL-C10)."""
    if not combat.rolled:
        yield Violation("PBL-C10", "bombs and shields come after both initial rolls")
    elif side != role or combat.behind != side:
        yield Violation("PBL-C10", f"{side_name(state, combat.behind)} is behind and may add or concede")
    elif combat.tied and not state.options.tie_attacker_may_add:
        yield Violation("PBL-C10", "at a tie nobody may add")


def check_storage(state: State, command: c.UseStorageBombs) -> Problems:
    combat = state.combat
    if combat is None:
        yield Violation("PBL-C13", "storage bombs are used in combat", impossible=True)
        return
    seat = acting_seat(state, command)
    side = state.seats[seat].side
    if side not in (combat.attacker, combat.target):
        yield Violation("PBL-V25", f"{state.seats[seat].name} is not in this combat")
        return
    have = state.sides[side].bombs
    if not command.bombs:
        yield Violation("PBL-C13", "name the values of the storage bombs used")
    for value in sorted(set(command.bombs)):
        if command.bombs.count(value) > have.count(value):
            yield Violation("PBL-C13", f"there is no storage bomb {value} in the hangar", impossible=True)
    if not combat.rolled or combat.behind != side:
        yield Violation("PBL-C13", "the side that is behind uses storage bombs, after both initial rolls")
    elif combat.tied and not state.options.tie_attacker_may_add:
        yield Violation("PBL-C13", "at a tie nobody may add")
    if state.options.bomb_mode_covers_storage:
        if state.options.bomb_mode != "normal":
            rule = "PBL-V33" if state.options.bomb_mode == "none" else "PBL-V34"
            yield Violation(rule, "by the match option storage bombs count as bombs and shields: none are used now")
        yield from _check_limit(state, combat, attacking=side == combat.attacker, more=len(command.bombs))


def check_concede(state: State, command: c.ConcedeCombat) -> Problems:
    combat = state.combat
    if combat is None:
        yield Violation("PBL-C16", NO_COMBAT, impossible=True)
        return
    won = combat.attack_total > combat.defense_total
    if not combat.rolled:
        yield Violation("PBL-C16", "the initial dice are rolled before anybody concedes")
    elif state.seats[acting_seat(state, command)].side != combat.behind:
        yield Violation("PBL-C16", f"{side_name(state, combat.behind)} is behind and concedes")
    if combat.rolled and command.outcome and (command.outcome == "destroyed") != won:
        totals = f"{combat.attack_total} against {combat.defense_total}"
        yield Violation("PBL-C17", f"{totals}: {'destroyed' if won else 'defended'}, not {command.outcome}")
    yield from _check_replaced(state, command, won=command.outcome == "destroyed" if command.outcome else won)


def _check_replaced(state: State, command: c.ConcedeCombat, *, won: bool) -> Problems:
    """A card takes the place of a blow-off, where there is one; what it did belongs to a card that is named (PBL-Q54)."""
    if command.replaced_by is None:
        if command.changes:
            yield Violation("PBL-C17", "name the card that does this: replaced_by=card", impossible=True)
        return
    problem = orange(state, card_of(command.replaced_by) or UNKNOWN)
    if problem is not None:
        yield problem
    if not won:
        yield Violation("PBL-C17", "the attack is defended: there is no blow-off to replace", impossible=True)


def check_strike(state: State, command: c.RecordStrike) -> Problems:
    yield from faces(command.dice)
    target = state.seats[command.target].side if 0 <= command.target < len(state.seats) else None
    if target is None:
        yield Violation("PBL-S01", "no such player", impossible=True)
        return
    if state.sides[target].eliminated:
        yield Violation("PBL-V23", f"{side_name(state, target)} is out of the game", impossible=True)
        return
    problem = orange(state, card_of(command.source) or "??")
    if problem is not None:
        yield Violation("PBL-C22", f"a strike comes from a card: {problem.text}", impossible=True)
    if not can_be_target(state.sides[target].slots[SLOT_INDEX[command.slot]], command.slot):
        text = f"{side_name(state, target)}'s {command.slot.replace('_', ' ')} is dead or empty"
        yield Violation("PBL-C03", text, impossible=command.success)


def can_declare(state: State) -> bool:
    """Whether the player whose turn it is has a limb to attack with and an attack left."""
    turn: Turn = state.turn
    allowed = not turn.move_used or turn.rage > 0 or turn.extra_attacks > 0
    slots = state.sides[current_side(state)].slots
    return allowed and any(can_attack(slots[SLOT_INDEX[limb]]) for limb in LIMBS)
