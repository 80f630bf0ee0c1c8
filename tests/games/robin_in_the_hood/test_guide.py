"""The scorekeeper's guide of this game cannot rot: its commands read, its example is played, its options are all there."""

import re
from pathlib import Path

from domain.game import tag_of
from domain.games.robin_in_the_hood import GAME
from domain.games.robin_in_the_hood.options import Options
from domain.notation import Names, parse_command
from domain.options import choices_of
from domain.table import seats_of_names
from tests.games.robin_in_the_hood.tables import CATALOGUE, mats
from tests.scenario import Scenario

GUIDE = (Path(__file__).parents[3] / "domain/games/robin_in_the_hood/guide.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```text\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
ROWS = re.findall(r"^\| `(\w+)` \| .* \| `(.+)` \|$", GUIDE, re.MULTILINE)


def test_the_example_is_played() -> None:
    """The lines of the guide, one after the other, are a legal record of two hands."""
    lines = [line for block in BLOCKS for line in block.splitlines() if not line.startswith("matchbook ")]
    table = Scenario(GAME, CATALOGUE).do(*lines)
    assert mats(table) == ("-|giles20|dunstan|-", "-|luce|-|-")


def test_every_command_has_an_example() -> None:
    """Each command has a row in the guide, with an example that reads as that command."""
    names = Names(CATALOGUE, seats_of_names(("Ann", "Ben")))
    read = {tag: tag_of(parse_command(line, GAME.commands, names)) for tag, line in ROWS}
    assert read == {tag_of(command): tag_of(command) for command in GAME.commands}


def test_every_option_is_explained() -> None:
    """Each option has a row with its values, the default first."""
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \| [^|]+ \| RH-", GUIDE, re.MULTILINE))
    assert set(rows) == set(Options.__struct_fields__)
    choices = choices_of(Options)
    assert {name: rows[name] for name in choices} == {name: ", ".join(values) for name, values in choices.items()}
