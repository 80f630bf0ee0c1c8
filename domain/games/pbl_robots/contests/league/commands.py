"""What is entered into a league, in the order in which it is offered."""

from typing import Final

from domain.competition.commands import ContestCommand
from domain.competition.league.commands import AmendResult, CloseLeague, StartSeason, WithdrawResult
from domain.games.pbl_robots.contests.league.keepers import (
    DrawOrder,
    ExchangeKeeper,
    FireKeeper,
    OfferBonus,
    PlaceBid,
    SelectKeeper,
    SellLot,
)
from domain.games.pbl_robots.contests.league.seasons import (
    Adjust,
    DeclarePosition,
    EndSeason,
    RecordResult,
    StartLeague,
)

COMMANDS: Final[tuple[type[ContestCommand], ...]] = (
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
