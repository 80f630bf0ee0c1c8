"""Commands that are legal in a state of a series."""

from collections.abc import Iterator

from domain.competition.commands import CompetitionCommand
from domain.competition.results import free_name
from domain.competition.series.commands import RecordResult
from domain.competition.series.state import State


def legal(state: State) -> Iterator[CompetitionCommand]:
    """The result of the next game, under a name that is free."""
    if state.phase != "play":
        return
    match, players = free_name(state.results), range(len(state.seats))
    yield RecordResult(match=match)
    for winner in players:
        if len(players) == 2:
            yield RecordResult(match=match, winners=(winner,))
        else:
            for out in players:
                if out != winner:
                    yield RecordResult(match=match, winners=(winner,), first_out=out)
