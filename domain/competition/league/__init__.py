"""A league: seasons of matches among a standing group, with the commands and events that every league has."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Self, TypeVar

from msgspec.structs import replace

from domain.cards import SeatIndex
from domain.competition.commands import CompetitionCommand, settle
from domain.competition.record import (
    CompetitionEvent,
    Decided,
    RankedState,
    Result,
    Scale,
    Standing,
    decide,
    find_result,
    ranked,
    standing_of,
)
from domain.event_buffer import EventBuffer
from domain.game import Event
from domain.outcome import Outcome
from domain.rules import Violation, impossible


class State(RankedState, frozen=True, kw_only=True, gc=False):
    """`season` is the one that runs, or the last; `phase` is unopened, preparation, season or over."""

    word: ClassVar = "league"
    one_winner: ClassVar = False
    phase: str = "unopened"
    season: int = 0
    ranks: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Season -> its ranking, for those that have ended."""
    extra: tuple[tuple[int, int, int], ...] = ()
    """Season, player and points that the league manager added."""

    @property
    @abstractmethod
    def scale(self) -> Scale:
        """Points for a win, a draw and a loss."""

    def between_seasons(self) -> Self:
        """The league as the next season finds it."""
        return self

    def unprepared(self) -> Iterator[Violation]:
        """Yield a violation for each preparation that is missing before a season can start."""
        return self.unsettled()

    def unsettled(self) -> Iterator[Violation]:
        """Yield a violation for each pending step that must be completed first."""
        return iter(())

    def part_of(self, players: tuple[int, ...]) -> int:  # noqa: ARG002
        return self.season if self.phase == "season" else 0

    def built_on(self, known: Result, results: tuple[Result, ...]) -> Iterator[Violation]:
        if known.part == self.season and find_result(results, known.match) is None:
            yield from self.made_possible(known)

    def made_possible(self, result: Result) -> Iterator[Violation]:  # noqa: ARG002
        """Yield a violation for each step that this result made possible this season; take these back before the result."""
        return iter(())

    def games(self, player: int) -> int:
        """Games that a player has played in the season."""
        return sum(result.part == self.season and player in result.players for result in self.results)

    def standings(self, season: int | None = None) -> tuple[Standing, ...]:
        """The players, best first: of a season, or over all seasons. Equal points are decided as `results.ranked` says."""
        results = tuple(r for r in self.results if r.part and season in (None, r.part))
        lines = list[Standing]()
        for player in range(len(self.seats)):
            line = standing_of(results, player, self.scale.points)
            extra = sum(points for part, who, points in self.extra if who == player and season in (None, part))
            lines.append(replace(line, points=line.points + extra))
        return ranked(results, lines, self.scale)

    @property
    def season_now(self) -> int | None:
        return self.season

    def with_points(self, season: int | None, player: int, points: int) -> Self:
        return replace(self, extra=(*self.extra, (season or 0, player, points)))

    def rank(self, season: int | None = None) -> tuple[int, ...]:
        """Return the players in the order of the standings, best first."""
        return tuple(line.player for line in self.standings(season))


def outcome(state: State) -> Outcome | None:
    """Return the leader over all seasons, once the league is closed."""
    if state.phase != "over":
        return None
    return Outcome(state.ranking[:1], "points", "CT-G02", state.scores)


# --- events ------------------------------------------------------------------------------------------------------------


class SeasonStarted(CompetitionEvent, frozen=True, kw_only=True, tag="season_started"):
    """Matches count for this season."""

    season: int
    template = "season {season} begins"

    def evolve(self, state: State) -> State:
        return replace(state.between_seasons(), phase="season", season=self.season)


class SeasonRanked(CompetitionEvent, frozen=True, kw_only=True, tag="season_ranked"):
    """The ranking of a past season, after one of its results was changed."""

    season: int
    ranking: tuple[SeatIndex, ...]
    template = "season {season} is now {ranking:seats}"

    def evolve(self, state: State) -> State:
        ranks = ((season, self.ranking if season == self.season else rank) for season, rank in state.ranks)
        return replace(state, ranks=tuple(ranks))


class LeagueClosed(Decided, frozen=True, kw_only=True, tag="league_closed"):
    """The ranking over all seasons."""

    sets = {"phase": "over"}  # noqa: RUF012 (a constant)


EVENTS: tuple[type[Event], ...] = (SeasonStarted, SeasonRanked, LeagueClosed)

# --- commands ----------------------------------------------------------------------------------------------------------

S = TypeVar("S", bound=State)


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


@settle.register
def rank_anew(state: State, out: EventBuffer[S, Event], *_: Result | None) -> None:
    """Add the new rankings of ended seasons, and of a closed league, after a result has changed."""
    for season, ranking in state.ranks:
        if (now := state.rank(season)) != ranking:
            out.add(SeasonRanked(season=season, ranking=now))
    if state.phase == "over":
        decide(out, LeagueClosed)
