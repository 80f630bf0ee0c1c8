"""What may be entered now."""

from collections.abc import Iterator

from domain.competition.commands import ContestCommand
from domain.competition.gathering.commands import AssignScorekeeper, CloseGathering
from domain.competition.gathering.state import State


def legal(state: State) -> Iterator[ContestCommand]:
    """The next table that nobody keeps, for each who keeps score; and the end. Rounds, words and what a clock on the wall says are
    for people to give."""
    if state.closed:
        return
    free = next((table for table in state.tables if not state.scorekeepers_of(table)), None)
    for seat, tables in zip(state.seats, state.duties, strict=True):
        if free is not None:
            yield AssignScorekeeper(name=seat.name, tables=(*tables, free))
    yield CloseGathering()
