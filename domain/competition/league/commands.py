"""Commands that every league accepts: start a season, close the league, report matches."""

from collections.abc import Iterator
from typing import TypeVar

from domain.competition import commands as shared
from domain.competition.commands import CompetitionCommand
from domain.competition.league.events import LeagueClosed, SeasonRanked, SeasonStarted
from domain.competition.league.state import State
from domain.competition.ranking import decide
from domain.competition.record import Result
from domain.event_buffer import EventBuffer
from domain.game import Event
from domain.rules import Violation, impossible

S = TypeVar("S", bound=State)

# --- seasons -----------------------------------------------------------------------------------------------------------


class StartSeason(CompetitionCommand, frozen=True, kw_only=True, tag="start_season"):
    """Matches count from here on."""

    title = "Start the season"

    def validate(self, state: State) -> Iterator[Violation]:
        if state.phase != "preparation":
            yield impossible("CT-R04", "a season runs, or the league is over")
        yield from state.unprepared()

    def resolve(self, out: EventBuffer[S, Event]) -> None:
        out.add(SeasonStarted(season=out.state.season + 1))


class CloseLeague(CompetitionCommand, frozen=True, kw_only=True, tag="close_league"):
    """No further season follows."""

    title = "Close the league"

    def validate(self, state: State) -> Iterator[Violation]:
        if state.phase != "preparation" or not state.season:
            yield impossible("CT-R04", "a league is closed after a season")
        yield from state.unsettled()

    def resolve(self, out: EventBuffer[S, Event]) -> None:
        decide(out, LeagueClosed)


def rank_anew(out: EventBuffer[S, Event]) -> None:
    """Add the new rankings of ended seasons, and of a closed league, after a result has changed."""
    for season, ranking in out.state.ranks:
        if (now := out.state.rank(season)) != ranking:
            out.add(SeasonRanked(season=season, ranking=now))
    if out.state.phase == "over":
        decide(out, LeagueClosed)


# --- results -----------------------------------------------------------------------------------------------------------


class Settling(shared.ResultCommand, frozen=True, kw_only=True):
    """The rankings follow from the results."""

    def settle(self, out: EventBuffer[S, Event], known: Result | None, result: Result | None) -> None:  # noqa: ARG002
        rank_anew(out)


class AmendResult(Settling, shared.AmendResult, frozen=True, kw_only=True, tag="amend_result"):
    """Amend the result of a league match that was corrected, rewound or ruled on."""


class WithdrawResult(Settling, shared.WithdrawResult, frozen=True, kw_only=True, tag="withdraw_result"):
    """A match of the league has no outcome any more."""
