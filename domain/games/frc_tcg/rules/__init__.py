"""The rulebook's rules in our words, with the readings we chose where it is silent."""

from collections.abc import Mapping
from typing import Final

from domain.game import Rule
from domain.games.frc_tcg.rules.actions import ACTIONS
from domain.games.frc_tcg.rules.course import COURSE
from domain.games.frc_tcg.rules.modes import MODES
from domain.games.frc_tcg.rules.preparation import PREPARATION

RULES: Final[Mapping[str, Rule]] = {rule.id: rule for rule in (*PREPARATION, *COURSE, *ACTIONS, *MODES)}
"""Rule id -> rule, in the order of the sections."""
