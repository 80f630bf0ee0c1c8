"""Collects the events of one command while it is resolved, the state after each of them, and violations found on the way.

For manual changes, checking and resolving run the same code, so that exactly what was checked happens."""

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
        """Lets these events happen, each on the state that the one before it left."""
        for event in events:
            # Once an event: a cast would be a call.
            self.state = event.evolve(self.state)  # type: ignore[attr-defined]
            self.events.append(event)

    @property
    def stopped(self) -> bool:
        """Whether something impossible was asked for: what would follow it cannot be known."""
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
