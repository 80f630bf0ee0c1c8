"""A league: seasons of matches among a standing group, with keepers that are selected or bought, or without."""

from typing import Final, get_args

from domain.competition.cards import ContestCard
from domain.competition.league.board import board
from domain.competition.league.check import check
from domain.competition.league.commands import LeagueCommand
from domain.competition.league.deal import BOTS, deal, open_table, sample_table
from domain.competition.league.events import LeagueEvent
from domain.competition.league.evolve import evolve
from domain.competition.league.legal import legal
from domain.competition.league.narrate import narrate, veil
from domain.competition.league.options import Options
from domain.competition.league.resolve import resolve
from domain.competition.league.state import State, census, initial, moment, outcome, standings
from domain.competition.reporting import MOST_PLAYERS
from domain.game import Game

__all__ = ["LEAGUE", "State", "standings"]

LEAGUE: Final[Game[State, LeagueCommand, LeagueEvent]] = Game(
    name="league",
    title="League",
    kind="contest",
    rules_version="2",
    rulebook="League play of PBL ROBOTS (rule book 1.2), for any game",
    package=__name__,
    seat_counts=tuple(range(2, MOST_PLAYERS + 1)),
    turn_word="season",
    commands=get_args(LeagueCommand),
    events=get_args(LeagueEvent),
    records=(ContestCard,),
    options=Options,
    initial=initial,
    open_table=open_table,
    check=check,
    resolve=resolve,
    evolve=evolve,
    legal=legal,
    outcome=outcome,
    moment=moment,
    board=board,
    narrate=narrate,
    veil=veil,
    census=census,
    open_after_end=("amend_result", "withdraw_result", "adjust"),
    deal=deal,
    sample_table=sample_table,
    bots=BOTS,
)
