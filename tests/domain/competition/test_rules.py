"""The rules tables of the contests: every rule is proved by a test, and every one that `check` raises is listed."""

import re
from pathlib import Path
from typing import cast

import pytest

from domain.competition.gathering import GATHERING
from domain.competition.tournament import TOURNAMENT
from domain.game import AnyGame
from domain.games.pbl_robots.contests.league import LEAGUE
from domain.games.pbl_robots.contests.series import SERIES
from domain.registry import find_rule, installed_games
from domain.rules import rules_of

HERE = Path(__file__).parent
DOMAIN = Path(__file__).resolve().parents[3] / "domain"
SOURCES = (DOMAIN / "competition", DOMAIN / "games" / "pbl_robots" / "contests")
CONTESTS = (SERIES, TOURNAMENT, LEAGUE, GATHERING)


def cited(name: str) -> set[str]:
    """Rule ids in the docstrings of a contest's tests."""
    text = "".join(file.read_text(encoding="utf-8") for file in HERE.glob(f"test_{name}*.py"))
    return set(re.findall(r'"""((?:CT|PBL)-[A-Z]\d\d):', text))


@pytest.mark.parametrize("contest", CONTESTS, ids=lambda contest: contest.name)
def test_every_rule_is_cited(contest: AnyGame) -> None:
    """Each rule of a contest stands at the head of a test's docstring; a shared one where a command of it may break it."""
    asked = {rule for command in contest.commands for rule in command.asked()}
    idle = rules_of("domain.competition").keys() - asked
    assert sorted(set(contest.rules) - idle - cited(contest.name)) == []


def test_every_raised_rule_is_listed() -> None:
    """Each rule id in the code of the contests is in a rules table."""
    code = "\n".join(file.read_text(encoding="utf-8") for folder in SOURCES for file in folder.rglob("*.py"))
    raised = set(re.findall(r'"((?:CT|PBL)-[A-Z]\d\d)"', code))
    assert sorted(raised - {rule for contest in CONTESTS for rule in contest.rules}) == []


def test_contests_are_told_from_games() -> None:
    """A contest says that it is one; they share the rules about results."""
    assert {contest.kind for contest in CONTESTS} == {"contest"}
    assert all(rules_of("domain.competition").items() <= contest.rules.items() for contest in CONTESTS)


def test_contests_know_no_game() -> None:
    """What all games share of contests cites no game's rulebook, and has no pilots, keepers or auctions."""
    for file in SOURCES[0].rglob("*.*"):
        if file.suffix in (".py", ".toml"):
            words = file.read_text(encoding="utf-8")
            assert re.findall(r"PBL-|[Pp]ilot|\b[Kk]eeper|[Aa]uction|pbl_robots", words) == [], file


def test_a_contest_cites_rules_that_there_are() -> None:
    """Each contest rule that a game has in its own rulebook stands in both, and is found from a contest."""
    own = {rule for contest in CONTESTS for rule in contest.rules}
    cited = [(game, *pair) for game in installed_games().values() for pair in game.contest.rules.items()]
    assert cited
    for game, ours, theirs in cited:
        assert ours in own
        assert find_rule(cast("AnyGame", TOURNAMENT), theirs) == game.rules[theirs]
