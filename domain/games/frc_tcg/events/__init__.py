"""Events. They contain every number and card that a replay needs, so that it works without rules and catalogue."""

from typing import Final

from domain.game import kinds_in
from domain.games.frc_tcg.events import changes, combat, match_end, plays, robots, setup, turn
from domain.games.frc_tcg.events.base import TcgEvent

EVENTS: Final[tuple[type[TcgEvent], ...]] = kinds_in(setup, turn, plays, robots, combat, match_end, changes)
