"""Simulated leagues: invented players, and a dealer who draws lots and decides matches."""

from collections.abc import Mapping
from random import Random
from typing import Final

from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue
from domain.competition.bots import DecidingBot, RandomBot, noted
from domain.competition.commands import ContestCommand
from domain.competition.opening import options_from
from domain.game import Bot
from domain.games.pbl_robots.contests.league.keepers import DrawOrder
from domain.games.pbl_robots.contests.league.options import Options
from domain.games.pbl_robots.contests.league.seasons import RecordResult, StartLeague
from domain.games.pbl_robots.contests.league.state import State
from domain.table import SeatSetup, TableSetup

_NAMES: Final = ("Ana", "Bo", "Cleo", "Dara", "Emil", "Fay", "Gus", "Hilde")


def open_table(setup: TableSetup) -> tuple[ContestCommand, ...]:
    """start_league. Raises ValueError for an unknown option."""
    options = options_from(setup.options, Options)
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

    def fill(self, state: State, command: ContestCommand) -> ContestCommand:  # noqa: ARG002
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


BOTS: Final[Mapping[str, Bot[State, ContestCommand]]] = {"random": RandomBot(), "deciding": DecidingBot()}
