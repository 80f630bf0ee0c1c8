"""The events of one command as they come about, each seen by the next."""

from domain.game import Event
from domain.games.robin_in_the_hood.evolve import EVOLVE
from domain.games.robin_in_the_hood.state import State


class Unfolding:
    """A working state and the events that led to it."""

    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def add(self, *events: Event) -> "Unfolding":
        """Lets these events happen."""
        for event in events:
            self.state = EVOLVE[type(event)](self.state, event)
            self.events.append(event)
        return self
