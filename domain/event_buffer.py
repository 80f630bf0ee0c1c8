"""Collects the events of one command while it is resolved, the state after each of them, and violations found on the way.

Manual changes are checked and resolved by the same code, so that their events are exactly those that were checked."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from domain.rules import Violation

S = TypeVar("S")
E = TypeVar("E")


class EventBuffer(Generic[S, E]):
    """A working state that follows its own events."""

    __slots__ = ("events", "state", "violations")

    def __init__(self, state: S) -> None:
        self.state = state
        self.events: list[E] = []
        self.violations: list[Violation] = []
        """Violations of the manual changes made so far."""

    def add(self, *events: E) -> None:
        """Add events, each folded on the state after the event before it."""
        for event in events:
            # Ignored instead of cast: this runs for every event, and a cast is a call.
            self.state = event.evolve(self.state)  # type: ignore[attr-defined]
            self.events.append(event)

    @property
    def stopped(self) -> bool:
        """True if an impossible change was requested; the events after it would be unknown."""
        return any(violation.impossible for violation in self.violations)

    def change(self, violations: Iterable[Violation], apply: Callable[[], None], *, idle: Violation) -> None:
        """Check a manual change against the current state, and apply it unless it is impossible.

        A change without events is also impossible: `idle` is then the violation. After an impossible change, further ones are
        ignored.
        """
        if self.stopped:
            return
        found = tuple(violations)
        self.violations += found
        if any(violation.impossible for violation in found):
            return
        before = len(self.events)
        apply()
        if len(self.events) == before and not any(violation.impossible for violation in self.violations):
            self.violations.append(idle)
