"""Simulated series: invented sides, a dealer who decides the games, two bots."""

from collections.abc import Mapping
from random import Random
from typing import Final

from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue, DeckList
from domain.competition.bots import DecidingBot, RandomBot, noted
from domain.competition.series import commands as c
from domain.competition.series.options import Options
from domain.competition.series.state import State
from domain.game import Bot
from domain.options import options_from
from domain.table import SeatSetup, TableSetup

_NAMES: Final = ("Ana", "Bo", "Cleo", "Dara", "Emil", "Fay")


def open_table(setup: TableSetup) -> tuple[c.SeriesCommand, ...]:
    """start_series, then the decks that are known. Raises ValueError for an unknown option."""
    options = options_from(setup.options, Options(), least=None)
    decks = tuple(
        c.Deck(player=player, cards=seat.deck.cards)
        for player, seat in enumerate(setup.seats)
        if isinstance(seat.deck, DeckList)
    )
    start = c.StartSeries(players=tuple(seat.name for seat in setup.seats), options=options)
    return (start, c.RecordDecks(decks=decks)) if decks else (start,)


def sample_table(catalogue: Catalogue[CardRecord], rng: Random, options: Mapping[str, str]) -> TableSetup:
    """Two sides, sometimes three; some register their decks."""
    rotation = options.get("rotation", "0") != "0"
    count = 3 if not rotation and rng.random() < 0.2 else 2
    ids = [card.card_id for card in catalogue]
    seats = []
    for name in rng.sample(_NAMES, count):
        deck = DeckList(dict.fromkeys(rng.sample(ids, min(6, len(ids))), 1)) if rng.random() < 0.5 else None
        seats.append(SeatSetup(name, deck=deck))
    return TableSetup(tuple(seats), {"best_of": "3", **options})


class SeriesDealer:
    """Stands for the tables at which the games are played."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def fill(self, state: State, command: c.SeriesCommand) -> c.SeriesCommand:
        """A result with statistics and the version of the match that it comes from."""
        if not isinstance(command, c.RecordResult):
            return command
        counts = noted(self.rng, range(len(state.seats)), command.winners)
        return replace(command, version=self.rng.randint(20, 200), starter=state.starter, statistics=counts)


def deal(setup: TableSetup, catalogue: Catalogue[CardRecord], rng: Random) -> SeriesDealer:
    """A dealer for one simulated series."""
    del setup, catalogue
    return SeriesDealer(rng)


BOTS: Final[Mapping[str, Bot[State, c.SeriesCommand]]] = {"random": RandomBot(), "deciding": DecidingBot()}
