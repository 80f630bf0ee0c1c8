"""The architecture: permitted imports, the cost of a start, and texts without references to other projects."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.registry import game_names

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("domain", "storage", "service", "projections", "replay_tui", "web_service", "matchbook")
HEAVY = {
    "textual", "duckdb", "eventsourcing", "click", "rich", "platformdirs", "pytest", "sqlite3", "psycopg", "cryptography", "segno",
    "litestar", "uvicorn", "httpx", "dask", "distributed",
}  # fmt: skip


def modules_after(code: str) -> set[str]:
    """The top-level modules that are loaded after this code has run in an interpreter of its own."""
    shown = "import sys; print(chr(10).join({m.partition('.')[0] for m in sys.modules}), file=sys.stderr)"
    run = [sys.executable, "-c", f"{code}\n{shown}"]
    done = subprocess.run(run, capture_output=True, text=True, check=False, cwd=ROOT, timeout=240)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


def domain_modules() -> Iterator[str]:
    for file in sorted((ROOT / "domain").rglob("*.py")):
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        yield name.removesuffix(".__init__")


def test_domain_imports_nothing_heavy() -> None:
    """Every module of the domain loads only msgspec and the standard library, without screens, databases or file stores."""
    loaded = modules_after(
        "import importlib\nfor m in " + repr(list(domain_modules())) + ": importlib.import_module(m)"
    )
    assert not loaded & HEAVY.union(PACKAGES[1:])
    assert "msgspec" in loaded


@pytest.mark.parametrize("game", game_names())
def test_games_load_alone(game: str) -> None:
    """A game can be played without anything else of the program, and without the other games."""
    loaded = modules_after(f"from domain.registry import load_game; load_game({game!r})")
    assert not loaded & HEAVY.union(PACKAGES[1:])


@pytest.mark.parametrize("arguments", [["--help"], ["take", "--help"], ["--version"]])
def test_help_is_cheap(arguments: list[str]) -> None:
    """Help is shown without loading the store, the analytics or the screens."""
    run = "from matchbook.cli import main\ntry: main()\nexcept SystemExit: pass"
    code = f"import sys\nsys.argv = ['matchbook', *{arguments!r}]\n{run}"
    assert not modules_after(code) & {"textual", "duckdb", "eventsourcing", "cryptography", "segno"}


def test_layers_point_one_way() -> None:
    """The contracts in pyproject.toml hold: a pure domain, one direction of imports, games that do not know each other."""
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([lint, "--no-cache"], capture_output=True, text=True, check=False, cwd=ROOT, timeout=240)
    assert done.returncode == 0, done.stdout[-2000:]


def project_texts() -> Iterator[tuple[Path, str]]:
    """Every text file that belongs to the project."""
    folders = [ROOT / name for name in (*PACKAGES, "tests", "docs", "benchmarks", ".ci")]
    files = [f for folder in folders if folder.is_dir() for f in folder.rglob("*") if f.is_file()]
    for file in [*files, *(ROOT / name for name in ("README.md", "pyproject.toml", "Makefile", "CHANGELOG.md"))]:
        if file.exists() and "__pycache__" not in file.parts:
            try:
                yield file, file.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue  # a picture or a store kept for tests


MACHINE_PATH = re.compile(r"(?<![\w.~])/(?:work|home|root|Users)/(?!.*\bexample\b)")
FOREIGN = ("../" + "shared", "pypi" + ".org", "pythonhosted" + ".org", "npmjs" + ".com", "crates" + ".io")


def test_project_speaks_of_itself_alone() -> None:
    """No file names a path of the machine it was written on, a folder beside the project, or a package registry."""
    found = []
    for file, text in project_texts():
        for number, line in enumerate(text.splitlines(), start=1):
            if MACHINE_PATH.search(line) or any(word in line for word in FOREIGN):
                found.append(f"{file.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    allowed = Path(__file__).name
    assert not [line for line in found if allowed not in line]


def test_no_rag_bags() -> None:
    """No module is named for being useful in general: each is named for what it holds."""
    rags = {"utils", "util", "helpers", "helper", "common", "misc"}
    assert not [m for package in PACKAGES for m in (ROOT / package).rglob("*.py") if m.stem in rags]


@pytest.mark.slow
def test_the_table_of_packages_shows_the_imports() -> None:
    """The page on the architecture lists the imports as they are, and no layer imports from one above it."""
    command = [sys.executable, str(ROOT / "docs" / "picture.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=240)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("package", ["domain", "storage", "projections", "service", "replay_tui", "matchbook"])
def test_packages_are_typed(package: str) -> None:
    """Authors of games have them checked against our types."""
    assert (ROOT / package / "py.typed").is_file()
