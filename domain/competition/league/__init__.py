"""A league: seasons of matches among a standing group, with keepers that are selected or bought, or without."""

from typing import Final

from domain.competition.cards import ContestCard
from domain.competition.league.board import board
from domain.competition.league.commands import COMMANDS
from domain.competition.league.commands.base import LeagueCommand
from domain.competition.league.events import EVENTS
from domain.competition.league.legal import legal
from domain.competition.league.opening import open_table
from domain.competition.league.options import Options
from domain.competition.league.state import State, census, initial, moment, outcome, standings
from domain.competition.reporting import MOST_PLAYERS
from domain.game import Event, Game
from domain.parts import CardsPart

__all__ = ["LEAGUE", "State", "standings"]

LEAGUE: Final[Game[State, LeagueCommand, Event]] = Game(
    name="league",
    title="League",
    kind="contest",
    rules_version="2",
    rulebook="League play of PBL ROBOTS (rule book 1.2), for any game",
    package=__name__,
    seat_counts=tuple(range(2, MOST_PLAYERS + 1)),
    turn_word="season",
    commands=COMMANDS,
    events=EVENTS,
    options=Options,
    initial=initial,
    open_table=open_table,
    legal=legal,
    outcome=outcome,
    moment=moment,
    board=board,
    census=census,
    open_after_end=("amend_result", "withdraw_result", "adjust"),
    cards=CardsPart(records=(ContestCard,)),
)
