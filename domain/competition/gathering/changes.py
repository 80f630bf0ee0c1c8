"""Changes made to a gathering by hand."""

from collections.abc import Iterator
from typing import Annotated, TypeAlias, final

from msgspec import Meta, Struct

from domain.competition.gathering.clock import Clock, Time
from domain.competition.gathering.events import ClockSet
from domain.competition.gathering.options import MOST_MINUTES
from domain.competition.gathering.state import State
from domain.game import Event
from domain.rules import Violation
from domain.unfolding import Course


@final
class SetClock(Struct, frozen=True, kw_only=True, tag_field="change", tag="set_clock", forbid_unknown_fields=True):
    """A round that goes on has so many seconds left at that time, and its clock runs."""

    left: Annotated[int, Meta(ge=0, le=60 * MOST_MINUTES)]
    at: Time
    tournament: str = ""

    def faults(self, state: State) -> Iterator[Violation]:
        linked = state.tournament(self.tournament)
        found = state.round_of(linked.id) if linked else None
        if found is None or found.ended or state.closed:
            yield Violation("CT-B01", "the clock is set of a round that is seated and goes on", impossible=True)

    def apply(self, course: Course[State, Event]) -> None:
        linked = course.state.tournament(self.tournament)
        found = course.state.round_of(linked.id) if linked else None
        if found is not None:
            clock = Clock(seconds=self.left, since=self.at)
            if clock != found.clock:
                course.add(ClockSet(tournament=found.tournament, clock=clock))


Change: TypeAlias = SetClock
