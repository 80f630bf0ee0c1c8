"""Events: Combat and strikes."""

from typing import Literal

from domain.cards import Seat, SideNumber, Token
from domain.game import Event
from domain.games.pbl_robots.cards import Pool, SlotName


class AttackDeclared(Event, frozen=True, kw_only=True, tag="attack_declared"):
    """An attack; `paid` is what allows it."""

    side: SideNumber
    limb: SlotName
    target: SideNumber
    slot: SlotName
    paid: Literal["move", "rage", "extra"] = "move"
    bombs: int | None = None


class ShieldsDeclared(Event, frozen=True, kw_only=True, tag="shields_declared"):
    """Shields stated before the dice (PBL-V31)."""

    count: int


class AttackWithdrawn(Event, frozen=True, kw_only=True, tag="attack_withdrawn"):
    """The declaration is void; the MOVE is open again."""

    side: SideNumber


class ResponseAllowed(Event, frozen=True, kw_only=True, tag="response_allowed"):
    """An opponent's action before the dice lets the attacker choose again (PBL-C05)."""

    side: SideNumber


class AttackRolled(Event, frozen=True, kw_only=True, tag="attack_rolled"):
    """The initial attack."""

    dice: tuple[int, ...]
    excluded: tuple[int, ...] = ()


class DefenseRolled(Event, frozen=True, kw_only=True, tag="defense_rolled"):
    """The initial defense."""

    dice: tuple[int, ...]


class BombsThrown(Event, frozen=True, kw_only=True, tag="bombs_thrown"):
    """Hand cards for dice, by the attacker."""

    seat: Seat
    tokens: tuple[Token, ...]
    dice: tuple[int, ...]


class ShieldsRaised(Event, frozen=True, kw_only=True, tag="shields_raised"):
    """Hand cards for dice, by the defender."""

    seat: Seat
    tokens: tuple[Token, ...]
    dice: tuple[int, ...]


class StorageBombUsed(Event, frozen=True, kw_only=True, tag="storage_bomb_used"):
    """A storage bomb was added to a total; `counted`: it counts against the limit of bombs and shields."""

    side: SideNumber
    pool: Pool
    value: int
    counted: bool = False


class DiceAdded(Event, frozen=True, kw_only=True, tag="dice_added"):
    """An effect added dice."""

    pool: Pool
    dice: tuple[int, ...]


class TotalChanged(Event, frozen=True, kw_only=True, tag="total_changed"):
    """An effect added to (or took from) a total."""

    pool: Pool
    n: int


class DieSet(Event, frozen=True, kw_only=True, tag="die_set"):
    """A die was turned to another face."""

    pool: Pool
    old: int
    new: int


class TargetChanged(Event, frozen=True, kw_only=True, tag="target_changed"):
    """The attack goes at another limb or shoulder."""

    target: SideNumber
    slot: SlotName


class CombatEnded(Event, frozen=True, kw_only=True, tag="combat_ended"):
    """The combat is over. `no_result`: nothing is destroyed; `void`: the declaration falls away before the dice."""

    attacker: SideNumber
    target: SideNumber
    slot: SlotName
    outcome: Literal["defended", "destroyed", "replaced", "no_result", "void"]
    attack: int = 0
    defense: int = 0


class LimbBlownOff(Event, frozen=True, kw_only=True, tag="limb_blown_off"):
    """A blow-off card covers a limb; `by` is the side credited."""

    side: SideNumber
    slot: SlotName
    by: SideNumber | None = None


class ShoulderDestroyed(Event, frozen=True, kw_only=True, tag="shoulder_destroyed"):
    """Shoulder armor was scrapped; `left` armors of the stack stay."""

    side: SideNumber
    slot: SlotName
    scrapped: tuple[str, ...]
    left: int = 0


class StrikeResolved(Event, frozen=True, kw_only=True, tag="strike_resolved"):
    """A strike and its result; a blow-off follows as an event of its own."""

    side: SideNumber
    source: str
    target: SideNumber
    slot: SlotName
    success: bool
    dice: tuple[int, ...] = ()
