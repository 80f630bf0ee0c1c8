"""What tournaments and leagues share: the final ranking, and points that were added by hand."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Annotated, Self, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.cards import SeatIndex
from domain.competition.commands import unknown_players
from domain.competition.record import CompetitionState
from domain.event_buffer import EventBuffer
from domain.game import Event
from domain.narration import Narrator
from domain.rules import Violation
from domain.text import pluralize


class RankedState(CompetitionState, frozen=True, kw_only=True, gc=False):
    """A competition that ends with a ranking."""

    ranking: tuple[int, ...] = ()
    """All players, the winner first; empty before the end."""
    scores: tuple[int, ...] = ()
    """Final points (or the round reached) of each player, in the order of the seats."""

    @property
    def final(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return `ranking` and `scores` as the present results give them."""
        lines = self.standings()
        scores = tuple(line.points for line in sorted(lines, key=lambda line: line.player))
        return tuple(line.player for line in lines), scores

    @property
    def season_now(self) -> int | None:
        """The season that points are added to; only in a league."""
        return None

    def decided(self, ranking: tuple[int, ...], scores: tuple[int, ...]) -> Self:
        """Return the competition with its final ranking."""
        return replace(self, ranking=ranking, scores=scores)

    @abstractmethod
    def with_points(self, season: int | None, player: int, points: int) -> Self:
        """Return the competition after a correction of points."""


R = TypeVar("R", bound=RankedState)


class Decided(Event, frozen=True, kw_only=True):
    """The final ranking."""

    winner: SeatIndex
    ranking: tuple[SeatIndex, ...]
    """All players, the winner first."""
    scores: tuple[int, ...]
    """Points (or the round reached) of each player, in the order of the seats."""

    def evolve(self, state: R) -> R:
        return state.decided(self.ranking, self.scores)

    def describe(self, narrator: Narrator[RankedState]) -> str:
        return f"{narrator.seat(self.ranking[0])} wins the {narrator.state.word}"


def decide(out: EventBuffer[R, Event], event: type[Decided]) -> None:
    """Add the final ranking, unless it is the present one."""
    ranking, scores = out.state.final
    if (ranking, scores) != (out.state.ranking, out.state.scores):
        out.add(event(winner=ranking[0], ranking=ranking, scores=scores))


class PointsAdded(Event, frozen=True, kw_only=True, tag="points_added"):
    """A correction of points."""

    season: int | None = None
    """Only in a league."""
    player: SeatIndex
    points: int

    def evolve(self, state: R) -> R:
        return state.with_points(self.season, self.player, self.points)

    def describe(self, narrator: Narrator[RankedState]) -> str:
        points = f"{'+' if self.points > 0 else ''}{pluralize(self.points, 'point')}"
        return f"{narrator.seat(self.player)} {points}{'' if self.season is None else f' in season {self.season}'}"


class AddPoints(Struct, frozen=True, kw_only=True, tag_field="change", tag="add_points", forbid_unknown_fields=True):
    """Points (or, below 0, a penalty); in a league for the season that runs, or the last one."""

    player: SeatIndex
    points: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]

    def validate(self, state: RankedState) -> Iterator[Violation]:
        yield from unknown_players(state.seats, state.word, self.player)

    def apply(self, out: EventBuffer[R, Event]) -> None:
        if self.points:
            out.add(PointsAdded(season=out.state.season_now, player=self.player, points=self.points))
