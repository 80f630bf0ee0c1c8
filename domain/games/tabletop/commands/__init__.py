"""Commands in a match of a kit: actions by its verbs, the opening, adjustments, declared positions."""

from typing import Final

from domain.game import kinds_in
from domain.games.tabletop.commands import acts, by_hand, opening, position
from domain.games.tabletop.commands.base import TabletopCommand

COMMANDS: Final[tuple[type[TabletopCommand], ...]] = kinds_in(acts, opening, by_hand, position)
