"""A league between two acts."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Self

from msgspec.structs import replace

from domain.competition.results import Result, Scale, Standing, ranked, standing_of
from domain.competition.state import CompetitionState
from domain.game import Outcome
from domain.rules import Violation


class State(CompetitionState, frozen=True, kw_only=True, gc=False):
    """`season` is the one that runs, or the last; `phase` is unopened, preparation, season or over."""

    word: ClassVar = "league"
    phase: str = "unopened"
    season: int = 0
    ranks: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Season -> its ranking, for those that have ended."""
    extra: tuple[tuple[int, int, int], ...] = ()
    """Season, player and points that the league manager added."""
    ranking: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()

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

    def built_on(self, result: Result) -> Iterator[Violation]:  # noqa: ARG002
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

    def rank(self, season: int | None = None) -> tuple[int, ...]:
        """Return the players in the order of the standings, best first."""
        return tuple(line.player for line in self.standings(season))


def outcome(state: State) -> Outcome | None:
    """Return the leader over all seasons, once the league is closed."""
    if state.phase != "over":
        return None
    return Outcome(state.ranking[:1], "points", "CT-G02", state.scores)
