"""The published test vectors of match files: each reads as declared."""

import json
import runpy
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from tests.golden.vectors import FOLDER, expected

ROWS = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
ONE_OF_EACH = [
    next(name for name in sorted(ROWS) if ROWS[name]["kind"] == kind)
    for kind in sorted({row["kind"] for row in ROWS.values()})
]


def test_a_hundred_files_of_eight_kinds_are_published() -> None:
    kinds = Counter(row["kind"] for row in ROWS.values())
    assert sorted(kinds) == ["correction", "damaged", "illegal", "legal", "redacted", "ruling", "takeback", "unknown"]
    assert len(ROWS) >= 100
    assert {path.name.partition(".")[0] for path in FOLDER.glob("*.match.jsonl")} == set(ROWS)


@pytest.mark.parametrize("name", [*ONE_OF_EACH, *(pytest.param(name, marks=pytest.mark.slow) for name in sorted(ROWS))])
def test_a_vector_has_its_verdict_and_states(name: str) -> None:
    assert expected(FOLDER / f"{name}.match.jsonl") == ROWS[name]


def test_the_verifier_without_matchbook_gives_the_same_verdicts() -> None:
    """`docs/verify.py` is a second implementation: it finds the same files sound, with the same heads."""
    verify = runpy.run_path(str(FOLDER.parent / "verify.py"))["verify"]
    for name, row in ROWS.items():
        head = ""
        with suppress(Exception):
            head = verify((FOLDER / f"{name}.match.jsonl").read_bytes())
        assert bool(head) is (row["verdict"] == "sound"), name
        assert head in (row.get("head"), ""), name


@pytest.mark.slow
def test_the_command_writes_the_same_files_again(tmp_path: Path) -> None:
    """In a process of its own: the order of a kit's cards, and so a simulation, depends on where the kit was read first."""
    subprocess.run([sys.executable, "-m", "tests.golden.vectors", str(tmp_path)], check=True, cwd=FOLDER.parents[1])
    for path in FOLDER.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path.name
