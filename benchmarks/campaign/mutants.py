"""How strong the tests are: code with one place changed, and whether its package's tests see that (mutation testing)."""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import msgspec
from msgspec import Struct

from benchmarks.campaign.goals import FOLDER, ROOT
from benchmarks.campaign.running import LEFT_BEHIND

RESULTS: Final = FOLDER / "mutants.jsonl"
PACKAGES: Final[dict[str, tuple[str, str]]] = {
    "storage": ("storage/*.py", "tests/storage"),
    "domain": ("domain/*.py", "tests/domain"),
    "frc_card_game": ("domain/games/frc_card_game/**/*.py", "tests/games/frc_card_game"),
    "frc_tcg": ("domain/games/frc_tcg/**/*.py", "tests/games/frc_tcg"),
    "pbl_robots": ("domain/games/pbl_robots/**/*.py", "tests/games/pbl_robots"),
    "robin_in_the_hood": ("domain/games/robin_in_the_hood/**/*.py", "tests/games/robin_in_the_hood"),
}
"""Where the code of a package is, and its tests."""
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
    """How many changes of a package were seen; those that were not, as `file:line: what it says now`."""

    package: str
    seed: int
    tried: int
    seen: int
    missed: list[str]


def measure(package: str, number: int, seed: int, jobs: int = 2) -> Score:
    """Tries so many changes, drawn without replacement. Raises KeyError for a package that is not listed,
    RuntimeError where the tests fail without any."""
    pattern, tests = PACKAGES[package]
    files = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(pattern))
    every = [Mutant(file, one) for file in files for one in range(sum(1 for _ in _places(_parsed(file))))]
    drawn = Random(seed).sample(every, min(number, len(every)))
    with TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        copies: SimpleQueue[Path] = SimpleQueue()
        for job in range(jobs):
            copies.put(shutil.copytree(ROOT, Path(folder) / str(job), ignore=shutil.ignore_patterns(*LEFT_BEHIND)))
        first = copies.get()
        if not _passes(first, tests):
            raise RuntimeError(f"{tests}: the tests fail as it is")
        copies.put(first)
        found = list(pool.map(lambda mutant: _unseen(mutant, tests, copies), drawn))
    missed = [one for one in found if one]
    score = Score(package, seed, len(drawn), len(drawn) - len(missed), missed)
    with RESULTS.open("ab") as file:
        file.write(msgspec.json.encode(score) + b"\n")
    return score


def scores() -> dict[str, Score]:
    """The last score of each package."""
    lines = RESULTS.read_bytes().splitlines() if RESULTS.exists() else []
    return {one.package: one for line in lines for one in [msgspec.json.decode(line, type=Score)]}


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
    """What can be changed inside functions: a comparison, `and`, a sum, a condition, a number, a truth, what is returned."""
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


def _unseen(mutant: Mutant, tests: str, copies: "SimpleQueue[Path]") -> str:
    """Nothing where the tests see the change; else where it is and what stands there now."""
    copy = copies.get()
    original = (copy / mutant.file).read_text("utf-8")
    tree = ast.parse(original)
    node = changed(tree, mutant.number)
    try:
        (copy / mutant.file).write_text(ast.unparse(ast.fix_missing_locations(tree)), "utf-8")
        seen = not _passes(copy, tests)
    finally:
        (copy / mutant.file).write_text(original, "utf-8")
        copies.put(copy)
    said = ast.unparse(node).splitlines()[0]
    return "" if seen else f"{mutant.file}:{getattr(node, 'lineno', 0)}: {said}"


def _passes(copy: Path, tests: str) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", tests]
    environment = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, timeout=TIMEOUT, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0
