"""The number of cases: the normal run keeps a few of each kind, `make campaign-cases` runs them all."""

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final
from zlib import crc32

import pytest
from _pytest.mark.structures import ParameterSet

from tests.rulebooks import RULEBOOKS

WHOLE: Final = bool(os.environ.get("MATCHBOOK_CAMPAIGN"))
"""Whether this run is a campaign."""


def tries(name: str, *, few: int, many: int) -> int:
    """The number of repetitions: the one set in the environment under a name, else many in a campaign and few in the normal run."""
    return int(os.environ.get(name, many if WHOLE else few))


def some(cases: Iterable[object], kept: int) -> list[ParameterSet]:
    """Cases to parametrize with: the normal run takes this many, spread evenly over them; campaigns take all. A case of several
    parameters is a `pytest.param`."""
    sets = [case if isinstance(case, ParameterSet) else pytest.param(case) for case in cases]
    always = {number * len(sets) // kept for number in range(kept)}
    return [
        one if number in always else one._replace(marks=(*one.marks, pytest.mark.campaign))
        for number, one in enumerate(sets)
    ]


_ALIKE: Final = ("projections", "reliability", "replay_tui", "service", "web_service")
"""Folders of tests of what is the same program for every game."""


def tried_with_one_game(items: Iterable[pytest.Item]) -> None:
    """Programs shared by all games are tried with one rulebook game in the normal run, a different one for each test and each of
    its further parameters (`every_game` marks tests that prove something for each game)."""
    tests: defaultdict[tuple[Path, str], list[tuple[pytest.Function, str, str]]] = defaultdict(list)
    for item in items:
        if isinstance(item, pytest.Function) and hasattr(item, "callspec") and _thinned(item):
            game, others = _game_and_others(item.callspec.params)
            tests[item.path, item.originalname].append((item, game, others))
    for (_, name), cases in tests.items():
        if not {game for _, game, _ in cases}.issuperset(RULEBOOKS):
            continue
        shared = Counter(others for _, game, others in cases if game)
        turns = defaultdict(count(crc32(name.encode())).__next__)
        for item, game, others in cases:
            turn = turns[others if shared[others] > 1 else ""]
            if game and game != RULEBOOKS[turn % len(RULEBOOKS)]:
                item.add_marker("campaign")


def drawn_at_one_size(items: Iterable[pytest.Item]) -> None:
    """Drawings for several terminal sizes are tested at one size in the normal run, a different one for each test and each of its
    further parameters."""
    tests: defaultdict[tuple[Path, str, str], list[pytest.Function]] = defaultdict(list)
    for item in items:
        if isinstance(item, pytest.Function) and hasattr(item, "callspec") and _thinned(item, "replay_tui"):
            parameters = dict(item.callspec.params)
            if parameters.pop("size", None):
                tests[item.path, item.originalname, _game_and_others(parameters)[1]].append(item)
    turns: dict[str, count[int]] = {}
    for (_, name, _), sizes in tests.items():
        turn = next(turns.setdefault(name, count(crc32(name.encode()))))
        for number, item in enumerate(sizes):
            if number != turn % len(sizes):
                item.add_marker("campaign")


@cache
def _folder(path: Path) -> str:
    return path.relative_to(Path(__file__).parent).parts[0]


def _thinned(item: pytest.Function, *folders: str) -> bool:
    return _folder(item.path) in (folders or _ALIKE) and not any(
        item.get_closest_marker(name) for name in ("campaign", "every_game")
    )


def _game_and_others(parameters: Mapping[str, object]) -> tuple[str, str]:
    """Return the game of a case (empty without one) and its other parameters."""
    name = next((name for name, value in parameters.items() if isinstance(value, str) and value in RULEBOOKS), "")
    return str(parameters.get(name, "")), repr([value for other, value in parameters.items() if other != name])
