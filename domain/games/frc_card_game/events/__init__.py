"""Events of a match: each changes the state and describes itself. One module per section of the rulebook."""

from typing import Final

from domain.game import kinds_in
from domain.games.frc_card_game.events import by_hand, plays, scoring, setup, turns
from domain.games.frc_card_game.events.base import FrcEvent

EVENTS: Final[tuple[type[FrcEvent], ...]] = kinds_in(setup, turns, plays, scoring, by_hand)
