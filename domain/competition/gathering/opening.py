"""Opening a gathering."""

from domain.competition.commands import CompetitionCommand
from domain.competition.gathering.commands import StartGathering
from domain.competition.gathering.options import Options
from domain.options import options_from
from domain.seats import TableSetup


def open_table(setup: TableSetup) -> tuple[CompetitionCommand, ...]:
    """start_gathering; who sits down keeps score. Raises ValueError for an unknown option."""
    options = options_from(setup.options, Options())
    return (StartGathering(scorekeepers=tuple(seat.name for seat in setup.seats), options=options),)
