"""Adjustments of a contest: changes made by hand, each checked and made on what the one before it left."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Never, Protocol, TypeVar, cast

from domain.competition.state import ContestState
from domain.game import Event
from domain.rules import Violation
from domain.unfolding import Course

S = TypeVar("S", bound=ContestState)


class Change(Protocol):
    """A change made by hand."""

    def faults(self, state: Never, /) -> Iterator[Violation]:
        """What is wrong with it on the contest as it stands."""
        ...

    def apply(self, course: Never, /) -> None:
        """Makes it; one that says what stands already adds nothing."""
        ...


def adjust(course: Course[S, Event], changes: Iterable[Change]) -> None:
    """Makes the changes; the course notes what is wrong with them."""
    for number, change in enumerate(changes, start=1):
        idle = Violation("CT-B01", f"change {number} says what stands already", impossible=True)
        found = change.faults(cast("Never", course.state))
        course.change(found, partial(change.apply, cast("Never", course)), idle=idle)


def faults_of(state: S, changes: Iterable[Change]) -> list[Violation]:
    """What is wrong with changes, each on what those before it leave."""
    course: Course[S, Event] = Course(state)
    adjust(course, changes)
    return course.faults
