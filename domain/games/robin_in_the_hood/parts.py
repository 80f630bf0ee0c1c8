"""The parts that events are made of and that the state keeps as they are."""

from typing import Literal

from msgspec import Struct

from domain.cards import CardId, Seat, Token
from domain.games.robin_in_the_hood.commands import Stage, ZoneName

PlacedAs = Literal["simultaneous", "first", "second"]


class ShownChoice(Struct, frozen=True, gc=False, kw_only=True):
    """A card that is turned up."""

    player: Seat
    token: int
    card: CardId


class LevelChanged(Struct, frozen=True, kw_only=True, gc=False, tag="level_changed", tag_field="change"):
    """A level of this hand, up or down by hand."""

    player: Seat
    stage: Stage
    amount: int


class CardMoved(Struct, frozen=True, kw_only=True, gc=False, tag="card_moved", tag_field="change", omit_defaults=True):
    """A card from zone to zone; it becomes known where `card` names it."""

    player: Seat
    token: int
    card: CardId | None
    from_zone: ZoneName
    to_zone: ZoneName
    bottom: bool = False
    duration: str = ""
    """Of a card that comes to the Modifier pile."""


class VictoriesChanged(Struct, frozen=True, kw_only=True, gc=False, tag="victories_changed", tag_field="change"):
    """The Victories counter, up or down by hand, and where it stands then."""

    player: Seat
    amount: int
    victories: int


class CardIdentified(Struct, frozen=True, kw_only=True, gc=False, tag="card_identified", tag_field="change"):
    """What a card on record is; None: not known any more."""

    player: Seat
    token: int
    card: CardId | None


class OrderSet(Struct, frozen=True, kw_only=True, gc=False, tag="order_set", tag_field="change"):
    """Who places first in this hand."""

    first: Seat | None


AppliedChange = LevelChanged | CardMoved | VictoriesChanged | CardIdentified | OrderSet


class Adjustment(Struct, frozen=True, gc=False, array_like=True):
    """One reason why a level differs from the printed score."""

    source: str
    """Card id; empty for a change by hand."""
    kind: Literal["special", "star", "modifier", "manual"]
    amount: int


class Level(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A character's skill on the stage where it stands, in this hand."""

    player: Seat
    stage: Stage
    card: CardId
    base: int
    final: int
    adjustments: tuple[Adjustment, ...] = ()


class InPlay(Struct, frozen=True, gc=False, kw_only=True):
    """A modifier in play, since which hand."""

    token: int
    card: CardId
    duration: str
    hand_no: int


class Used(Struct, frozen=True, gc=False, array_like=True):
    """A character used in this round, and by which card."""

    character: str
    token: int


class DeclaredTable(Struct, frozen=True, kw_only=True):
    """One player's cards as declared, numbered anew."""

    player: Seat
    stages: tuple[Token | None, Token | None, Token | None, Token | None]
    playing_hand: tuple[Token, ...]
    draw_pile: tuple[Token, ...]
    dead_cards: tuple[Token, ...]
    modifier_pile: tuple[InPlay, ...]
    used: tuple[Used, ...]
    victories: int
