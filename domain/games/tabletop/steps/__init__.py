"""The steps of kits (kits.md, 4): each line is parsed once into a function of a play.

Steps cannot loop, call other verbs or recurse.
"""

import re
from collections.abc import Mapping
from typing import Final

from domain.games.tabletop.conditions import read_condition
from domain.games.tabletop.context import Arg, KitSyntaxError, Scope
from domain.games.tabletop.interpreter import KitStep
from domain.games.tabletop.steps.base import Row
from domain.games.tabletop.steps.flow import FLOW
from domain.games.tabletop.steps.grids import GRIDS
from domain.games.tabletop.steps.moves import MOVES
from domain.games.tabletop.steps.values import VALUES

_WORD: Final = re.compile(r"(?:[^\s()]|\([^()]*(?:\([^()]*\)[^()]*)*\))+")
_OPTIONS: Final = re.compile(r"(at|face|bottom|from|going)=(.*)")
STEPS: Final[Mapping[str, Row]] = {**MOVES, **GRIDS, **VALUES, **FLOW}
"""Step -> how it is written, what it does, how many values it takes, what reads it."""


def read_step(text: str, scope: Scope, *, alone: bool = False) -> KitStep:
    """Parse one step. `alone`: arguments and ends of turns are refused (begin, each_round, each_turn). Raises KitSyntaxError."""
    line, _, when = text.partition(" if ")
    words = _WORD.findall(line)
    if not words:
        raise KitSyntaxError("a step is missing")
    name, *given = words
    if name not in STEPS:
        raise KitSyntaxError(f"no step {name!r}{scope.near(name, STEPS)}")
    form, _, least, most, make = STEPS[name]
    if alone and (name in ("next", "to", "phase", "reverse", "out", "rest", "win", "tie", "end") or "$" in text):
        why = "no argument is given there" if "$" in text else f"{name}: a turn that ends as it begins would never end"
        raise KitSyntaxError(why)
    options = {found[1]: found[2] for word in given if (found := _OPTIONS.fullmatch(word))}
    values = [word for word in given if not _OPTIONS.fullmatch(word)]
    if not least <= len(values) <= most:
        raise KitSyntaxError(f"written {form}")
    if strange := sorted(option for option in options if f"{option}=" not in form):
        raise KitSyntaxError(f"no {strange[0]}= here; written {form}")
    used = set(re.findall(r"\$(\w+)", line))
    for arg in sorted(used):
        scope.arg(arg)
    needs = tuple(sorted(arg for arg in used if scope.args[arg].optional))
    # Squares of an optional `at=` that is not given are left out, not the step.
    if "at" in options and scope.args.get(options["at"].lstrip("$"), Arg(name="", kind="")).optional:
        needs = tuple(arg for arg in needs if arg != options["at"].lstrip("$"))
    return KitStep(make(values, options, scope), needs, read_condition(when, scope) if when else None)
