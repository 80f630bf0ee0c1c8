"""Rules are fixed per version: each number is stated once, and another answer to the same command needs another version."""

import ast
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
import pytest

from domain.game import AnyGame
from domain.registry import load_game
from service.recording.match_service import MatchService
from service.resources import sample_sheets
from service.simulation.demonstration import type_in
from storage.store import MatchStore
from tests.rulebooks import RULEBOOKS

ANSWERS: Final = Path(__file__).parent / "answers.toml"
"""Game -> the version of its rules, and the digest of what they answer. After a change of the rules raise `rules_version`, then
write down what the test shows."""

NUMBERS: Final = {
    "frc_card_game": (4, 5, 8, 30, 41, 4000),
    "frc_tcg": (7, 10, 54, 71),
    "pbl_robots": (6, 7, 21, 26, 30, 38, 40, 100),
    "robin_in_the_hood": (5, 10, 999),
}
"""Numbers of a rulebook that mean one thing in it."""
ELSEWHERE: Final = {"plan.py", "bots.py", "deal.py", "__init__.py"}
"""Sizes of drawn places, preferences of bots."""


def numbers(package: str) -> Iterator[tuple[int, str]]:
    """The whole numbers in the modules of a game, except keywords of calls, with their lines."""
    folder = Path("domain/games") / package
    for path in sorted(folder.rglob("*.py")):
        if path.name in ELSEWHERE or "competitions" in path.parts:
            continue
        tree = ast.parse(path.read_text("utf-8"))
        named = {id(word.value) for call in ast.walk(tree) if isinstance(call, ast.Call) for word in call.keywords}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and type(node.value) is int and id(node) not in named:
                yield node.value, f"{path.relative_to(folder)}:{node.lineno}"


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_number_of_the_rulebook_stands_once(name: str) -> None:
    """Given a number from the rulebook, then it is a named constant, and all code uses the name."""
    places: dict[int, list[str]] = {}
    for number, place in numbers(name):
        places.setdefault(number, []).append(place)
    assert not {n: places[n] for n in NUMBERS[name] if len(set(places.get(n, ()))) > 1}


def answers(game: AnyGame) -> str:
    """The digest of what the rules say: their ids, the options, and the answer to each command of a written match at every
    seventh moment of it."""
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        match = app.history(type_in(app, game, sample_sheets(game)[0]).id).match
    game, said = match.game, sha256(repr([(rule.id, rule.kind) for rule in match.game.rules.values()]).encode())
    said.update(
        repr([(field.name, field.default, field.type) for field in msgspec.structs.fields(game.options)]).encode()
    )
    for state in match.states[2::7]:
        for action in match.actions[1:]:
            broken = game.check(state, action.command)
            said.update(repr([(violation.rule, violation.impossible) for violation in broken]).encode())
            if not any(violation.impossible for violation in broken):
                said.update(msgspec.json.encode(game.resolve(state, action.command)))
    return said.hexdigest()[:16]


@pytest.mark.parametrize("name", [*RULEBOOKS, "tabletop"])
def test_other_rules_have_another_version(name: str) -> None:
    """Changed answers of the rules require a higher `rules_version`: an audit uses it to see that a match followed others."""
    game = load_game(name)
    noted = tomllib.loads(ANSWERS.read_text("utf-8"))[name]
    found = {"rules_version": game.rules_version, "answers": answers(game)}
    same = noted["answers"] == found["answers"]
    assert same or noted["rules_version"] != game.rules_version, "the rules answer otherwise: raise rules_version"
    assert noted == found, f"write down in {ANSWERS.name}: {found}"
