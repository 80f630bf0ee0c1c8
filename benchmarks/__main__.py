"""Runs all benchmarks: `python -m benchmarks [--quick | --quickest]`. Each prints ratios of its own run. The bars of `bars.toml`
are printed at the end, with what was measured, and written into `RESULTS.md` with commit and machine (not with --quickest)."""

import os
import platform
import re
import sqlite3
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
RESULTS = FOLDER / "RESULTS.md"
LIBRARIES = ("duckdb", "eventsourcing", "msgspec", "textual")
SIZES: dict[str, dict[str, tuple[str, ...]]] = {
    "--quick": {
        "storage_append": ("--entries", "1000"),
        "postgres_append": ("--entries", "500"),
        "storage_import": ("--entries", "20000"),
        "archives": ("--files", "20"),
        "storage_rebuild": ("--entries", "20000"),
        "projections_rebuild": ("--events", "100000"),
        "viewer": ("--entries", "2000"),
        "matches_list": ("--matches", "5000"),
        "questions": ("--events", "10000", "100000", "--times", "3"),
        "other_libraries": ("--matches", "5"),
        "corrections": (),
        "simulation": ("--matches", "5"),
        "startup": ("--runs", "5"),
        "web_service": ("--acts", "200"),
        "crowds": (),
    },
    "--quickest": {
        "storage_append": ("--entries", "50"),
        "postgres_append": ("--entries", "40"),
        "storage_import": ("--entries", "500"),
        "archives": ("--files", "2", "--rounds", "1"),
        "storage_rebuild": ("--entries", "500"),
        "projections_rebuild": ("--events", "2000", "--rounds", "1"),
        "viewer": ("--entries", "200", "--steps", "10"),
        "matches_list": ("--matches", "60", "--presses", "8"),
        "questions": ("--events", "1000", "--times", "1"),
        "other_libraries": ("--matches", "1"),
        "corrections": ("--entries", "20", "--corrections", "2"),
        "simulation": ("--matches", "1"),
        "startup": ("--runs", "1"),
        "web_service": ("--acts", "12", "--tables", "2", "--followers", "3"),
        "crowds": ("--followers", "3", "--readers", "2", "--seconds", "1", "--writers", "2"),
    },
}
"""Arguments of each benchmark: for a first look, and to see that all of them run."""


def run(name: str, arguments: tuple[str, ...]) -> tuple[int, str]:
    """Runs one benchmark, shows what it prints as it comes, and returns its exit code and all of it."""
    command = [sys.executable, "-u", str(FOLDER / f"{name}.py"), *arguments]
    said = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            said.append(line)
    return process.returncode, "".join(said)


def table(said: Mapping[str, str]) -> Iterator[str]:
    """A line for each bar: what was measured, what is asked for, and whether it is met."""
    for bar in tomllib.loads((FOLDER / "bars.toml").read_text("utf-8"))["bar"]:
        yield f"{bar['what']:70}  {verdict(bar, said.get(bar['benchmark'], ''))}"


def verdict(bar: Mapping[str, Any], said: str) -> str:
    """A benchmark's verdict on a bar."""
    sense, asked = ("at most", bar["most"]) if "most" in bar else ("at least", bar["least"])
    bound = f"{sense} {asked:,} {bar['unit']}"
    found = [float(number.replace(",", "")) for number in re.findall(bar["pattern"], said, re.MULTILINE)]
    if not found:
        return f"{'not measured':>12}   {bound}"
    # The last size of an archive is the largest; of several games the worst one counts.
    worst = found[-1] if bar["benchmark"] == "questions" else max(found) if sense == "at most" else min(found)
    met = worst <= asked if sense == "at most" else worst >= asked
    return f"{worst:12,.10g}   {bound:36} {'met' if met else 'NOT MET'}"


def version_measured() -> str:
    """The commit in the checkout, which is asked for before the first figure is written beside it."""
    git = ["git", "-C", str(FOLDER), "describe", "--always", "--dirty", "--abbrev=12"]
    return subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip() or "unknown"


def machine(commit: str) -> Iterator[str]:
    """Lines about where and of what the figures are."""
    cpuinfo = Path("/proc/cpuinfo")
    models = re.findall(r"model name\s*: (.*)", cpuinfo.read_text("utf-8")) if cpuinfo.exists() else []
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    yield f"- commit: {commit}"
    yield f"- machine: {(models or [platform.processor()])[0]}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()}"
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    yield f"- versions: Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {libraries}"
    yield f"- load when it ended: {os.getloadavg()[0]:.1f}; time: {datetime.now(UTC):%Y-%m-%d %H:%M} UTC"


def results(said: Mapping[str, str], size: str, commit: str) -> str:
    """The page with all bars, and what the benchmarks printed."""
    bars = [re.split(r" {2,}", line.strip()) for line in table(said)]
    rows = [f"| {' | '.join((*cells, '')[:4])} |" for cells in bars]
    command = f"`python -m benchmarks{' ' + size if size else ''}`"
    head = (f"# Results of the benchmarks\n\nWritten by {command}; do not edit.\n", *machine(commit), "")
    printed = [f"\n## {name}\n\n```text\n{text.strip()}\n```" for name, text in said.items()]
    return "\n".join((*head, "| what | measured | bar | |", "|---|---|---|---|", *rows, *printed)) + "\n"


def main() -> int:
    parser = ArgumentParser(prog="python -m benchmarks", description=__doc__)
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument(
        "--quick", action="store_const", dest="size", const="--quick", help="small sizes, for a first look"
    )
    sizes.add_argument(
        "--quickest", action="store_const", dest="size", const="--quickest", help="see that all of them run"
    )
    size = parser.parse_args().size or ""
    chosen = SIZES.get(size, dict.fromkeys(SIZES["--quick"], ()))
    failed, said, commit = 0, {}, version_measured()
    for name, arguments in chosen.items():
        print(f"\n== {name}", flush=True)
        code, said[name] = run(name, arguments)
        failed |= code
        if size != "--quickest":  # A run of an hour that is stopped keeps what it has measured.
            RESULTS.write_text(results(said, size, commit), encoding="utf-8")
    print("\nThe bars", *table(said), sep="\n")
    return failed


if __name__ == "__main__":
    sys.exit(main())
