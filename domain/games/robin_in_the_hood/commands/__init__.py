"""Commands of the scorekeeper, one module a section."""

from typing import Final

from domain.game import kinds_in
from domain.games.robin_in_the_hood.commands import battles, hand_end, placing, position, record, rounds, setup
from domain.games.robin_in_the_hood.commands.base import RobinCommand

COMMANDS: Final[tuple[type[RobinCommand], ...]] = kinds_in(setup, rounds, placing, battles, hand_end, record, position)
