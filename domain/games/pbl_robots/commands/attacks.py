"""Commands of an attack, from its declaration to the initial dice."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from domain.cards import CardRef, SeatIndex
from domain.games.pbl_robots import numbers
from domain.games.pbl_robots.actors import NO_COMBAT, defending_seat
from domain.games.pbl_robots.cards import LIMBS, SHOULDERS, SLOT_INDEX, SlotName
from domain.games.pbl_robots.commands.base import ActorCommand, PblCommand
from domain.games.pbl_robots.draws import take_unseen
from domain.games.pbl_robots.effect_table import use_up
from domain.games.pbl_robots.events.base import PblBuffer
from domain.games.pbl_robots.events.combat import (
    AttackDeclared,
    AttackRolled,
    AttackWithdrawn,
    BombsThrown,
    DefenseRolled,
    ShieldsDeclared,
    ShieldsRaised,
)
from domain.games.pbl_robots.references import unseen_cards
from domain.games.pbl_robots.state import Combat, State, Turn
from domain.rules import Violation, impossible
from domain.text import pluralize


class DeclareAttack(ActorCommand, frozen=True, kw_only=True, tag="declare_attack"):
    """MOVE: a limb attacks a limb or shoulder; name the `target` if three sides play."""

    title = "Declare an attack"
    is_move: ClassVar = True

    limb: SlotName
    slot: SlotName
    target: SeatIndex | None = None
    bombs: int | None = None
    """Predetermination: the number of bombs stated."""
    rules = ("PBL-C01", "PBL-C02", "PBL-C03", "PBL-T02", "PBL-V20", "PBL-V22", "PBL-V31", "PBL-V32")

    def validate(self, state: State) -> Iterator[Violation]:
        seat = self.acting_seat(state)
        side = state.seats[seat].side
        turn = state.turn
        if seat != turn.seat:
            yield Violation("PBL-T01", f"it is {state.seats[turn.seat].name}'s turn")
        elif state.combat is not None:
            yield Violation("PBL-T02", "finish the attack in progress first")
        elif turn.move_used and not (turn.rage or turn.extra_attacks):
            yield Violation("PBL-T02", "the MOVE of this turn is used")
        if self.target is None and len(numbers.playing(state)) > 2:
            yield impossible("PBL-V22", "name the opponent: target=player")
            return
        target = target_of(state, side, self.target)
        if target == side:
            yield Violation("PBL-C01", "a robot cannot attack itself")
            return
        if state.sides[target].eliminated:
            yield impossible("PBL-V23", f"{numbers.side_name(state, target)} is out of the game")
            return
        yield from _check_limbs(state, side, target, self)
        yield from _check_consecutive(state, side, target)
        yield from _check_stated_bombs(state, seat, self.bombs)

    def act(self, out: PblBuffer) -> None:
        side = self.acting_side(out.state)
        out.add(
            AttackDeclared(
                side=side,
                limb=self.limb,
                target=target_of(out.state, side, self.target),
                slot=self.slot,
                paid=payment(out.state.turn),
                bombs=self.bombs,
            )
        )


class DeclareShields(ActorCommand, frozen=True, kw_only=True, tag="declare_shields"):
    """Predetermination: the defender states the number of shields."""

    title = "Declare the shields"
    count: int
    rules = ("PBL-V31", "PBL-V32")

    def validate(self, state: State) -> Iterator[Violation]:
        combat = state.combat
        if combat is None:
            yield impossible("PBL-V31", NO_COMBAT)
            return
        seat = self.acting_seat(state)
        if state.options.bomb_mode != "predetermination":
            yield Violation("PBL-V31", "shields are stated only in predetermination")
        elif combat.attack_rolled or combat.shields_planned is not None:
            yield Violation("PBL-V31", "shields are stated once, before the attack is rolled")
        if state.seats[seat].side != combat.target:
            yield Violation("PBL-V31", "the defender states the shields")
        hand = len(state.people[seat].hand)
        if not 0 <= self.count <= hand:
            yield Violation("PBL-V31", f"{pluralize(self.count, 'shield')} stated, {pluralize(hand, 'card')} in hand")
        yield from check_limit(state, combat, attacking=False, more=self.count)

    def act(self, out: PblBuffer) -> None:
        out.add(ShieldsDeclared(count=self.count))

    def due_seat(self, state: State) -> int:
        return defending_seat(state)


class WithdrawAttack(ActorCommand, frozen=True, kw_only=True, tag="withdraw_attack"):
    """The attacker takes the attack back after an opponent's action and may choose another MOVE."""

    title = "Withdraw the attack"
    rules = ("PBL-C05",)

    def validate(self, state: State) -> Iterator[Violation]:
        combat = state.combat
        if combat is None:
            yield impossible("PBL-C05", NO_COMBAT)
        elif combat.attack_rolled:
            yield Violation("PBL-C05", "the dice are rolled: the attack cannot be withdrawn")
        elif not combat.may_withdraw or self.acting_side(state) != combat.attacker:
            yield Violation("PBL-C05", "only the attacker may choose another MOVE, and only after an opponent's action")

    def act(self, out: PblBuffer) -> None:
        out.add(AttackWithdrawn(side=self.acting_side(out.state)))


class RollAttack(ActorCommand, frozen=True, kw_only=True, tag="roll_attack"):
    """Rolls the initial attack; with predetermination, the bombs too."""

    title = "Roll the attack"
    hidden_field: ClassVar = "cards"
    dice: tuple[int, ...]
    bombs: tuple[int, ...] = ()
    cards: tuple[CardRef, ...] = ()
    rules = ("PBL-C04", "PBL-C06", "PBL-C08", "PBL-C11", "PBL-S02", "PBL-S14", "PBL-V08", "PBL-V31")

    def validate(self, state: State) -> Iterator[Violation]:
        combat = state.combat
        if combat is None:
            yield impossible("PBL-C08", NO_COMBAT)
            return
        yield from numbers.faces((*self.dice, *self.bombs))
        if combat.attack_rolled:
            yield Violation("PBL-C08", "the initial attack is already rolled")
            return
        if self.acting_side(state) != combat.attacker:
            yield Violation("PBL-C08", "the attacker rolls first")
        if state.options.bomb_mode == "predetermination" and combat.shields_planned is None:
            yield Violation("PBL-V31", "the defender must state the shields before the dice (declare_shields)")
        wanted = numbers.attack_pool(state, combat)
        if len(self.dice) != wanted:
            rule = "PBL-C06" if wanted else "PBL-C04"
            yield Violation(rule, f"the attack has {pluralize(wanted, 'die', 'dice')}, {len(self.dice)} given")
        yield from _check_stated(state, self, combat.bombs_planned, self.bombs, self.cards)

    def act(self, out: PblBuffer) -> None:
        combat = out.state.combat
        if combat is None:
            return
        out.add(AttackRolled(dice=self.dice, excluded=excluded_dice(out.state, combat, self.dice)))
        use_up(out, numbers.lead_of(out.state, combat.attacker), "attack_dice")
        if self.bombs or self.cards:
            seat = self.acting_seat(out.state)
            tokens = take_unseen(out, seat, self.cards)
            out.add(BombsThrown(seat=seat, tokens=tokens, dice=self.bombs))


class RollDefense(ActorCommand, frozen=True, kw_only=True, tag="roll_defense"):
    """Rolls the initial defense; with predetermination, the shields too."""

    title = "Roll the defense"
    hidden_field: ClassVar = "cards"
    dice: tuple[int, ...]
    shields: tuple[int, ...] = ()
    cards: tuple[CardRef, ...] = ()
    rules = ("PBL-C07", "PBL-C08", "PBL-C11", "PBL-S02", "PBL-S14", "PBL-V08", "PBL-V31")

    def validate(self, state: State) -> Iterator[Violation]:
        combat = state.combat
        if combat is None:
            yield impossible("PBL-C08", NO_COMBAT)
            return
        yield from numbers.faces((*self.dice, *self.shields))
        if not combat.attack_rolled or combat.defense_rolled:
            yield Violation("PBL-C08", "the attacker rolls first, then the defender, once each")
            return
        if self.acting_side(state) != combat.target:
            yield Violation("PBL-C08", "the defender rolls the defense")
        wanted = numbers.defense_pool(state, combat)
        if len(self.dice) != wanted:
            yield Violation("PBL-C07", f"the defense has {pluralize(wanted, 'die', 'dice')}, {len(self.dice)} given")
        yield from _check_stated(state, self, combat.shields_planned, self.shields, self.cards)

    def act(self, out: PblBuffer) -> None:
        if out.state.combat is None:
            return
        seat = self.acting_seat(out.state)
        out.add(DefenseRolled(dice=self.dice))
        use_up(out, numbers.lead_of(out.state, out.state.combat.target), "defense_dice")
        if self.shields or self.cards:
            tokens = take_unseen(out, seat, self.cards)
            out.add(ShieldsRaised(seat=seat, tokens=tokens, dice=self.shields))

    def due_seat(self, state: State) -> int:
        return defending_seat(state)


def _check_limbs(state: State, side: int, target: int, command: DeclareAttack) -> Iterator[Violation]:
    limb, slot = command.limb, command.slot
    if limb in SHOULDERS:
        yield Violation("PBL-C02", "shoulders never attack")
    elif not numbers.can_attack(state.sides[side].slots[SLOT_INDEX[limb]]):
        yield Violation("PBL-C02", f"the {limb.replace('_', ' ')} cannot attack: it is dead, a pod or forbidden to")
    if not numbers.can_be_target(state.sides[target].slots[SLOT_INDEX[slot]], slot):
        what = "has no armor" if slot in SHOULDERS else "is dead"
        yield Violation("PBL-C03", f"{numbers.side_name(state, target)}'s {slot.replace('_', ' ')} {what}")


def _check_consecutive(state: State, side: int, target: int) -> Iterator[Violation]:
    """Three sides: yield a violation if another side attacked the target in the previous turn (PBL-V20, PBL-Q32)."""
    if len(numbers.playing(state)) < 3:
        return
    for attacker, attacked in state.last_attacks:
        if attacked == target and attacker != side:
            text = f"{numbers.side_name(state, target)} was attacked last turn by {numbers.side_name(state, attacker)}"
            yield Violation("PBL-V20", text)
            return


def _check_stated_bombs(state: State, seat: int, bombs: int | None) -> Iterator[Violation]:
    mode = state.options.bomb_mode
    if mode != "predetermination":
        if bombs is not None:
            yield Violation("PBL-V31", "bombs are stated only in predetermination")
        return
    if bombs is None or bombs < 0:
        yield Violation("PBL-V31", "state the number of bombs with the attack: bombs=0 or more")
    elif bombs > (hand := len(state.people[seat].hand)):
        yield Violation("PBL-V31", f"{pluralize(bombs, 'bomb')} stated, {pluralize(hand, 'card')} in hand")
    elif state.options.bomb_limit and bombs > state.options.bomb_limit:
        yield Violation("PBL-V32", f"at most {pluralize(state.options.bomb_limit, 'bomb')} per combat")


def _check_stated(
    state: State, command: PblCommand, planned: int | None, dice: tuple[int, ...], cards: tuple[str, ...]
) -> Iterator[Violation]:
    """Predetermination: check that there are as many cards and dice as stated, or as the hand still has."""
    wanted = min(planned or 0, len(state.people[command.acting_seat(state)].hand))
    if len(dice) != wanted or len(cards) != wanted:
        given = f"{pluralize(len(cards), 'card')} and {pluralize(len(dice), 'die', 'dice')} given"
        yield Violation("PBL-V31", f"{pluralize(wanted, 'card')} stated, {given}")
    yield from unseen_cards(state, command.acting_seat(state), cards, "PBL-C11")


def check_limit(state: State, combat: Combat, *, attacking: bool, more: int) -> Iterator[Violation]:
    limit = state.options.bomb_limit
    if not limit:
        return
    used = combat.bombs if attacking else combat.shields
    if state.options.bomb_limit_scope == "total":
        used = combat.bombs + combat.shields + (combat.bombs_planned or 0) * (not combat.attack_rolled)
    if used + more > limit:
        scope = "together" if state.options.bomb_limit_scope == "total" else "each"
        most = pluralize(limit, "bomb or shield", "bombs or shields")
        yield Violation("PBL-V32", f"at most {most} {scope} per combat: {used} used, {more} more given")


def can_declare(state: State) -> bool:
    """Return True if the active player has an attack left and a limb that can attack."""
    turn: Turn = state.turn
    allowed = not turn.move_used or bool(turn.rage or turn.extra_attacks)
    slots = state.sides[numbers.current_side(state)].slots
    return allowed and any(numbers.can_attack(slots[SLOT_INDEX[limb]]) for limb in LIMBS)


def target_of(state: State, side: int, target: int | None) -> int:
    """Return the side that is attacked: that of the seat `target`, else the first other side in the game."""
    if target is not None:
        return state.seats[target].side
    return next((other for other in numbers.playing(state) if other != side), side)


def payment(turn: Turn) -> Literal["move", "rage", "extra"]:
    """Return what an attack uses up: the MOVE or, if that is used, rage or an extra attack."""
    if not turn.move_used:
        return "move"
    return "rage" if turn.rage else "extra"


def excluded_dice(state: State, combat: Combat, dice: tuple[int, ...]) -> tuple[int, ...]:
    """Return the dice of an initial attack that do not count (PBL-C21)."""
    stack = state.sides[combat.attacker].slots[combat.limb].stack
    excludes = stack[-1].excludes if stack else ()
    return tuple(die for die in dice if die in excludes)
