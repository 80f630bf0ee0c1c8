"""Where kits are found: in the program, in installed packages, in the user's folder; and that they are not loaded before."""

import subprocess
import sys
from pathlib import Path

import pytest

from service.kits import installed_kits, kit_titles, load_kit
from tests.service.conftest import CommandLine

KIT = """kit = "marbles"
title = "Marbles"
players = "2"
score = "won"
[counter]
won = {}
[verb]
win_one = { does = ["add won 1", "next"] }
[[end]]
when = "won = 3"
"""


@pytest.fixture
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package that brings one kit along, by the entry points `matchbook.kits`."""
    about = tmp_path / "marble_kits-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: marble-kits\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[matchbook.kits]\nmarbles = marble_kits\n")
    folder = tmp_path / "marble_kits"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "marbles.toml").write_text(KIT)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("MATCHBOOK_CONFIG", str(tmp_path / "config"))
    return folder


def test_a_package_brings_kits_along(packaged: Path, matchbook: CommandLine) -> None:
    """A kit of an installed package is listed with its place, has a title, and is played by its name."""
    found = {kit.name: kit for kit in installed_kits()}
    assert (found["marbles"].title, found["marbles"].place) == ("Marbles", str(packaged / "marbles.toml"))
    assert kit_titles()["marbles"] == "Marbles"
    assert load_kit("marbles").digest == found["marbles"].digest
    assert matchbook("simulate", "marbles", "-n", "1").code == 0


def test_a_kit_of_the_program_goes_before_one_of_its_name(packaged: Path) -> None:
    """A package cannot put its own kit in place of one of the program's."""
    (packaged / "pig.toml").write_text(KIT.replace("marbles", "pig"))
    assert load_kit("pig").name == "Pig"
    assert sum(kit.name == "pig" for kit in installed_kits()) == 1


def test_kits_are_not_loaded_for_other_games() -> None:
    """The command line of other games does not import the game that is played with kits."""
    asked = "import sys, matchbook.cli.recording, matchbook.cli.analysis, service.kits as k; k.meant_game('frc_tcg'); "
    code = asked + "print(any(name.startswith('domain.games.tabletop') for name in sys.modules))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"
