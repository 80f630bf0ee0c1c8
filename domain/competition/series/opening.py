"""Opening a series."""

from domain.cards import DeckList
from domain.competition.opening import options_from
from domain.competition.series import commands as c
from domain.competition.series.options import Options
from domain.table import TableSetup


def open_table(setup: TableSetup) -> tuple[c.SeriesCommand, ...]:
    """start_series, then the decks that are known. Raises ValueError for an unknown option."""
    options = options_from(setup.options, Options)
    decks = tuple(
        c.Deck(player=player, cards=seat.deck.cards)
        for player, seat in enumerate(setup.seats)
        if isinstance(seat.deck, DeckList)
    )
    start = c.StartSeries(players=tuple(seat.name for seat in setup.seats), options=options)
    return (start, c.RecordDecks(decks=decks)) if decks else (start,)
