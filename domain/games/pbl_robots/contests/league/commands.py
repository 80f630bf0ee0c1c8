"""Commands of a league, in the order in which they are offered."""

from typing import Final

from domain.competition.commands import CompetitionCommand
from domain.competition.league.commands import AmendResult, CloseLeague, StartSeason, WithdrawResult
from domain.games.pbl_robots.contests.league import keepers, seasons

COMMANDS: Final[tuple[type[CompetitionCommand], ...]] = (
    seasons.StartLeague,
    seasons.DeclarePosition,
    keepers.DrawOrder,
    keepers.SelectKeeper,
    keepers.OfferBonus,
    keepers.PlaceBid,
    keepers.SellLot,
    keepers.ExchangeKeeper,
    keepers.FireKeeper,
    StartSeason,
    seasons.EndSeason,
    CloseLeague,
    seasons.RecordResult,
    AmendResult,
    WithdrawResult,
    seasons.Adjust,
)
