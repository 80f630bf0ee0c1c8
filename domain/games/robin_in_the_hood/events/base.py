"""Base class of the game's events."""

from abc import abstractmethod
from typing import TypeAlias

from domain.event_buffer import EventBuffer
from domain.game import Event
from domain.games.robin_in_the_hood.state import State


class RobinEvent(Event, frozen=True, kw_only=True):
    """What happened. It holds the numbers and names it used: replay never asks the catalogue."""

    @abstractmethod
    def evolve(self, state: State) -> State:
        """The state after it."""


RobinBuffer: TypeAlias = EventBuffer[State, RobinEvent]
"""The events of one command as they come about, each seen by the next."""
