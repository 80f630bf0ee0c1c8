"""Opening a series."""

from domain.cards import DeckList
from domain.competition.commands import CompetitionCommand
from domain.competition.series.commands import Deck, RecordDecks
from domain.games.pbl_robots.contests.series.commands import StartSeries
from domain.games.pbl_robots.contests.series.options import Options
from domain.options import options_from
from domain.seats import TableSetup


def open_table(setup: TableSetup) -> tuple[CompetitionCommand, ...]:
    """start_series, then the decks that are known. Raises ValueError for an unknown option."""
    options = options_from(setup.options, Options(), least=None)
    decks = tuple(
        Deck(player=player, cards=seat.deck.cards)
        for player, seat in enumerate(setup.seats)
        if isinstance(seat.deck, DeckList)
    )
    start = StartSeries(players=tuple(seat.name for seat in setup.seats), options=options)
    return (start, RecordDecks(decks=decks)) if decks else (start,)
