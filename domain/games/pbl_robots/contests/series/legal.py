"""Legal commands: the pilots of a rotation, then the game."""

from collections.abc import Iterator
from itertools import product

from domain.competition.cards import CompetitionCard
from domain.competition.commands import CompetitionCommand
from domain.competition.series.legal import legal as results
from domain.games.pbl_robots.contests.series.commands import DraftPilots, RevealPilots
from domain.games.pbl_robots.contests.series.state import State


def legal(state: State) -> Iterator[CompetitionCommand]:
    """The next step of the series."""
    if state.phase == "pilots":
        taken = {pilot for pilots in state.pilots for pilot in pilots}
        free = [card.card_id for card in state.catalogue if isinstance(card, CompetitionCard) and card.speed]
        free = [pilot for pilot in free if pilot not in taken]
        for player, pilots in enumerate(state.pilots):
            if not pilots and len(free) >= state.rotation:
                yield DraftPilots(player=player, pilots=tuple(free[: state.rotation]))
    elif state.phase == "select":
        for selected in product(*(state.unused(player) for player in range(len(state.seats)))):
            yield RevealPilots(pilots=selected)
    yield from results(state)
