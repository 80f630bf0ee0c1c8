"""Changes by hand: dice, totals and targets of a combat, turns, attacks and hand limits."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from domain.cards import SeatIndex
from domain.games.pbl_robots.actors import NO_COMBAT
from domain.games.pbl_robots.cards import SLOT_INDEX, SlotName
from domain.games.pbl_robots.changes.base import PblAuthor, PblChange, in_play
from domain.games.pbl_robots.events.base import PblBuffer, words
from domain.games.pbl_robots.events.combat import DiceAdded, DieSet, TargetChanged, TotalChanged
from domain.games.pbl_robots.events.effects import ExtraAttackGiven, ExtraTurnGiven, HandLimitChanged, TurnSkipOrdered
from domain.games.pbl_robots.events.match_end import TurnSet
from domain.games.pbl_robots.numbers import can_be_target, faces
from domain.games.pbl_robots.state import State, Turn
from domain.rules import Violation, impossible


class SetDie(PblChange, frozen=True, kw_only=True, tag="set_die"):
    """A die of the combat is turned to another face."""

    pool: Literal["attack", "defense"]
    old: int
    new: int

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        yield from faces((self.new,))
        combat = state.combat
        if combat is None:
            yield impossible("PBL-C09", NO_COMBAT)
            return
        attack, defense = (*combat.attack_dice, *combat.attack_added), (*combat.defense_dice, *combat.defense_added)
        if self.old not in (attack if self.pool == "attack" else defense):
            yield impossible("PBL-C09", f"no die of the {self.pool} shows {self.old}")
        elif self.old == self.new:
            yield impossible("PBL-C09", f"the die shows {self.new} already")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        out.add(DieSet(pool=self.pool, old=self.old, new=self.new))


class AddDiceNow(PblChange, frozen=True, kw_only=True, tag="add_dice"):
    """Dice are added to one side of the combat."""

    pool: Literal["attack", "defense"]
    dice: tuple[int, ...]

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        yield from faces(self.dice)
        if state.combat is None:
            yield impossible("PBL-C09", NO_COMBAT)
        elif not self.dice:
            yield impossible("PBL-C09", "name the added dice")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        out.add(DiceAdded(pool=self.pool, dice=self.dice))


class AddToTotal(PblChange, frozen=True, kw_only=True, tag="add_total"):
    """A number, which may be negative, is added to one total of the combat."""

    pool: Literal["attack", "defense"]
    n: int

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        if state.combat is None:
            yield impossible("PBL-C09", NO_COMBAT)
        elif not self.n:
            yield impossible("PBL-C09", "adding 0 changes no total")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        out.add(TotalChanged(pool=self.pool, n=self.n))


class RetargetNow(PblChange, frozen=True, kw_only=True, tag="change_target"):
    """The attack changes to another limb or shoulder; give `player` for another robot."""

    slot: SlotName
    player: SeatIndex | None = None

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        combat = state.combat
        if combat is None:
            yield impossible("PBL-C01", NO_COMBAT)
            return
        target = combat.target if self.player is None else state.seats[self.player].side
        if target == combat.attacker:
            yield impossible("PBL-C01", "a robot cannot attack itself")
        elif (target, SLOT_INDEX[self.slot]) == (combat.target, combat.slot):
            yield impossible("PBL-C03", f"the {words(self.slot)} is the target already")
        elif not can_be_target(state.sides[target].slots[SLOT_INDEX[self.slot]], self.slot):
            yield impossible("PBL-C03", f"the {words(self.slot)} is dead or empty")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        combat = out.state.combat
        if combat is not None:
            target = combat.target if self.player is None else out.state.seats[self.player].side
            out.add(TargetChanged(target=target, slot=self.slot))


class GiveExtraAttack(PblChange, frozen=True, kw_only=True, tag="extra_attack"):
    """The active player gets further attacks in this turn."""

    n: int = 1

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        yield from in_play(state, "PBL-T02")
        if self.n < 1:
            yield impossible("PBL-T02", "n is the number of further attacks, at least 1")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        out.add(ExtraAttackGiven(n=self.n))


class GiveExtraTurn(PblChange, frozen=True, kw_only=True, tag="extra_turn"):
    """A player gets a turn directly after the current one."""

    of_player: ClassVar = True
    player: SeatIndex

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        yield from in_play(state, "PBL-T01")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        out.add(ExtraTurnGiven(seat=self.player))


class SkipTurn(PblChange, frozen=True, kw_only=True, tag="skip_turn"):
    """A player's next regular turn is skipped."""

    of_player: ClassVar = True
    player: SeatIndex

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        yield from in_play(state, "PBL-T01")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        out.add(TurnSkipOrdered(seat=self.player))


class ChangeHandLimit(PblChange, frozen=True, kw_only=True, tag="hand_limit"):
    """A player's hand limit changes."""

    of_player: ClassVar = True
    player: SeatIndex
    delta: int

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        limit = state.people[self.player].limit
        if not self.delta or limit + self.delta < 0:
            yield impossible("PBL-X06", f"the hand limit of {limit} cannot change by {self.delta}")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        limit = out.state.people[self.player].limit + self.delta
        out.add(HandLimitChanged(seat=self.player, limit=limit))


class SetTurn(PblChange, frozen=True, kw_only=True, tag="set_turn"):
    """Adjustments only: the active player is set, and the MOVE as used or not. A combat in progress is cancelled."""

    of_player: ClassVar = True
    player: SeatIndex
    move_used: bool = False

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        yield from in_play(state, "PBL-T01")
        turn = Turn(state.turn.number, self.player, self.player, self.move_used)
        if state.turn == turn and state.combat is None:
            yield impossible("PBL-T01", f"it is {state.seats[self.player].name}'s turn already")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        out.add(TurnSet(seat=self.player, move_used=self.move_used))
