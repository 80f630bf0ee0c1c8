"""What a command gives for the effects of its card: draws, dice, targets, searches."""

from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.cards import (
    SHOULDERS,
    SLOT_INDEX,
    AddDice,
    AddTotal,
    AttachToLimb,
    ChangeTarget,
    DrawCards,
    Effect,
    GainStorageBomb,
    OpenShop,
    RegenerateLimb,
    Trigger,
)
from domain.games.pbl_robots.check.base import Problems, faces, name
from domain.games.pbl_robots.numbers import can_be_target, free_spaces
from domain.games.pbl_robots.resolve.effects import effects_of
from domain.games.pbl_robots.state import State
from domain.rules import Violation
from domain.text import counted


def check_inputs(state: State, seat: int, card: str, triggers: tuple[Trigger, ...], command: c.Inputs) -> Problems:
    """The inputs of a command for all effects of its card. Draws, searches and the row are checked as they unfold."""
    effects = tuple(effect for trigger in triggers for effect in effects_of(state, card, trigger))
    if not effects and not (command.drawn or command.dice or command.row):
        return
    label = name(state, card)
    draws = sum(effect.n for effect in effects if isinstance(effect, DrawCards))
    if len(command.drawn) > draws:
        yield Violation(
            "PBL-A27", f"{label} draws {counted(draws, 'card')}, {len(command.drawn)} given", impossible=True
        )
    yield from _check_dice(state, seat, label, effects, command)
    for effect in effects:
        yield from _check_effect(state, seat, label, effect, command)
    if command.row and not any(isinstance(effect, OpenShop) for effect in effects):
        yield Violation("PBL-X10", f"{label} does not open the Shop", impossible=True)


def _check_dice(state: State, seat: int, label: str, effects: tuple[Effect, ...], command: c.Inputs) -> Problems:
    yield from faces(command.dice)
    side = state.sides[state.seats[seat].side]
    room = free_spaces(side) if side.hangars else 0
    bombs = min(room, sum(effect.n for effect in effects if isinstance(effect, GainStorageBomb)))
    in_combat = state.combat is not None
    added = sum(effect.n for effect in effects if isinstance(effect, AddDice)) if in_combat else 0
    if len(command.dice) < added:
        yield Violation("PBL-A27", f"{label} rolls {counted(added, 'die', 'dice')}, {len(command.dice)} given")
    elif len(command.dice) > added + bombs:
        text = f"{label} rolls {counted(added + bombs, 'die', 'dice')} here, {len(command.dice)} given"
        yield Violation("PBL-A22", text, impossible=True)


def _check_effect(state: State, seat: int, label: str, effect: Effect, command: c.Inputs) -> Problems:
    side_index = state.seats[seat].side
    match effect:
        case RegenerateLimb():
            yield from _check_regeneration(state, side_index, label, command)
        case AttachToLimb():
            if not command.target_slot or command.target_slot in SHOULDERS:
                yield Violation("PBL-A27", f"{label} attaches to a limb: target=player target_slot=limb")
        case ChangeTarget() if state.combat is not None:
            slot = effect.slot or command.target_slot
            if not slot:
                yield Violation("PBL-A27", f"{label} changes the target: target_slot=limb or shoulder")
            elif not can_be_target(state.sides[state.combat.target].slots[SLOT_INDEX[slot]], slot):
                yield Violation("PBL-C03", f"the {slot.replace('_', ' ')} cannot be a target")
        case AddTotal() | AddDice() if effect.side != "any" and command.to and command.to != effect.side:
            yield Violation("PBL-A27", f"{label} adds to the {effect.side}")
        case AddTotal() | AddDice() if effect.side == "any" and not command.to and _outside(state, side_index):
            yield Violation("PBL-V25", f"for whom is {label}: to=attack or to=defense", impossible=True)
        case _:
            pass


def _outside(state: State, side: int) -> bool:
    """Whether a combat is under way that the side is not in."""
    return state.combat is not None and side not in (state.combat.attacker, state.combat.target)


def _check_regeneration(state: State, side: int, label: str, command: c.Inputs) -> Problems:
    dead = [slot.dead for slot in state.sides[side].slots]
    if not any(dead):
        return
    if not command.target_slot:
        yield Violation("PBL-A27", f"{label} regenerates a limb: target_slot=limb")
    elif not dead[SLOT_INDEX[command.target_slot]]:
        yield Violation("PBL-X15", f"the {command.target_slot.replace('_', ' ')} is active; nothing to regenerate")
