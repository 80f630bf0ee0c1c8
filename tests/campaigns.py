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
    """Cases to parametrize with: so many, spread evenly over them, run always, the others in campaigns alone."""
    cases = tuple(cases)
    always = {number * len(cases) // kept for number in range(kept)}
    return [
        pytest.param(case, marks=() if number in always else pytest.mark.campaign) for number, case in enumerate(cases)
    ]
