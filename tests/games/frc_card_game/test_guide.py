"""The scorekeeper's guide of this game cannot rot: its commands read, its example is played, its options are all there."""

import re
from pathlib import Path

from domain.fields import fields_of
from domain.game import tag_of
from domain.games.frc_card_game import GAME
from domain.games.frc_card_game.options import Options
from domain.games.frc_card_game.state import State
from domain.notation import Names, parse_command
from domain.table import SeatSetup, TableSetup, seats_of_names
from service.resources import load_catalogue
from tests.scenario import Scenario

GUIDE = (Path(__file__).parents[3] / "domain/games/frc_card_game/guide.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```text\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
ROWS = re.findall(r"^\| `(\w+)` \| .* \| `(.+)` \|$", GUIDE, re.MULTILINE)
CATALOGUE = load_catalogue(GAME, "adas_gamble")  # type: ignore[arg-type]


def test_the_example_is_played() -> None:
    """The lines of the guide, one after the other, are a legal record of two turns."""
    lines = [line for block in BLOCKS for line in block.splitlines() if not line.startswith("matchbook ")]
    opening = GAME.open_table(TableSetup((SeatSetup("Ada", deck=30), SeatSetup("Bo", deck=30))))
    table = Scenario(GAME, CATALOGUE).do(*opening, *lines)
    state: State = table.state
    assert (state.turn, [p.points for p in state.players]) == (3, [3900, 4000])


def test_every_command_has_an_example() -> None:
    """Each command has a row in the guide, with an example that reads as that command."""
    names = Names(CATALOGUE, seats_of_names(("Ada", "Bo")))
    read = {tag: tag_of(parse_command(line, GAME.commands, names)) for tag, line in ROWS}
    assert read == {tag_of(command): tag_of(command) for command in GAME.commands}


def test_every_option_is_explained() -> None:
    """Each option has a row with its values, the default first."""
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \| [^|]+ \| CG-", GUIDE, re.MULTILINE))
    assert {name: values.replace(", ", " | ") for name, values in rows.items()} == {
        field.name: field.expects for field in fields_of(Options)
    }
