"""A change made to any league by hand."""

from collections.abc import Iterator
from typing import Annotated, final

from msgspec import Meta, Struct

from domain.cards import SeatIndex
from domain.competition.adjusting import stranger
from domain.competition.league.commands import S
from domain.competition.league.events import PointsAdded
from domain.competition.league.state import State
from domain.game import Event
from domain.rules import Violation
from domain.unfolding import Course


@final
class AddPoints(Struct, frozen=True, kw_only=True, tag_field="change", tag="add_points", forbid_unknown_fields=True):
    """For the season that runs, or the last one."""

    player: SeatIndex
    points: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]

    def faults(self, state: State) -> Iterator[Violation]:
        yield from stranger(state.seats, state.word, self.player)

    def apply(self, course: Course[S, Event]) -> None:
        if self.points:
            course.add(PointsAdded(season=course.state.season, player=self.player, points=self.points))
