"""The rules tables of the competitions: every rule is proved by a test."""

import re
from pathlib import Path
from typing import cast

import pytest

from domain.competition.gathering import GATHERING
from domain.competition.tournament import TOURNAMENT
from domain.game import AnyGame
from domain.games.pbl_robots.competitions.league import LEAGUE
from domain.games.pbl_robots.competitions.series import SERIES
from domain.registry import find_rule, installed_games
from domain.rules import rules_of

HERE = Path(__file__).parent
DOMAIN = Path(__file__).resolve().parents[3] / "domain"
SOURCES = (DOMAIN / "competition", DOMAIN / "games" / "pbl_robots" / "competitions")
COMPETITIONS = (SERIES, TOURNAMENT, LEAGUE, GATHERING)


def cited(name: str) -> set[str]:
    """Rule ids that begin docstrings of a competition's tests and facts of its cases."""
    text = "".join(file.read_text(encoding="utf-8") for file in HERE.glob(f"test_{name}*.py"))
    heads = re.findall(r"""["']((?:CT|PBL)-[^:"']*):""", text)
    return {rule for head in heads for rule in re.findall(r"(?:CT|PBL)-[A-Z]\d\d", head)}


@pytest.mark.parametrize("competition", COMPETITIONS, ids=lambda competition: competition.name)
def test_every_rule_is_cited(competition: AnyGame) -> None:
    """Each rule of a competition begins a test's docstring or a case; a shared one where a command of it may break it."""
    asked = {rule for command in competition.commands for rule in command.rule_ids()}
    idle = rules_of("domain.competition").keys() - asked
    assert sorted(set(competition.rules) - idle - cited(competition.name)) == []


def test_competitions_and_their_rules() -> None:
    """A competition says that it is one; they share the rules about results. Each that a game has in its own rulebook is found
    there."""
    assert {competition.kind for competition in COMPETITIONS} == {"competition"}
    assert all(rules_of("domain.competition").items() <= competition.rules.items() for competition in COMPETITIONS)
    own = {rule for competition in COMPETITIONS for rule in competition.rules}
    cited = [(game, *pair) for game in installed_games().values() for pair in game.competition.rules.items()]
    assert cited
    for game, ours, theirs in cited:
        assert ours in own
        assert find_rule(cast("AnyGame", TOURNAMENT), theirs) == game.rules[theirs]


def test_contests_know_no_game() -> None:
    """The shared code of competitions cites only shared rules and does not mention pilots, keepers or auctions."""
    for file in SOURCES[0].rglob("*.*"):
        if file.suffix in (".py", ".toml"):
            words = file.read_text(encoding="utf-8")
            assert re.findall(r"PBL-|[Pp]ilot|\b[Kk]eeper|[Aa]uction|pbl_robots", words) == [], file
