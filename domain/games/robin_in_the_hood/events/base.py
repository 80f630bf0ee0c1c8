"""Base class of the game's events."""

from abc import abstractmethod
from typing import TypeAlias

from domain.event_buffer import EventBuffer
from domain.game import Event
from domain.games.robin_in_the_hood.state import State


class RobinEvent(Event, frozen=True, kw_only=True):
    """An event. It contains all numbers and names that a replay needs, so that replay does not use the catalogue."""

    @abstractmethod
    def evolve(self, state: State) -> State:
        """Return the state after the event."""


RobinBuffer: TypeAlias = EventBuffer[State, RobinEvent]
"""The events of one command, and the state after them."""
