"""Events of combats and strikes."""

from typing import ClassVar, Final, Literal

from msgspec.structs import replace

from domain.board import Arrow
from domain.cards import SeatIndex, SideNumber, Token
from domain.games.pbl_robots.cards import SLOT_INDEX, SLOTS, Pool, SlotName
from domain.games.pbl_robots.events.base import PblEvent, PblNarrativeEvent, cards_text, dice_text, limb_text
from domain.games.pbl_robots.numbers import active_limbs
from domain.games.pbl_robots.parts import scrapped, thrown, with_side, with_slot, without_bomb
from domain.games.pbl_robots.plan import limb_key, side_key
from domain.games.pbl_robots.state import Combat, State, Turn
from domain.narration import Narrator
from domain.seats import put_at
from domain.table.visibility import sees_hand
from domain.text import pluralize

_USED: Final[dict[Pool, str]] = {"attack": "bombs", "defense": "shields"}
"""The field of `Combat` that counts the hand cards used for dice."""


class AttackDeclared(PblEvent, frozen=True, kw_only=True, tag="attack_declared"):
    """An attack was declared; `paid` is what it used up."""

    side: SideNumber
    limb: SlotName
    target: SideNumber
    slot: SlotName
    paid: Literal["move", "rage", "extra"] = "move"
    bombs: int | None = None
    template = "{side} attacks {target}'s {slot:words} with the {limb:words}{bombs:bomb|bombs?, * stated}"

    def evolve(self, state: State) -> State:
        turn = state.turn
        if self.paid == "rage":
            turn = replace(turn, rage=turn.rage - 1)
        elif self.paid == "extra":
            turn = replace(turn, extra_attacks=turn.extra_attacks - 1)
        else:
            turn = replace(turn, move_used=True)
        combat = Combat(
            attacker=self.side,
            limb=SLOT_INDEX[self.limb],
            target=self.target,
            slot=SLOT_INDEX[self.slot],
            paid=self.paid,
            bombs_planned=self.bombs,
        )
        return replace(state, combat=combat, turn=turn)

    def arrows(self, state: State) -> tuple[Arrow, ...]:
        return (Arrow(limb_key(state, self.side, self.limb), limb_key(state, self.target, self.slot)),)


class ShieldsDeclared(PblEvent, frozen=True, kw_only=True, tag="shields_declared"):
    """The defender stated the number of shields (PBL-V31)."""

    count: int

    def evolve(self, state: State) -> State:
        return _with(state, shields_planned=self.count)

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{_fighter(narrator, 'defense')} states {pluralize(self.count, 'shield')}"


class AttackWithdrawn(PblEvent, frozen=True, kw_only=True, tag="attack_withdrawn"):
    """The attacker took the attack back; what it used up is available again."""

    side: SideNumber
    template = "{side} withdraws the attack"

    def evolve(self, state: State) -> State:
        turn = _refunded(state.turn, state.combat) if state.combat is not None else state.turn
        return replace(state, combat=None, turn=turn)


class ResponseAllowed(PblEvent, frozen=True, kw_only=True, tag="response_allowed"):
    """After an opponent's action before the dice, the attacker may choose another MOVE (PBL-C05)."""

    side: SideNumber
    template = "{side} may choose the MOVE again"

    def evolve(self, state: State) -> State:
        return _with(state, may_withdraw=True)


class AttackRolled(PblEvent, frozen=True, kw_only=True, tag="attack_rolled"):
    """The attacker rolled the initial attack."""

    dice: tuple[int, ...]
    excluded: tuple[int, ...] = ()

    def evolve(self, state: State) -> State:
        return _with(
            state,
            attack_rolled=True,
            attack_dice=self.dice,
            excluded=self.excluded,
            current_roll=self.dice,
            may_withdraw=False,
        )

    def describe(self, narrator: Narrator[State]) -> str:
        without = f" (without {dice_text(self.excluded)})" if self.excluded else ""
        total = sum(self.dice) - sum(self.excluded)
        return f"{_fighter(narrator, 'attack')} rolls {dice_text(self.dice)}{without} in attack: {total}"


class DefenseRolled(PblEvent, frozen=True, kw_only=True, tag="defense_rolled"):
    """The defender rolled the initial defense."""

    dice: tuple[int, ...]

    def evolve(self, state: State) -> State:
        combat = state.combat
        both = (*combat.attack_dice, *self.dice) if combat is not None else self.dice
        return _with(state, defense_rolled=True, defense_dice=self.dice, current_roll=both)

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{_fighter(narrator, 'defense')} rolls {dice_text(self.dice)} in defense: {sum(self.dice)}"


class _CardsForDice(PblEvent, frozen=True, kw_only=True):
    seat: SeatIndex
    tokens: tuple[Token, ...]
    dice: tuple[int, ...]
    pool: ClassVar[Pool]

    def evolve(self, state: State) -> State:
        combat, used, added = state.combat, _USED[self.pool], f"{self.pool}_added"
        if combat is not None:
            more = {used: getattr(combat, used) + len(self.tokens), added: getattr(combat, added) + self.dice}
            combat = replace(combat, current_roll=self.dice, **more)
        return replace(thrown(state, self.seat, self.tokens), combat=combat)

    def describe(self, narrator: Narrator[State]) -> str:
        cards = cards_text(narrator, self.tokens, visible=sees_hand(narrator.viewpoint, self.seat))
        what = "throws a bomb" if self.pool == "attack" else "raises a shield"
        return f"{narrator.seat(self.seat)} {what} of {cards} and rolls {dice_text(self.dice)}: {sum(self.dice)} more"


class BombsThrown(_CardsForDice, frozen=True, kw_only=True, tag="bombs_thrown"):
    """The attacker discarded hand cards for dice."""

    pool = "attack"


class ShieldsRaised(_CardsForDice, frozen=True, kw_only=True, tag="shields_raised"):
    """The defender discarded hand cards for dice."""

    pool = "defense"


class StorageBombUsed(PblEvent, frozen=True, kw_only=True, tag="storage_bomb_used"):
    """A storage bomb was added to a total. If `counted`, the limit of bombs and shields includes it."""

    side: SideNumber
    pool: Pool
    value: int
    counted: bool = False
    template = "{side} adds a storage bomb of {value} to the {pool}"

    def evolve(self, state: State) -> State:
        state = with_side(state, self.side, without_bomb(state.sides[self.side], self.value))
        if self.counted:
            state = _more(state, _USED[self.pool], 1)
        return _more(state, f"{self.pool}_bonus", self.value)


class DiceAdded(PblEvent, frozen=True, kw_only=True, tag="dice_added"):
    """An effect added dice to a side of the combat."""

    pool: Pool
    dice: tuple[int, ...]

    def evolve(self, state: State) -> State:
        return _with(_more(state, f"{self.pool}_added", self.dice), current_roll=self.dice)

    def describe(self, narrator: Narrator[State]) -> str:  # noqa: ARG002
        return f"the {self.pool} gets more dice, {dice_text(self.dice)}: {sum(self.dice)} more"


class TotalChanged(PblEvent, frozen=True, kw_only=True, tag="total_changed"):
    """An effect added a number, which may be negative, to a total."""

    pool: Pool
    n: int

    def evolve(self, state: State) -> State:
        return _more(state, f"{self.pool}_bonus", self.n)

    def describe(self, narrator: Narrator[State]) -> str:  # noqa: ARG002
        return f"the {self.pool} {'gains' if self.n >= 0 else 'loses'} {abs(self.n)}"


class DieSet(PblEvent, frozen=True, kw_only=True, tag="die_set"):
    """A die was turned to another face."""

    pool: Pool
    old: int
    new: int
    template = "a {old} of the {pool} is turned to {new}"

    def evolve(self, state: State) -> State:
        """Turn the first die with that face, initial dice before added ones. An excluded die stays excluded."""
        combat = state.combat
        if combat is None:
            return state
        for field in (f"{self.pool}_dice", f"{self.pool}_added"):
            dice: tuple[int, ...] = getattr(combat, field)
            if self.old in dice:
                changed: dict[str, object] = {field: _turned(dice, self)}
                if field == "attack_dice" and self.old in combat.excluded:
                    changed["excluded"] = _turned(combat.excluded, self)
                return _with(state, **changed)
        return state


class TargetChanged(PblEvent, frozen=True, kw_only=True, tag="target_changed"):
    """The attack changed to another limb or shoulder."""

    target: SideNumber
    slot: SlotName
    template = "the attack changes to {target}'s {slot:words}"

    def evolve(self, state: State) -> State:
        return _with(state, target=self.target, slot=SLOT_INDEX[self.slot], target_changed=True)

    def arrows(self, state: State) -> tuple[Arrow, ...]:
        combat = state.combat
        if combat is None:
            return ()
        limb = limb_key(state, combat.attacker, SLOTS[combat.limb])
        return (Arrow(limb, limb_key(state, self.target, self.slot)),)


class CombatEnded(PblEvent, frozen=True, kw_only=True, tag="combat_ended"):
    """The combat ended. `no_result`: no target was left to destroy; `void`: it was cancelled before the dice."""

    attacker: SideNumber
    target: SideNumber
    slot: SlotName
    outcome: Literal["defended", "destroyed", "replaced", "no_result", "void"]
    attack: int = 0
    defense: int = 0

    def evolve(self, state: State) -> State:
        turn = state.turn
        if self.outcome == "void" and state.combat is not None:
            turn = _refunded(turn, state.combat)
        elif self.outcome != "void":
            turn = replace(turn, attacks=(*turn.attacks, (self.attacker, self.target)))
        return replace(state, combat=None, turn=turn)

    def describe(self, narrator: Narrator[State]) -> str:
        success = f"{narrator.side(self.attacker)}'s attack succeeds with {self.attack} against {self.defense}"
        outcomes = {
            "defended": f"{narrator.side(self.target)} defends with {self.defense} against {self.attack}",
            "destroyed": success,
            "replaced": f"{success}, but a card replaces the blow-off",
            "no_result": "the combat ends without a result",
            "void": "the attack is cancelled before the dice",
        }
        return outcomes[self.outcome]


class LimbBlownOff(PblEvent, frozen=True, kw_only=True, tag="limb_blown_off"):
    """A limb was blown off and is covered by a blow-off card; `by` is the side credited."""

    side: SideNumber
    slot: SlotName
    by: SideNumber | None = None

    def describe(self, narrator: Narrator[State]) -> str:
        side = narrator.state.sides[self.side]
        left = active_limbs(side) - (not side.slots[SLOT_INDEX[self.slot]].dead)
        left_over = f"{pluralize(left, 'limb', none='no')} left"
        return f"{limb_text(narrator, self.side, self.slot)} blown off: {left_over}"

    def evolve(self, state: State) -> State:
        side = state.sides[self.side]
        slot = replace(side.slots[SLOT_INDEX[self.slot]], dead=True)
        sides = put_at(state.sides, self.side, with_slot(side, self.slot, slot))
        if self.by is not None:
            by = sides[self.by]
            sides = put_at(sides, self.by, replace(by, blow_offs=by.blow_offs + 1))
        return replace(state, sides=sides)


class ShoulderDestroyed(PblEvent, frozen=True, kw_only=True, tag="shoulder_destroyed"):
    """Shoulder armor was scrapped; `left` is the number of armors that stay."""

    side: SideNumber
    slot: SlotName
    scrapped: tuple[str, ...]
    left: int = 0
    template = "{side}'s {slot:words} is destroyed"

    def evolve(self, state: State) -> State:
        side = state.sides[self.side]
        slot = side.slots[SLOT_INDEX[self.slot]]
        state = with_side(state, self.side, with_slot(side, self.slot, replace(slot, stack=slot.stack[: self.left])))
        return scrapped(state, self.side, self.scrapped)


class StrikeResolved(PblNarrativeEvent, frozen=True, kw_only=True, tag="strike_resolved"):
    """A strike was resolved; a blow-off follows as a separate event."""

    side: SideNumber
    source: str
    target: SideNumber
    slot: SlotName
    success: bool
    dice: tuple[int, ...] = ()
    template = (
        "{side}'s strike with {source:name} at {target}'s {slot:words} {success:?succeeds|fails}{dice:dice? with *}"
    )

    def arrows(self, state: State) -> tuple[Arrow, ...]:
        return (Arrow(side_key(self.side), limb_key(state, self.target, self.slot)),)


def _fighter(narrator: Narrator[State], pool: Pool) -> str:
    """Return the side that attacks, or defends, in the combat in progress."""
    combat = narrator.state.combat
    if combat is None:
        return "the attacker" if pool == "attack" else "the defender"
    return narrator.side(combat.attacker if pool == "attack" else combat.target)


def _refunded(turn: Turn, combat: Combat) -> Turn:
    if combat.paid == "rage":
        return replace(turn, rage=turn.rage + 1)
    if combat.paid == "extra":
        return replace(turn, extra_attacks=turn.extra_attacks + 1)
    return replace(turn, move_used=False)


def _with(state: State, **changes: object) -> State:
    """Return the state with parts of the combat changed; unchanged without a combat."""
    return replace(state, combat=replace(state.combat, **changes)) if state.combat is not None else state


def _more(state: State, field: str, by: int | tuple[int, ...]) -> State:
    """Return the state with a number or dice added to a field of the combat."""
    return _with(state, **{field: getattr(state.combat, field) + by}) if state.combat is not None else state


def _turned(dice: tuple[int, ...], event: DieSet) -> tuple[int, ...]:
    at = dice.index(event.old)
    return (*dice[:at], event.new, *dice[at + 1 :])
