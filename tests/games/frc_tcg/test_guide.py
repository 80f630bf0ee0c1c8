"""The scorekeepers' guide: every command has an example, and every example reads."""

import re
from pathlib import Path

from domain.game import tag_of
from domain.games.frc_tcg import GAME
from domain.games.frc_tcg.changes import Change
from domain.games.frc_tcg.options import Options
from domain.notation import Names, parse_command
from domain.options import choices_of
from domain.table import Seat
from tests.games.frc_tcg.tables import WORKED

GUIDE = (Path(__file__).parents[3] / "domain/games/frc_tcg/guide.md").read_text(encoding="utf-8")
NAMES = Names(WORKED, (Seat("Ada", 0), Seat("Ben", 1)))


def examples() -> list[str]:
    """The lines of the guide's examples."""
    return [line for block in re.findall(r"```text\n(.*?)```", GUIDE, re.DOTALL) for line in block.splitlines()]


def test_examples_read() -> None:
    """TCG-S02: every example line of the guide is a command of the game."""
    for line in examples():
        assert tag_of(parse_command(line, GAME.commands, NAMES)) == line.split()[0]


def test_every_command_has_an_example() -> None:
    """TCG-S02: no command is left out of the guide, and no kind of change."""
    assert {line.split()[0] for line in examples()} == {tag_of(command) for command in GAME.commands}
    assert all(f"`{tag_of(change)}(" in GUIDE for change in Change.__args__)


def test_every_option_is_explained() -> None:
    """TCG-S02: the guide lists every option with its choices."""
    for name in Options.__struct_fields__:
        assert f"`{name}`" in GUIDE
        assert all(choice in GUIDE for choice in choices_of(Options).get(name, ()))
