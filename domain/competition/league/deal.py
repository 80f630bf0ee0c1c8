"""Simulated leagues: invented players, and a dealer who draws lots and decides matches."""

from collections.abc import Mapping
from random import Random
from typing import Final

from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue
from domain.competition.bots import DecidingBot, RandomBot, noted
from domain.competition.league.commands.base import LeagueCommand
from domain.competition.league.commands.keepers import DrawOrder
from domain.competition.league.commands.seasons import RecordResult, StartLeague
from domain.competition.league.options import Options
from domain.competition.league.state import State
from domain.game import Bot
from domain.options import options_from
from domain.table import SeatSetup, TableSetup

_NAMES: Final = ("Ana", "Bo", "Cleo", "Dara", "Emil", "Fay", "Gus", "Hilde")


def open_table(setup: TableSetup) -> tuple[LeagueCommand, ...]:
    """start_league. Raises ValueError for an unknown option."""
    options = options_from(setup.options, Options(), least=None)
    return (StartLeague(players=tuple(seat.name for seat in setup.seats), options=options),)


def sample_table(catalogue: Catalogue[CardRecord], rng: Random, options: Mapping[str, str]) -> TableSetup:
    """Two to five players, who exchange early and have little money, so that leagues stay short."""
    del catalogue
    names = rng.sample(_NAMES, rng.randint(2, 5))
    return TableSetup(
        tuple(SeatSetup(name) for name in names), {"games_before_exchange": "1", "money": "12", **options}
    )


class LeagueDealer:
    """Stands for the lots and for the tables at which matches are played."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def fill(self, state: State, command: LeagueCommand) -> LeagueCommand:  # noqa: ARG002
        """The order of selection, and results with statistics."""
        if isinstance(command, DrawOrder):
            return replace(command, order=tuple(self.rng.sample(command.order, len(command.order))))
        if isinstance(command, RecordResult):
            counts = noted(self.rng, command.players, command.winners)
            return replace(command, version=self.rng.randint(20, 200), statistics=counts)
        return command


def deal(setup: TableSetup, catalogue: Catalogue[CardRecord], rng: Random) -> LeagueDealer:
    """A dealer for one simulated league."""
    del setup, catalogue
    return LeagueDealer(rng)


BOTS: Final[Mapping[str, Bot[State, LeagueCommand]]] = {"random": RandomBot(), "deciding": DecidingBot()}
