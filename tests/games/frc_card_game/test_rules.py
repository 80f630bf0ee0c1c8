"""The rules reference, and that every rule has a test."""

import re
from pathlib import Path
from string import Formatter
from typing import get_args

from domain.games.frc_card_game import GAME
from domain.games.frc_card_game.changes import AnyChange

RULE_ID = re.compile(r"\bCG-[A-Z]\d\d\b")


def test_every_rule_is_cited_by_a_test() -> None:
    """Each rule of the reference is named in the docstring of a test of this folder."""
    cited = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for docstring in re.findall(r'\n    """(.*?)"""', path.read_text(encoding="utf-8"), re.DOTALL):
            cited |= set(RULE_ID.findall(docstring))
    assert sorted(set(GAME.rules) - cited) == []
    assert sorted(cited - set(GAME.rules)) == []


def test_rules_are_described() -> None:
    """Each rule has its id, a title, a text and a place; readings are marked as such."""
    assert all(key == rule.id and rule.title and rule.text and rule.origin for key, rule in GAME.rules.items())
    assert all(rule.source == "reading" for key, rule in GAME.rules.items() if key.startswith("CG-Q"))


def test_every_guard_is_raised() -> None:
    """Each guard, setup and option rule of the reference stands where something is forbidden."""
    package = Path(__file__).parents[3] / "domain" / "games" / "frc_card_game"
    modules = ("cards", "options", "position", "naming")
    sections = [*package.glob("commands/*.py"), *package.glob("changes/*.py")]
    sources = [*sections, *(package / f"{module}.py" for module in modules)]
    raised = {id_ for path in sources for id_ in re.findall(r'"(CG-[A-Z]\d\d)"', path.read_text(encoding="utf-8"))}
    asked = {rule.id for rule in GAME.rules.values() if rule.kind in ("guard", "setup", "option")}
    nothing_to_refuse = {"CG-D04"}
    types_end_in_the_reader = {"CG-K02"}
    assert sorted(asked - raised) == sorted(nothing_to_refuse | types_end_in_the_reader)


def test_commands_say_all_of_themselves() -> None:
    """Every command says itself what forbids it and what follows; every change by hand, what follows and when nothing does."""
    for kind in GAME.commands:
        assert {"faults", "unfold"} <= set(vars(kind)), kind
    for change in get_args(AnyChange):
        assert {"apply", "nothing"} <= set(vars(change)), change


def test_events_say_all_of_themselves() -> None:
    """Every event says itself what it does to the state, and is told by a template over its own fields or in its own words."""
    for kind in GAME.events:
        assert "evolve" in vars(kind), kind
        assert ("say" in vars(kind)) != bool(kind.says), kind
        named = {path.partition(".")[0] for _, path, _, _ in Formatter().parse(kind.says) if path}
        assert named <= set(kind.__struct_fields__), kind
