"""Matches of a game without bots: random commands from `legal`, with chance left open."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from string import ascii_uppercase
from typing import Final

from domain.capabilities import Simulation
from domain.cards import CardRecord, Catalogue
from domain.decision import RuleViolation, decide
from domain.game import AnyGame, Command
from domain.seats import GameState, SeatSetup, TableSetup

_NAMES: Final = tuple(f"Player {letter}" for letter in ascii_uppercase)
_MORE_SEATS: Final = 3
"""Most seats above the smallest number."""


class Walker:
    """Plays any legal command, in the offered form."""

    def choose(self, state: GameState, commands: Sequence[Command], rng: Random) -> Command:  # noqa: ARG002
        """Return one of the commands."""
        return rng.choice(commands)

    def fill(self, state: GameState, command: Command) -> Command:  # noqa: ARG002
        """Return the command unchanged."""
        return command


def walked(game: AnyGame) -> AnyGame:
    """Return the game unchanged, or with a walker at each seat if it cannot be simulated."""
    if game.simulation is not None:
        return game

    def sample_table(catalogue: Catalogue[CardRecord], rng: Random, options: Mapping[str, str]) -> TableSetup:
        fewest = min(game.seat_counts)
        wanted = rng.choice([count for count in game.seat_counts if count <= fewest + _MORE_SEATS])
        setups = [TableSetup(tuple(SeatSetup(name) for name in _NAMES[:count]), options) for count in (wanted, fewest)]
        return next((setup for setup in setups if _opens(game, catalogue, setup)), setups[-1])

    walker = Walker()
    part = Simulation(deal=lambda *_: walker, sample_table=sample_table, bots={"random": walker})
    return replace(game, simulation=part)


def _opens(game: AnyGame, catalogue: Catalogue[CardRecord], setup: TableSetup) -> bool:
    try:
        decide(game, game.initial(catalogue), game.open_table(setup)[0])
    except RuleViolation:
        return False
    return True
