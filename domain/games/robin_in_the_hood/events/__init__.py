"""Events of a tournament; each module is a section of the rulebook."""

from typing import Final

from domain.game import kinds_in
from domain.games.robin_in_the_hood.events import battles, modifiers, placements, record, rounds, setup
from domain.games.robin_in_the_hood.events.base import RobinEvent

EVENTS: Final[tuple[type[RobinEvent], ...]] = kinds_in(setup, placements, modifiers, battles, rounds, record)
