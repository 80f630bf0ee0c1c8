"""The page on a game's package is up to date: its code is the mini game's, and it is complete. The tutorial is followed in
`tests/test_new_game.py`."""

import re
from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path

import msgspec
import pytest

from domain.capabilities import CardSupport, HiddenCardSupport, JudgingSupport, Simulation
from domain.game import Game
from matchbook.conformance import pytest_addoption
from matchbook.conformance.suite import open_suite
from projections.questions import Question
from tests.minigame import GAME

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/reference/game_api.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(?:python|toml)\n# (\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def passages() -> Iterator[tuple[str, str]]:
    """File and text of each passage of code; `...` on a line of its own leaves something out."""
    for file, code in BLOCK.findall(PAGE):
        for passage in code.split("\n...\n"):
            yield file, passage.strip("\n")


@pytest.mark.parametrize(("file", "passage"), passages())
def test_code_is_the_mini_games(file: str, passage: str) -> None:
    """Every passage of code is in the file that it names, letter by letter."""
    assert passage in (ROOT / file).read_text(encoding="utf-8")


def test_every_python_block_names_its_file() -> None:
    """No Python on the page is untested: each block begins with its file."""
    assert PAGE.count("```python\n") == len(re.findall("```python\n# tests/(?:minigame|plugin)/", PAGE))


def test_commands_of_the_page_name_games_that_are_there() -> None:
    """Each run of the suite on the page is of an installed game, or of one that can be imported."""
    named = re.findall(r"^pytest --matchbook-game (\S+)", PAGE, re.MULTILINE)
    assert named
    for name in named:
        assert open_suite(name).facts


def test_headings_of_questions_on_the_page_are_those_that_are_needed() -> None:
    """The page names each line that a question must begin with."""
    section = PAGE[PAGE.index("A question begins with a [header in TOML]") :].partition("\n\n")[0]
    needed = [field.name for field in msgspec.structs.fields(Question) if field.required and field.name != "name"]
    assert needed
    assert not [name for name in needed if name not in section]


def test_required_fields_are_named_where_the_smallest_game_is_described() -> None:
    """Each field of `Game` without a default is in the paragraph, and they are as many as it says."""
    section = PAGE[PAGE.index("## The smallest game that runs") :].partition("\n## Signatures")[0]
    required = [one.name for one in fields(Game) if one.default is MISSING and one.default_factory is MISSING]
    assert f"the {len(required)} fields of `Game` that are required" in section
    assert not [name for name in required if not re.search(rf"`{name}\b", section)]


def test_every_part_of_a_game_is_told() -> None:
    """Each field of `Game` and of its parts is on the page."""
    named = [
        field.name
        for part in (Game, CardSupport, HiddenCardSupport, JudgingSupport, Simulation)
        for field in fields(part)
    ]
    assert not [name for name in named if not re.search(rf"\b{name}\b", PAGE)]


def test_options_of_the_suite_exist() -> None:
    """Each option of the conformance suite that the page uses is one that pytest is told of."""
    known = set(re.findall(r'"(--matchbook-\w+)"', Path(pytest_addoption.__code__.co_filename).read_text("utf-8")))
    assert set(re.findall(r"--matchbook-\w+", PAGE)) <= known


def test_notation_on_the_page_is_right() -> None:
    """The command that the page writes out prints so."""
    from domain.notation import Names, print_command
    from domain.seats import seats_of_names
    from tests.minigame.commands import Draw

    line = print_command(Draw(player=0, cards=("cedar", "??")), Names(None, seats_of_names(["Ada", "Bo"])))
    assert f"`{line}`" in PAGE
    assert GAME.name in PAGE
