"""The notebooks of the documents run, cell after cell, on a store."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parent.parent / "docs" / "examples").glob("*.ipynb"))


def cells(notebook: Path) -> list[str]:
    """The code of a notebook."""
    found = json.loads(notebook.read_text(encoding="utf-8"))
    assert all(not cell.get("outputs") for cell in found["cells"]), "outputs are left out of the documents"
    return ["".join(cell["source"]) for cell in found["cells"] if cell["cell_type"] == "code"]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_cells_run_and_draw_the_same(notebook: Path, tmp_path: Path) -> None:
    """Given simulated matches, when all cells run in two programs, then there is a picture, of the same bytes in both."""
    environment = {**os.environ, "MATCHBOOK_STORE": f"sqlite:///{tmp_path / 'club.db'}", "MPLCONFIGDIR": str(tmp_path)}
    recording = [sys.executable, "-m", "matchbook", "simulate", "frc_card_game", "-n", "3", "--record"]
    subprocess.run(recording, env=environment, check=True, capture_output=True)
    pictures = []
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        running = [sys.executable, "-W", "error::DeprecationWarning:__main__", "-c", "\n\n".join(cells(notebook))]
        subprocess.run(running, cwd=folder, env=environment, check=True, capture_output=True)
        pictures.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert pictures[0] == pictures[1]
    assert any(name.endswith(".svg") and b"<svg" in data for name, data in pictures[0].items())


def test_there_is_one() -> None:
    """The test above has something to run."""
    assert NOTEBOOKS
