"""Each recipe of CONTRIBUTING.md as a diff (`tests/recipes/`): its test fails before the change, and passes after it.

A diff begins with one sentence and the pytest arguments of its test. Refresh a diff that no longer applies: apply it by hand in a
clone, then write `git diff` into the file below its first lines.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
RECIPES: Final = sorted((ROOT / "tests" / "recipes").glob("*.diff"))
MOST_FILES: Final = 3
"""Files of the program that a recipe changes at most."""


def files_of(diff: str) -> list[str]:
    """Return the files that a diff changes."""
    return re.findall(r"(?m)^\+\+\+ b/(.+)$", diff)


def steps_of(recipe: Path) -> str:
    """Return what CONTRIBUTING.md says of a recipe."""
    heading = f"### {recipe.stem.replace('_', ' ').capitalize()}\n"
    return (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition(heading)[2].partition("\n##")[0]


def ran(folder: Path, arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run tests of a copy of the program, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=300
    )


def apply(folder: Path, recipe: Path, *options: str) -> None:
    """Apply a part of a recipe to a copy."""
    subprocess.run(["git", "apply", *options, str(recipe)], cwd=folder, check=True)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the files of this checkout."""
    folder = tmp_path_factory.mktemp("original")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file() and not name.startswith("docs/adr/"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.stem)
def test_a_recipe_does_what_it_says(recipe: Path, original: Path, tmp_path: Path) -> None:
    """Given a fresh copy, when a recipe's test is added it fails, and when its change and its steps follow it passes,
    and the generated pages are up to date."""
    copy = tmp_path / "copy"
    shutil.copytree(original, copy)
    arguments = shlex.split(re.findall(r"(?m)^run: (.+)$", recipe.read_text("utf-8"))[0])
    apply(copy, recipe, "--include=tests/*")
    before = ran(copy, arguments)
    assert before.returncode == 1, before.stdout + before.stderr
    apply(copy, recipe, "--exclude=tests/*")
    after = ran(copy, arguments)
    assert after.returncode == 0, after.stdout + after.stderr
    if "-m matchbook.reference docs" in steps_of(recipe):
        written = [sys.executable, "-m", "matchbook.reference", "docs"]
        subprocess.run(written, cwd=copy, env={**os.environ, "PYTHONPATH": str(copy)}, check=True, capture_output=True)
    pages = ran(copy, ["tests/test_docs.py", "-k", "generated_page"])
    assert pages.returncode == 0, pages.stdout + pages.stderr


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.stem)
def test_a_recipe_changes_few_files(recipe: Path) -> None:
    """Given a recipe, then it is a heading of CONTRIBUTING.md, and changes at most three files of the program."""
    assert f"### {recipe.stem.replace('_', ' ').capitalize()}" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    changed = [name for name in files_of(recipe.read_text("utf-8")) if not name.startswith("tests/")]
    assert 0 < len(changed) <= MOST_FILES
