"""A tournament: single elimination with seeds and byes, a round robin, or a Swiss."""

from typing import Final

from domain.capabilities import CardSupport
from domain.competition import events as shared
from domain.competition import ranking
from domain.competition.commands import CompetitionCommand, rights_of
from domain.competition.record import CompetitionCard, card_counts
from domain.competition.tournament import commands, events
from domain.competition.tournament.board import board
from domain.competition.tournament.state import State, outcome, turn_info
from domain.game import Event, Game, kinds_in

TOURNAMENT: Final[Game[State, CompetitionCommand, Event]] = Game(
    name="tournament",
    title="Tournament",
    kind="competition",
    rules_version="2",
    rulebook="Tournaments of PBL ROBOTS (rule book 1.2), for any game",
    package=__name__,
    seat_counts=tuple(range(2, commands.MOST_ENTRANTS + 1)),
    turn_word="round",
    commands=kinds_in(commands),
    events=kinds_in(events, shared, ranking),
    options=commands.Options,
    initial=lambda catalogue: State(catalogue=catalogue),
    open_table=commands.open_table,
    legal=commands.legal,
    outcome=outcome,
    turn_info=turn_info,
    board=board,
    card_counts=card_counts,
    rights=rights_of(kinds_in(commands)),
    open_after_end=("amend_result", "withdraw_result", "adjust"),
    cards=CardSupport(records=(CompetitionCard,)),
)
