"""An event day, stored as a gathering: an organiser's stream above tournaments. It seats rounds at tables and keeps the clock."""

from typing import Final

from domain.capabilities import CardSupport
from domain.competition.commands import CompetitionCommand, rights_of
from domain.competition.events import Adjusted
from domain.competition.gathering import commands, events
from domain.competition.gathering.board import board
from domain.competition.gathering.state import Options, State, outcome, turn_info
from domain.competition.record import CompetitionCard, card_counts
from domain.game import Event, Game, kinds_in

GATHERING: Final[Game[State, CompetitionCommand, Event]] = Game(
    name="gathering",
    title="Event day",
    kind="competition",
    rules_version="2",
    rulebook="Organisers' commands for several tables, for any game",
    package=__name__,
    seat_counts=tuple(range(1, commands.MOST_SCOREKEEPERS + 1)),
    turn_word="round",
    commands=kinds_in(commands),
    events=(*kinds_in(events), Adjusted),
    options=Options,
    initial=lambda catalogue: State(catalogue=catalogue),
    open_table=commands.open_table,
    legal=commands.legal,
    outcome=outcome,
    turn_info=turn_info,
    board=board,
    card_counts=card_counts,
    rights=rights_of(kinds_in(commands)),
    open_after_end=("announce",),
    cards=CardSupport(records=(CompetitionCard,)),
)
