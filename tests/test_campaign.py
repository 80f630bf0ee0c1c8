"""The campaigns' goals can be tried: their tests exist, and each saboteur finds the place that it spoils."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.campaign import pieces
from benchmarks.campaign.__main__ import main
from benchmarks.campaign.goals import TIERS, Goal, read_goals
from benchmarks.campaign.mutants import PACKAGES, changed
from benchmarks.campaign.report import PAGE

ROOT = Path(__file__).parent.parent
GOALS = read_goals()


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.id)
def test_a_goal_names_tests_that_exist_and_variables_that_they_read(goal: Goal) -> None:
    """Files, functions, and the variable that says how often in one of the files."""
    texts = []
    for test in goal.tests:
        file, _, function = test.partition("::")
        texts.append((ROOT / file).read_text("utf-8"))
        assert not function or f"def {function}(" in texts[-1]
    if goal.size is not None:
        assert any(f'tries("{goal.size.variable}"' in text for text in texts)
        sizes = [getattr(goal.size, tier) for tier in TIERS]
        assert sizes == sorted(sizes)


@pytest.mark.parametrize("goal", [goal for goal in GOALS if goal.saboteur], ids=lambda goal: goal.id)
def test_a_saboteur_finds_its_place(goal: Goal) -> None:
    """Once, and what it leaves of a module is still one."""
    assert goal.saboteur is not None
    text = (ROOT / goal.saboteur.file).read_text("utf-8")
    spoiled = goal.saboteur.spoiled(text)
    assert spoiled != text
    if goal.saboteur.file.endswith(".py"):
        compile(spoiled, goal.saboteur.file, "exec")


def test_a_place_that_moved_is_said() -> None:
    """A saboteur whose place is gone does not pass for one that was caught."""
    [saboteur] = [goal.saboteur for goal in GOALS if goal.id == "G2" and goal.saboteur]
    with pytest.raises(ValueError, match="0 times, once expected"):
        saboteur.spoiled("nothing of it")


def test_a_change_of_one_place_changes_the_code() -> None:
    """Each kind of place is found inside functions, and is another afterwards."""
    import ast

    code = "LIMIT = 3\ndef f(a, b):\n    if a < b and b:\n        return a + b\n    return 7\n"
    said = []
    for number in range(6):
        tree = ast.parse(code)
        changed(tree, number)
        said.append(ast.unparse(ast.fix_missing_locations(tree)))
    assert len({*said, ast.unparse(ast.parse(code))}) == 7
    assert all(text.startswith("LIMIT = 3\n") for text in said)
    with pytest.raises(IndexError):
        changed(ast.parse(code), 6)


CODE = """
from contextlib import contextmanager

@contextmanager
def borrowed(book):
    yield book if book > 3 else 3

def unasked(number):
    return number + 1

class Shelf:
    @property
    def room(self):
        return 7
"""
TESTS = """
from kept.shelf import Shelf, borrowed

def test_small():
    with borrowed(2) as book:
        assert book == 3

def test_room():
    assert Shelf().room
"""
TRYING = """
import ast, sys
from pathlib import Path
import pytest
from benchmarks.campaign.trials import Change, Trial

file = Path("kept/shelf.py").resolve()
def change(old, new, lines):
    return Change(file, ast.parse(file.read_text().replace(old, new)), lines)
trial = Trial(file.parent, [
    change("else 3", "else 4", range(4, 7)),
    change("> 3", ">= 3", range(4, 7)),
    change("+ 1", "- 1", range(8, 10)),
    change("return 7", "return 0", range(12, 15)),
], 60)
pytest.main(["-q", "-p", "no:cacheprovider", "-p", "tests.processor_time", "test_shelf.py"], plugins=[trial])
print(*trial.verdicts, sep=",")
print(trial.tests[0])
"""


@pytest.mark.slow
def test_changes_are_tried_by_the_tests_that_call_them(tmp_path: Path) -> None:
    """In forks: a change behind a decorator or in a property is seen, an equivalent one is not, and what no test calls is said."""
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "__init__.py").touch()
    (tmp_path / "kept" / "shelf.py").write_text(CODE)
    (tmp_path / "test_shelf.py").write_text(TESTS)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(tmp_path)))}
    done = subprocess.run(
        [sys.executable, "-c", TRYING], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    *_, verdicts, tests = done.stdout.splitlines()
    assert verdicts.split(",") == ["seen", "unseen", "not called", "seen"], done.stdout + done.stderr
    assert tests == "['test_shelf.py::test_small']"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fuzz kits", "invalid choice: 'kits' (choose from 'match_file', "),
        ("fuzz kit --seconds 0", "'0' is no whole number from 1 on"),
        ("mutants storage --number -2", "'-2' is no whole number from 1 on"),
        ("mutants storage --seconds 0", "'0' is no whole number from 1 on"),
    ],
)
def test_what_cannot_be_tried_is_refused_before_anything_is(
    line: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An unknown reader is refused with the list of known ones; numbers below 1 are refused."""
    monkeypatch.setattr(sys, "argv", ["campaign", *line.split()])
    with pytest.raises(SystemExit) as ended:
        main()
    assert (ended.value.code, said in capsys.readouterr().err) == (2, True)


@pytest.mark.slow
@pytest.mark.parametrize(("campaign", "seeds"), pieces.kept(), ids=str)
def test_seeds_that_failed_in_a_campaign_hold_today(campaign: str, seeds: range) -> None:
    """`tests/kept` has a file for each, which says what was wrong."""
    assert pieces.campaigns()[campaign].failing(seeds) == {}


def tried(folder: Path, monkeypatch: pytest.MonkeyPatch, wrong: dict[int, str], *, together: bool = False) -> list[int]:
    """The first seeds of the pieces of a campaign that are tried now, in a folder. Of its 25 seeds these fail, or only several
    `together`."""

    def failing(seeds: Sequence[int]) -> dict[int, str]:
        return {seed: wrong[seed] for seed in seeds if seed in wrong and (not together or len(seeds) > 1)}

    for name, path in (("PIECES", "pieces.jsonl"), ("KEPT", "kept"), ("TABLE", "table.md")):
        monkeypatch.setattr(pieces, name, folder / path)
    campaign = pieces.Campaign("records", "some fact holds", failing, piece=10, size=25)
    firsts = [piece.first for piece in pieces.go_on(campaign, float("inf"))]
    pieces.write_table()
    return firsts


def test_a_campaign_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces that hold are not tried again; those that fail are with the next version. The table says which seeds were tried."""
    monkeypatch.setattr(pieces, "_version", lambda: "a1")
    assert tried(tmp_path, monkeypatch, {13: "lost"}) == [0, 10, 20]
    assert tried(tmp_path, monkeypatch, {}) == []
    assert "| 10 to 19 | 10,000 |" in (table := (tmp_path / "table.md").read_text())
    assert "**fails: 13**" in table
    monkeypatch.setattr(pieces, "_version", lambda: "b2")
    lines = (tmp_path / "pieces.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "pieces.jsonl").write_text("".join(lines[:2]))
    assert tried(tmp_path, monkeypatch, {}) == [10, 20]
    rows = re.findall(r"\| (\d+ to \d+) \|.*\| (\w+) \| \S+ \| holds \|", (tmp_path / "table.md").read_text())
    assert rows == [("0 to 9", "a1"), ("10 to 24", "b2")]


def test_a_failing_seed_becomes_a_file_that_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Singly if it fails singly, else with all seeds of its piece; the file has the failure."""
    tried(tmp_path, monkeypatch, {13: "lost"})
    assert ([*pieces.kept()], (tmp_path / "kept/records/13.txt").read_text()) == (
        [("records", range(13, 14))],
        "lost\n",
    )
    (tmp_path / "other").mkdir()
    tried(tmp_path / "other", monkeypatch, {21: "lost"}, together=True)
    assert [*pieces.kept()] == [("records", range(20, 25))]


def test_packages_whose_tests_are_measured_exist() -> None:
    """Code and tests of each, folders or files."""
    for codes, tests in PACKAGES.values():
        assert any(any(ROOT.glob(code)) for code in codes)
        assert all((ROOT / one).exists() for one in tests)


def test_the_page_has_a_row_for_each_goal() -> None:
    """Written by the report, with what was measured."""
    rows = re.findall(r"^\| ([AGS]\d+) \| .* \| (.*) \| (.*) \| (.*) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert [row[0] for row in rows] == [goal.id for goal in GOALS]
    assert all("holds" in row[2] for row in rows)
    assert all(row[3] == "caught" for row, goal in zip(rows, GOALS, strict=True) if goal.saboteur)
