"""Base class of the events in a match of a kit, and the stored form of a verb's argument."""

from abc import abstractmethod
from typing import TypeAlias

from domain.game import Event
from domain.games.tabletop.state import State

Argument: TypeAlias = int | str | tuple[int | str, ...]
"""The stored form of a verb's argument: a seat or number, a word or card, cards, seats or dice."""


class TabletopEvent(Event, frozen=True, kw_only=True):
    """An event in a match of a kit."""

    @abstractmethod
    def evolve(self, state: State) -> State:
        """The state after it."""
