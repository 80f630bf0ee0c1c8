"""Events of a match. They contain every number that was used, so folding them reads no rules and no cards. `side` and
`seat` are indices, cards are ids or `None` (unknown)."""

from typing import Final

from domain.game import kinds_in
from domain.games.pbl_robots.events import builds, combat, decks, effects, match_end, setup, turns
from domain.games.pbl_robots.events.base import PblEvent

EVENTS: Final[tuple[type[PblEvent], ...]] = kinds_in(setup, decks, turns, builds, combat, effects, match_end)
