"""A tournament: single elimination with seeds and byes, a round robin, or a Swiss."""

from typing import Final

from domain.capabilities import CardSupport
from domain.competition import events as shared
from domain.competition.cards import CompetitionCard
from domain.competition.commands import CompetitionCommand, organised
from domain.competition.tournament import commands, events
from domain.competition.tournament.board import board
from domain.competition.tournament.legal import legal
from domain.competition.tournament.options import MOST_ENTRANTS, Options
from domain.competition.tournament.state import State, card_counts, outcome, turn_info
from domain.game import Event, Game, kinds_in

TOURNAMENT: Final[Game[State, CompetitionCommand, Event]] = Game(
    name="tournament",
    title="Tournament",
    kind="contest",
    rules_version="2",
    rulebook="Tournaments of PBL ROBOTS (rule book 1.2), for any game",
    package=__name__,
    seat_counts=tuple(range(2, MOST_ENTRANTS + 1)),
    turn_word="round",
    commands=kinds_in(commands),
    events=(*kinds_in(events), *kinds_in(shared)),
    options=Options,
    initial=lambda catalogue: State(catalogue=catalogue),
    open_table=commands.open_table,
    legal=legal,
    outcome=outcome,
    turn_info=turn_info,
    board=board,
    card_counts=card_counts,
    rights=organised(
        "start_tournament declare_position seed_players draw_bracket pair_round drop_player enter_player "
        "record_result amend_result withdraw_result adjust"
    ),
    open_after_end=("amend_result", "withdraw_result", "adjust"),
    cards=CardSupport(records=(CompetitionCard,)),
)
