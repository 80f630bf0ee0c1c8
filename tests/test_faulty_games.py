"""A game from outside with faulty code or files is reported in one line, and does not harm other games or records.

The game is Heaps of `tests/plugin` with one thing changed, found beside Matchbook by the command line itself.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaigns import some
from tests.started import matchbook_in

pytestmark = pytest.mark.slow  # a hundred processes
HEAPS = Path(__file__).parent / "plugin" / "heaps"


BROKEN_UPCASTER = """
def _schema_3(tree: Tree) -> Tree:
    return tree["nix"]


UPCASTERS = (_schema_2, _schema_3)
"""


class Table:
    """A folder with a store and a copy of the game, which can be changed."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self.program = programs / "matchbook"
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
        """The metadata of an installed package about its games."""
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
        """The output of the command line, messages included in `said`; without a traceback."""
        ran = subprocess.run(
            [self.program, *arguments],
            cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False, timeout=240,
        )  # fmt: skip
        self.said = ran.stderr
        assert "Traceback" not in ran.stderr, (arguments, ran.stderr)
        assert ran.returncode == code, (arguments, ran.returncode, ran.stdout, ran.stderr)
        return ran.stdout

    def is_left_out(self, words: str) -> None:
        """The other games are listed, and one line says why this one is not."""
        listed = self.runs("games", code=1)
        assert "frc_tcg" in listed
        assert "heaps" not in listed
        [line] = [line for line in self.said.splitlines() if line]
        assert line.startswith("game 'heaps' ")
        assert words in line

    def won(self) -> str:
        """A match that is played to its end."""
        match = self.new()
        (self.folder / "lines").write_text("\n".join(WON))
        self.runs("record", match, "--from", "lines")
        return match

    def new(self, *takes: str) -> str:
        """A match, with these actions."""
        match = self.runs("new", "heaps", "--player", "Ida", "--player", "Uwe").strip()
        for take in takes:
            self.runs("take", match, take)
        return match


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder in which `matchbook` is found."""
    with matchbook_in(tmp_path_factory.mktemp("programs") / "bin") as folder:
        yield folder


@pytest.fixture
def table(tmp_path: Path, programs: Path) -> Table:
    """The game as it should be."""
    return Table(tmp_path, programs)


def test_what_the_game_does_not_list_is_refused_before_it_is_stored(table: Table) -> None:
    """An event missing in `EVENTS` could never be read again: it is not stored, and the match goes on."""
    match = table.new()
    table.change("events.py", "(HeapsLaid, StonesTaken, TableCleared, HeapSet)", "(HeapsLaid, TableCleared, HeapSet)")
    table.runs("take", match, "take Ida oak 3", code=2)
    assert "game 'heaps': StonesTaken is missing from its commands and events" in table.said
    assert "not recorded" in table.said
    table.heal()
    table.runs("take", match, "take Ida oak 3")
    table.runs("verify", match)


UNLOADABLE: dict[str, tuple[tuple[str, str, str], str]] = {
    "an import": (("play.py", "from random import Random", "import nowhere"), "play.py:"),
    "a name": (("__init__.py", 'name="heaps"', 'name="piles"'), "'piles', and is announced as 'heaps'"),
    "no game": (("__init__.py", "", "\nGAME = {}\n"), "of type dict, and no Game"),
    "a package": (("__init__.py", "package=__name__", 'package="nix.nix"'), "package 'nix.nix' is missing"),
    "seats": (("__init__.py", "seat_counts=(2,)", "seat_counts=()"), "seat_counts is empty"),
    "a method": (("commands.py", "", "\nTake.validate = HeapsCommand.validate\n"), "Take has no validate"),
    "an evolve": (("events.py", "", "\nStonesTaken.evolve = HeapsEvent.evolve\n"), "StonesTaken has no evolve"),
    "a tag": (("events.py", 'tag="heap_set"', 'tag="stones_taken"'), "StonesTaken and HeapSet have one tag"),
    "a tally": (
        ("__init__.py", '(StonesTaken, "seat")', '(StonesTaken, "chair")'),
        "'chair', which StonesTaken does not",
    ),
}


@pytest.mark.parametrize(("change", "words"), UNLOADABLE.values(), ids=UNLOADABLE)
def test_a_game_that_cannot_be_used_is_told_when_it_is_loaded(
    table: Table, change: tuple[str, str, str], words: str
) -> None:
    """A defect in the record of a game is one line that names the game and the defect; the other games stay listed."""
    table.change(*change)
    table.is_left_out(words)


def test_a_game_of_two_packages_is_told_when_it_is_loaded(table: Table) -> None:
    """Of two packages that announce one name, both are named."""
    table.announce("more_heaps", "heaps = heaps.play:board")
    table.is_left_out("heaps_game (heaps:GAME)")


RAISING = '    raise TypeError("oh\\nno")\n'
NEW = "new heaps --player A --player B"
FAILING: dict[str, tuple[str, str, str]] = {
    "open_table": ("play.py", "def open_table(setup: TableSetup) -> tuple[HeapsCommand, ...]:\n", NEW),
    "resolve": ("commands.py", "    def resolve(self, out: HeapsBuffer) -> None:\n", "take MATCH"),
    "turn_info": ("state.py", "def turn_info(state: State) -> TurnInfo:\n", "take MATCH"),
    "outcome": ("state.py", "def outcome(state: State) -> Outcome | None:\n", "simulate heaps -n 1"),
    "legal": ("play.py", "def legal(state: State) -> Iterator[HeapsCommand]:\n", "simulate heaps -n 1"),
}


@pytest.mark.parametrize("function", FAILING)
def test_what_a_games_code_raises_is_one_line(table: Table, function: str) -> None:
    """An exception of the game's own code names the game, what was raised and where, with exit code 2, whatever
    command."""
    file, head, command = FAILING[function]
    arguments = command.split()
    if "MATCH" in arguments:
        arguments = ["take", table.new("take Ida oak 3"), "take Uwe elm 1"]
    indent = "    " if head.startswith(" ") else ""
    table.change(file, head, f"{head}{indent}{RAISING}")
    table.runs(*arguments, code=2)
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
        ('[[rule]]\nid = "HP-T01"\ntitle = "t"\ntext = "t"\nplace = "p"\nkind = "guard"\n', "HP-T01 is defined twice"),
    ],
)
def test_a_rules_file_that_cannot_be_used_is_named(table: Table, text: str, words: str) -> None:
    """No TOML, a row without a title or of an unknown kind, an id used twice: one line names the file."""
    table.change("rules.toml", "", text)
    table.runs("rules", "heaps", code=2)
    assert "heaps/rules.toml: " in table.said
    assert words in table.said
    table.runs("games")


def test_code_at_fault_is_named_and_no_record_accused(table: Table) -> None:
    """A board that raises is told with the exception and its place; `diff` does not report equality."""
    match = table.new("take Ida oak 3")
    table.change("play.py", '    """The heaps, and the objects that each player took: all open."""\n', RAISING)
    place = r"TypeError: oh no (play.py:"
    table.runs("show", match, code=6)
    assert place in table.said
    assert place in table.runs("audit", match, code=6)
    assert not table.runs("diff", match, "1", "2", code=6)
    assert place in table.said
    table.runs("verify", match)


def test_a_lift_that_raises_is_no_damage(table: Table) -> None:
    """Entries whose chain is whole are as they were recorded: verifying and auditing note the upcaster that fails, and
    where."""
    match = table.new()
    table.change("upcasters.py", "UPCASTERS: Final[tuple[Upcaster, ...]] = (_schema_2,)", BROKEN_UPCASTER)
    place = "KeyError: 'nix' (upcasters.py:"
    table.runs("verify", match)
    assert place in table.said
    table.runs("audit", match)
    assert place in table.said
    table.runs("log", match, code=6)
    assert place in table.said
    table.change("upcasters.py", "UPCASTERS = (_schema_2, _schema_3)", "UPCASTERS = ()")
    table.runs("log", match, code=6)
    assert "need a newer Heaps (package heaps)" in table.said


def rows_of(table: Table, *arguments: str) -> list[list[object]]:
    """The rows of an answer; its notes are what is `said`."""
    answer = json.loads(table.runs(*arguments, "--json"))
    table.said += "\n".join(answer["notes"])
    rows: list[list[object]] = answer["rows"]
    return rows


COUNTED = ("sql", "select game, status, players from matches order by all")
WON = ("take Ida oak 3", "take Uwe elm 3", "take Ida elm 1", "take Uwe ash 3", "take Ida ash 2")


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("play.py", "from random import Random", "import nowhere", "cannot be loaded"),
        (
            "state.py",
            "def turn_info(state: State) -> TurnInfo:\n",
            f"def turn_info(state: State) -> TurnInfo:\n{RAISING}",
            "TypeError",
        ),
    ],
)
def test_matches_of_a_game_at_fault_are_left_out_until_it_is_mended(
    table: Table, file: str, old: str, new: str, words: str
) -> None:
    """A game that cannot be loaded, or raises, when its entries are taken in: its matches are of unknown status, left
    out of answers, which say so. After the repair they are counted as if they had always been fine, without a
    command."""
    match = table.won()
    table.change(file, old, new)
    assert rows_of(table, *COUNTED) == [["heaps", "unknown", []]]
    assert words in table.said
    assert "1 match left out until this is fixed; the records are not affected" in table.said
    assert match[:6] in table.runs("matches")
    assert words in table.said
    assert rows_of(table, "stats", "results") == []
    table.heal()
    assert rows_of(table, *COUNTED) == [["heaps", "finished", ["Ida", "Uwe"]]]
    assert "left out" not in table.said


TAKEN = (
    "sql",
    "select (select count(*) from heaps.takes), (select count(*) from matches), (select count(*) from damaged)",
)


@pytest.mark.parametrize(
    ("old", "new", "part", "takes"),
    some(
        [
            pytest.param("(data ->> 'stones')::integer", "(data ->> 'stones')::date", "heaps.takes", 0),
            pytest.param("(data ->> 'stones')::integer", "nix", "heaps.takes", 0),
            pytest.param("-- [heaps.takes]", "-- [heaps.nix]", "heaps.nix", 0),
            pytest.param("stones integer  --", "stones number_of_stones  --", "tables", None),
            pytest.param("where type = 'stones_taken'", "were type = 'stones_taken'", "heaps.takes", 0),
        ],
        3,
    ),
)
def test_bad_facts_name_their_section_and_harm_no_other_game(
    table: Table, old: str, new: str, part: str, takes: int | None
) -> None:
    """A statement that is wrong, or casts what cannot be cast: file and section are named, no record is called damaged,
    the game's matches and all others are counted."""
    table.won()
    table.runs("simulate", "robin_in_the_hood", "-n", "1", "--record")
    table.change("facts.sql", old, new)
    listed = rows_of(table, *COUNTED)
    assert [row[:2] for row in listed] == [["heaps", "finished"], ["robin_in_the_hood", "finished"]]
    assert f"heaps/facts.sql, [{part}]: " in table.said
    assert "damaged" not in table.said
    if takes is not None:
        assert rows_of(table, *TAKEN) == [[takes, 2, 0]]
        assert f"heaps/facts.sql, [{part}]: " in table.said
    table.heal()
    assert rows_of(table, *TAKEN) == [[5, 2, 0]]
    assert "facts.sql" not in table.said


BAD_QUESTIONS = [
    ("title =", "tilte =", "its header: Object contains unknown field `tilte`"),
    ("-- [answer]", "-- [answers]", "no part `-- [answer]`"),
    ("title =", "[numbers.cards]\ntitle =", "there is another statistic cards"),
    ("from heaps.takes", "from heaps.nix", "heaps/questions/takes.sql: Catalog Error"),
]


@pytest.mark.parametrize(("old", "new", "words"), BAD_QUESTIONS)
def test_one_bad_question_is_named_and_the_others_stay(table: Table, old: str, new: str, words: str) -> None:
    """A question of a game without its heading or answer, or that fails, is one line with its file; all others are
    listed."""
    match = table.new()
    table.change("questions/takes.sql", old, new)
    assert "first-player" in table.runs("stats")
    table.runs("stats", "takes", code=2)
    assert "heaps/questions/takes.sql: " in table.said
    assert words in table.said
    assert match[:6] in table.runs("matches")


SPOILT_FOR_THE_SUITE = [
    pytest.param("facts.sql", "(data ->> 'stones')::integer", "nix", "heaps/facts.sql, [heaps.takes]: "),
    pytest.param("questions/takes.sql", "from heaps.takes", "from heaps.nix", "heaps/questions/takes.sql: "),
    pytest.param(
        "upcasters.py",
        "UPCASTERS: Final[tuple[Upcaster, ...]] = (_schema_2,)",
        BROKEN_UPCASTER,
        "the upcaster _schema_3 fails",
    ),
    pytest.param("events.py", "TableCleared, HeapSet)", "TableCleared)", "HeapSet is not in its events"),
]


@pytest.mark.parametrize(("file", "old", "new", "words"), some(SPOILT_FOR_THE_SUITE, 2))
def test_the_suite_finds_what_only_use_would_show(table: Table, file: str, old: str, new: str, words: str) -> None:
    """Facts, questions, lifts, and kinds that no list has fail the conformance suite."""
    table.change(file, old, new)
    checks = ("--matchbook-check", "is_well_formed", "--matchbook-check", "counts_alike", "--matchbook-matches", "2")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--matchbook-game", "heaps", *checks],
        cwd=table.folder, env=table.environment, capture_output=True, text=True, check=False, timeout=240,
    )  # fmt: skip
    assert ran.returncode == 1, ran.stdout
    assert words in ran.stdout


def test_a_bad_sample_sheet_is_named(table: Table) -> None:
    """The demo says which sheet of which game it cannot type in."""
    table.change("match/ida_and_uwe.scoresheet", "", "\ntake Nobody oak 1\n")
    table.runs("demo", "--game", "heaps", "-n", "1", "--no-replay", code=2)
    assert "heaps/match/ida_and_uwe.scoresheet: line " in table.said
