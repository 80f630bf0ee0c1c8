"""Mutation testing: changes of the code at one place, and whether its package's tests detect them."""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import msgspec
import pytest
from msgspec import Struct

from benchmarks.campaign.claims import LEFT_BEHIND
from benchmarks.campaign.goals import FOLDER, ROOT
from benchmarks.campaign.trials import Change, Trial

RESULTS: Final = FOLDER / "mutants.jsonl"
GAMES: Final = ("frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood", "tabletop")
PACKAGES: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "storage": (
        ("storage/*.py",),
        ("tests/storage", "tests/service/test_sidecar.py", "tests/web_service/test_remote.py"),
    ),
    "domain": (("domain/*.py",), ("tests/domain", "tests/minigame")),
    "effects": (("domain/effects/*.py",), ("tests/domain/effects", "tests/games")),
    "table": (("domain/table/*.py",), ("tests/domain/table", "tests/games")),
    "recording": (("service/recording/*.py",), ("tests/service",)),
    "judging": (("service/judging/*.py", "domain/procedure/*.py"), ("tests/service", "tests/domain")),
    "permissions": (
        ("service/permissions.py", "service/access.py", "web_service/permissions.py", "web_service/auth.py"),
        ("tests/web_service", "tests/service"),
    ),
    "projections": (("projections/**/*.py",), ("tests/projections",)),
    **{
        game: (
            tuple(
                f"domain/games/{game}/{part}" for part in ("commands*.py", "events*.py", "commands/*.py", "events/*.py")
            ),
            (f"tests/games/{game}", "tests/games/test_conformance.py"),
        )
        for game in GAMES
    },
}
"""The code of a package (of a game its commands and events), and its tests."""
TIMEOUT: Final = 300
"""Seconds after which a change counts as seen: it does not come to an end."""
_SWAPPED: Final[dict[type[ast.AST], Callable[[], ast.AST]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}


class Mutant(Struct, frozen=True):
    """One change: the how-manyth possible one of a file."""

    file: str
    number: int


class Score(Struct):
    """How many changes of a package were seen; those that were not, as `file:line: what it template now`."""

    package: str
    seed: int
    tried: int
    seen: int
    missed: list[str]


def measure(package: str, number: int, seed: int, seconds: float) -> Score:
    """Tries so many changes, drawn without replacement, or the first of them that can be tried in so many seconds. Raises
    KeyError for a package that is not listed, RuntimeError where the tests fail without any."""
    patterns, tests = PACKAGES[package]
    files = sorted(str(path.relative_to(ROOT)) for pattern in patterns for path in ROOT.glob(pattern))
    every = [Mutant(file, one) for file in files for one in range(sum(1 for _ in _places(_parsed(file))))]
    drawn = Random(seed).sample(every, min(number, len(every)))
    changes = [_change(mutant) for mutant in drawn]
    trial = Trial(ROOT / files[0].partition("/")[0], [change for change, _ in changes], seconds)
    with TemporaryDirectory() as folder:
        options = (
            "-q",
            "--no-header",
            "-p",
            "no:cacheprovider",
            "--basetemp",
            f"{folder}/tests",
            "--ignore-glob",
            "*test_simulation.py",
        )
        code = pytest.main([*options, *(str(ROOT / one) for one in tests)], plugins=[trial])
        if not trial.verdicts:
            raise RuntimeError(f"{package}: the tests did not run (exit code {code})")
        copy = shutil.copytree(ROOT, Path(folder) / "copy", ignore=shutil.ignore_patterns(*LEFT_BEHIND))
        missed = [
            said
            for mutant, (_, said), verdict, chosen in zip(drawn, changes, trial.verdicts, trial.tests, strict=False)
            if verdict == "not called" or (verdict != "seen" and _unseen(mutant, chosen, copy))
        ]
    score = Score(package, seed, len(trial.verdicts), len(trial.verdicts) - len(missed), sorted(missed))
    with RESULTS.open("ab") as file:
        file.write(msgspec.json.encode(score) + b"\n")
    return score


def scores() -> dict[str, Score]:
    """Return the score of each package: of the largest sample, and of samples as large as the last one. A small new sample
    must not replace a larger old one."""
    found: dict[str, Score] = {}
    for line in RESULTS.read_bytes().splitlines() if RESULTS.exists() else ():
        one = msgspec.json.decode(line, type=Score)
        if one.package not in found or one.tried >= found[one.package].tried:
            found[one.package] = one
    return found


def changed(tree: ast.Module, number: int) -> ast.AST:
    """Changes the how-manyth place of a module; the node that has changed."""
    for place, (node, change) in enumerate(_places(tree)):
        if place == number:
            change()
            return node
    raise IndexError(number)


def _parsed(file: str) -> ast.Module:
    return ast.parse((ROOT / file).read_text("utf-8"))


def _places(tree: ast.Module) -> Iterator[tuple[ast.AST, Callable[[], None]]]:
    """Yield possible changes inside functions: a comparison, `and`, a sum, a condition, a number, a boolean, a return value."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    inside = {id(node): node for function in functions for part in function.body for node in ast.walk(part)}
    for node in inside.values():
        if isinstance(node, ast.Compare) and type(node.ops[0]) in _SWAPPED:
            yield node, lambda node=node: node.ops.__setitem__(0, _SWAPPED[type(node.ops[0])]())
        elif isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in _SWAPPED:
            yield node, lambda node=node: setattr(node, "op", _SWAPPED[type(node.op)]())
        elif isinstance(node, ast.If | ast.IfExp | ast.While):
            yield node, lambda node=node: setattr(node, "test", ast.UnaryOp(ast.Not(), deepcopy(node.test)))
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            turned = not node.value if isinstance(node.value, bool) else node.value + 1
            yield node, lambda node=node, turned=turned: setattr(node, "value", turned)
        elif isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
            yield node, lambda node=node: setattr(node, "value", ast.Constant(None))


def _change(mutant: Mutant) -> tuple[Change, str]:
    """Return a change as a tree, and in words: its place and the original code."""
    tree = _parsed(mutant.file)
    node = changed(tree, mutant.number)
    line = getattr(node, "lineno", 0)
    [lines] = [lines for lines in _outermost(tree) if line in lines]
    said = ast.unparse(node).splitlines()[0]
    return Change(ROOT / mutant.file, ast.fix_missing_locations(tree), lines), f"{mutant.file}:{line}: {said}"


def _outermost(node: ast.AST) -> Iterator[range]:
    """Return the lines of each function outside all others, with its decorators."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([part.lineno, *(one.lineno for one in part.decorator_list)])
            yield range(first, (part.end_lineno or part.lineno) + 1)
        else:
            yield from _outermost(part)


def _unseen(mutant: Mutant, tests: Sequence[str], copy: Path) -> bool:
    """Whether these tests pass in a process of its own, too, where what is done while modules are imported is changed."""
    original = (copy / mutant.file).read_text("utf-8")
    tree = ast.parse(original)
    changed(tree, mutant.number)
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        (copy / mutant.file).write_text(ast.unparse(ast.fix_missing_locations(tree)), "utf-8")
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, timeout=TIMEOUT, check=False)
    except subprocess.TimeoutExpired:
        return False
    finally:
        (copy / mutant.file).write_text(original, "utf-8")
    return done.returncode == 0
