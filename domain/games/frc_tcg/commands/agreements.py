"""Card texts resolved by hand, table agreements, corrections of the position."""

from typing import Annotated

from msgspec import Meta, Struct

from domain.cards import CardId, CardRef, Seat
from domain.game import Command
from domain.games.frc_tcg.commands.changes import Change
from domain.games.frc_tcg.commands.plays import PrizePick


class ResolveCardEffect(Command, frozen=True, kw_only=True, tag="resolve_card_effect"):
    """What a card's text did, change by change."""

    source: CardRef | None
    changes: tuple[Change, ...]
    note: str = ""
    prize_picks: tuple[PrizePick, ...] = ()
    player: Seat | None = None
    """Whose card it is; left out, wherever the card lies."""


class EndEnhancement(Command, frozen=True, kw_only=True, tag="end_enhancement"):
    """A mentor or award goes to the shop: its text says so, or `source` removed it."""

    card: CardRef
    reason: str = ""
    source: CardRef | None = None
    player: Seat | None = None
    """On whose side it lies."""


class RevealCard(Command, frozen=True, kw_only=True, tag="reveal_card"):
    """A hidden card is shown."""

    token: CardRef
    card_id: CardId
    to: tuple[Seat, ...] = ()
    """Empty: everyone."""
    player: Seat | None = None


class Concede(Command, frozen=True, kw_only=True, tag="concede"):
    """A player gives up."""

    player: Seat


class AgreeDraw(Command, frozen=True, kw_only=True, tag="agree_draw"):
    """All players still in agree on a draw."""

    players: tuple[Seat, ...]


class Abandon(Command, frozen=True, kw_only=True, tag="abandon"):
    """The match is broken off."""

    reason: str = ""


class SettlePrizeCards(Command, frozen=True, kw_only=True, tag="settle_prize_cards"):
    """Who keeps the captured prize cards after the match."""

    mode: Annotated[str, Meta(extra={"choices": ("returned", "kept_by_winner")})]


class Adjust(Command, frozen=True, kw_only=True, tag="adjust"):
    """Brings the record in line with the table where no command can; nothing follows from it but the end of the match."""

    reason: str
    changes: tuple[Change, ...]


class RobotPosition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A robot stack as it stands on the table: cards from the bottom up."""

    cards: tuple[CardId, ...]
    hp: int
    max_hp: int | None = None
    """None: the top card's HP."""
    kickoffs: tuple[CardId | None, ...] = ()
    """Per level, the kickoff it was played with; left out: none at the bottom, an unnamed one above it is not assumed."""
    components: dict[str, tuple[CardId, ...]] = {}
    """Ability -> its components."""


class PlayerPosition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One player's side of a declared position. What is not stated is unknown."""

    deck: int
    pit: tuple[CardRef, ...]
    prize_cards: tuple[CardRef | None, ...]
    """By place; `-` where captured."""
    shop: tuple[CardRef, ...] = ()
    captured: tuple[CardRef, ...] = ()
    """Opponents' prize cards taken; with more than two players, by owner in `captured_from`."""
    captured_from: tuple[Seat, ...] = ()
    robots: tuple[RobotPosition, ...] = ()
    mentor: CardId | None = None
    awards: tuple[CardId, ...] = ()
    turns: int | None = None
    """Turns begun; left out, as many as the turn number tells."""


class DeclarePosition(Command, frozen=True, kw_only=True, tag="declare_position"):
    """Starts or resynchronises a match from what lies on the table."""

    turn: int
    active: Seat
    players: tuple[PlayerPosition, ...]
    robots: int = 0
    components: int = 0
    enhancements: int = 0
    items: int = 0
    attacks: int = 0
    moves: int = 0
    reason: str = ""
