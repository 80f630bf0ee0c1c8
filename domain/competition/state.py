"""Base state of all competitions: match results and their descriptions."""

from abc import abstractmethod
from collections import Counter
from typing import ClassVar

from domain.competition.pictures import result_text
from domain.competition.results import Result, Standing
from domain.seats import CarriedOver, GameState


class CompetitionState(GameState, frozen=True, kw_only=True, gc=False):
    """A competition between two acts."""

    word: ClassVar[str]
    """Word for the type of competition: series, tournament, league."""
    rules: ClassVar[tuple[str, ...]] = ()
    """Rules that what a game adds to it asks, whatever the command."""
    results: tuple[Result, ...] = ()

    @property
    @abstractmethod
    def game(self) -> str:
        """Name of the game that is played; empty if unspecified."""

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
        return f"match {result.match} is now {result_text(self.seats, result)}"

    def fixture(self, players: tuple[int, ...]) -> CarriedOver:  # noqa: ARG002
        """Return the values that the next match between these players takes over. Unsupported options and fields of its game
        are dropped."""
        return CarriedOver()


def card_counts(state: CompetitionState) -> dict[str, int]:
    """Return the counts of the players, who never change."""
    return dict(Counter(seat.name for seat in state.seats))
