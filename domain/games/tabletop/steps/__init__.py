"""The steps of kits. Each line is parsed once into a function that runs on an `Interpreter`.

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
"""Notation, effect, numbers of values and parser of each step."""


def read_step(text: str, scope: Scope, *, alone: bool = False) -> KitStep:
    """Parse one step. With `alone` (begin, each_round, each_turn), arguments and steps that end a turn are refused. Raises
    KitSyntaxError."""
    line, _, when = text.partition(" if ")
    words = _WORD.findall(line)
    if not words:
        raise KitSyntaxError("a step is missing")
    name, *given = words
    if name not in STEPS:
        raise KitSyntaxError(f"no step {name!r}{scope.near(name, STEPS)}")
    form, _, least, most, make = STEPS[name]
    if alone and (name in ("next", "to", "phase", "reverse", "out", "rest", "win", "tie", "end") or "$" in text):
        why = (
            "arguments exist only in verbs"
            if "$" in text
            else f"{name} is only for verbs: turns would end without an action"
        )
        raise KitSyntaxError(why)
    options = {found[1]: found[2] for word in given if (found := _OPTIONS.fullmatch(word))}
    values = [word for word in given if not _OPTIONS.fullmatch(word)]
    if not least <= len(values) <= most:
        raise KitSyntaxError(f"write {form}")
    if strange := sorted(option for option in options if f"{option}=" not in form):
        raise KitSyntaxError(f"{name} has no {strange[0]}=: write {form}")
    used = set(re.findall(r"\$(\w+)", line))
    for arg in sorted(used):
        scope.arg(arg)
    needs = tuple(sorted(arg for arg in used if scope.args[arg].optional))
    # Without an optional argument of `at=`, the step still runs, without a square.
    if "at" in options and scope.args.get(options["at"].lstrip("$"), Arg(name="", kind="")).optional:
        needs = tuple(arg for arg in needs if arg != options["at"].lstrip("$"))
    return KitStep(make(values, options, scope), needs, read_condition(when, scope) if when else None)
