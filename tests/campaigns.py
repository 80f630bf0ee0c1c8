"""How much is tried: the normal run keeps a few cases of each kind, `make campaign-cases` runs them all."""

import os
from collections.abc import Iterable
from typing import Final

import pytest
from _pytest.mark.structures import ParameterSet

WHOLE: Final = bool(os.environ.get("MATCHBOOK_CAMPAIGN"))
"""Whether this run is a campaign."""


def tries(name: str, *, few: int, many: int) -> int:
    """How often something is tried: as the environment says under a name, else many times in a campaign and few otherwise."""
    return int(os.environ.get(name, many if WHOLE else few))


def some(cases: Iterable[object], kept: int) -> list[ParameterSet]:
    """Cases to parametrize with: so many, spread evenly over them, run always, the others in campaigns alone. A case of several
    parameters is a `pytest.param`."""
    sets = [case if isinstance(case, ParameterSet) else pytest.param(case) for case in cases]
    always = {number * len(sets) // kept for number in range(kept)}
    return [
        one if number in always else one._replace(marks=(*one.marks, pytest.mark.campaign))
        for number, one in enumerate(sets)
    ]
