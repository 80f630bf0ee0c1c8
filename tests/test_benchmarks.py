"""The benchmarks run."""

import subprocess
import sys
import tomllib
from pathlib import Path

from benchmarks.__main__ import SIZES


def test_mend_d9_every_benchmark_runs_to_its_end() -> None:
    """In its quickest form each benchmark prints its figures and ends well; none is left out, and each bar is read off one."""
    command = [sys.executable, "-m", "benchmarks", "--quickest"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    folder = Path(__file__).parent.parent / "benchmarks"
    own_entry = {path.stem for path in folder.glob("*.py") if '"__main__":' in path.read_text()} - {"__main__"}
    for sizes in SIZES.values():
        assert own_entry == set(sizes)
    assert [line.removeprefix("== ") for line in ran.stdout.splitlines() if line.startswith("== ")] == list(
        SIZES["--quickest"]
    )
    _, _, table = ran.stdout.partition("\nThe bars\n")
    bars = tomllib.loads((folder / "bars.toml").read_text("utf-8"))["bar"]
    assert len(table.splitlines()) == len(bars)
    others = ("PokerKit", "python-chess")  # measured where they are installed
    assert [line for line in table.splitlines() if "not measured" in line and not any(o in line for o in others)] == []
