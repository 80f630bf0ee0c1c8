"""The benchmarks run."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from benchmarks.__main__ import SIZES, results, verdict
from tests.campaigns import WHOLE, tries

FOLDER = Path(__file__).parent.parent / "benchmarks"
ROOT = FOLDER.parent
FIGURE = re.compile(
    r".{0,60}(?:\d ?(?:µs|us|ms)\b|\d (?:actions|events|entries|moves)(?:/s| a second)|\d bytes an event|core-hours).{0,20}"
)
BARS = tomllib.loads((FOLDER / "bars.toml").read_text("utf-8"))["bar"]


def run(*command: str) -> str:
    """The output of a program; it must end well."""
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


@pytest.mark.slow
@pytest.mark.parametrize("name", ["storage_append", "startup"])
def test_a_benchmark_of_each_kind_runs_to_its_end(name: str) -> None:
    """One of the store and one of the command line print their figures, in their quickest form."""
    assert run(str(FOLDER / f"{name}.py"), *SIZES["--quickest"][name]).strip()


def test_the_page_of_results_has_commit_machine_and_every_bar() -> None:
    """A row a bar, with what was measured and whether it is met; what the benchmarks printed follows."""
    page = results({"storage_append": "p50: durable action 9 us, raw insert 5 us, ratio 1.8"}, "--quick", "1234567")
    assert all(word in page for word in ("- commit: 1234567", "- machine: ", "cores", "Python ", "duckdb ", "load"))
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| ")][1:]
    assert [row[0].removeprefix("| ") for row in rows] == [bar["what"] for bar in BARS]
    assert rows[0][1:] == ["1.8", "at most 1.6 times", "NOT MET |"]
    assert rows[2][1] == "not measured"
    assert "ratio 1.8" in page.partition("## storage_append")[2]


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        *(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "adr"),
    ],
)
def test_no_page_has_figures_of_speed_or_size_written_by_hand(page: str) -> None:
    """They are in the pages of results only, which are in `benchmarks/`."""
    assert FIGURE.findall((ROOT / page).read_text("utf-8")) == []


@pytest.mark.slow
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
