"""Commands of a combat: bombs and shields, storage bombs, conceding; and strikes."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from domain.cards import UNKNOWN, CardRef, SeatIndex
from domain.games.pbl_robots.actors import NO_COMBAT, defending_seat, trailing_seat
from domain.games.pbl_robots.builds import blow_off
from domain.games.pbl_robots.cards import SLOT_INDEX, SLOTS, Pool, SlotName
from domain.games.pbl_robots.changes import Change
from domain.games.pbl_robots.changes.base import CHANGE_RULES, PblAuthor, apply_changes
from domain.games.pbl_robots.commands.attacks import check_limit
from domain.games.pbl_robots.commands.base import ActorCommand
from domain.games.pbl_robots.draws import take_unseen
from domain.games.pbl_robots.events.base import PblBuffer
from domain.games.pbl_robots.events.combat import (
    BombsThrown,
    CombatEnded,
    ShieldsRaised,
    StorageBombUsed,
    StrikeResolved,
)
from domain.games.pbl_robots.events.effects import CardEffectResolved
from domain.games.pbl_robots.numbers import can_be_target, faces, side_name
from domain.games.pbl_robots.references import orange, unseen_cards
from domain.games.pbl_robots.state import Combat, State
from domain.rules import Violation, impossible
from domain.table.references import card_named
from domain.text import pluralize


class _CardsForDice(ActorCommand, frozen=True, kw_only=True):
    hidden_field: ClassVar = "cards"
    attacking: ClassVar[bool]

    cards: tuple[CardRef, ...]
    dice: tuple[int, ...]
    rules = ("PBL-C10", "PBL-C11", "PBL-S02", "PBL-S14", "PBL-V08", "PBL-V25", "PBL-V31", "PBL-V32", "PBL-V33")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _check_bombs(state, self)

    def act(self, out: PblBuffer) -> None:
        seat, event = self.acting_seat(out.state), BombsThrown if self.attacking else ShieldsRaised
        out.add(event(seat=seat, tokens=take_unseen(out, seat, self.cards), dice=self.dice))


class AddBombs(_CardsForDice, frozen=True, kw_only=True, tag="add_bombs"):
    """The attacker discards cards face down for one die each."""

    title = "Add bombs"
    attacking: ClassVar = True


class AddShields(_CardsForDice, frozen=True, kw_only=True, tag="add_shields"):
    """The defender discards cards face down for one die each."""

    title = "Add shields"
    attacking: ClassVar = False

    def due_seat(self, state: State) -> int:
        return defending_seat(state)


class UseStorageBombs(ActorCommand, frozen=True, kw_only=True, tag="use_storage_bombs"):
    """A side adds storage bombs (by value) to its total."""

    title = "Use storage bombs"
    bombs: tuple[int, ...]
    rules = ("PBL-C13", "PBL-V25", "PBL-V32", "PBL-V33", "PBL-V34")

    def validate(self, state: State) -> Iterator[Violation]:
        combat = state.combat
        if combat is None:
            yield impossible("PBL-C13", "storage bombs are used only in combat")
            return
        seat = self.acting_seat(state)
        side = state.seats[seat].side
        if side not in (combat.attacker, combat.target):
            yield Violation("PBL-V25", f"{state.seats[seat].name} is not in this combat")
            return
        have = state.sides[side].bombs
        if not self.bombs:
            yield Violation("PBL-C13", "name the values of the storage bombs used")
        for value in sorted(set(self.bombs)):
            if self.bombs.count(value) > have.count(value):
                yield impossible("PBL-C13", f"storage bomb {value} is not in the hangar")
        if not combat.rolled or combat.behind != side:
            yield Violation("PBL-C13", "the side that is behind uses storage bombs, after both initial rolls")
        elif combat.tied and not state.options.tie_attacker_may_add:
            yield Violation("PBL-C13", "at a tie players may not add")
        if state.options.bomb_mode_covers_storage:
            if state.options.bomb_mode != "normal":
                rule = "PBL-V33" if state.options.bomb_mode == "none" else "PBL-V34"
                yield Violation(
                    rule, "in this match, storage bombs count as bombs and shields: they cannot be used now"
                )
            yield from check_limit(state, combat, attacking=side == combat.attacker, more=len(self.bombs))

    def act(self, out: PblBuffer) -> None:
        side = self.acting_side(out.state)
        combat = out.state.combat
        pool: Pool = "attack" if combat is not None and side == combat.attacker else "defense"
        for value in self.bombs:
            counted = out.state.options.bomb_mode_covers_storage
            out.add(StorageBombUsed(side=side, pool=pool, value=value, counted=counted))

    def due_seat(self, state: State) -> int:
        return trailing_seat(state)


class RecordStrike(ActorCommand, frozen=True, kw_only=True, tag="record_strike"):
    """Records a strike, and whether it destroyed its target."""

    title = "Record a strike"
    source: CardRef
    target: SeatIndex
    slot: SlotName
    success: bool = True
    dice: tuple[int, ...] = ()
    rules = ("PBL-C03", "PBL-C22", "PBL-S02", "PBL-S14")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from faces(self.dice)
        target = state.seats[self.target].side if 0 <= self.target < len(state.seats) else None
        if target is None:
            yield impossible("PBL-S01", "no such player")
            return
        if state.sides[target].eliminated:
            yield impossible("PBL-V23", f"{side_name(state, target)} is out of the game")
            return
        problem = orange(state, card_named(self.source) or "??")
        if problem is not None:
            yield impossible("PBL-C22", f"a strike comes from a card: {problem.text}")
        if not can_be_target(state.sides[target].slots[SLOT_INDEX[self.slot]], self.slot):
            text = f"{side_name(state, target)}'s {self.slot.replace('_', ' ')} is dead or empty"
            yield Violation("PBL-C03", text, impossible=self.success)

    def act(self, out: PblBuffer) -> None:
        side = self.acting_side(out.state)
        target = out.state.seats[self.target].side
        out.add(
            StrikeResolved(
                side=side,
                source=card_named(self.source) or "",
                target=target,
                slot=self.slot,
                success=self.success,
                dice=self.dice,
            )
        )
        action = out.state.action
        if action is not None and action.by_hand and action.card == card_named(self.source):
            out.add(CardEffectResolved(source=action.card))
        if self.success:
            blow_off(out, target, self.slot, side)

    def blocked_by(self, state: State) -> Violation | None:
        """Return the violation for a blocking obligation. An action in progress does not block its own strike."""
        due, action = super().blocked_by(state), state.action
        if action is None or state.owed:
            return due
        return None if card_named(self.source) == action.card else due


class ConcedeCombat(ActorCommand, frozen=True, kw_only=True, tag="concede_combat"):
    """The side that is behind concedes. `outcome` is the announced result; `replaced_by` names a card whose effect (`changes`)
    replaces the blow-off."""

    title = "Concede the combat"
    outcome: Literal["", "defended", "destroyed"] = ""
    replaced_by: CardRef | None = None
    changes: tuple[Change, ...] = ()
    rules = ("PBL-C16", "PBL-C17", *CHANGE_RULES)

    def validate(self, state: State) -> Iterator[Violation]:
        combat = state.combat
        if combat is None:
            yield impossible("PBL-C16", NO_COMBAT)
            return
        won = combat.attack_total > combat.defense_total
        if not combat.rolled:
            yield Violation("PBL-C16", "a side may concede only after the initial dice")
        elif self.acting_side(state) != combat.behind:
            yield Violation("PBL-C16", f"only the side that is behind may concede: {side_name(state, combat.behind)}")
        if combat.rolled and self.outcome and (self.outcome == "destroyed") != won:
            totals = f"{combat.attack_total} against {combat.defense_total}"
            yield Violation("PBL-C17", f"{totals}: {'destroyed' if won else 'defended'}, not {self.outcome}")
        yield from _check_replaced(state, self, won=self.outcome == "destroyed" if self.outcome else won)

    def act(self, out: PblBuffer) -> None:
        combat = out.state.combat
        if combat is None:
            return
        won = combat.attack_total > combat.defense_total if not self.outcome else self.outcome == "destroyed"
        replaced = won and self.replaced_by is not None
        slot = SLOTS[combat.slot]
        there = can_be_target(out.state.sides[combat.target].slots[combat.slot], slot)
        out.add(
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
            seat = self.acting_seat(out.state)
            out.add(CardEffectResolved(source=card_named(self.replaced_by) or ""))
            apply_changes(out, self.changes, PblAuthor(seat))
        elif won and there:
            blow_off(out, combat.target, slot, combat.attacker)

    def due_seat(self, state: State) -> int:
        return trailing_seat(state)


def _check_bombs(state: State, command: _CardsForDice) -> Iterator[Violation]:
    combat, attacking = state.combat, command.attacking
    if combat is None:
        yield impossible("PBL-C10", NO_COMBAT)
        return
    seat = command.acting_seat(state)
    side = state.seats[seat].side
    yield from faces(command.dice)
    if not command.cards or len(command.cards) != len(command.dice):
        text = f"one die for each card: {pluralize(len(command.cards), 'card')}, {pluralize(len(command.dice), 'die', 'dice')}"
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
        yield Violation("PBL-V31", "bombs and shields are rolled only with the initial dice")
    else:
        yield from check_limit(state, combat, attacking=attacking, more=len(command.cards))


def _check_behind(state: State, combat: Combat, role: int, side: int) -> Iterator[Violation]:
    """Check that the side is behind, after both initial rolls (PBL-C10)."""
    if not combat.rolled:
        yield Violation("PBL-C10", "bombs and shields come after both initial rolls")
    elif side != role or combat.behind != side:
        yield Violation("PBL-C10", f"only the side that is behind may add: {side_name(state, combat.behind)}")
    elif combat.tied and not state.options.tie_attacker_may_add:
        yield Violation("PBL-C10", "at a tie players may not add")


def _check_replaced(state: State, command: ConcedeCombat, *, won: bool) -> Iterator[Violation]:
    """Check that a card that replaces a blow-off is named, and that there is a blow-off to replace (PBL-Q54)."""
    if command.replaced_by is None:
        if command.changes:
            yield impossible("PBL-C17", "name the card that makes these changes: replaced_by=card")
        return
    problem = orange(state, card_named(command.replaced_by) or UNKNOWN)
    if problem is not None:
        yield problem
    if not won:
        yield impossible("PBL-C17", "the attack is defended, so it has no blow-off to replace")
