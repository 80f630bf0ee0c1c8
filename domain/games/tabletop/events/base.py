"""What every event of a match of a kit is, and what an argument of a verb is stored as."""

from abc import abstractmethod
from typing import TypeAlias

from domain.game import Event
from domain.games.tabletop.state import State

Argument: TypeAlias = int | str | tuple[int | str, ...]
"""What stands for an argument of a verb: a seat or number, a word or card, cards, seats or dice."""


class TabletopEvent(Event, frozen=True, kw_only=True):
    """What happened in a match of a kit."""

    @abstractmethod
    def evolve(self, state: State) -> State:
        """The state after it."""
