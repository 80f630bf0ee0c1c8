"""Adjustments of a competition: changes made by hand, each checked and made on what the one before it left."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import ClassVar, Generic, Never, Protocol, TypeVar, cast

from domain.competition.commands import CompetitionCommand
from domain.competition.events import Adjusted
from domain.competition.state import CompetitionState
from domain.event_buffer import EventBuffer
from domain.game import Event
from domain.rules import Violation
from domain.seats import Seat

S = TypeVar("S", bound=CompetitionState)


class ManualChange(Protocol):
    """A change made by hand."""

    def validate(self, state: Never, /) -> Iterator[Violation]:
        """Yield the violations of this change in the current state of the competition."""
        ...

    def apply(self, out: Never, /) -> None:
        """Apply the change. A change that matches the current state adds no event."""
        ...


def unknown_players(seats: Sequence[Seat], word: str, *players: int | None) -> Iterator[Violation]:
    """Players named in a change who are not in the competition."""
    for player in players:
        if player is not None and not 0 <= player < len(seats):
            yield Violation("CT-B01", f"the {word} has no seat {player + 1}", impossible=True)


class AdjustCommand(CompetitionCommand, Generic[S], frozen=True, kw_only=True):
    """Record changes made at the table that the regular commands cannot express."""

    title = "Adjust the record"
    rules: ClassVar[tuple[str, ...]] = ("CT-B01",)
    reason: str
    changes: tuple[ManualChange, ...]

    def validate(self, state: S) -> Iterator[Violation]:
        """Yield the violations of the changes, each checked against the state left by those before it."""
        out: EventBuffer[S, Event] = EventBuffer(state)
        self._make(out)
        yield from out.violations

    def resolve(self, out: EventBuffer[S, Event]) -> None:
        out.add(Adjusted(reason=self.reason))
        self._make(out)

    def _make(self, out: EventBuffer[S, Event]) -> None:
        """Makes the changes; the course notes what is wrong with them."""
        for number, change in enumerate(self.changes, start=1):
            idle = Violation("CT-B01", f"change {number} repeats the present value", impossible=True)
            found = change.validate(cast("Never", out.state))
            out.change(found, partial(change.apply, cast("Never", out)), idle=idle)
