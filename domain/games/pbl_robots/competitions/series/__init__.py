"""The series of Matchbook, for any game. It can have the pilot rotation of PBL ROBOTS."""

from typing import Final

from domain.capabilities import CardSupport
from domain.competition import series as plain
from domain.competition.commands import CompetitionCommand, WithdrawResult, rights_of
from domain.competition.record import RESULT_EVENTS, CompetitionCard, card_counts
from domain.competition.series import commands as plain_commands
from domain.competition.series import outcome, turn_info
from domain.game import Event, Game, kinds_in
from domain.games.pbl_robots.competitions.series import commands, events
from domain.games.pbl_robots.competitions.series.board import board
from domain.games.pbl_robots.competitions.series.state import State

# The terminal assigns quick keys in this order.
_COMMANDS: Final[tuple[type[CompetitionCommand], ...]] = (
    *kinds_in(commands),
    *kinds_in(plain_commands)[:2],
    WithdrawResult,
    *kinds_in(plain_commands)[2:],
)

SERIES: Final[Game[State, CompetitionCommand, Event]] = Game(
    name="series",
    title="Series",
    kind="competition",
    rules_version="2",
    rulebook="Series play and pilot rotation of PBL ROBOTS (rule book 1.2), for any game",
    package=__name__,
    seat_counts=(2, 3, 4, 5, 6, 7, 8),
    turn_word="game",
    commands=_COMMANDS,
    events=(*kinds_in(events), *RESULT_EVENTS, *kinds_in(plain)),
    options=commands.Options,
    initial=lambda catalogue: State(catalogue=catalogue),
    open_table=commands.open_table,
    legal=commands.legal,
    outcome=outcome,
    turn_info=turn_info,
    board=board,
    card_counts=card_counts,
    rights=rights_of(_COMMANDS, "record", opening="open"),
    open_after_end=("amend_result", "withdraw_result", "record_decks", "adjust"),
    cards=CardSupport(records=(CompetitionCard,)),
)
