"""Under which id a contest cites a rule: its own, or that of its game's rulebook, where that has the rule."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from domain.registry import UnknownGame, load_game
from domain.rules import Violation


def rule_of(game: str, rule: str) -> str:
    """A contest's rule as the game that is played in it has it (`ContestPart.rules`)."""
    if not game:
        return rule
    try:
        return load_game(game).contest.rules.get(rule, rule)
    except UnknownGame:
        return rule


def cited(game: str, faults: Iterable[Violation]) -> Iterator[Violation]:
    """Yield the violations, each under its rule id in the game's rulebook."""
    for fault in faults:
        own = rule_of(game, fault.rule)
        yield fault if own == fault.rule else replace(fault, rule=own)
