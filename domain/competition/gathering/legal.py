"""Commands that are legal in a state of an event day."""

from collections.abc import Iterator

from domain.competition.commands import CompetitionCommand
from domain.competition.gathering.commands import AssignScorekeeper, CloseGathering
from domain.competition.gathering.state import State


def legal(state: State) -> Iterator[CompetitionCommand]:
    """Yield commands that assign the next free table to each scorekeeper, and the command that ends the event day. Rounds,
    announcements and clocks are left to people."""
    if state.closed:
        return
    free = next((table for table in state.tables if not state.scorekeepers_of(table)), None)
    for seat, tables in zip(state.seats, state.duties, strict=True):
        if free is not None:
            yield AssignScorekeeper(name=seat.name, tables=(*tables, free))
    yield CloseGathering()
