"""What the states of all contests have: the results of their matches, and how these are told."""

from domain.competition.pictures import result_text
from domain.competition.results import Result
from domain.table import GameState


class ContestState(GameState, frozen=True, kw_only=True, gc=False):
    """A contest between two acts."""

    results: tuple[Result, ...] = ()

    def told(self, result: Result) -> str:
        """A result in one line."""
        return f"match {result.match}: {result_text(self.seats, result)}"

    def told_anew(self, result: Result) -> str:
        """A result that was amended, in one line."""
        return f"match {result.match} now stands as {result_text(self.seats, result)}"
