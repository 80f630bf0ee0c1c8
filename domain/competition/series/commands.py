"""What is entered into a series."""

from typing import Annotated

from msgspec import Meta, Struct

from domain.cards import CardId, Seat
from domain.competition import commands as shared
from domain.competition.commands import Count, WithdrawResult
from domain.competition.series.options import Options
from domain.game import Command

Copies = Annotated[int, Meta(ge=1, le=999)]


class StartSeries(Command, frozen=True, kw_only=True, tag="start_series"):
    """Opens a series."""

    players: tuple[str, ...]
    options: Options = Options()


class DraftPilots(Command, frozen=True, kw_only=True, tag="draft_pilots"):
    """Rotation: the pilots that a side drafted; they lie open."""

    player: Seat
    pilots: tuple[CardId, ...]


class RevealPilots(Command, frozen=True, kw_only=True, tag="reveal_pilots"):
    """Rotation: the pilots selected for the next game, turned up together, in the order of the seats."""

    pilots: tuple[CardId, ...]


class RecordResult(shared.RecordResult, frozen=True, kw_only=True, tag="record_result"):
    """A game of the series has ended."""

    winners: tuple[Seat, ...] = ()
    starter: Seat | None = None
    """Who started it, where that was noted."""
    first_out: Seat | None = None
    """With three sides: who was eliminated first."""


class AmendResult(shared.AmendResult, frozen=True, kw_only=True, tag="amend_result"):
    """A game of the series stands otherwise than it was recorded."""

    winners: tuple[Seat, ...] = ()
    starter: Seat | None = None
    first_out: Seat | None = None


class Deck(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A side's deck, as copies of cards."""

    player: Seat
    cards: dict[CardId, Copies]


class RecordDecks(Command, frozen=True, kw_only=True, tag="record_decks"):
    """The decks with which the next game begins: all cards of the game before, and what was acquired in it."""

    decks: tuple[Deck, ...]


class SetWins(Struct, frozen=True, kw_only=True, tag_field="change", tag="set_wins", forbid_unknown_fields=True):
    """Games that a side has won."""

    player: Seat
    wins: Count


class SetStarter(Struct, frozen=True, kw_only=True, tag_field="change", tag="set_starter", forbid_unknown_fields=True):
    """Who starts the next game."""

    player: Seat | None
    """Nobody: whom the game itself names."""


class SetDeck(Struct, frozen=True, kw_only=True, tag_field="change", tag="set_deck", forbid_unknown_fields=True):
    """A side's deck."""

    player: Seat
    cards: dict[CardId, Copies]


Change = SetWins | SetStarter | SetDeck


class Adjust(Command, frozen=True, kw_only=True, tag="adjust"):
    """Follows the table where no other command can."""

    reason: str
    changes: tuple[Change, ...]


class DeclarePosition(Command, frozen=True, kw_only=True, tag="declare_position"):
    """Opens a series whose first games were played elsewhere."""

    players: tuple[str, ...]
    wins: tuple[Count, ...]
    number: Annotated[int, Meta(ge=1, le=999)]
    """The next game."""
    options: Options = Options()


InSeries = DraftPilots | RevealPilots | RecordResult | AmendResult | WithdrawResult | RecordDecks | Adjust
SeriesCommand = StartSeries | DeclarePosition | InSeries
