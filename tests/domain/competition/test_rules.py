"""The rules tables of the contests: every rule is proved by a test, and every one that `check` raises is listed."""

import re
from pathlib import Path

import pytest

from domain.competition.league import LEAGUE
from domain.competition.series import SERIES
from domain.competition.tournament import TOURNAMENT
from domain.game import AnyGame
from domain.rules import rules_of

HERE = Path(__file__).parent
SOURCES = Path(__file__).resolve().parents[3] / "domain" / "competition"
CONTESTS = (SERIES, TOURNAMENT, LEAGUE)


def cited(name: str) -> set[str]:
    """Rule ids in the docstrings of a contest's tests."""
    text = (HERE / f"test_{name}.py").read_text(encoding="utf-8")
    return set(re.findall(r'"""((?:CT|PBL)-[A-Z]\d\d):', text))


@pytest.mark.parametrize("contest", CONTESTS, ids=lambda contest: contest.name)
def test_every_rule_is_cited(contest: AnyGame) -> None:
    """Each rule of a contest stands at the head of a test's docstring."""
    assert sorted(set(contest.rules) - cited(contest.name)) == []


def test_every_raised_rule_is_listed() -> None:
    """Each rule id in the code of the contests is in a rules table."""
    code = "\n".join(file.read_text(encoding="utf-8") for file in SOURCES.rglob("*.py"))
    raised = set(re.findall(r'"((?:CT|PBL)-[A-Z]\d\d)"', code))
    assert sorted(raised - {rule for contest in CONTESTS for rule in contest.rules}) == []


def test_contests_are_told_from_games() -> None:
    """A contest says that it is one; they share the rules about results."""
    assert {contest.kind for contest in CONTESTS} == {"contest"}
    assert all(rules_of("domain.competition").items() <= contest.rules.items() for contest in CONTESTS)
