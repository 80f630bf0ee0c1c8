"""The rules tables of the contests: every rule is proved by a test."""

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
    """Rule ids that begin docstrings of a contest's tests and facts of its cases."""
    text = "".join(file.read_text(encoding="utf-8") for file in HERE.glob(f"test_{name}*.py"))
    heads = re.findall(r"""["']((?:CT|PBL)-[^:"']*):""", text)
    return {rule for head in heads for rule in re.findall(r"(?:CT|PBL)-[A-Z]\d\d", head)}


@pytest.mark.parametrize("contest", CONTESTS, ids=lambda contest: contest.name)
def test_every_rule_is_cited(contest: AnyGame) -> None:
    """Each rule of a contest begins a test's docstring or a case; a shared one where a command of it may break it."""
    asked = {rule for command in contest.commands for rule in command.rule_ids()}
    idle = rules_of("domain.competition").keys() - asked
    assert sorted(set(contest.rules) - idle - cited(contest.name)) == []


def test_contests_and_their_rules() -> None:
    """A contest says that it is one; they share the rules about results. Each that a game has in its own rulebook is found there.
    A contest says that it is one; they share the rules about results. Each that a game has in its own rulebook is found there."""
    assert {contest.kind for contest in CONTESTS} == {"contest"}
    assert all(rules_of("domain.competition").items() <= contest.rules.items() for contest in CONTESTS)
    own = {rule for contest in CONTESTS for rule in contest.rules}
    cited = [(game, *pair) for game in installed_games().values() for pair in game.contest.rules.items()]
    assert cited
    for game, ours, theirs in cited:
        assert ours in own
        assert find_rule(cast("AnyGame", TOURNAMENT), theirs) == game.rules[theirs]


def test_contests_know_no_game() -> None:
    """What all games share of contests cites no game's rulebook, and has no pilots, keepers or auctions."""
    for file in SOURCES[0].rglob("*.*"):
        if file.suffix in (".py", ".toml"):
            words = file.read_text(encoding="utf-8")
            assert re.findall(r"PBL-|[Pp]ilot|\b[Kk]eeper|[Aa]uction|pbl_robots", words) == [], file
