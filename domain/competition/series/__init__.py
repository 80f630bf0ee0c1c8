"""A series: several games between the same sides, until one has won more than half of them."""

from typing import Final, get_args

from domain.competition.cards import ContestCard
from domain.competition.series.board import board
from domain.competition.series.check import check
from domain.competition.series.commands import SeriesCommand
from domain.competition.series.deal import BOTS, deal, open_table, sample_table
from domain.competition.series.events import SeriesEvent
from domain.competition.series.evolve import evolve
from domain.competition.series.legal import legal
from domain.competition.series.narrate import narrate, veil
from domain.competition.series.options import Options
from domain.competition.series.resolve import resolve
from domain.competition.series.state import State, census, initial, moment, outcome, standings
from domain.game import Game

__all__ = ["SERIES", "State", "standings"]

SERIES: Final[Game[State, SeriesCommand, SeriesEvent]] = Game(
    name="series",
    title="Series",
    kind="contest",
    rules_version="2",
    rulebook="Series play and pilot rotation of PBL ROBOTS (rule book 1.2), for any game",
    package=__name__,
    seat_counts=(2, 3, 4, 5, 6, 7, 8),
    turn_word="game",
    commands=get_args(SeriesCommand),
    events=get_args(SeriesEvent),
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
    open_after_end=("amend_result", "withdraw_result", "record_decks", "adjust"),
    deal=deal,
    sample_table=sample_table,
    bots=BOTS,
)
