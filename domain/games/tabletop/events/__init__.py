"""Events at the table: names, tokens, and every number after the change. `evolve` uses the layout, but not the rules."""

from typing import Final

from domain.game import kinds_in
from domain.games.tabletop.events import acts, moves, position, setup, turns, values
from domain.games.tabletop.events.base import TabletopEvent

EVENTS: Final[tuple[type[TabletopEvent], ...]] = kinds_in(setup, acts, moves, values, turns, position)
