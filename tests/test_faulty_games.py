"""A game from outside whose code or files are at fault is told in one line, and harms no other game and no record.

The game is Heaps of `tests/plugin` with one thing changed, found beside Matchbook by the command line itself.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HEAPS = Path(__file__).parent / "plugin" / "heaps"


BROKEN_LIFT = """
def _schema_3(tree: Tree) -> Tree:
    return tree["nix"]


LIFTS = (_schema_2, _schema_3)
"""


class Table:
    """A folder with a store and a copy of the game, which can be changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.installed = folder / "installed"
        shutil.copytree(HEAPS, self.installed / "heaps", ignore=shutil.ignore_patterns("__pycache__"))
        self.announce("heaps_game", "heaps = heaps:GAME")
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(self.installed),
            "PYTHONDONTWRITEBYTECODE": "1",
            "MATCHBOOK_STORE": f"sqlite:///{folder / 'store.db'}",
            "MATCHBOOK_RECORDER": "me",
        }
        self.said = ""

    def announce(self, package: str, line: str, version: str = "1.0") -> None:
        """What an installed package says of its games."""
        about = self.installed / f"{package}-{version}.dist-info"
        about.mkdir(exist_ok=True)
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n")
        (about / "entry_points.txt").write_text(f"[matchbook.games]\n{line}\n")

    def change(self, file: str, old: str, new: str) -> None:
        """Puts other words into a file of the game; an empty `old` adds them at the end."""
        path = self.installed / "heaps" / file
        text = path.read_text() if path.exists() else ""
        assert old in text, file
        path.parent.mkdir(exist_ok=True)
        path.write_text(text.replace(old, new) if old else text + new)

    def heal(self) -> None:
        """The game as it should be."""
        shutil.rmtree(self.installed / "heaps")
        shutil.copytree(HEAPS, self.installed / "heaps", ignore=shutil.ignore_patterns("__pycache__"))

    def runs(self, *arguments: str, code: int = 0) -> str:
        """What the command line prints, talk included in `said`; no traceback."""
        ran = subprocess.run(
            [sys.executable, "-m", "matchbook", *arguments],
            cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False, timeout=100,
        )  # fmt: skip
        self.said = ran.stderr
        assert "Traceback" not in ran.stderr, (arguments, ran.stderr)
        assert ran.returncode == code, (arguments, ran.returncode, ran.stdout, ran.stderr)
        return ran.stdout

    def new(self, *takes: str) -> str:
        """A match, with these actions."""
        match = self.runs("new", "heaps", "--player", "Ida", "--player", "Uwe").strip()
        for take in takes:
            self.runs("take", match, take)
        return match


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The game as it should be."""
    return Table(tmp_path)


def test_mend_a1_what_the_game_does_not_list_is_refused_before_it_is_stored(table: Table) -> None:
    """An event that `EVENTS` forgets could never be read again: nothing of it is stored, and the match goes on."""
    match = table.new()
    table.change("events.py", "(HeapsLaid, StonesTaken, TableCleared, HeapSet)", "(HeapsLaid, TableCleared, HeapSet)")
    table.runs("take", match, "take Ida oak 3", code=2)
    assert "game 'heaps': StonesTaken is neither in its commands nor in its events" in table.said
    assert "nothing was recorded" in table.said
    table.heal()
    table.runs("take", match, "take Ida oak 3")
    table.runs("verify", match)


UNLOADABLE: list[tuple[str, Callable[[Table], None], str]] = [
    ("an import", lambda t: t.change("play.py", "from random import Random", "import nowhere"), "play.py:"),
    (
        "a name",
        lambda t: t.change("__init__.py", 'name="heaps"', 'name="piles"'),
        "'piles', and is announced as 'heaps'",
    ),
    ("no game", lambda t: t.change("__init__.py", "", "\nGAME = {}\n"), "of type dict, and no Game"),
    ("a package", lambda t: t.change("__init__.py", "package=__name__", 'package="nix.nix"'), "no package 'nix.nix'"),
    ("seats", lambda t: t.change("__init__.py", "seat_counts=(2,)", "seat_counts=()"), "seat_counts is empty"),
    ("a method", lambda t: t.change("commands.py", "", "\nTake.faults = HeapsCommand.faults\n"), "Take has no faults"),
    (
        "an evolve",
        lambda t: t.change("events.py", "", "\nStonesTaken.evolve = HeapsEvent.evolve\n"),
        "StonesTaken has no evolve",
    ),
    (
        "a tag",
        lambda t: t.change("events.py", 'tag="heap_set"', 'tag="stones_taken"'),
        "StonesTaken and HeapSet have one tag",
    ),
    (
        "a tally",
        lambda t: t.change("__init__.py", 'Tally(StonesTaken, "seat")', 'Tally(StonesTaken, "chair")'),
        "'chair', which StonesTaken does not have",
    ),
    ("two packages", lambda t: t.announce("more_heaps", "heaps = heaps.play:board"), "heaps_game (heaps:GAME)"),
]


@pytest.mark.parametrize(("what", "spoil", "words"), UNLOADABLE, ids=[what for what, *_ in UNLOADABLE])
def test_mend_a5_to_a8_a_game_that_cannot_be_used_is_told_when_it_is_loaded(
    table: Table, what: str, spoil: Callable[[Table], None], words: str
) -> None:
    """What is wrong with the record of a game is one line that names the game and the fault; the other games stay listed."""
    spoil(table)
    listed = table.runs("games", code=1)
    assert "frc_tcg" in listed, what
    assert "heaps" not in listed
    [line] = [line for line in table.said.splitlines() if line]
    assert line.startswith("game 'heaps' ")
    assert words in line


RAISING = '    raise TypeError("oh\\nno")\n'
FAILING: list[tuple[str, str, str, list[str]]] = [
    (
        "open_table",
        "play.py",
        "def open_table(setup: TableSetup) -> tuple[HeapsCommand, ...]:\n",
        ["new", "heaps", "--player", "A", "--player", "B"],
    ),
    (
        "unfold",
        "commands.py",
        "    def unfold(self, course: HeapsCourse) -> None:\n",
        ["take", "MATCH", "take Uwe elm 1"],
    ),
    ("moment", "state.py", "def moment(state: State) -> Moment:\n", ["take", "MATCH", "take Uwe elm 1"]),
    ("outcome", "state.py", "def outcome(state: State) -> Outcome | None:\n", ["simulate", "heaps", "-n", "1"]),
    ("legal", "play.py", "def legal(state: State) -> Iterator[HeapsCommand]:\n", ["simulate", "heaps", "-n", "1"]),
]


@pytest.mark.parametrize(("function", "file", "head", "command"), FAILING, ids=[name for name, *_ in FAILING])
def test_mend_a7_what_a_games_code_raises_is_one_line(
    table: Table, function: str, file: str, head: str, command: list[str]
) -> None:
    """An exception of the game's own code names the game, what was raised and where, with exit code 2, whatever command."""
    match = table.new("take Ida oak 3") if "MATCH" in command else ""
    indent = "    " if head.startswith(" ") else ""
    table.change(file, head, f"{head}{indent}{RAISING}")
    table.runs(*(match if word == "MATCH" else word for word in command), code=2)
    [line] = [line for line in table.said.splitlines() if "error" in line]
    assert line.startswith("matchbook: error: game 'heaps': TypeError: oh no (")
    assert f"({file}:" in line
    assert line.endswith(f" {function})")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[rule]\n", "heaps/rules.toml: "),
        ('[[rule]]\nid = "HP-X01"\ntext = "t"\nplace = "p"\nkind = "guard"\n', "title"),
        ('[[rule]]\nid = "HP-X01"\ntitle = "t"\ntext = "t"\nplace = "p"\nkind = "law"\n', "law"),
        ('[[rule]]\nid = "HP-T01"\ntitle = "t"\ntext = "t"\nplace = "p"\nkind = "guard"\n', "HP-T01 stands twice"),
    ],
)
def test_mend_a7_a_rules_file_that_cannot_be_used_is_named(table: Table, text: str, words: str) -> None:
    """No TOML, a row without a title or of an unknown kind, an id used twice: one line names the file."""
    table.change("rules.toml", "", text)
    table.runs("rules", "heaps", code=2)
    assert "heaps/rules.toml: " in table.said
    assert words in table.said
    table.runs("games")


def test_mend_a9_code_at_fault_is_named_and_no_record_accused(table: Table) -> None:
    """A board that raises is told with the exception and its place; `diff` does not say that nothing changed."""
    match = table.new("take Ida oak 3")
    table.change("play.py", '    """The heaps, and what each player took: all of it lies open."""\n', RAISING)
    place = r"TypeError: oh no (play.py:"
    table.runs("show", match, code=6)
    assert place in table.said
    assert place in table.runs("audit", match, code=6)
    assert not table.runs("diff", match, "1", "2", code=6)
    assert place in table.said
    table.runs("verify", match)


def test_mend_a9_a_lift_that_raises_is_no_damage(table: Table) -> None:
    """Entries whose chain is whole are as they were recorded: verifying and auditing note the lift that fails, and where."""
    match = table.new()
    table.change("lifts.py", "LIFTS: Final[tuple[Lift, ...]] = (_schema_2,)", BROKEN_LIFT)
    place = "KeyError: 'nix' (lifts.py:"
    table.runs("verify", match)
    assert place in table.said
    table.runs("audit", match)
    assert place in table.said
    table.runs("log", match, code=6)
    assert place in table.said
    table.change("lifts.py", "LIFTS = (_schema_2, _schema_3)", "LIFTS = ()")
    table.runs("log", match, code=6)
    assert "need a newer Heaps (package heaps)" in table.said
