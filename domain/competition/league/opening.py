"""Opening a league."""

from domain.competition.league.commands.base import LeagueCommand
from domain.competition.league.commands.seasons import StartLeague
from domain.competition.league.options import Options
from domain.competition.opening import options_from
from domain.table import TableSetup


def open_table(setup: TableSetup) -> tuple[LeagueCommand, ...]:
    """start_league. Raises ValueError for an unknown option."""
    options = options_from(setup.options, Options)
    return (StartLeague(players=tuple(seat.name for seat in setup.seats), options=options),)
