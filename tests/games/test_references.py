"""The rules reference of every game: each rule is worded, raised where something is forbidden, and cited by a test."""

import re
from pathlib import Path
from typing import Final

import pytest

from domain.options import option_rules
from domain.registry import load_game
from tests.rulebooks import RULEBOOKS

PREFIXES: Final = {
    "frc_card_game": "CG",
    "frc_tcg": "TCG",
    "pbl_robots": "PBL",
    "robin_in_the_hood": "RH",
    "tabletop": "TT",
}
CHECKS: Final = {
    "frc_card_game": ("commands/*", "changes/*", "cards", "options"),
    "pbl_robots": (
        *("commands/*", "changes/*", "actors", "cards", "draws", "numbers"),
        *("options", "references"),
    ),
    "robin_in_the_hood": ("commands/*", "*"),
}
"""The modules of a game that refuse something."""
NOT_RAISED: Final = {"CG-D04", "CG-K02"}
"""One that allows something, and one that the reader of catalogues raises."""
RANGE: Final = re.compile(r"\b(\w+-[A-Z]+)(\d\d) to \1(\d\d)\b")


def cited(name: str) -> set[str]:
    """The rule ids that begin docstrings of tests and facts of cases: `RH-E01 to RH-E04` cites four, `TCG-T01, X10` two."""
    prefix, found = PREFIXES[name], set[str]()
    for path in (Path(__file__).parent / name).glob("test_*.py"):
        for head in re.findall(rf'"({prefix}-[^":]*)[":]', path.read_text("utf-8")):
            ids = (
                head.replace(", ", f", {prefix}-").replace(f"{prefix}-{prefix}-", f"{prefix}-")
                if name == "frc_tcg"
                else head
            )
            found |= set(re.findall(rf"\b{prefix}-[A-Z]+(?:-[A-Z]+)*\d*\b", ids))
            for letter, first, last in RANGE.findall(head):
                found |= {f"{letter}{number:02d}" for number in range(int(first), int(last) + 1)}
    return found


@pytest.mark.parametrize("name", PREFIXES)
def test_every_rule_is_cited(name: str) -> None:
    """TCG-K01, PBL-S01: tests of a game cite each rule of its reference."""
    assert set(load_game(name).rules) - cited(name) == set()


@pytest.mark.parametrize("name", RULEBOOKS)
def test_rules_are_worded(name: str) -> None:
    """TCG-L01, PBL-S01: each rule has its id, a title, a text and a place in the rulebook, or is marked as a reading."""
    for key, rule in load_game(name).rules.items():
        assert (rule.id, bool(rule.title), bool(rule.text), bool(rule.origin)) == (key, True, True, True)
        assert rule.place or rule.source != "rulebook", key
        assert rule.source == "reading" or not key.startswith("CG-Q"), key


@pytest.mark.parametrize("name", CHECKS)
def test_guards_are_raised(name: str) -> None:
    """PBL-S02: the checks of a game raise each guard, setup and option rule of its reference."""
    package, guarding = Path("domain/games") / name, ("guard", "setup", "option")
    files = [sorted(package.glob(f"{part}.py")) for part in CHECKS[name]]
    assert all(files)
    source = "".join(file.read_text("utf-8") for part in files for file in part)
    rules = [rule.id for rule in load_game(name).rules.values() if rule.kind in guarding]
    assert {rule for rule in rules if f'"{rule}"' not in source} == NOT_RAISED.intersection(rules)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_options_belong_to_rules(name: str) -> None:
    """TCG-S02, RH-V05, RH-V06: a value that an option does not have is refused with a rule of the reference."""
    game = load_game(name)
    rules = option_rules(game.options)
    assert set(rules) == set(game.options.__struct_fields__) or name == "pbl_robots"
    assert set(rules.values()) <= set(game.rules)
