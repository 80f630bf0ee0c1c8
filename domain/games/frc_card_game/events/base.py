"""What every event of the game is."""

from abc import abstractmethod
from typing import TypeAlias

from domain.game import Event
from domain.games.frc_card_game.state import State
from domain.unfolding import Course


class FrcEvent(Event, frozen=True, kw_only=True):
    """Something that happened in a match. It holds every number that it used: replay never reads the catalogue."""

    @abstractmethod
    def evolve(self, state: State) -> State:
        """The state after it. Reads the state and the event alone, and accepts every recorded event, legal or not."""


FrcCourse: TypeAlias = Course[State, FrcEvent]
"""A command as it unfolds."""
