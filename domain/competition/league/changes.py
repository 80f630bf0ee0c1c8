"""A change made to any league by hand."""

from collections.abc import Iterator
from typing import Annotated, final

from msgspec import Meta, Struct

from domain.cards import SeatIndex
from domain.competition.adjusting import unknown_players
from domain.competition.league.commands import S
from domain.competition.league.events import PointsAdded
from domain.competition.league.state import State
from domain.event_buffer import EventBuffer
from domain.game import Event
from domain.rules import Violation


@final
class AddPoints(Struct, frozen=True, kw_only=True, tag_field="change", tag="add_points", forbid_unknown_fields=True):
    """For the season that runs, or the last one."""

    player: SeatIndex
    points: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]

    def validate(self, state: State) -> Iterator[Violation]:
        yield from unknown_players(state.seats, state.word, self.player)

    def apply(self, out: EventBuffer[S, Event]) -> None:
        if self.points:
            out.add(PointsAdded(season=out.state.season, player=self.player, points=self.points))
