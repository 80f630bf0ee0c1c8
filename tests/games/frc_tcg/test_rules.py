"""The rules reference itself."""

import re
from pathlib import Path

from domain.games.frc_tcg import GAME
from domain.games.frc_tcg.options import Options
from domain.options import option_rules

TESTS = Path(__file__).parent
CITED = re.compile(r"\b(?:TCG-)?([A-Z]\d\d)\b")


def cited() -> set[str]:
    """Rule ids in the docstrings of the tests: `TCG-T01, X10` cites both."""
    found: set[str] = set()
    for file in TESTS.glob("test_*.py"):
        for docstring in re.findall(r'"""(TCG-[^"]*?):', file.read_text(encoding="utf-8")):
            found |= {f"TCG-{number}" for number in CITED.findall(docstring)}
    return found


def test_every_rule_is_cited() -> None:
    """TCG-K01: each rule of the reference is named by the docstring of at least one test, and no test names another."""
    assert cited() == set(GAME.rules)


def test_every_row_is_complete() -> None:
    """TCG-L01: each rule has a title, a text of its own and a place in the rulebook, or is marked as a reading."""
    assert all(rule.id == key and rule.title and rule.text and rule.origin for key, rule in GAME.rules.items())


def test_options_belong_to_rules() -> None:
    """TCG-S02: every option is refused, where its value is unknown, with a rule that exists."""
    assert set(option_rules(Options)) == set(Options.__struct_fields__)
    assert set(option_rules(Options).values()) <= set(GAME.rules)
