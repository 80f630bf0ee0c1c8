"""Installs Matchbook with each Python that is found, once with the newest and once with the oldest allowed versions of its
packages, and runs tests there: `python -m benchmarks.campaign.compatibility [PYTHON ...]`. Writes `COMPATIBILITY.md` and the
software bill of materials `SBOM.json` (CycloneDX)."""

import re
import shutil
import subprocess
import tempfile
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from benchmarks.__main__ import version_measured

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "benchmarks" / "COMPATIBILITY.md"
MATERIALS = PAGE.with_name("SBOM.json")
PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14")
TESTED = ("tests/domain", "tests/storage", "tests/projections")
"""The rules of records, all stored forms with the stores and files of each earlier version, and everything that DuckDB answers."""
LICENCES = """
from importlib.metadata import distributions
for one in sorted(distributions(), key=lambda one: one.name.lower()):
    said = one.metadata
    classes = [line.rpartition(" :: ")[2] for line in said.get_all("Classifier", ()) if line.startswith("License ::")]
    licence = said.get("License-Expression") or ", ".join(classes) or (said.get("License") or "?").split("\\n")[0]
    print(one.name, one.version, licence, sep="|")
"""


class CompatibilityResult(Struct, frozen=True, kw_only=True):
    """The answers of one Python with one choice of versions."""

    python: str
    versions: str
    """`newest` or `oldest`."""
    installed: str
    """The versions of the packages that Matchbook is built on."""
    checks: str
    """`pip check`, in a word."""
    tests: str
    """The closing line of pytest."""


def oldest(requirements: Sequence[str]) -> Iterator[str]:
    """The lowest version that each requirement allows, as a constraint for pip."""
    for line in requirements:
        if found := re.match(r"([\w.-]+)(?:\[[\w,]+\])?\s*>=\s*([\d.]+)", line):
            yield f"{found[1]}=={found[2]}"


def answer(*command: str | Path) -> list[str]:
    """The lines that a command printed, at least one; it may fail."""
    done = subprocess.run([*map(str, command)], cwd=ROOT, capture_output=True, text=True, check=False)
    return (done.stdout.strip() or done.stderr.strip() or "nothing").splitlines()


def made(command: Sequence[str | Path], cwd: Path) -> None:
    """Run a command that must succeed. Raises SystemExit with what it printed."""
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def write_materials(own: Path, folder: Path) -> None:
    """List what an environment without Matchbook itself has installed, in the CycloneDX format, as `MATERIALS`."""
    made((own, "-m", "venv", folder / "lister"), folder)
    made((folder / "lister" / "bin" / "pip", "install", "-q", "cyclonedx-bom"), folder)
    described = ("--pyproject", ROOT / "pyproject.toml", "--output-reproducible", "--short-PURLs")
    made((folder / "lister" / "bin" / "cyclonedx-py", "environment", *described, "-o", MATERIALS, own), folder)


def tried(python: str, versions: str, folder: Path) -> tuple[CompatibilityResult, str]:
    """Install this checkout and test it; return the answers and the licences of all packages that it needs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [line for lines in project["optional-dependencies"].values() for line in lines]
    constraints = folder / "constraints.txt"
    lowest = oldest(project["dependencies"] + extras) if versions == "oldest" else ()
    constraints.write_text("\n".join(lowest), "utf-8")
    made((python, "-m", "venv", folder / "venv"), folder)
    own = folder / "venv" / "bin" / "python"
    install = (own, "-m", "pip", "install", "-q", "-c", constraints, "-e")
    made((*install, f"{ROOT}[serve,remote]"), folder)
    licences = subprocess.run([own, "-c", LICENCES], capture_output=True, text=True, check=True).stdout
    if versions == "newest":
        made((own, "-m", "pip", "uninstall", "-q", "-y", "matchbook"), folder)
        write_materials(own, folder)
    made((*install, f"{ROOT}[serve,remote,test]"), folder)
    checks = answer(own, "-m", "pip", "check")[-1]
    said = answer(own, "-m", "pytest", "-q", "-n", "2", "-rfE", "-p", "no:cacheprovider", *TESTED)
    print(*(line for line in said if line.startswith(("FAILED", "ERROR"))), sep="\n")
    named = dict(line.split("|")[:2] for line in licences.splitlines())
    built_on = ", ".join(f"{name} {named[name]}" for name in ("eventsourcing", "msgspec", "duckdb", "textual"))
    tests = re.sub(r" in .*", "", said[-1].strip("= "))
    number = answer(own, "--version")[-1]
    return CompatibilityResult(
        python=number, versions=versions, installed=built_on, checks=checks, tests=tests
    ), licences


def page(tries: Sequence[CompatibilityResult], licences: str, commit: str) -> str:
    """The page with a row for each try, and the licences of the newest packages."""
    rows = [f"| {one.python} | {one.versions} | {one.installed} | {one.checks} | {one.tests} |" for one in tries]
    packages = [f"| {' | '.join(line.split('|'))} |" for line in licences.splitlines() if not line.startswith("pip|")]
    return "\n".join(
        (
            "# Compatibility\n\nWritten by `python -m benchmarks.campaign.compatibility`; do not edit.\n",
            f"Commit {commit}, {datetime.now(UTC):%Y-%m-%d}, in fresh environments. Tests: {', '.join(TESTED)}.\n",
            "| Python | versions allowed | built on | `pip check` | tests |\n|---|---|---|---|---|",
            *rows,
            "\n## Packages and their licences\n",
            "`pip install 'matchbook[serve,remote]'` installs them. [SBOM.json](SBOM.json) lists them as CycloneDX.\n",
            "| package | version | licence |\n|---|---|---|",
            *packages,
            "",
        )
    )


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument(
        "python", nargs="*", metavar="PYTHON", help="an interpreter; all that are found, if none is named"
    )
    found = parser.parse_args().python or [name for name in PYTHONS if shutil.which(name)]
    tries, licences, commit = [], "", version_measured()
    with tempfile.TemporaryDirectory() as place:
        for python in found:
            for versions in ("newest", "oldest"):
                folder = Path(place) / f"{Path(python).name}-{versions}"
                folder.mkdir()
                one, named = tried(python, versions, folder)
                print(one, flush=True)
                tries.append(one)
                licences = named if versions == "newest" else licences
                PAGE.write_text(page(tries, licences, commit), "utf-8")


if __name__ == "__main__":
    main()
