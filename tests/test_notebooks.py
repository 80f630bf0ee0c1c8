"""The notebooks of the documents run, cell after cell, on a store."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parent.parent / "docs" / "examples").glob("*.ipynb"))
SHOWN = """
import ast, json, sys
names = {}
for cell in json.load(sys.stdin):
    tree = ast.parse(cell)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
    if hasattr(value, "savefig"):
        whiskers = [axes.containers[0].lines[2][0].get_segments() for axes in value.axes]
        print(json.dumps({"whiskers": [[list(end) for end in one] for one in whiskers[0]], "title": value.axes[0].get_title()}))
    if type(value).__name__ == "DataFrame":
        print(json.dumps({"rows": json.loads(value.to_json(orient="records"))}))
"""
"""Runs cells as a notebook does, and prints what it would show: charts with their whiskers, and frames."""


def cells(notebook: Path) -> list[str]:
    """The code of a notebook."""
    found = json.loads(notebook.read_text(encoding="utf-8"))
    assert all(not cell.get("outputs") for cell in found["cells"]), "outputs are left out of the documents"
    return ["".join(cell["source"]) for cell in found["cells"] if cell["cell_type"] == "code"]


@pytest.mark.slow
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_cells_run_and_show_a_chart_of_one_game_and_kind(notebook: Path, tmp_path: Path) -> None:
    """On a store with two games: one cell shows a chart, which has the interval of each player in the
    frame, and the frame is of one game and kind. Run twice, the saved picture has the same bytes."""
    environment = {**os.environ, "MATCHBOOK_STORE": f"sqlite:///{tmp_path / 'club.db'}", "MPLCONFIGDIR": str(tmp_path)}
    program = [sys.executable, "-m", "matchbook"]
    for game, number in (("frc_card_game", "3"), ("robin_in_the_hood", "1")):
        subprocess.run(
            [*program, "simulate", game, "-n", number, "--record"], env=environment, check=True, capture_output=True
        )
    pictures = []
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        running = [sys.executable, "-W", "error::DeprecationWarning:__main__", "-c", SHOWN]
        code = json.dumps(cells(notebook))
        ran = subprocess.run(
            running, input=code, cwd=folder, env=environment, check=True, capture_output=True, text=True
        )
        shown = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{")]
        pictures.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert pictures[0] == pictures[1]
    assert any(name.endswith(".svg") and b"<svg" in data for name, data in pictures[0].items())
    [frame, chart] = shown
    assert {(row["game"], row["kind"], row["n"]) for row in frame["rows"]} == {("frc_card_game", "simulated", 3)}
    ends = [[one[0][0], one[1][0]] for one in chart["whiskers"]]
    assert ends == [pytest.approx([row["low"], row["high"]]) for row in frame["rows"]]
    assert "frc_card_game" in chart["title"]


def test_there_is_one() -> None:
    """The test above has something to run."""
    assert NOTEBOOKS
