"""Adjustments of a contest: changes made by hand, each checked and made on what the one before it left."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import ClassVar, Generic, Never, Protocol, TypeVar, cast

from domain.competition.commands import ContestCommand
from domain.competition.events import Adjusted
from domain.competition.state import ContestState
from domain.game import Event
from domain.rules import Violation
from domain.table import Seat
from domain.unfolding import Course

S = TypeVar("S", bound=ContestState)


class Change(Protocol):
    """A change made by hand."""

    def faults(self, state: Never, /) -> Iterator[Violation]:
        """Yield the violations of this change in the current state of the competition."""
        ...

    def apply(self, course: Never, /) -> None:
        """Apply the change. A change that matches the current state adds no event."""
        ...


def stranger(seats: Sequence[Seat], word: str, *players: int | None) -> Iterator[Violation]:
    """Players named in a change who are not in the contest."""
    for player in players:
        if player is not None and not 0 <= player < len(seats):
            yield Violation("CT-B01", f"the {word} has no seat {player + 1}", impossible=True)


class Adjust(ContestCommand, Generic[S], frozen=True, kw_only=True):
    """Record changes made at the table that the regular commands cannot express."""

    title = "Adjust the record"
    rules: ClassVar[tuple[str, ...]] = ("CT-B01",)
    reason: str
    changes: tuple[Change, ...]

    def faults(self, state: S) -> Iterator[Violation]:
        """Yield the violations of the changes, each checked against the state left by those before it."""
        course: Course[S, Event] = Course(state)
        self._make(course)
        yield from course.faults

    def unfold(self, course: Course[S, Event]) -> None:
        course.add(Adjusted(reason=self.reason))
        self._make(course)

    def _make(self, course: Course[S, Event]) -> None:
        """Makes the changes; the course notes what is wrong with them."""
        for number, change in enumerate(self.changes, start=1):
            idle = Violation("CT-B01", f"change {number} repeats the present value", impossible=True)
            found = change.faults(cast("Never", course.state))
            course.change(found, partial(change.apply, cast("Never", course)), idle=idle)
