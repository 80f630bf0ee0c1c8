"""The rules reference: every rule in our own words, where the rulebook has it, and how it is enforced."""

from typing import Final

from domain.game import Rule
from domain.games.robin_in_the_hood.rules.ending import ENDING
from domain.games.robin_in_the_hood.rules.play import PLAY
from domain.games.robin_in_the_hood.rules.readings import READINGS
from domain.games.robin_in_the_hood.rules.setup import SETUP

RULES: Final[dict[str, Rule]] = {rule.id: rule for rule in (*SETUP, *PLAY, *ENDING, *READINGS)}
