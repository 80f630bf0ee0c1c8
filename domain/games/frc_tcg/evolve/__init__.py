"""One event applied to a state: no rules, no catalogue, every recorded event accepted."""

from collections.abc import Callable
from typing import Final, cast

from domain.game import Event
from domain.games.frc_tcg.events import TcgEvent
from domain.games.frc_tcg.evolve.cards import CARDS
from domain.games.frc_tcg.evolve.course import COURSE
from domain.games.frc_tcg.evolve.robots import ROBOTS
from domain.games.frc_tcg.state import State

EVOLVE: Final = cast("dict[type[Event], Callable[[State, TcgEvent], State]]", {**COURSE, **CARDS, **ROBOTS})
"""Event type -> the function that applies it."""


def evolve(state: State, event: TcgEvent) -> State:
    """The state after an event."""
    return EVOLVE[type(event)](state, event)
