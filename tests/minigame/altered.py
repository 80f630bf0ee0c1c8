"""The mini game with other functions in the place of its own: what a game may get wrong."""

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import Any

from domain.unfolding import Course
from tests.minigame import GAME


def happening(resolve: Callable[[Any, Any], tuple[Any, ...]]) -> Callable[[Any, Any], Course[Any, Any]]:
    """The `unfold` of a game in which these events follow from a command."""

    def unfold(state: Any, command: Any) -> Course[Any, Any]:
        course: Course[Any, Any] = Course(state)
        course.add(*resolve(state, command))
        return course

    return unfold


def evolving(evolve: Callable[[Any, Any], Any]) -> Any:
    """The game whose events do this to a state, wherever they happen."""

    def unfold(state: Any, command: Any) -> Course[Any, Any]:
        course: Course[Any, Any] = GAME.unfold(state, command)
        course.state = reduce(evolve, course.events, state)
        return course

    return replace(GAME, evolve=evolve, unfold=unfold)
