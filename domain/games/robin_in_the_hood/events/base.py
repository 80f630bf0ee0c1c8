"""Base class of the game's events."""

from abc import abstractmethod
from typing import TypeAlias

from domain.game import Event
from domain.games.robin_in_the_hood.state import State
from domain.unfolding import Course


class RobinEvent(Event, frozen=True, kw_only=True):
    """What happened. It holds the numbers and names it used: replay never asks the catalogue."""

    @abstractmethod
    def evolve(self, state: State) -> State:
        """The state after it."""


RobinCourse: TypeAlias = Course[State, RobinEvent]
"""The events of one command as they come about, each seen by the next."""
