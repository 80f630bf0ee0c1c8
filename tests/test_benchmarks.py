"""The benchmarks run."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from benchmarks.__main__ import SIZES, verdict
from tests.campaigns import WHOLE, tries

FOLDER = Path(__file__).parent.parent / "benchmarks"
BARS = tomllib.loads((FOLDER / "bars.toml").read_text("utf-8"))["bar"]


def run(*command: str) -> str:
    """What a program prints; it must end well."""
    ran = subprocess.run(
        [sys.executable, *command], cwd=FOLDER.parent, capture_output=True, text=True, timeout=600, check=False
    )
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    return ran.stdout


def test_none_is_left_out() -> None:
    """Each benchmark with an entry of its own has its arguments in both sizes."""
    own_entry = {path.stem for path in FOLDER.glob("*.py") if '"__main__":' in path.read_text()} - {"__main__"}
    for sizes in SIZES.values():
        assert own_entry == set(sizes)


@pytest.mark.parametrize("name", ["storage_append", "startup"])
def test_a_benchmark_of_each_kind_runs_to_its_end(name: str) -> None:
    """One of the store and one of the command line print their figures, in their quickest form."""
    assert run(str(FOLDER / f"{name}.py"), *SIZES["--quickest"][name]).strip()


@pytest.mark.timeout(900)
def test_what_a_postgresql_server_takes() -> None:
    """S32: its bars are read off what the benchmark prints, and met (asked in campaigns)."""
    told = run(str(FOLDER / "postgres_append.py"), "--entries", str(tries("MATCHBOOK_APPENDED", few=40, many=1000)))
    own = [bar for bar in BARS if bar["benchmark"] == "postgres_append"]
    found = {bar["what"]: verdict(bar, told) for bar in own}
    assert len(found) == 2
    assert not [said for said in found.values() if "not measured" in said or (WHOLE and "NOT MET" in said)], found


@pytest.mark.campaign
@pytest.mark.timeout(900)
def test_every_benchmark_runs_to_its_end() -> None:
    """In its quickest form each benchmark prints its figures and ends well, and each bar is read off one."""
    told = run("-m", "benchmarks", "--quickest")
    assert [line.removeprefix("== ") for line in told.splitlines() if line.startswith("== ")] == list(
        SIZES["--quickest"]
    )
    _, _, table = told.partition("\nThe bars\n")
    assert len(table.splitlines()) == len(BARS)
    others = ("PokerKit", "python-chess")  # measured where they are installed
    assert [line for line in table.splitlines() if "not measured" in line and not any(o in line for o in others)] == []
