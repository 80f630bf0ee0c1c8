"""Simulated tournaments: invented players, and a dealer who draws lots and decides matches."""

from collections.abc import Mapping
from random import Random
from typing import Final

from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue
from domain.competition.bots import DecidingBot, RandomBot, noted
from domain.competition.tournament import commands as c
from domain.competition.tournament.options import Options
from domain.competition.tournament.state import State
from domain.game import Bot
from domain.options import options_from
from domain.table import SeatSetup, TableSetup

_NAMES: Final = ("Ana", "Bo", "Cleo", "Dara", "Emil", "Fay", "Gus", "Hilde", "Ivo", "Jun", "Kaja", "Lou", "Mira")


def open_table(setup: TableSetup) -> tuple[c.TournamentCommand, ...]:
    """start_tournament. Raises ValueError for an unknown option."""
    options = options_from(setup.options, Options(), least=None)
    return (c.StartTournament(players=tuple(seat.name for seat in setup.seats), options=options),)


def sample_table(catalogue: Catalogue[CardRecord], rng: Random, options: Mapping[str, str]) -> TableSetup:
    """Two players or more."""
    del catalogue
    most = 5 if options.get("bracket") == "round_robin" else rng.choice((4, 8, len(_NAMES)))
    names = rng.sample(_NAMES, rng.randint(2, most))
    return TableSetup(tuple(SeatSetup(name) for name in names), options)


class TournamentDealer:
    """Stands for the lots and for the tables at which matches are played."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def fill(self, state: State, command: c.TournamentCommand) -> c.TournamentCommand:
        """Seeds in a drawn order; results with statistics."""
        if isinstance(command, c.SeedPlayers) and command.source == "drawn":
            return replace(command, order=tuple(self.rng.sample(state.seeds, len(state.seeds))))
        if isinstance(command, c.RecordResult):
            counts = noted(self.rng, command.players, command.winners)
            return replace(command, version=self.rng.randint(20, 200), statistics=counts)
        return command


def deal(setup: TableSetup, catalogue: Catalogue[CardRecord], rng: Random) -> TournamentDealer:
    """A dealer for one simulated tournament."""
    del setup, catalogue
    return TournamentDealer(rng)


BOTS: Final[Mapping[str, Bot[State, c.TournamentCommand]]] = {"random": RandomBot(), "deciding": DecidingBot()}
