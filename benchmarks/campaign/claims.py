"""Tries claims: in the unchanged program, and in a copy with a defect."""

import os
import platform
import shutil
import sqlite3
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal
from xml.etree import ElementTree as ET

import duckdb
import msgspec
from msgspec import Struct
from msgspec.structs import replace

from benchmarks.campaign.goals import FOLDER, ROOT, Goal, Tier

RESULTS: Final = FOLDER / "results.jsonl"
LEFT_BEHIND: Final = (".git", ".venv", "*.egg-info", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache")


class Result(Struct, omit_defaults=True):
    """Result of a claim in a tier, or of its defect."""

    goal: str
    tier: Tier
    day: str
    python: str
    sqlite: str
    duckdb: str
    seconds: float
    passed: int
    failed: int
    skipped: int
    each: str = ""
    """How much each test tried."""
    measured: str = ""
    """A test's measurement (its property `measured`)."""
    saboteur: Literal["", "caught", "missed"] = ""

    @property
    def good(self) -> bool:
        """Whether the goal holds, or its saboteur was caught."""
        return self.saboteur == "caught" if self.saboteur else bool(self.passed) and not self.failed


def run(goal: Goal, tier: Tier) -> Result:
    """Tries a goal as often as a tier asks."""
    return _tried(goal, tier, ROOT)


def sabotage(goal: Goal) -> Result:
    """Return True if the claim's tests fail in a copy of the program with its defect. Raises ValueError
    without a defect, RuntimeError if they fail without it: checked on the same day, or else now."""
    if goal.saboteur is None:
        raise ValueError(f"{goal.id} has no saboteur")
    goal = replace(goal, tests=goal.saboteur.tests or goal.tests)
    saboteur = goal.saboteur
    assert saboteur is not None
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_BEHIND))
        before = latest().get((goal.id, saboteur.tier, False))
        held = before is not None and before.good and before.day == _today()
        if not held and not _tried(goal, saboteur.tier, copy).good:
            raise RuntimeError(f"{goal.id}: its tests fail without the defect")
        file = copy / saboteur.file
        file.write_text(saboteur.spoiled(file.read_text("utf-8")), "utf-8")
        result = _tried(goal, saboteur.tier, copy, "--maxfail=1")
    result.saboteur = "caught" if result.failed else "missed"
    return result


def keep(result: Result) -> None:
    """Adds a result to those before it."""
    with RESULTS.open("ab") as file:
        file.write(msgspec.json.encode(result) + b"\n")


def latest() -> dict[tuple[str, str, bool], Result]:
    """The last result of each goal in each tier, and of each saboteur (True)."""
    lines = RESULTS.read_bytes().splitlines() if RESULTS.exists() else []
    results = (msgspec.json.decode(line, type=Result) for line in lines)
    return {(one.goal, one.tier, bool(one.saboteur)): one for one in results}


def _tried(goal: Goal, tier: Tier, root: Path, *options: str) -> Result:
    size = goal.size.variables(tier) if goal.size else {}
    campaign = {"MATCHBOOK_CAMPAIGN": "1"} if tier != "commit" else {}
    # A test of the larger tiers takes as long as it was told to try.
    every = ("-m", "", "--timeout=0") if tier != "commit" else ()
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            *options,
            *every,
            f"--junit-xml={report}",
            *goal.tests,
        ]
        environment = os.environ | campaign | size | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": ""}
        start = time.monotonic()
        done = subprocess.run(command, cwd=root, env=environment, stdout=subprocess.PIPE, text=True, check=False)
        seconds = time.monotonic() - start
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{goal.id}: the tests did not run\n{done.stdout[-2000:]}")
        if done.returncode and root == ROOT:
            sys.stderr.write(done.stdout[-4000:])
        suite = ET.parse(report).getroot().find("testsuite")
    assert suite is not None
    measured = "; ".join(one.attrib["value"] for one in suite.iterfind(".//property[@name='measured']"))
    tests, failures, errors, skipped = (int(suite.attrib[name]) for name in ("tests", "failures", "errors", "skipped"))
    each = f"{getattr(goal.size, tier):,} {goal.size.what}" if goal.size else ""
    versions = (platform.python_version(), sqlite3.sqlite_version, duckdb.__version__)
    failed = failures + errors
    return Result(
        goal.id, tier, _today(), *versions, round(seconds, 1), tests - failed - skipped, failed, skipped, each, measured
    )


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
