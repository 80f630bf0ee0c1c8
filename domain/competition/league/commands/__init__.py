"""What is entered into a league, in the order in which it is offered."""

from typing import Final

from domain.competition.league.commands.base import LeagueCommand
from domain.competition.league.commands.keepers import (
    DrawOrder,
    ExchangeKeeper,
    FireKeeper,
    OfferBonus,
    PlaceBid,
    SelectKeeper,
    SellLot,
)
from domain.competition.league.commands.seasons import (
    Adjust,
    AmendResult,
    CloseLeague,
    DeclarePosition,
    EndSeason,
    RecordResult,
    StartLeague,
    StartSeason,
    WithdrawResult,
)

COMMANDS: Final[tuple[type[LeagueCommand], ...]] = (
    StartLeague,
    DeclarePosition,
    DrawOrder,
    SelectKeeper,
    OfferBonus,
    PlaceBid,
    SellLot,
    ExchangeKeeper,
    FireKeeper,
    StartSeason,
    EndSeason,
    CloseLeague,
    RecordResult,
    AmendResult,
    WithdrawResult,
    Adjust,
)
