"""The series of Matchbook, for any game: series play with the pilot rotation of PBL ROBOTS, for those who agree on one."""

from typing import Final

from domain.capabilities import CardSupport
from domain.competition.cards import CompetitionCard
from domain.competition.commands import CompetitionCommand
from domain.competition.series.state import outcome, turn_info
from domain.competition.state import card_counts
from domain.game import Event, Game
from domain.games.pbl_robots.contests.series.board import board
from domain.games.pbl_robots.contests.series.commands import COMMANDS
from domain.games.pbl_robots.contests.series.events import EVENTS
from domain.games.pbl_robots.contests.series.legal import legal
from domain.games.pbl_robots.contests.series.opening import open_table
from domain.games.pbl_robots.contests.series.options import Options
from domain.games.pbl_robots.contests.series.state import State

SERIES: Final[Game[State, CompetitionCommand, Event]] = Game(
    name="series",
    title="Series",
    kind="contest",
    rules_version="2",
    rulebook="Series play and pilot rotation of PBL ROBOTS (rule book 1.2), for any game",
    package=__name__,
    seat_counts=(2, 3, 4, 5, 6, 7, 8),
    turn_word="game",
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
    rights={
        "start_series": "open",
        "declare_position": "open",
        "draft_pilots": "record",
        "reveal_pilots": "record",
        "record_result": "record",
        "amend_result": "record",
        "withdraw_result": "record",
        "record_decks": "record",
        "adjust": "record",
    },
    open_after_end=("amend_result", "withdraw_result", "record_decks", "adjust"),
    cards=CardSupport(records=(CompetitionCard,)),
)
