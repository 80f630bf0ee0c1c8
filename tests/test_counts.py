"""Counts in words: "1 card", "2 cards", never "1 cards", in what is written in the code and in what comes out of it."""

import ast
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from domain.game import AnyGame
from domain.registry import installed_games
from domain.seats import JUDGE, SPECTATOR
from domain.simulation import simulate
from domain.text import pluralize
from matchbook.conformance.random_walk import walked
from service.reading.drawing import pictured
from service.reading.styled_text import plain
from service.resources import load_catalogue

ROOT = Path(__file__).parent.parent
NOUNS = (
    "actions|amounts|attacks|attempts|blow-offs|bombs|bytes|cards|cases|changes|characters|choices|components|copies|counters|decks|"
    "dice|differences|effects|entries|events|findings|games|hands|hit points|items|keepers|kickoffs|legs|letters|lines|matches|"
    "moves|notes|pilots|piles|players|points|robots|rounds|rows|seats|shields|sides|slots|spaces|students|targets|times|turns|values|victories|"
    "wins"
)
PLURAL = re.compile(rf"^ (?:(?!of\b)[A-Za-z-]+ )?(?:{NOUNS})\b")
ONE_OF_MANY = re.compile(rf"(?<![\w#.,:/+-])-?1 (?:(?!of\b)[A-Za-z-]+ )?(?:{NOUNS})\b")
NOT_COUNTED = re.compile(
    r"^[A-Z_]+(?: - 1|\[.*\])?$|title|name|who|seat\(|card\(|phase|kind|store|db|where|viewpoint|place|winner|owner|lacking"
    r"|^label$|^attacker$|^version$|effect\.scope|join\("
)
"""Words before a noun other than a number that could be 1: constants, names."""


@pytest.mark.parametrize(
    ("number", "said"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (-1, "-1 card"), (1234, "1,234 cards")]
)
def test_counted(number: int, said: str) -> None:
    """One is singular, all other numbers are plural."""
    assert pluralize(number, "card") == said


def test_counted_otherwise() -> None:
    """Nouns with an irregular plural, and a word for zero."""
    assert (pluralize(2, "entry", "entries"), pluralize(1, "entry", "entries")) == ("2 entries", "1 entry")
    assert pluralize(0, "card", none="no") == "no cards"


def bare_counts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Formatted texts with a value directly before a noun in the plural."""
    for node in ast.walk(tree):
        for value, text in zip(node.values, node.values[1:], strict=False) if isinstance(node, ast.JoinedStr) else ():
            if (
                isinstance(value, ast.FormattedValue)
                and isinstance(text, ast.Constant)
                and PLURAL.match(str(text.value))
            ):
                written = ast.unparse(value.value)
                if not NOT_COUNTED.search(written) and not written.startswith("pluralize("):
                    yield node.lineno, f"{written}{text.value}"


@pytest.mark.parametrize("layer", ["domain", "matchbook", "projections", "replay_tui", "service", "storage"])
def test_no_noun_is_counted_by_hand(layer: str) -> None:
    """No text of the program puts a number before a plural by itself: `pluralize` does, and knows what 1 is."""
    found = [
        f"{file.relative_to(ROOT)}:{line}: {text}"
        for file in sorted((ROOT / layer).rglob("*.py"))
        if "conformance" not in file.parts  # what it says is for those who write games, of hundreds of matches
        for line, text in bare_counts(ast.parse(file.read_text("utf-8")))
    ]
    assert found == []


@pytest.mark.parametrize("game", installed_games().values(), ids=lambda game: game.name)
def test_no_rendered_text_says_one_of_many(game: AnyGame) -> None:
    """The texts of a match, its events, its boards and its refusals never say "1 cards"."""
    catalogue = load_catalogue(game)
    texts: set[str] = set()
    for seed in range(3):
        for number, step in enumerate(islice(simulate(walked(game), catalogue, seed), 150)):
            state = step.before
            for event in step.events:
                texts.add(game.narrate(state, event, JUDGE))
                state = game.evolve(state, event)
            if number % 10 == 0:
                texts.update(plain(pictured(game, step.after, SPECTATOR, 100)).splitlines())
                texts.update(
                    violation.text
                    for command in game.legal(step.before)
                    for violation in game.check(step.after, command)
                )
    assert [text for text in texts if ONE_OF_MANY.search(text)] == []
