"""The mini game with other functions in the place of its own: what a game may get wrong."""

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import Any

from domain.event_buffer import EventBuffer
from tests.minigame import GAME


def happening(resolve: Callable[[Any, Any], tuple[Any, ...]]) -> Callable[[Any, Any], EventBuffer[Any, Any]]:
    """The `resolve` of a game in which these events follow from a command."""

    def unfold(state: Any, command: Any) -> EventBuffer[Any, Any]:
        out: EventBuffer[Any, Any] = EventBuffer(state)
        out.add(*resolve(state, command))
        return out

    return unfold


def evolving(evolve: Callable[[Any, Any], Any]) -> Any:
    """The game whose events change a state in this way at any time."""

    def unfold(state: Any, command: Any) -> EventBuffer[Any, Any]:
        out: EventBuffer[Any, Any] = GAME.resolution(state, command)
        out.state = reduce(evolve, out.events, state)
        return out

    return replace(GAME, evolve=evolve, resolution=unfold)
