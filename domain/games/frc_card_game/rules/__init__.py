"""The rules reference: every rule by id, in our own words, with its place in the rulebook."""

from typing import Final

from domain.game import Rule
from domain.games.frc_card_game.rules import cards_and_setup, readings, scoring_and_end, turns_and_plays

RULES: Final[dict[str, Rule]] = {
    rule.id: rule for section in (cards_and_setup, turns_and_plays, scoring_and_end, readings) for rule in section.RULES
}
