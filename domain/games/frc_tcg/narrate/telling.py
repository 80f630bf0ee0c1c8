"""One line for every event, with nothing that the viewpoint may not know."""

from collections.abc import Callable
from typing import Final, cast

from domain.game import Event
from domain.games.frc_tcg.events import TcgEvent
from domain.games.frc_tcg.narrate.course import COURSE
from domain.games.frc_tcg.narrate.play import PLAY
from domain.games.frc_tcg.state import State
from domain.table import Viewpoint

TELL: Final = cast("dict[type[Event], Callable[[State, TcgEvent, Viewpoint], str]]", {**COURSE, **PLAY})
"""Event type -> the function that tells it."""


def narrate(before: State, event: TcgEvent, viewpoint: Viewpoint) -> str:
    """What happened, in one line, given the state before it."""
    return TELL[type(event)](before, event, viewpoint)
