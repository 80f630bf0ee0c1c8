"""The benchmarks run."""

import subprocess
import sys
from pathlib import Path

from benchmarks.__main__ import SIZES


def test_mend_d9_every_benchmark_runs_to_its_end() -> None:
    """In its quickest form each benchmark prints its figures and ends well; none is left out."""
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
