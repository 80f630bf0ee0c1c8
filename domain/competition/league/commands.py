"""Commands that every league accepts: start a season, close the league, report matches."""

from collections.abc import Iterator
from typing import TypeVar, final

from domain.competition import commands as shared
from domain.competition.commands import CompetitionCommand, Reported
from domain.competition.events import ResultAmended, ResultWithdrawn
from domain.competition.league.events import LeagueClosed, SeasonRanked, SeasonStarted
from domain.competition.league.state import State
from domain.competition.reporting import check_report, check_same_players, check_withdrawal
from domain.competition.results import Result, find_result
from domain.event_buffer import EventBuffer
from domain.game import Event
from domain.rules import Violation

S = TypeVar("S", bound=State)

# --- seasons -----------------------------------------------------------------------------------------------------------


@final
class StartSeason(CompetitionCommand, frozen=True, kw_only=True, tag="start_season"):
    """Matches count from here on."""

    title = "Start the season"

    def validate(self, state: State) -> Iterator[Violation]:
        if state.phase != "preparation":
            yield Violation("CT-R04", "a season runs, or the league is over", impossible=True)
        yield from state.unprepared()

    def resolve(self, out: EventBuffer[S, Event]) -> None:
        out.add(SeasonStarted(season=out.state.season + 1))


@final
class CloseLeague(CompetitionCommand, frozen=True, kw_only=True, tag="close_league"):
    """No further season follows."""

    title = "Close the league"

    def validate(self, state: State) -> Iterator[Violation]:
        if state.phase != "preparation" or not state.season:
            yield Violation("CT-R04", "a league is closed after a season", impossible=True)
        yield from state.unsettled()

    def resolve(self, out: EventBuffer[S, Event]) -> None:
        _close(out, out.state.rank(), _scores(out.state))


def _scores(state: State) -> tuple[int, ...]:
    """Points over all seasons, in the order of the seats."""
    return tuple(line.points for line in sorted(state.standings(), key=lambda line: line.player))


def _close(out: EventBuffer[S, Event], ranking: tuple[int, ...], scores: tuple[int, ...]) -> None:
    out.add(LeagueClosed(winner=ranking[0], ranking=ranking, scores=scores))


def rank_anew(out: EventBuffer[S, Event]) -> None:
    """Add the new rankings of ended seasons, and of a closed league, after a result has changed."""
    state = out.state
    for season, ranking in state.ranks:
        if (now := state.rank(season)) != ranking:
            out.add(SeasonRanked(season=season, ranking=now))
    if state.phase == "over":
        ranking, scores = state.rank(), _scores(state)
        if (ranking, scores) != (state.ranking, state.scores):
            _close(out, ranking, scores)


# --- results -----------------------------------------------------------------------------------------------------------


def season_violations(state: State, command: Reported) -> Iterator[Violation]:
    """Yield the violations of a result reported for a match of the season."""
    yield from check_report(state.seats, state.results, command)
    if state.phase != "season":
        yield Violation("CT-R04", "no season runs: start_season comes first")


def season_result(state: State, command: Reported) -> Result:
    """The result of a match, in the season that runs."""
    players = command.players or range(len(state.seats))
    return command.result(tuple(players), state.season if state.phase == "season" else 0)


@final
class AmendResult(shared.AmendResult, frozen=True, kw_only=True, tag="amend_result"):
    """Amend the result of a league match that was corrected, rewound or ruled on."""

    def validate(self, state: State) -> Iterator[Violation]:
        yield from check_report(state.seats, state.results, self)
        if (known := find_result(state.results, self.match)) is not None:
            yield from check_same_players(state.seats, known, self)

    def resolve(self, out: EventBuffer[S, Event]) -> None:
        if (known := find_result(out.state.results, self.match)) is not None:
            out.add(ResultAmended(result=self.result(known.players, known.part)))
            rank_anew(out)


@final
class WithdrawResult(shared.WithdrawResult, frozen=True, kw_only=True, tag="withdraw_result"):
    """A match of the league has no outcome any more."""

    def validate(self, state: State) -> Iterator[Violation]:
        yield from check_withdrawal(state.results, self)
        if (known := find_result(state.results, self.match)) is not None and known.part == state.season:
            yield from state.built_on(known)

    def resolve(self, out: EventBuffer[S, Event]) -> None:
        if find_result(out.state.results, self.match) is not None:
            out.add(ResultWithdrawn(match=self.match))
            rank_anew(out)
