"""What the states of all contests have: the results of their matches, and how these are told."""

from abc import abstractmethod
from collections import Counter
from typing import ClassVar

from domain.competition.pictures import result_text
from domain.competition.results import Result, Standing
from domain.table import CarriedOver, GameState


class ContestState(GameState, frozen=True, kw_only=True, gc=False):
    """A contest between two acts."""

    word: ClassVar[str]
    """What it is: a series, a tournament, a league."""
    rules: ClassVar[tuple[str, ...]] = ()
    """Rules that what a game adds to it asks, whatever the command."""
    results: tuple[Result, ...] = ()

    @property
    @abstractmethod
    def game(self) -> str:
        """The name of the game that is played; empty where none was said."""

    @property
    @abstractmethod
    def phase(self) -> str:
        """`unopened`, what is to be done now, or `over`."""

    @abstractmethod
    def standings(self) -> tuple[Standing, ...]:
        """The players, best first."""

    def told(self, result: Result) -> str:
        """A result in one line."""
        return f"match {result.match}: {result_text(self.seats, result)}"

    def told_anew(self, result: Result) -> str:
        """A result that was amended, in one line."""
        return f"match {result.match} now stands as {result_text(self.seats, result)}"

    def fixture(self, players: tuple[int, ...]) -> CarriedOver:  # noqa: ARG002
        """What the next match between these players gets of it: as far as the match's game knows such options and fields."""
        return CarriedOver()


def census(state: ContestState) -> dict[str, int]:
    """The players: nobody comes or goes."""
    return dict(Counter(seat.name for seat in state.seats))
