"""A new game's package is complete when written: it is installed in a fresh environment, played and tested there."""

import ensurepip
import os
import re
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
    """The output of a program; it must end well."""
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, (command, ran.stdout, ran.stderr)
    return ran.stdout


def environment(folder: Path) -> Path:
    """Make a virtual environment that has all packages of ours; return its folder of packages."""
    venv.create(folder, symlinks=True)
    [site] = (folder / "lib").glob("*/site-packages")
    (site / "ours.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
    return site


@pytest.mark.slow
def test_a_new_game_passes_conformance_in_a_fresh_environment(tmp_path: Path) -> None:
    """Given only a name, when the package is written and installed, then its game is listed, logged and conforms."""
    made = CliRunner().invoke(cli, ["new-game", "dice_race", "-o", str(tmp_path / "made"), "--title", "Race of Dice"])
    assert made.exit_code == 0, made.output
    site = environment(tmp_path / "venv")
    (site / "made.pth").write_text(f"{tmp_path}/made\n")
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


TUTORIAL = Path(__file__).parents[1] / "docs/tutorials/your_first_game_package.md"
BLOCK = re.compile(r"^```(sh|python|toml)\n(?:# (\S+?)(?:, ([^\n]+))?\n)?(.*?)^```", re.MULTILINE | re.DOTALL)


def followed(kind: str, file: str, place: str, text: str, package: Path) -> str:
    """Write what a block of the tutorial says into the package; return the commands of a block of commands."""
    if kind == "sh":
        return text
    target = package / file
    before = target.read_text("utf-8") if target.exists() else ""
    if place.startswith("above "):
        name = re.escape(place.removeprefix("above "))
        before = re.sub(rf"(?m)^{name}: ", lambda found: f"{text}\n\n{found[0]}", before)
    elif place == "at the end of legal":
        before = re.sub(r"(?m)^( +yield Resign.*\n)", lambda found: found[0] + text, before)
    elif place == "at the end" or not before:
        before = f"{before}\n{text}".lstrip("\n")
    else:
        assert text in before, f"{file} is shown as it is not written"
    target.write_text(before, "utf-8")
    return ""


NAMED = (
    ("events.py", "GameWon, ScoreSet)", "GameWon, ScoreSet, TurnPassed)"),
    ("commands.py", "Resign, Adjust)", "Resign, Adjust, Pass)"),
    ("commands.py", "ScoreSet\nfrom", "ScoreSet, TurnPassed\nfrom"),
    ("play.py", "GameCommand, Resign,", "GameCommand, Pass, Resign,"),
)
"""The lines that the tutorial describes in words."""


@pytest.mark.slow
def test_the_tutorial_on_a_game_package_works_as_written(tmp_path: Path) -> None:
    """Given a fresh environment, when every block of the page is followed, then each command ends well; the page's test fails
    before its rule is written."""
    environment(tmp_path / "venv")
    [pip] = Path(ensurepip.__file__).with_name("_bundled").glob("pip-*.whl")
    shell = (
        f'set -eu\npip() {{ python {pip}/pip "$@"; }}\npytest() {{ python -m pytest -q -p no:cacheprovider "$@"; }}\n'
    )
    shell += 'matchbook() { python -m matchbook "$@"; }\n'
    ours = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0", "TMPDIR": str(tmp_path)}
    ours |= {"PATH": f"{tmp_path}/venv/bin:{os.environ['PATH']}", "MATCHBOOK_STORE": f"sqlite:///{tmp_path}/club.db"}

    def ran(script: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", shell + script], cwd=tmp_path, env=os.environ | ours, capture_output=True, text=True,
            timeout=600, check=False,
        )  # fmt: skip

    folder = tmp_path / "matchbook-lanterns"
    written = False
    for kind, file, place, text in BLOCK.findall(TUTORIAL.read_text("utf-8")):
        if file == "lanterns/rules.toml":
            assert ran("pytest matchbook-lanterns").returncode == 1, "the test fails before the rule is written"
        if commands := followed(kind, file, place, text, folder):
            if "pytest matchbook-lanterns" in commands:
                for changed, before, after in NAMED:
                    module = folder / "lanterns" / changed
                    assert before in module.read_text("utf-8")
                    module.write_text(module.read_text("utf-8").replace(before, after), "utf-8")
                written = True
            done = ran(commands)
            assert done.returncode == 0, (commands, done.stdout, done.stderr)
    assert written


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
    """Given an impossible name, title or folder, then one line says so, and the folder stays empty."""
    monkeypatch.chdir(tmp_path)
    refused = CliRunner().invoke(cli, ["new-game", *arguments])
    assert said in f"{refused.output}{refused.exception}"
    assert refused.exit_code
    assert not list(tmp_path.iterdir())
