"""Events that all competitions share: the results of matches, and corrections."""

from typing import TypeVar

from msgspec.structs import replace

from domain.competition.record import CompetitionState, Result, amended, withdrawn
from domain.game import Event
from domain.narration import Narrator

S = TypeVar("S", bound=CompetitionState)


class ResultRecorded(Event, frozen=True, kw_only=True, tag="result_recorded"):
    """A match of the competition has ended."""

    result: Result

    def evolve(self, state: S) -> S:
        return replace(state, results=(*state.results, self.result))

    def describe(self, narrator: Narrator[CompetitionState]) -> str:
        return narrator.state.told(self.result)


class ResultAmended(Event, frozen=True, kw_only=True, tag="result_amended"):
    """A result was found to be otherwise."""

    result: Result
    """The result that replaces the previous one of the same match."""

    def evolve(self, state: S) -> S:
        return replace(state, results=amended(state.results, self.result))

    def describe(self, narrator: Narrator[CompetitionState]) -> str:
        return narrator.state.told_anew(self.result)


class ResultWithdrawn(Event, frozen=True, kw_only=True, tag="result_withdrawn"):
    """A match has no result any more."""

    match: str
    template = "the result of match {match} is withdrawn"

    def evolve(self, state: S) -> S:
        return replace(state, results=withdrawn(state.results, self.match))


class Adjusted(Event, frozen=True, kw_only=True, tag="adjusted"):
    """A correction; what it changes follows."""

    reason: str
    template = "adjusted: {reason}"

    def evolve(self, state: S) -> S:
        return state
