"""Base class of the game's events."""

from abc import abstractmethod
from typing import TypeAlias

from domain.event_buffer import EventBuffer
from domain.game import Event
from domain.games.frc_card_game.state import State
from domain.games.frc_card_game.visibility import acting_now, open_card, open_cards


class FrcEvent(Event, frozen=True, kw_only=True):
    """Something that happened in a match. It contains all numbers that decided it, so replays never read the catalogue."""

    formats = {"open": open_card, "cards": open_cards, "acting": acting_now}  # noqa: RUF012 (a constant)

    @abstractmethod
    def evolve(self, state: State) -> State:
        """Return the state after the event. Reads only the state and the event, and accepts every recorded event, legal or
        not."""


class FrcNarrativeEvent(FrcEvent, frozen=True, kw_only=True):
    """An event that describes a fact and leaves the state unchanged; its consequences are separate events."""

    def evolve(self, state: State) -> State:
        return state


FrcBuffer: TypeAlias = EventBuffer[State, FrcEvent]
"""The event buffer of this game."""
