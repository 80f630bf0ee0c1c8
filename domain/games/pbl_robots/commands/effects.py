"""Commands: cards with effects, adjustments, positions."""

from msgspec import Struct

from domain.cards import UNKNOWN, CardId, CardRef, Seat
from domain.game import Command
from domain.games.pbl_robots.cards import SlotName
from domain.games.pbl_robots.changes import Change
from domain.games.pbl_robots.commands.base import Act, Inputs


class PlayAction(Inputs, frozen=True, kw_only=True, tag="play_action"):
    """An action card, at any time."""

    card: CardRef


class ResolveEffect(Command, frozen=True, kw_only=True, tag="resolve_effect"):
    """What a card did at the table, for cards whose effect the catalogue does not spell out."""

    source: CardRef
    changes: tuple[Change, ...] = ()
    note: str = ""
    player: Seat | None = None


class BlastCrew(Inputs, frozen=True, kw_only=True, tag="blast_crew"):
    """A crew member is discarded from play for its effect."""

    crew: CardRef


class PickArmor(Act, frozen=True, kw_only=True, tag="pick_armor"):
    """A crew card is discarded from the hand to search for an armor; `-` for none found."""

    crew: CardRef
    found: CardRef | None = UNKNOWN
    from_row: int = 0


class AddStorageBomb(Act, frozen=True, kw_only=True, tag="add_storage_bomb"):
    """A die goes into the hangar by a card's ability."""

    source: CardRef
    die: int


class Adjust(Command, frozen=True, kw_only=True, tag="adjust"):
    """Follows the table where no command can: a reason and primitive changes."""

    reason: str
    changes: tuple[Change, ...]


class AttachedPosition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An action that lies on a limb."""

    slot: SlotName
    card: CardId
    by: Seat | None = None
    """Who played it; left out: the side itself."""
    no_attack: bool = False


class SidePosition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One side of a declared position. Counts are of cards that nobody has named."""

    robot: CardId
    starter: CardId
    expert: CardId | None = None
    armor: dict[SlotName, tuple[CardId, ...]] = {}
    """Cards per slot, lowest first; a pod's level follows from what it covers."""
    dead: tuple[SlotName, ...] = ()
    hangars: tuple[CardId, ...] = ()
    crew: tuple[CardId, ...] = ()
    bombs: tuple[int, ...] = ()
    deck: int = 0
    scrap: tuple[CardId, ...] = ()
    face_down: int = 0
    blow_offs: int = 0
    face_down_cards: tuple[CardId, ...] = ()
    """Those face down on the scrap heap that are known, besides the ones counted."""
    attached: tuple[AttachedPosition, ...] = ()
    counters: dict[CardId, int] = {}
    """Counters on cards of the robot, where they are not at their start."""


class DeclarePosition(Command, frozen=True, kw_only=True, tag="declare_position"):
    """The position on the table, as a late start or after a gap: one part per side, hands per person."""

    sides: tuple[SidePosition, ...]
    hands: tuple[tuple[CardRef, ...], ...]
    turn: Seat
    number: int = 1
    move_used: bool = False
    shop_deck: int = 0
    shop_row: tuple[CardRef | None, ...] = ()
    """Places of an open Shop, `-` for an empty one; no places: the Shop is closed."""
