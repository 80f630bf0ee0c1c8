"""Opening a tournament."""

from domain.competition.commands import CompetitionCommand
from domain.competition.tournament.commands import StartTournament
from domain.competition.tournament.options import Options
from domain.options import options_from
from domain.seats import TableSetup


def open_table(setup: TableSetup) -> tuple[CompetitionCommand, ...]:
    """start_tournament. Raises ValueError for an unknown option."""
    options = options_from(setup.options, Options(), least=None)
    return (StartTournament(players=tuple(seat.name for seat in setup.seats), options=options),)
