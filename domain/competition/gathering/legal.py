"""What may be entered now."""

from collections.abc import Iterator

from domain.competition.commands import ContestCommand
from domain.competition.gathering.commands import CloseGathering
from domain.competition.gathering.state import State


def legal(state: State) -> Iterator[ContestCommand]:
    """The end. Rounds, words and what a clock on the wall says are for people to give."""
    if not state.closed:
        yield CloseGathering()
