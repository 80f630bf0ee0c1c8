"""Events of a match: each applies to the state and describes itself. One file for each section of the rulebook."""

from typing import Final

from domain.game import kinds_in
from domain.games.frc_card_game.events import by_hand, plays, scoring, setup, turns
from domain.games.frc_card_game.events.base import FrcEvent

EVENTS: Final[tuple[type[FrcEvent], ...]] = kinds_in(setup, turns, plays, scoring, by_hand)
