"""The closed list of primitive changes: what effects entered by hand, and adjustments, are made of."""

from typing import Literal, TypeAlias

from msgspec import Struct

from domain.cards import UNKNOWN, CardId, CardRef, Seat
from domain.games.pbl_robots.cards import SlotName

Place: TypeAlias = Literal["hand", "deck", "deck_top", "scrap", "face_down", "shop_deck", "out_of_game"]
Target: TypeAlias = Place | Literal["deck_bottom"]


class Draw(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One drawn card: from the deck, or from a place of the shop row; `row` are the cards turned up if the Shop opens."""

    card: CardRef = UNKNOWN
    slot: int = 0
    """Place of the shop row, 1 to 5; 0: the deck."""
    row: tuple[CardRef, ...] = ()


class _Change(Struct, frozen=True, kw_only=True, tag_field="change", forbid_unknown_fields=True, omit_defaults=True):
    pass


class DrawNow(_Change, frozen=True, kw_only=True, tag="draw"):
    """A player draws cards; they are entered with `draw_card`, or here."""

    player: Seat
    n: int = 1
    drawn: tuple[Draw, ...] = ()


class Discard(_Change, frozen=True, kw_only=True, tag="discard"):
    """Hand cards go to the scrap heap, open unless `face_down`."""

    player: Seat
    cards: tuple[CardRef, ...]
    face_down: bool = False


class MoveCard(_Change, frozen=True, kw_only=True, tag="move_card"):
    """A card goes from one place to another; `player` owns the place it leaves, `to_player` the one it reaches."""

    card: CardRef
    player: Seat
    source: Place
    to: Target
    to_player: Seat | None = None


class SearchNow(_Change, frozen=True, kw_only=True, tag="search"):
    """A player takes a card out of the deck (or the shop row) and shuffles; `-` for nothing found."""

    player: Seat
    card: CardRef | None = UNKNOWN
    slot: int = 0


class AddArmor(_Change, frozen=True, kw_only=True, tag="add_armor"):
    """An armor from a place is put on a slot, without a MOVE."""

    player: Seat
    card: CardRef
    slot: SlotName
    source: Place = "hand"


class RemoveArmor(_Change, frozen=True, kw_only=True, tag="remove_armor"):
    """The top armor of a slot leaves without being blown off (PBL-X13)."""

    player: Seat
    slot: SlotName
    to: Target = "scrap"


class BlowOff(_Change, frozen=True, kw_only=True, tag="blow_off"):
    """A limb or shoulder is destroyed; `by` gets the credit."""

    player: Seat
    slot: SlotName
    by: Seat | None = None


class Regenerate(_Change, frozen=True, kw_only=True, tag="regenerate"):
    """A blow-off card leaves a limb (PBL-X15)."""

    player: Seat
    slot: SlotName
    keep_upgrades: bool = False


class AddStorageBombs(_Change, frozen=True, kw_only=True, tag="add_bombs"):
    """Dice are put into the hangar."""

    player: Seat
    dice: tuple[int, ...]


class RemoveStorageBombs(_Change, frozen=True, kw_only=True, tag="remove_bombs"):
    """Storage bombs of these values are removed."""

    player: Seat
    dice: tuple[int, ...]


class SetDie(_Change, frozen=True, kw_only=True, tag="set_die"):
    """A die of the combat is turned to another face."""

    pool: Literal["attack", "defense"]
    old: int
    new: int


class AddDiceNow(_Change, frozen=True, kw_only=True, tag="add_dice"):
    """Dice are added to one side of the combat."""

    pool: Literal["attack", "defense"]
    dice: tuple[int, ...]


class AddToTotal(_Change, frozen=True, kw_only=True, tag="add_total"):
    """A number is added to (or taken from) one total of the combat."""

    pool: Literal["attack", "defense"]
    n: int


class RetargetNow(_Change, frozen=True, kw_only=True, tag="change_target"):
    """The attack goes at another limb or shoulder; `player` if it goes at another robot."""

    slot: SlotName
    player: Seat | None = None


class AttachNow(_Change, frozen=True, kw_only=True, tag="attach"):
    """The action in progress stays on a limb."""

    player: Seat
    slot: SlotName
    no_attack: bool = False


class DetachNow(_Change, frozen=True, kw_only=True, tag="detach"):
    """An attached action leaves a limb for the scrap heap of the side that played it."""

    player: Seat
    card: CardId


class SetCounter(_Change, frozen=True, kw_only=True, tag="set_counter"):
    """The counter on a card in play."""

    player: Seat
    card: CardId
    value: int


class RemoveHangar(_Change, frozen=True, kw_only=True, tag="remove_hangar"):
    """The active hangar is destroyed or removed (PBL-X12)."""

    player: Seat
    to: Target = "scrap"


class RemoveCrew(_Change, frozen=True, kw_only=True, tag="remove_crew"):
    """A crew member leaves play."""

    player: Seat
    card: CardId
    to: Target = "scrap"


class ReplacePilot(_Change, frozen=True, kw_only=True, tag="replace_pilot"):
    """An expert from the hand takes the cockpit, or (no card) the expert leaves and the starter returns (PBL-Q15)."""

    player: Seat
    card: CardRef | None = None


class GiveExtraAttack(_Change, frozen=True, kw_only=True, tag="extra_attack"):
    """Further attacks in this turn."""

    n: int = 1


class GiveExtraTurn(_Change, frozen=True, kw_only=True, tag="extra_turn"):
    """A turn directly after the current one."""

    player: Seat


class OpenShopNow(_Change, frozen=True, kw_only=True, tag="open_shop"):
    """The Shop opens or is refilled."""

    row: tuple[CardRef, ...] = ()


class ChangeHandLimit(_Change, frozen=True, kw_only=True, tag="hand_limit"):
    """A player's hand limit changes."""

    player: Seat
    delta: int


class Reveal(_Change, frozen=True, kw_only=True, tag="reveal"):
    """A hand card becomes known: to everybody, or with `shown=no` to the record alone."""

    player: Seat
    card: CardRef
    shown: bool = True


class ShuffleNow(_Change, frozen=True, kw_only=True, tag="shuffle"):
    """A deck is shuffled: what was known of its order is forgotten."""

    player: Seat


class SetTurn(_Change, frozen=True, kw_only=True, tag="set_turn"):
    """Whose turn it is, and whether the MOVE is used; a combat under way is dropped (adjustments)."""

    player: Seat
    move_used: bool = False


Change: TypeAlias = (
    DrawNow
    | Discard
    | MoveCard
    | SearchNow
    | AddArmor
    | RemoveArmor
    | BlowOff
    | Regenerate
    | AddStorageBombs
    | RemoveStorageBombs
    | SetDie
    | AddDiceNow
    | AddToTotal
    | RetargetNow
    | AttachNow
    | DetachNow
    | SetCounter
    | RemoveHangar
    | RemoveCrew
    | ReplacePilot
    | GiveExtraAttack
    | GiveExtraTurn
    | OpenShopNow
    | ChangeHandLimit
    | Reveal
    | ShuffleNow
    | SetTurn
)
