"""A game of another package, installed beside Matchbook in a virtual environment of its own, brings all that is its own."""

import ensurepip
import json
import os
import shutil
import subprocess
import sysconfig
import venv
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tests.started import matchbook_in

PLUGIN = Path(__file__).parent / "plugin"
PLAYED = "take Uwe elm 3\ntake Ida elm 1\ntake Uwe ash 3\ntake Ida ash 2\n"
"""The commands after the first take, to the last stone."""


class Installed:
    """An environment that has the plug-in and sees all that ours has, and a folder with a store to work in.

    By the pip that comes with Python, unpacked: installing it first would take longer than all the rest.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "venv/bin/python"
        venv.create(folder / "venv", symlinks=True)
        [site] = (folder / "venv/lib").glob("*/site-packages")
        (site / "ours.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
        [pip] = Path(ensurepip.__file__).with_name("_bundled").glob("pip-*.whl")
        ZipFile(pip).extractall(folder / "tools")
        source = shutil.copytree(PLUGIN, folder / "source")
        self.environment = {**os.environ, "PYTHONPATH": str(folder / "tools"), "TMPDIR": str(folder)}
        options = ("--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--no-compile")
        self.runs("-m", "pip", "install", "--disable-pip-version-check", *options, str(source))
        del self.environment["PYTHONPATH"]

    def runs(self, *command: str, code: int = 0) -> str:
        """The output of its Python."""
        return self.prints(self.python, *command, code=code)

    def prints(self, *command: Path | str, code: int = 0) -> str:
        """The output of a program."""
        ran = subprocess.run(
            command,
            cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False, timeout=600,
        )  # fmt: skip
        assert ran.returncode == code, (command, ran.stdout, ran.stderr)
        assert "Traceback" not in ran.stderr
        return ran.stdout

    def matchbook(self, *arguments: str, store: str = "store.db", code: int = 0) -> str:
        """The output of the command line."""
        return self.prints(self.folder / "bin/matchbook", "--store", f"sqlite:///{store}", *arguments, code=code)

    def rows(self, *arguments: str, store: str = "store.db") -> Any:
        """The rows of an answer."""
        return json.loads(self.matchbook(*arguments, "--json", store=store))["rows"]


@pytest.mark.slow
def test_a_plug_in_brings_all_that_is_its_own(tmp_path: Path) -> None:
    """Rules, cards, page, sample, facts, question, tallies and lifts of a game from outside work on the real command line."""
    installed = Installed(tmp_path)
    assert "heaps" in installed.runs("-m", "matchbook", "games"), "started as users do"
    with matchbook_in(tmp_path / "bin", str(installed.python)):
        is_known(installed)
        is_recorded_and_counted(installed)
        is_counted_in_a_series(installed)
        its_form_goes_in_and_out(installed)
        old_forms_are_lifted(installed)
        shown = installed.matchbook("demo", "-n", "4", "--game", "heaps")
    assert "Heaps" in shown
    assert "Ida wins" in shown, "the sheet states no refusal, and is recorded as it is"
    installed.runs(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "--matchbook-game", "heaps", "--matchbook-matches", "9"
    )


def is_known(installed: Installed) -> None:
    """Its name, page, rules and cards are found."""
    assert "heaps" in installed.matchbook("games")
    assert installed.matchbook("games", "heaps").startswith("# Heaps: how to log a match")
    assert "HP-T02" in installed.matchbook("rules", "heaps")
    assert "says thank you" in installed.matchbook("rules", "heaps", "HP-C01", "--catalogue", "orchard"), (
        "bound to cards"
    )
    assert "3 cards, 0 findings" in installed.matchbook("cards", "check", "heaps", "sample_trees")


def is_recorded_and_counted(installed: Installed) -> None:
    """The winner and the first player follow from its states, taken objects from its facts."""
    match = installed.matchbook("new", "heaps", "--player", "Ida", "--player", "Uwe").strip()
    installed.matchbook("take", match, "take Ida oak 4", code=3)
    installed.matchbook("take", match, "take Ida oak 3")
    (installed.folder / "lines").write_text(PLAYED)
    installed.matchbook("record", match, "--from", "lines")
    assert "Ida takes 3 stones of Oak, 0 left" in installed.matchbook("log", match)
    columns = "status, winners, reason, scores, first_seat, players"
    assert installed.rows("sql", f"select {columns} from matches") == [
        ["finished", [0], "last_stone", [6, 6], 0, ["Ida", "Uwe"]]
    ]
    assert installed.rows("stats", "takes") == [["ash", 2, 2.5], ["elm", 2, 2.0], ["oak", 1, 3.0]]


def is_counted_in_a_series(installed: Installed) -> None:
    """Its tallies are in the standings."""
    series = installed.matchbook("series", "new", "--game", "heaps", "--player", "Ida", "--player", "Uwe").strip()
    match = installed.matchbook("series", "open", series).strip()
    (installed.folder / "lines").write_text(f"take Ida oak 3\n{PLAYED}")
    installed.matchbook("record", match, "--from", "lines")
    installed.matchbook("series", "record", series, match)
    assert '"takes": 3' in installed.matchbook("series", "standings", series, "--json")


def its_form_goes_in_and_out(installed: Installed) -> None:
    """A file in a form of the game is imported match by match, found by its tags, and written as it was."""
    tally = installed.folder / "club.tally"
    tally.write_text("Ida,Uwe: oak 3, elm 3, ash 1\nno tally\nUwe,Ida: oak 2, oak 9\nUwe,Ida: elm 3, ash 9\n")
    said = installed.matchbook("import", "club.tally", store="forms.db", code=1)
    assert said.startswith("1 new match of 4 entries  club.tally\n"), said
    assert "line 2: not taken: write it as Ida,Uwe" in said
    assert "line 3: not taken: [HP-T02] 9 of" in said, "what is impossible is no record"
    assert "1 there already" in installed.matchbook("import", "club.tally", store="forms.db", code=1)
    [match] = json.loads(installed.matchbook("matches", "--find", "tag:place:riga", "--json", store="forms.db"))
    given = installed.matchbook("export", match["id"], "--format", "tally", store="forms.db")
    assert given == "Ida,Uwe: oak 3, elm 3, ash 1\n"
    installed.matchbook("export", match["id"], "--format", "tally", "--as", "Ida", store="forms.db", code=2)
    installed.matchbook("export", match["id"], "--format", "pgn", store="forms.db", code=2)
    installed.matchbook("import", "club.tally", "--format", "pgn", store="forms.db", code=2)


def old_forms_are_lifted(installed: Installed) -> None:
    """A record of an older schema verifies, is audited, told, exported and counted as one of today's."""
    installed.runs("source/old_record.py", "sqlite:///old.db", "old")
    installed.matchbook("audit", "old", store="old.db")
    assert "of Oak" in installed.matchbook("log", "old", store="old.db")
    installed.matchbook("export", "old", "-o", "old.match.jsonl", store="old.db")
    assert '"count"' in (installed.folder / "old.match.jsonl").read_text(), "stored bytes stay as they are"
    installed.matchbook("verify", "old.match.jsonl")
    counts = "(select count(*) from events where type = 'stones_taken'), (select status from matches)"
    [[takes, stones, told, status]] = installed.rows(
        "sql", f"select count(*), sum(stones), {counts} from heaps.takes", store="old.db"
    )
    assert (stones, told, status) == (12, takes, "finished")
