"""Base class of the events in a match of a kit, and the stored type of a verb's argument."""

from abc import abstractmethod
from typing import TypeAlias

from domain.game import Event
from domain.games.tabletop.state import State

Argument: TypeAlias = int | str | tuple[int | str, ...]
"""The stored type of a verb's argument: a seat or number, a word or card, or a list of cards, seats or dice."""


class TabletopEvent(Event, frozen=True, kw_only=True):
    """An event in a match of a kit."""

    @abstractmethod
    def evolve(self, state: State) -> State:
        """Return the state after the event. It accepts every recorded event, legal or not."""
