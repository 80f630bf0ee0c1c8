"""Base classes of the game's events, and the event buffer of an action."""

from abc import abstractmethod
from typing import TypeAlias

from domain.event_buffer import EventBuffer
from domain.game import Event
from domain.games.frc_tcg.events import phrases
from domain.games.frc_tcg.state import State


class TcgEvent(Event, frozen=True, kw_only=True):
    """Something that happened in a match of the FRC TCG."""

    formats = phrases.FORMATS

    @abstractmethod
    def evolve(self, state: State) -> State:
        """Return the state after the event. Uses neither rules nor catalogue, and accepts every recorded event."""


class TcgNarrativeEvent(TcgEvent, frozen=True, kw_only=True):
    """An event that describes a fact and leaves the state unchanged; its consequences are separate events."""

    def evolve(self, state: State) -> State:
        return state


TcgBuffer: TypeAlias = EventBuffer[State, TcgEvent]
"""The events of one action, and the state after them."""
