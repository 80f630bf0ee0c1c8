"""Opening a league."""

from domain.competition.commands import CompetitionCommand
from domain.games.pbl_robots.contests.league.options import Options
from domain.games.pbl_robots.contests.league.seasons import StartLeague
from domain.options import options_from
from domain.seats import TableSetup


def open_table(setup: TableSetup) -> tuple[CompetitionCommand, ...]:
    """start_league. Raises ValueError for an unknown option."""
    options = options_from(setup.options, Options(), least=None)
    return (StartLeague(players=tuple(seat.name for seat in setup.seats), options=options),)
