"""Commands: attacks and strikes."""

from typing import Literal

from domain.cards import CardRef, Seat
from domain.games.pbl_robots.cards import SlotName
from domain.games.pbl_robots.changes import Change
from domain.games.pbl_robots.commands.base import Act


class DeclareAttack(Act, frozen=True, kw_only=True, tag="declare_attack"):
    """MOVE: an attack from a limb at a limb or shoulder; `target` is needed with three sides."""

    limb: SlotName
    slot: SlotName
    target: Seat | None = None
    bombs: int | None = None
    """Predetermination: the bombs stated."""


class DeclareShields(Act, frozen=True, kw_only=True, tag="declare_shields"):
    """Predetermination: the shields stated by the defender."""

    count: int


class WithdrawAttack(Act, frozen=True, kw_only=True, tag="withdraw_attack"):
    """The attacker chooses the MOVE again after an opponent's action."""


class RollAttack(Act, frozen=True, kw_only=True, tag="roll_attack"):
    """The initial attack; with predetermination also the bombs."""

    dice: tuple[int, ...]
    bombs: tuple[int, ...] = ()
    cards: tuple[CardRef, ...] = ()


class RollDefense(Act, frozen=True, kw_only=True, tag="roll_defense"):
    """The initial defense; with predetermination also the shields."""

    dice: tuple[int, ...]
    shields: tuple[int, ...] = ()
    cards: tuple[CardRef, ...] = ()


class AddBombs(Act, frozen=True, kw_only=True, tag="add_bombs"):
    """The attacker discards cards face down, one die each."""

    cards: tuple[CardRef, ...]
    dice: tuple[int, ...]


class AddShields(Act, frozen=True, kw_only=True, tag="add_shields"):
    """The defender discards cards face down, one die each."""

    cards: tuple[CardRef, ...]
    dice: tuple[int, ...]


class UseStorageBombs(Act, frozen=True, kw_only=True, tag="use_storage_bombs"):
    """Storage bombs (values) are added to one's total."""

    bombs: tuple[int, ...]


class RecordStrike(Act, frozen=True, kw_only=True, tag="record_strike"):
    """A strike and whether it destroyed its target."""

    source: CardRef
    target: Seat
    slot: SlotName
    success: bool = True
    dice: tuple[int, ...] = ()


class ConcedeCombat(Act, frozen=True, kw_only=True, tag="concede_combat"):
    """The side that is behind concedes. `outcome` is what the table announced; `replaced_by` names a card whose effect,
    in `changes`, takes the place of a blow-off."""

    outcome: Literal["", "defended", "destroyed"] = ""
    replaced_by: CardRef | None = None
    changes: tuple[Change, ...] = ()
