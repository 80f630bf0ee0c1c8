"""The closed list of changes that a card text or an adjustment may make."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from domain.cards import CardId, CardRef, Seat

Duration = Annotated[
    str, Meta(extra={"choices": ("until_removed", "end_of_turn", "end_of_opponents_next_turn", "turns:n", "manual")})
]


class _Change(
    Struct, frozen=True, kw_only=True, tag_field="change", forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    pass


class ChangeHp(_Change, frozen=True, kw_only=True, tag="hp"):
    """HP of a robot, `by` an amount or `to` a number."""

    robot: CardRef
    by: int | None = None
    to: int | None = None
    player: Seat | None = None
    """Whose robot."""


class ChangeMaxHp(_Change, frozen=True, kw_only=True, tag="max_hp"):
    """A bonus (or malus) on a robot's max HP."""

    robot: CardRef
    by: int
    duration: Duration = "until_removed"
    player: Seat | None = None


class MoveCard(_Change, frozen=True, kw_only=True, tag="move_card"):
    """A card goes from one place to another; a component may go to a robot's ability."""

    card: CardRef
    origin: Literal["deck", "pit", "shop", "prize_cards", "captured", "mentor", "awards", "robot", "playing"]
    to: Literal["deck_top", "deck_bottom", "pit", "shop", "mentor", "awards", "alliance", "robot"]
    player: Seat | None = None
    """On whose side it lies."""
    robot: CardRef | None = None
    ability: str = ""


class DrawCards(_Change, frozen=True, kw_only=True, tag="draw"):
    """Cards from the top of a deck to the hand; `cards` where they were seen."""

    count: int = 1
    cards: tuple[CardRef, ...] = ()
    player: Seat | None = None


class Shuffle(_Change, frozen=True, kw_only=True, tag="shuffle"):
    """A deck is shuffled: what was known of its order is forgotten."""

    player: Seat | None = None


class AddEffect(_Change, frozen=True, kw_only=True, tag="effect_added"):
    """A lasting effect: a label on a robot, or a modifier of its attacks or of attacks on it."""

    robot: CardRef
    label: str = ""
    kind: Literal["label", "damage_dealt", "damage_taken"] = "label"
    amount: int = 0
    duration: Duration = "until_removed"
    player: Seat | None = None


class LiftEffect(_Change, frozen=True, kw_only=True, tag="effect_lifted"):
    """Effects on a robot end: those of that label, or all."""

    robot: CardRef
    label: str = ""
    player: Seat | None = None


class ChangeAllowance(_Change, frozen=True, kw_only=True, tag="allowance"):
    """More (or fewer) plays in this turn."""

    of: Literal["robots", "components", "enhancements", "attacks"]
    by: int = 1


class TakePrize(_Change, frozen=True, kw_only=True, tag="prize"):
    """A player captures a prize card of another."""

    owner: Seat
    by: Seat
    place: int
    card: CardRef | None = None


class FlipCoin(_Change, frozen=True, kw_only=True, tag="coin_flip"):
    """A coin that a card text asked for."""

    result: Literal["heads", "tails"]


class RollDie(_Change, frozen=True, kw_only=True, tag="die_roll"):
    """A die that a card text asked for."""

    result: int
    faces: int = 6


class ShowCard(_Change, frozen=True, kw_only=True, tag="reveal"):
    """A hidden card is shown, to some seats or to all."""

    card: CardRef
    identity: CardId | None = None
    to: tuple[Seat, ...] = ()
    player: Seat | None = None


class Note(_Change, frozen=True, kw_only=True, tag="note"):
    """What no other change can say."""

    text: str


class SetTurn(_Change, frozen=True, kw_only=True, tag="turn"):
    """Who is to act and what they have used of this turn (adjustments only)."""

    active: Seat
    number: int | None = None
    robots: int = 0
    components: int = 0
    enhancements: int = 0
    items: int = 0
    attacks: int = 0
    moves: int = 0


Change: TypeAlias = (
    ChangeHp
    | ChangeMaxHp
    | MoveCard
    | DrawCards
    | Shuffle
    | AddEffect
    | LiftEffect
    | ChangeAllowance
    | TakePrize
    | FlipCoin
    | RollDie
    | ShowCard
    | Note
    | SetTurn
)
