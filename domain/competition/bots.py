"""Organisers of simulated contests, and what they note of a match."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

from domain.competition.commands import Counts, Reported
from domain.game import Command
from domain.table import GameState

C = TypeVar("C", bound=Command)


class RandomBot:
    """Enters any legal command."""

    def choose(self, state: GameState, commands: Sequence[C], rng: Random) -> C:  # noqa: ARG002
        """One of the commands."""
        return rng.choice(commands)


class DecidingBot:
    """Lets no match be drawn while it can be won."""

    def choose(self, state: GameState, commands: Sequence[C], rng: Random) -> C:  # noqa: ARG002
        """A command that is no draw."""
        decided = [one for one in commands if not isinstance(one, Reported) or one.winners]
        return rng.choice(decided or commands)


def noted(rng: Random, players: Iterable[int], winners: Sequence[int]) -> tuple[Counts, ...]:
    """Statistics of a match that was not played."""
    return tuple(
        Counts(player=p, counts={"terminations": int(p in winners), "blow_offs_made": rng.randint(0, 4)})
        for p in players
    )
