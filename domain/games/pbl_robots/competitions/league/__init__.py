"""The league of Matchbook, for any game. It can have the keepers of PBL ROBOTS, selected in turn or bought at auction."""

from typing import Final

from domain.capabilities import CardSupport
from domain.competition import league as plain
from domain.competition.commands import MOST_PLAYERS, AmendResult, CompetitionCommand, WithdrawResult, rights_of
from domain.competition.record import RESULT_EVENTS, CompetitionCard, PointsAdded, card_counts
from domain.game import Event, Game, kinds_in
from domain.games.pbl_robots.competitions.league import events, keepers, seasons
from domain.games.pbl_robots.competitions.league.board import board
from domain.games.pbl_robots.competitions.league.legal import legal
from domain.games.pbl_robots.competitions.league.state import State, turn_info

_COMMANDS: Final[tuple[type[CompetitionCommand], ...]] = (
    seasons.StartLeague,
    seasons.DeclarePosition,
    keepers.DrawOrder,
    keepers.SelectKeeper,
    keepers.OfferBonus,
    keepers.PlaceBid,
    keepers.SellLot,
    keepers.ExchangeKeeper,
    keepers.FireKeeper,
    plain.StartSeason,
    seasons.EndSeason,
    plain.CloseLeague,
    seasons.RecordResult,
    AmendResult,
    WithdrawResult,
    seasons.Adjust,
)

LEAGUE: Final[Game[State, CompetitionCommand, Event]] = Game(
    name="league",
    title="League",
    kind="competition",
    rules_version="2",
    rulebook="League play of PBL ROBOTS (rule book 1.2), for any game",
    package=__name__,
    seat_counts=tuple(range(2, MOST_PLAYERS + 1)),
    turn_word="season",
    commands=_COMMANDS,
    events=(*kinds_in(events), *RESULT_EVENTS, *plain.EVENTS, PointsAdded),
    options=seasons.Options,
    initial=lambda catalogue: State(catalogue=catalogue),
    open_table=seasons.open_table,
    legal=legal,
    outcome=plain.outcome,
    turn_info=turn_info,
    board=board,
    card_counts=card_counts,
    rights=rights_of(_COMMANDS),
    open_after_end=("amend_result", "withdraw_result", "adjust"),
    cards=CardSupport(records=(CompetitionCard,)),
)
