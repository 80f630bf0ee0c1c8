"""Commands of the setup."""

from typing import Annotated

from msgspec import Meta, field

from domain.cards import CardRef, Seat
from domain.game import Command
from domain.games.frc_tcg.cards.records import Card
from domain.games.frc_tcg.options import Options


class CreateMatch(Command, frozen=True, kw_only=True, tag="create_match"):
    """Opens the match: who plays, in turn order, and the options agreed."""

    players: tuple[str, ...]
    options: Options = field(default_factory=Options)


class AgreeHouseRule(Command, frozen=True, kw_only=True, tag="agree_house_rule"):
    """A house rule, with the options it changes."""

    text: str
    option_changes: dict[str, str] = field(default_factory=dict)
    agreed_by: tuple[Seat, ...] = ()
    """Empty: everyone."""


class RegisterDeck(Command, frozen=True, kw_only=True, tag="register_deck"):
    """A player's deck: its list, or its size alone."""

    player: Seat
    profile: Annotated[str, Meta(extra={"choices": ("auto", "later", "first_2015", "first_2015_as_printed")})] = "auto"
    cards: dict[str, int] = field(default_factory=dict)
    size: int | None = None


class DefineCard(Command, frozen=True, kw_only=True, tag="define_card"):
    """A card that the catalogue lacks."""

    record: Card


class DetermineFirstPlayer(Command, frozen=True, kw_only=True, tag="determine_first_player"):
    """Who begins, and how that was found."""

    player: Seat
    method: Annotated[str, Meta(extra={"choices": ("coin_flip", "die_roll", "agreement", "unknown")})]
    result: str = ""


class ShuffleDeck(Command, frozen=True, kw_only=True, tag="shuffle_deck"):
    """A deck is shuffled."""

    player: Seat
    reason: str = ""
    seed: int | None = None


class DrawOpeningHand(Command, frozen=True, kw_only=True, tag="draw_opening_hand"):
    """The seven cards of the opening hand."""

    player: Seat
    cards: tuple[CardRef, ...]


class SetPrizeCards(Command, frozen=True, kw_only=True, tag="set_prize_cards"):
    """The prize cards that a player takes out of the deck, by place."""

    player: Seat
    cards: tuple[CardRef, ...]


class StartMatch(Command, frozen=True, kw_only=True, tag="start_match"):
    """Everyone is ready: the first turn begins."""
