"""What may be entered now."""

from collections.abc import Iterator
from itertools import product

from domain.competition.cards import ContestCard
from domain.competition.results import free_name
from domain.competition.series import commands as c
from domain.competition.series.state import State


def legal(state: State) -> Iterator[c.SeriesCommand]:
    """The next step of the series; a match is named by a name that is free."""
    if state.phase == "pilots":
        taken = {pilot for pilots in state.pilots for pilot in pilots}
        free = [card.card_id for card in state.catalogue if isinstance(card, ContestCard) and card.speed]
        free = [pilot for pilot in free if pilot not in taken]
        for player, pilots in enumerate(state.pilots):
            if not pilots and len(free) >= state.rotation:
                yield c.DraftPilots(player=player, pilots=tuple(free[: state.rotation]))
    elif state.phase == "select":
        for selected in product(*(state.unused(player) for player in range(len(state.seats)))):
            yield c.RevealPilots(pilots=selected)
    elif state.phase == "play":
        yield from _results(state)


def _results(state: State) -> Iterator[c.RecordResult]:
    match, players = free_name(state.results), range(len(state.seats))
    yield c.RecordResult(match=match)
    for winner in players:
        if len(players) == 2:
            yield c.RecordResult(match=match, winners=(winner,))
        else:
            for out in players:
                if out != winner:
                    yield c.RecordResult(match=match, winners=(winner,), first_out=out)
