"""Commands of a scorekeeper. Every play may name its `player`; default: the active player."""

from typing import Final

from domain.game import kinds_in
from domain.games.frc_tcg.commands import agreements, by_hand, combat, moves, plays, position, seasons, setup, turn
from domain.games.frc_tcg.commands.base import TcgCommand

COMMANDS: Final[tuple[type[TcgCommand], ...]] = kinds_in(
    setup, plays, seasons, combat, moves, turn, by_hand, agreements, position
)
