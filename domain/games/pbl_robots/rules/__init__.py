"""The rules reference of PBL ROBOTS: every rule by id, in our own words, with its place in rule book 1.2."""

from typing import Final

from domain.game import Rule
from domain.games.pbl_robots.rules.actions import ACTIONS
from domain.games.pbl_robots.rules.combat import COMBAT
from domain.games.pbl_robots.rules.endings import ENDINGS
from domain.games.pbl_robots.rules.leagues import LEAGUES
from domain.games.pbl_robots.rules.modes import MODES
from domain.games.pbl_robots.rules.preparation import PREPARATION

__all__ = ["RULES"]

RULES: Final[dict[str, Rule]] = {**PREPARATION, **ACTIONS, **COMBAT, **ENDINGS, **MODES, **LEAGUES}
