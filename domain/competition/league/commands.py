"""What is entered into a league."""

from typing import Annotated

from msgspec import Meta, Struct

from domain.cards import CardId, Seat
from domain.competition import commands as shared
from domain.competition.commands import AmendResult, Count, Kept, WithdrawResult
from domain.competition.league.options import Options
from domain.game import Command


class StartLeague(Command, frozen=True, kw_only=True, tag="start_league"):
    """Opens a league."""

    players: tuple[str, ...]
    options: Options = Options()


class DrawOrder(Command, frozen=True, kw_only=True, tag="draw_order"):
    """Keeper league: the players in the order in which they select, as chance gave it."""

    order: tuple[Seat, ...]


class SelectKeeper(Command, frozen=True, kw_only=True, tag="select_keeper"):
    """Keeper league: a player selects a card."""

    player: Seat
    card: CardId


class OfferBonus(Command, frozen=True, kw_only=True, tag="offer_bonus"):
    """The league manager puts a bonus up for auction: starting_hand, hand_limit, deck_reduction, or one of the league's own."""

    bonus: str


class PlaceBid(Command, frozen=True, kw_only=True, tag="place_bid"):
    """A bid for a card or a bonus; the first one puts it up."""

    player: Seat
    amount: Count
    card: CardId | None = None
    bonus: str | None = None


class SellLot(Command, frozen=True, kw_only=True, tag="sell_lot"):
    """Nobody bids higher: the last bidder buys."""


class ExchangeKeeper(Command, frozen=True, kw_only=True, tag="exchange_keeper"):
    """A player gives one keeper back and takes another card."""

    player: Seat
    give: CardId
    take: CardId


class FireKeeper(Command, frozen=True, kw_only=True, tag="fire_keeper"):
    """A player gives a keeper up, between seasons."""

    player: Seat
    card: CardId


class StartSeason(Command, frozen=True, kw_only=True, tag="start_season"):
    """The keepers stand; matches count from here on."""


class EndSeason(Command, frozen=True, kw_only=True, tag="end_season"):
    """The season's last match was played."""


class CloseLeague(Command, frozen=True, kw_only=True, tag="close_league"):
    """No further season follows."""


class RecordResult(shared.RecordResult, frozen=True, kw_only=True, tag="record_result"):
    """A match of the season has ended."""

    winners: tuple[Seat, ...] = ()
    players: tuple[Seat, ...] = ()
    inheritances: tuple[Kept, ...] = ()
    """The keepers with which players began, where that was noted (PBL-L05)."""
    drafted: tuple[CardId, ...] = ()
    """Cards seen in the match's draft, where that was noted (PBL-L06)."""


class AddPoints(Struct, frozen=True, kw_only=True, tag_field="change", tag="add_points", forbid_unknown_fields=True):
    """For the season that runs, or the last one."""

    player: Seat
    points: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]


class SetMoney(Struct, frozen=True, kw_only=True, tag_field="change", tag="set_money", forbid_unknown_fields=True):
    """Money that a player has."""

    player: Seat
    money: Count


class SetKeepers(Struct, frozen=True, kw_only=True, tag_field="change", tag="set_keepers", forbid_unknown_fields=True):
    """Cards that a player keeps."""

    player: Seat
    cards: tuple[CardId, ...]


Change = AddPoints | SetMoney | SetKeepers


class Adjust(Command, frozen=True, kw_only=True, tag="adjust"):
    """Follows the league manager where no other command can."""

    reason: str
    changes: tuple[Change, ...]


class DeclarePosition(Command, frozen=True, kw_only=True, tag="declare_position"):
    """Opens a league that was prepared elsewhere: with its keepers, before a season."""

    players: tuple[str, ...]
    keepers: tuple[Kept, ...] = ()
    season: Annotated[int, Meta(ge=0, le=999)] = 0
    """Seasons that were played."""
    options: Options = Options()


Preparing = DrawOrder | SelectKeeper | OfferBonus | PlaceBid | SellLot | ExchangeKeeper | FireKeeper
Seasonal = StartSeason | EndSeason | CloseLeague | RecordResult | AmendResult | WithdrawResult | Adjust
InLeague = Preparing | Seasonal
LeagueCommand = StartLeague | DeclarePosition | InLeague
