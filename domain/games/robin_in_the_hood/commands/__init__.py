"""Commands of the scorekeeper; each module is a section of the rulebook."""

from typing import Final

from domain.game import kinds_in
from domain.games.robin_in_the_hood.commands import battles, hand_end, placements, position, record, rounds, setup
from domain.games.robin_in_the_hood.commands.base import RobinCommand

COMMANDS: Final[tuple[type[RobinCommand], ...]] = (
    *kinds_in(setup, rounds, placements),
    record.ResolveCardEffect,
    *kinds_in(battles, hand_end),
    record.RevealCard,
    record.ConcedeTournament,
    record.AbandonTournament,
    record.Adjust,
    position.DeclarePosition,
)
"""Do not change the order: of several commands that begin with a letter, the first gets it as its key."""
