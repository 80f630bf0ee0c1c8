"""What a command gives for the effects of its card: draws, dice, targets, searches."""

from domain.cards import parse_ref
from domain.game import Violation
from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.cards import (
    SHOULDERS,
    AddDice,
    AddTotal,
    AttachToLimb,
    CardFilter,
    ChangeTarget,
    DrawCards,
    Effect,
    GainStorageBomb,
    OpenShop,
    RegenerateLimb,
    SearchDeck,
    Trigger,
    fits,
)
from domain.games.pbl_robots.check.base import Problems, elsewhere, faces, name, orange
from domain.games.pbl_robots.check.draws import check_draws, row_cards
from domain.games.pbl_robots.evolve.base import SLOT_INDEX
from domain.games.pbl_robots.numbers import deck_count, free_spaces
from domain.games.pbl_robots.resolve.consequences import can_be_target
from domain.games.pbl_robots.resolve.effects import effects_of
from domain.games.pbl_robots.state import EMPTY, ROW_PLACES, State


def check_inputs(state: State, seat: int, card: str, triggers: tuple[Trigger, ...], command: c.Inputs) -> Problems:
    """The inputs of a command for all effects of its card."""
    effects = tuple(effect for trigger in triggers for effect in effects_of(state, card, trigger))
    if not effects and not (command.drawn or command.dice or command.row):
        return
    label = name(state, card)
    draws = sum(effect.n for effect in effects if isinstance(effect, DrawCards))
    if len(command.drawn) > draws:
        yield Violation("PBL-A27", f"{label} draws {draws} cards, {len(command.drawn)} given")
    elif command.drawn:
        opened = any(isinstance(effect, OpenShop) for effect in effects)
        if not opened:
            yield from check_draws(state, seat, command.drawn)
    yield from _check_dice(state, seat, label, effects, command)
    for effect in effects:
        yield from _check_effect(state, seat, label, effect, command)
    if command.row and not any(isinstance(effect, OpenShop) for effect in effects):
        yield Violation("PBL-X10", f"{label} does not open the Shop")


def _check_dice(state: State, seat: int, label: str, effects: tuple[Effect, ...], command: c.Inputs) -> Problems:
    yield from faces(command.dice)
    side = state.sides[state.seats[seat].side]
    room = free_spaces(side) if side.hangars else 0
    bombs = min(room, sum(effect.n for effect in effects if isinstance(effect, GainStorageBomb)))
    in_combat = state.combat is not None
    added = sum(effect.n for effect in effects if isinstance(effect, AddDice)) if in_combat else 0
    if len(command.dice) < added:
        yield Violation("PBL-A27", f"{label} rolls {added} dice, {len(command.dice)} given")
    elif len(command.dice) > added + bombs:
        yield Violation("PBL-A22", f"{label} rolls {added + bombs} dice here, {len(command.dice)} given")


def _check_effect(state: State, seat: int, label: str, effect: Effect, command: c.Inputs) -> Problems:
    side_index = state.seats[seat].side
    match effect:
        case SearchDeck():
            yield from check_found(state, seat, effect.filter, command.found, command.from_row)
        case OpenShop():
            yield from row_cards(state, command.row)
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
        case _:
            pass


def _check_regeneration(state: State, side: int, label: str, command: c.Inputs) -> Problems:
    dead = [slot.dead for slot in state.sides[side].slots]
    if not any(dead):
        return
    if not command.target_slot:
        yield Violation("PBL-A27", f"{label} regenerates a limb: target_slot=limb")
    elif not dead[SLOT_INDEX[command.target_slot]]:
        yield Violation("PBL-X15", f"the {command.target_slot.replace('_', ' ')} is active; nothing to regenerate")


def check_found(state: State, seat: int, wanted: CardFilter, found: str | None, from_row: int) -> Problems:
    """What a search ends with: a fitting card of the deck, or of the row once the Shop is open (PBL-X11)."""
    side = state.seats[seat].side
    card = parse_ref(found).card if found is not None else None
    if from_row:
        there = state.shop.row[from_row - 1] if 1 <= from_row <= ROW_PLACES else EMPTY
        if there == EMPTY or not state.shop.open:
            yield Violation("PBL-X09", f"place {from_row} of the shop row is empty")
            return
        card = there or card
        if card is not None and not fits(state.catalogue.get(card), wanted):
            yield Violation("PBL-X11", f"{name(state, card)} is not what this card may search for")
        return
    if card is None:
        return
    if deck_count(state, side) == 0:
        yield Violation("PBL-X07", "the deck is empty: found=- or from_row", impossible=True)
    problem = orange(state, card)
    if problem is None and card not in state.sides[side].top:
        problem = elsewhere(state, card, side)
    if problem is not None:
        yield problem
    elif not fits(state.catalogue.get(card), wanted):
        yield Violation("PBL-A19", f"{name(state, card)} is not what this card may search for")
