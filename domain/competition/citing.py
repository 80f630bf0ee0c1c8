"""Under which id a competition cites a rule: its own, or that of its game's rulebook, where that has the rule."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from domain.registry import UnknownGame, load_game
from domain.rules import Violation


def rule_of(game: str, rule: str) -> str:
    """A competition's rule as the game that is played in it has it (`CompetitionSupport.rules`)."""
    if not game:
        return rule
    try:
        return load_game(game).competition.rules.get(rule, rule)
    except UnknownGame:
        return rule


def cited(game: str, violations: Iterable[Violation]) -> Iterator[Violation]:
    """Yield the violations, each under its rule id in the game's rulebook."""
    for violation in violations:
        own = rule_of(game, violation.rule)
        yield violation if own == violation.rule else replace(violation, rule=own)
