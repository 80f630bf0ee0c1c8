"""The league of Matchbook, for any game: with the keepers of PBL ROBOTS, selected or bought, or without."""

from typing import Final

from domain.capabilities import CardSupport
from domain.competition.cards import CompetitionCard
from domain.competition.commands import CompetitionCommand, organised
from domain.competition.league.state import outcome
from domain.competition.reporting import MOST_PLAYERS
from domain.competition.state import card_counts
from domain.game import Event, Game
from domain.games.pbl_robots.contests.league.board import board
from domain.games.pbl_robots.contests.league.commands import COMMANDS
from domain.games.pbl_robots.contests.league.events import EVENTS
from domain.games.pbl_robots.contests.league.legal import legal
from domain.games.pbl_robots.contests.league.opening import open_table
from domain.games.pbl_robots.contests.league.options import Options
from domain.games.pbl_robots.contests.league.state import State, turn_info

LEAGUE: Final[Game[State, CompetitionCommand, Event]] = Game(
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
    initial=lambda catalogue: State(catalogue=catalogue),
    open_table=open_table,
    legal=legal,
    outcome=outcome,
    turn_info=turn_info,
    board=board,
    card_counts=card_counts,
    rights=organised(
        "start_league declare_position draw_order select_keeper offer_bonus place_bid sell_lot exchange_keeper "
        "fire_keeper start_season end_season close_league record_result amend_result withdraw_result adjust"
    ),
    open_after_end=("amend_result", "withdraw_result", "adjust"),
    cards=CardSupport(records=(CompetitionCard,)),
)
