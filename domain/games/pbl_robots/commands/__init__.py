"""Commands of the scorekeeper. `player` is the acting player; default: the player who has to act."""

from typing import Final

from domain.game import kinds_in
from domain.games.pbl_robots.commands import (
    attacks,
    builds,
    cards,
    combat,
    creation,
    decks,
    opening,
    position,
    setup,
    turns,
)
from domain.games.pbl_robots.commands.base import PblCommand

COMMANDS: Final[tuple[type[PblCommand], ...]] = kinds_in(
    creation, setup, decks, opening, builds, turns, attacks, combat, cards, position
)
