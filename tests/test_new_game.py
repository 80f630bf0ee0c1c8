"""A new game's package is whole as it is written: it is installed in a fresh environment, played and tested there."""

import subprocess
import sys
import sysconfig
import tomllib
import venv
from pathlib import Path

import pytest
from click.testing import CliRunner

from matchbook.cli.main import cli


def run(*command: str | Path, folder: Path) -> str:
    """What a program prints; it must end well."""
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, (command, ran.stdout, ran.stderr)
    return ran.stdout


@pytest.mark.slow
def test_a_new_game_passes_conformance_in_a_fresh_environment(tmp_path: Path) -> None:
    """Given a name alone, when the package is written and installed, then its game is listed, logged and conforms."""
    made = CliRunner().invoke(cli, ["new-game", "dice_race", "-o", str(tmp_path / "made"), "--title", "Race of Dice"])
    assert made.exit_code == 0, made.output
    venv.create(tmp_path / "venv", symlinks=True)
    [site] = (tmp_path / "venv/lib").glob("*/site-packages")
    (site / "ours.pth").write_text(
        f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n{tmp_path}/made\n"
    )
    project = tomllib.loads((tmp_path / "made/pyproject.toml").read_text())["project"]
    notes = site / "matchbook_dice_race-1.0.dist-info"  # what an installer makes of the project file
    notes.mkdir()
    (notes / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    points = project["entry-points"]["matchbook.games"]
    (notes / "entry_points.txt").write_text("[matchbook.games]\n" + "".join(f"{n} = {p}\n" for n, p in points.items()))
    python = tmp_path / "venv/bin/python"
    store = ("--store", f"sqlite:///{tmp_path}/club.db")
    assert "Race of Dice" in run(python, "-m", "matchbook", "games", folder=tmp_path)
    match = run(
        python, "-m", "matchbook", *store, "new", "dice_race", "--player", "Ada", "--player", "Bo", folder=tmp_path
    )
    run(python, "-m", "matchbook", *store, "take", match.strip(), "score Ada 3", folder=tmp_path)
    told = run(
        python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--matchbook-game", "dice_race", "--matchbook-matches", "6",
        folder=tmp_path,
    )  # fmt: skip
    assert "23 passed" in told
    checked = run(
        sys.executable, "-m", "mypy", "--strict", tmp_path / "made/dice_race", folder=Path(__file__).parents[1]
    )
    assert "no issues" in checked


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["Dice"], "letters a to z"),
        (["frc_tcg"], "is an installed game"),
        (["class"], "is taken by Python"),
        (["json"], "is taken by Python"),
        (["domain"], "is taken by Python"),
        (["dice", "--title", 'a"b'], "--title"),
        (["dice", "-o", "."], "exists; choose"),
    ],
)
def test_what_cannot_be_a_game_is_refused(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a name, title or folder that cannot be, then one line says so, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    refused = CliRunner().invoke(cli, ["new-game", *arguments])
    assert said in f"{refused.output}{refused.exception}"
    assert refused.exit_code
    assert not list(tmp_path.iterdir())
