"""The campaigns' goals can be tried: their tests exist, and each saboteur finds the place that it spoils."""

import re
from pathlib import Path

import pytest

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
    """Once, and what it leaves is still a program."""
    assert goal.saboteur is not None
    text = (ROOT / goal.saboteur.file).read_text("utf-8")
    spoiled = goal.saboteur.spoiled(text)
    assert spoiled != text
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


def test_packages_whose_tests_are_measured_exist() -> None:
    """Code and tests of each."""
    for codes, tests in PACKAGES.values():
        assert any(any(ROOT.glob(code)) for code in codes)
        assert all((ROOT / one).is_dir() for one in tests)


def test_the_page_has_a_row_for_each_goal() -> None:
    """Written by the report, with what was measured."""
    rows = re.findall(r"^\| ([AGS]\d+) \| .* \| (.*) \| (.*) \| (.*) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert [row[0] for row in rows] == [goal.id for goal in GOALS]
    assert all("holds" in row[2] for row in rows)
    assert all(row[3] == "caught" for row, goal in zip(rows, GOALS, strict=True) if goal.saboteur)
