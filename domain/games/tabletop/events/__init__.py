"""Events in a match of a kit. They contain names, tokens and every number after a change. `evolve` uses the kit's layout, but not
its rules."""

from typing import Final

from domain.game import kinds_in
from domain.games.tabletop.events import acts, moves, position, setup, turns, values
from domain.games.tabletop.events.base import TabletopEvent

EVENTS: Final[tuple[type[TabletopEvent], ...]] = kinds_in(setup, acts, moves, values, turns, position)
