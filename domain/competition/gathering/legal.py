"""What may be entered now, without what a clock on the wall must say."""

from collections.abc import Iterator

from domain.competition.commands import ContestCommand
from domain.competition.gathering import commands as c
from domain.competition.gathering.state import State


def legal(state: State) -> Iterator[ContestCommand]:
    """What shows longer or no more, more time, and the end. Rounds, times and words are for people to give."""
    if state.closed:
        return
    for one in state.rounds:
        if one.clock is not None and not one.ended:
            yield c.ExtendTime(minutes=5, tournament=one.tournament)
    if state.notices:
        yield c.WithdrawAnnouncement(number=len(state.notices))
    yield c.CloseGathering()
