"""Inputs that a command gives for the effects of its card (draws, dice, targets, searches), and the events of the effects."""

from collections.abc import Iterator
from typing import ClassVar, Literal, Self

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardId, CardRef, SeatIndex
from domain.games.pbl_robots import cards
from domain.games.pbl_robots.builds import regenerate
from domain.games.pbl_robots.commands.base import ActorCommand
from domain.games.pbl_robots.draws import DRAW_RULES, Draw, draw_due, open_shop, redacted_draws, row_cards, search
from domain.games.pbl_robots.effect_table import table_of
from domain.games.pbl_robots.events.base import PblBuffer
from domain.games.pbl_robots.events.builds import RageGiven, StorageBombAdded
from domain.games.pbl_robots.events.combat import DiceAdded, TargetChanged, TotalChanged
from domain.games.pbl_robots.events.effects import (
    ActionAttached,
    EffectBegan,
    ExtraAttackGiven,
    ExtraTurnGiven,
    HandLimitChanged,
)
from domain.games.pbl_robots.events.turns import SomethingOwed
from domain.games.pbl_robots.numbers import can_be_target, faces, free_spaces
from domain.games.pbl_robots.references import name
from domain.games.pbl_robots.state import EMPTY, Attached, Combat, Owed, State
from domain.games.pbl_robots.visibility import redacted_search
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.text import pluralize


class Inputs(ActorCommand, frozen=True, kw_only=True):
    """A command with inputs for the effects of its card: results of chance, and choices. Omitted draws, searches and
    storage bombs become obligations."""

    drawn: tuple[Draw, ...] = ()
    """The cards that the effect draws."""
    found: CardRef | None = UNKNOWN
    """The card that a search finds; `-` for an unsuccessful one."""
    from_row: int = 0
    """Place of the shop row that a search takes a card from, from 1; 0 for the deck."""
    dice: tuple[int, ...] = ()
    """Dice that the effect rolls."""
    to: Literal["", "attack", "defense"] = ""
    """The side of the combat whose dice or total an effect adds to; empty for the player's own."""
    target: SeatIndex | None = None
    target_slot: cards.SlotName | Literal[""] = ""
    row: tuple[CardRef, ...] = ()
    """Cards turned up when the effect opens the Shop."""
    rules: ClassVar[tuple[str, ...]] = ("PBL-C03", "PBL-S14", "PBL-V08", "PBL-V25", "PBL-X11", "PBL-X15", *DRAW_RULES)

    def needs_resolving(self) -> bool:
        return self.found not in (None, UNKNOWN) or bool(self.from_row or self.drawn or self.row)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        if self.hand_seen(state, viewpoint):
            return self
        return replace(self, drawn=redacted_draws(self.drawn), found=redacted_search(self.found, self.from_row))


DUE_RULES = {
    "opening": "PBL-S12",
    "critical": "PBL-X03",
    "armor": "PBL-A05",
    "crew": "PBL-A16",
    "hangar": "PBL-A21",
    "expert_pilot": "PBL-A25",
    "blast": "PBL-A18",
    "action": "PBL-A27",
}
"""The rule that makes a draw due, by kind of cause."""


class Cause:
    """A card whose effects are applied: its player, the kind of cause, and the inputs that are left."""

    def __init__(self, seat: int, card: CardId, kind: str, inputs: Inputs | None) -> None:
        self.seat = seat
        self.card = card
        self.kind = kind
        self.inputs = inputs
        self.draws = list(inputs.drawn) if inputs is not None else []
        self.dice = list(inputs.dice) if inputs is not None else []
        self.opened = False
        """True if the card has opened the Shop, so that its first draw is from the row (PBL-Q59)."""

    @property
    def rule(self) -> str:
        """The rule of the obligations that the effects leave."""
        return DUE_RULES.get(self.kind, "PBL-A27")


def effects_of(state: State, card: str, trigger: cards.Trigger) -> tuple[cards.Effect, ...]:
    """Return a card's machine-readable effects for one trigger."""
    found: tuple[cards.Effect, ...] = getattr(state.catalogue.get(card), "effects", ())
    return tuple([effect for effect in found if effect.trigger == trigger])


def check_inputs(
    state: State, seat: int, card: str, triggers: tuple[cards.Trigger, ...], command: Inputs
) -> Iterator[Violation]:
    """Check the inputs of a command for all effects of its card. Draws, searches and the shop row are checked when the effects
    are applied."""
    effects = tuple([effect for trigger in triggers for effect in effects_of(state, card, trigger)])
    if not effects and not (command.drawn or command.dice or command.row):
        return
    label = name(state, card)
    draws = sum(effect.n for effect in effects if isinstance(effect, cards.DrawCards))
    if len(command.drawn) > draws:
        yield impossible("PBL-A27", f"{label} draws {pluralize(draws, 'card')}, {len(command.drawn)} given")
    yield from _check_dice(state, seat, label, effects, command)
    for effect in effects:
        yield from _check_effect(state, seat, label, effect, command)
    if command.row and not any(isinstance(effect, cards.OpenShop) for effect in effects):
        yield impossible("PBL-X10", f"{label} does not open the Shop")


def _check_dice(
    state: State, seat: int, label: str, effects: tuple[cards.Effect, ...], command: Inputs
) -> Iterator[Violation]:
    yield from faces(command.dice)
    side = state.sides[state.seats[seat].side]
    room = free_spaces(side) if side.hangars else 0
    bombs = min(room, sum(effect.n for effect in effects if isinstance(effect, cards.GainStorageBomb)))
    in_combat = state.combat is not None
    added = sum(effect.n for effect in effects if isinstance(effect, cards.AddDice)) if in_combat else 0
    if len(command.dice) < added:
        yield Violation("PBL-A27", f"{label} rolls {pluralize(added, 'die', 'dice')}, {len(command.dice)} given")
    elif len(command.dice) > added + bombs:
        text = f"{label} rolls {pluralize(added + bombs, 'die', 'dice')} here, {len(command.dice)} given"
        yield impossible("PBL-A22", text)


def _check_effect(state: State, seat: int, label: str, effect: cards.Effect, command: Inputs) -> Iterator[Violation]:
    side_index = state.seats[seat].side
    match effect:
        case cards.RegenerateLimb():
            yield from _check_regeneration(state, side_index, label, command)
        case cards.AttachToLimb():
            if not command.target_slot or command.target_slot in cards.SHOULDERS:
                yield Violation("PBL-A27", f"{label} attaches to a limb: target=player target_slot=limb")
        case cards.ChangeTarget() if state.combat is not None:
            slot = effect.slot or command.target_slot
            if not slot:
                yield Violation("PBL-A27", f"{label} changes the target: target_slot=limb or shoulder")
            elif not can_be_target(state.sides[state.combat.target].slots[cards.SLOT_INDEX[slot]], slot):
                yield Violation("PBL-C03", f"the {slot.replace('_', ' ')} cannot be a target")
        case cards.AddTotal() | cards.AddDice() if effect.side != "any" and command.to and command.to != effect.side:
            yield Violation("PBL-A27", f"{label} adds to the {effect.side}")
        case cards.AddTotal() | cards.AddDice() if (
            effect.side == "any" and not command.to and _outside(state, side_index)
        ):
            yield impossible("PBL-V25", f"say which side {label} helps: to=attack or to=defense")
        case _:
            pass


def _outside(state: State, side: int) -> bool:
    """Return True if a combat is in progress in which the side takes no part."""
    return state.combat is not None and side not in (state.combat.attacker, state.combat.target)


def _check_regeneration(state: State, side: int, label: str, command: Inputs) -> Iterator[Violation]:
    dead = [slot.dead for slot in state.sides[side].slots]
    if not any(dead):
        return
    if not command.target_slot:
        yield Violation("PBL-A27", f"{label} regenerates a limb: target_slot=limb")
    elif not dead[cards.SLOT_INDEX[command.target_slot]]:
        yield Violation("PBL-X15", f"the {command.target_slot.replace('_', ' ')} is active, so it cannot regenerate")


def apply_effects(out: PblBuffer, cause: Cause, trigger: cards.Trigger) -> None:
    """Apply all effects of a card for one trigger, in printed order."""
    for effect in effects_of(out.state, cause.card, trigger):
        if isinstance(effect, cards.LastingWord):
            _begin(out, cause, effect)
        else:
            _apply(out, cause, effect)


def _begin(out: PblBuffer, cause: Cause, effect: cards.LastingWord) -> None:
    table = table_of(out.state, cause.seat, cause.card)
    if not any(effect.violations(table)):
        out.add(EffectBegan(effect=effect.lasting(table)))


def _apply(out: PblBuffer, cause: Cause, effect: cards.Effect) -> None:
    side = out.state.seats[cause.seat].side
    match effect:
        case cards.DrawCards() | cards.OpeningDraw():
            _draw(out, cause, side, effect.n)
        case cards.SearchDeck():
            _search_of(out, cause, effect.filter)
        case cards.GainStorageBomb():
            _gain_bombs(out, cause, side, effect.n)
        case cards.OpenShop():
            _open_shop(out, cause, side)
        case cards.Rage():
            _give_rage(out, cause, side)
        case cards.ExtraAttack():
            out.add(ExtraAttackGiven(n=effect.n))
        case cards.ExtraTurn():
            out.add(ExtraTurnGiven(seat=cause.seat))
        case cards.HandLimit():
            limit = max(0, out.state.people[cause.seat].limit + effect.delta)
            out.add(HandLimitChanged(seat=cause.seat, limit=limit))
        case _:
            _apply_to_robot(out, cause, effect, side)


def _apply_to_robot(out: PblBuffer, cause: Cause, effect: cards.Effect, side: int) -> None:
    combat, inputs = out.state.combat, cause.inputs
    match effect:
        case cards.AddDice() if combat is not None:
            dice = tuple(cause.dice[: effect.n])
            del cause.dice[: effect.n]
            out.add(DiceAdded(pool=pool_of(combat, side, effect.side, inputs), dice=dice))
        case cards.AddTotal() if combat is not None:
            out.add(TotalChanged(pool=pool_of(combat, side, effect.side, inputs), n=effect.n))
        case cards.ChangeTarget() if combat is not None:
            slot = effect.slot or (inputs.target_slot if inputs else "")
            if slot:
                out.add(TargetChanged(target=combat.target, slot=slot))
        case cards.AttachToLimb() if cause.kind == "action" and inputs is not None and inputs.target_slot:
            target = out.state.seats[inputs.target].side if inputs.target is not None else side
            attached = Attached(cause.card, side, effect.no_attack)
            out.add(ActionAttached(side=target, slot=inputs.target_slot, attached=attached))
        case cards.RegenerateLimb() if inputs is not None and inputs.target_slot:
            regenerate(out, side, inputs.target_slot, keep_upgrades=effect.keep_upgrades)
        case _:
            pass


def pool_of(combat: Combat, side: int, fixed: str, inputs: Inputs | None) -> cards.Pool:
    """Return the side of the combat that an effect adds to: as the card says, else as the player chose, else the player's own."""
    wanted = fixed if fixed != "any" else (inputs.to if inputs is not None else "")
    if wanted:
        return "attack" if wanted == "attack" else "defense"
    return "attack" if side == combat.attacker else "defense"


def _draw(out: PblBuffer, cause: Cause, side: int, n: int) -> None:
    shared = out.state.options.team_mode == "two_robots_four_hands" and cause.kind in ("opening", "critical")
    seat = None if shared else cause.seat
    reason = cause.kind if cause.kind in ("opening", "critical") else "effect"
    from_row = cause.opened and any(card != EMPTY for card in out.state.shop.row)
    owed = Owed("draw", side, seat, n, reason, cause.rule, cause.card, from_row)
    draw_due(out, owed, cause.seat, tuple(cause.draws[:n]))
    del cause.draws[:n]
    cause.opened = False


def _gain_bombs(out: PblBuffer, cause: Cause, side: int, n: int) -> None:
    """Put the given dice into the hangar while it has room; missing ones become an obligation (PBL-A22)."""
    one = out.state.sides[side]
    room = min(n, free_spaces(one)) if one.hangars else 0
    given = cause.dice[:room]
    del cause.dice[:room]
    for die in given:
        out.add(StorageBombAdded(side=side, value=die, source=cause.card))
    if room > len(given):
        owed = Owed("storage_bomb", side, cause.seat, room - len(given), "effect", "PBL-A22", cause.card)
        out.add(SomethingOwed(owed=owed))


def _open_shop(out: PblBuffer, cause: Cause, side: int) -> None:
    row = cause.inputs.row if cause.inputs else ()
    out.violations += row_cards(out.state, row)
    if not out.stopped:
        open_shop(out, side, row, by_draw=False)
    cause.opened = True


def _give_rage(out: PblBuffer, cause: Cause, side: int) -> None:
    """Give rage, unless the card's field `rage` gives it already (PBL-A29)."""
    if not getattr(out.state.catalogue.get(cause.card), "rage", False):
        out.add(RageGiven(side=side))


def _search_of(out: PblBuffer, cause: Cause, wanted: cards.CardFilter) -> None:
    found = cause.inputs.found if cause.inputs is not None else None
    place = cause.inputs.from_row if cause.inputs is not None else 0
    search(out, cause.seat, wanted, found, place)
