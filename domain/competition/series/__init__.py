"""A series: several games between the same sides, until one has won more than half of them."""

from typing import Final

from domain.competition.cards import ContestCard
from domain.competition.series.board import board
from domain.competition.series.commands import COMMANDS, SeriesCommand
from domain.competition.series.events import EVENTS
from domain.competition.series.legal import legal
from domain.competition.series.opening import open_table
from domain.competition.series.options import Options
from domain.competition.series.state import State, census, initial, moment, outcome, standings
from domain.game import Event, Game
from domain.parts import CardsPart

__all__ = ["SERIES", "State", "standings"]

SERIES: Final[Game[State, SeriesCommand, Event]] = Game(
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
    initial=initial,
    open_table=open_table,
    legal=legal,
    outcome=outcome,
    moment=moment,
    board=board,
    census=census,
    open_after_end=("amend_result", "withdraw_result", "record_decks", "adjust"),
    cards=CardsPart(records=(ContestCard,)),
)
