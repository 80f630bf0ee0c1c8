"""The rules on the reference pages of competitions and of procedure show errors that the program gives, with a remedy."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.registry import load_game, rules_of_procedure
from domain.rules import Rule
from matchbook.remedies import OWN, REMEDIES, rule_table

ROOT = Path(__file__).resolve().parent.parent
COMPETITIONS = ("series", "tournament", "league", "gathering")
SOURCES = ("domain/competition", "domain/procedure", "domain/games/pbl_robots/competitions", "domain/options.py")


def rules() -> dict[str, Rule]:
    found = dict(rules_of_procedure())
    for name in COMPETITIONS:
        found |= load_game(name).rules
    return found


def texts() -> Iterator[re.Pattern[str]]:
    """Every text in the sources, with anything in place of its values."""
    for source in SOURCES:
        paths = [ROOT / source] if source.endswith(".py") else (ROOT / source).rglob("*.py")
        for path in paths:
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.JoinedStr):
                    parts = (re.escape(v.value) if isinstance(v, ast.Constant) else ".+" for v in node.values)
                    yield re.compile("".join(map(str, parts)))
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield re.compile(re.escape(node.value))


TEXTS = [one for one in texts() if len(re.sub(r"\.\+|\W", "", one.pattern)) >= 8]
"""Those with words of their own."""


@pytest.mark.parametrize("error", sorted({error for error, _ in (*REMEDIES.values(), *OWN.values()) if error}))
def test_the_shown_error_is_one_of_the_program(error: str) -> None:
    """The text of each error is in the sources, up to the names and numbers in it."""
    assert any(one.fullmatch(error) for one in TEXTS)


def test_every_rule_that_refuses_has_an_error_and_a_remedy() -> None:
    """Rows of the tables are empty only for rules that the program applies by itself."""
    rows = {row.split("|")[1].strip(): row for row in rule_table(rules().values()) if row.startswith("| ")}
    empty = {name for name, row in rows.items() if row.rstrip().endswith("|  |  |")}
    assert {rules()[name].kind for name in empty} <= {"automatic", "bookkeeping"}
    assert set(REMEDIES) <= set(rows)
