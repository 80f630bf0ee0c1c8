"""Values and conditions of kits, parsed once into functions of an `EvalContext`. Arithmetic is not supported, but calls of
functions may be nested.

Unknown values never cause violations: a condition is True, False, or `None` if it is unknown.
"""

import operator
import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from domain.cards import UNKNOWN
from domain.games.tabletop.context import (
    UNKNOWN_VALUE,
    Cards,
    EvalContext,
    KitSyntaxError,
    Reading,
    Result,
    Scope,
    seats_of,
)
from domain.games.tabletop.functions import read_function

Condition: TypeAlias = Callable[[EvalContext], bool | None]
Compare: TypeAlias = Callable[[int, int], bool]

_TOKEN: Final = re.compile(r"\s*(\$?[A-Za-z_]\w*(?:@\$?\w+)?|-?\d+|[(),])")
_COMPARED: Final = re.compile(r"\s*(!=|<=|>=|=|<|>)\s*")
_MOST_JOINED: Final = 6
_ORDER: Final[Mapping[str, Compare]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def read_condition(text: str, scope: Scope) -> Condition:
    """Parse a condition: `V`, or `V = V`, up to six joined by ` or `. Raises KitSyntaxError."""
    parts = text.split(" or ")
    if len(parts) > _MOST_JOINED:
        raise KitSyntaxError(f"{len(parts)} conditions joined by or; at most {_MOST_JOINED}")
    tests = [_comparison(part, scope) for part in parts]
    if len(tests) == 1:
        return tests[0]

    def any_holds(context: EvalContext) -> bool | None:
        found: bool | None = False
        for test in tests:
            held = test(context)
            if held:
                return True
            found = None if held is None else found
        return found

    return any_holds


def _comparison(text: str, scope: Scope) -> Condition:
    sides = _COMPARED.split(text.strip())
    if len(sides) == 1:
        value = read_value(sides[0], scope)
        return lambda context: _truth(value(context))
    if len(sides) != 3:
        raise KitSyntaxError(f"{text.strip()!r}: write a condition as V, or V = V (!= < <= > >=)")
    left, sign, right = read_value(sides[0], scope), sides[1], read_value(sides[2], scope)
    if sign in ("=", "!="):
        wanted = sign == "="
        return lambda context: _same(left(context), right(context), wanted)
    order = _ORDER[sign]
    return lambda context: _ordered(left(context), right(context), order)


def _truth(value: Result) -> bool | None:
    return None if value is UNKNOWN_VALUE else bool(value)


def _same(left: Result, right: Result, wanted: bool) -> bool | None:
    if type(left) is type(right) is int:
        return (left == right) is wanted
    if left is UNKNOWN_VALUE or right is UNKNOWN_VALUE:
        return None
    same = left is right if left is None or right is None else str(left) == str(right)
    return same is wanted


def _ordered(left: Result, right: Result, order: Compare) -> bool | None:
    if isinstance(left, int) and isinstance(right, int):
        return order(left, right)
    one, other = _number(left), _number(right)
    return order(one, other) if one is not None and other is not None else None


def _number(value: Result) -> int | None:
    if isinstance(value, int):
        return value
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else None


# --- values ------------------------------------------------------------------------------------------------------------


def read_value(text: str, scope: Scope) -> Reading:
    """Parse a value. Raises KitSyntaxError."""
    tokens, at = [], 0
    text = text.strip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise KitSyntaxError(f"{text!r}: unexpected {text[at]!r}")
        tokens.append(found[1])
        at = found.end()
    if not tokens:
        raise KitSyntaxError("a value is missing")
    if len(tokens) == 1:
        return _plain(tokens[0], scope)
    name, arguments = _call(tokens, text)
    return read_function(name, arguments, scope, read_value)


def _call(tokens: list[str], text: str) -> tuple[str, list[str]]:
    """Return the name of a function and its arguments, each as text."""
    if len(tokens) < 4 or tokens[1] != "(" or tokens[-1] != ")":
        raise KitSyntaxError(f"{text!r} is not a value: write a name, a number or name(…)")
    arguments, depth = [""], 0
    for part in tokens[2:-1]:
        depth += (part == "(") - (part == ")")
        if depth < 0:
            raise KitSyntaxError(f"{text!r}: brackets do not match")
        if part == "," and not depth:
            arguments.append("")
        else:
            arguments[-1] += f"{part} " if part == "," else part
    if depth:
        raise KitSyntaxError(f"{text!r}: brackets do not match")
    return tokens[0], arguments


def _plain(text: str, scope: Scope) -> Reading:
    layout = scope.layout
    if text.lstrip("-").isdigit():
        number = int(text)
        return lambda _: number
    if text.startswith("$"):
        return _argument(text[1:], scope)
    name, _, who = text.partition("@")
    if name in layout.pairs:
        return _highest_of_pairs(name, scope.who(who or "me"), scope)
    if name in layout.slot_at or name in layout.sheets:
        return _counter(name, scope.who(who or "me"), scope)
    if name in layout.choice_at:
        return _choice(name, scope.who(who or "me"), scope)
    if name in layout.option_at:
        place = layout.option_at[name]
        return lambda context: context.state.options[place]
    if text in _COURSE:
        return _COURSE[text]
    if text in scope.words:
        return lambda _: text
    raise KitSyntaxError(f"no counter, choice, option or word {text!r}{scope.near(text, _known(scope))}")


def _known(scope: Scope) -> frozenset[str]:
    layout = scope.layout
    return frozenset(
        (*layout.slot_at, *layout.sheets, *layout.pairs, *layout.choice_at, *layout.option_at, *scope.words)
    )


_COURSE: Final[Mapping[str, Reading]] = {
    "none": lambda _: None,
    "turn": lambda context: context.state.turn,
    "round": lambda context: context.state.round,
    "players": lambda context: len(context.state.remaining()),
}


def _argument(name: str, scope: Scope) -> Reading:
    arg = scope.arg(name)

    def given(context: EvalContext) -> Result:
        value = context.args.get(name)
        if isinstance(value, Cards):
            return (value.pieces[0].card or UNKNOWN_VALUE) if value.pieces else None
        if isinstance(value, tuple):
            return sum(value)
        return str(value + 1) if arg.seated and isinstance(value, int) else value

    return given


def _counter(name: str, who: str, scope: Scope) -> Reading:
    layout = scope.layout
    slot = layout.slot_at.get(name)
    if slot is None or layout.slots[slot].part.of == "player":
        sheet = layout.sheets.get(name)
        if who == "me" and slot is not None and sheet is None and layout.slots[slot].part.see == "all":
            return lambda context: context.state.counters[slot][context.actor]

        def of_player(context: EvalContext) -> Result:
            seats, state = seats_of(context, who), context.state
            if not seats:
                return UNKNOWN_VALUE
            if sheet is not None:
                return state.total(sheet, seats[0])
            value = None if slot is None else state.counters[slot][seats[0]]
            return (
                UNKNOWN_VALUE if value is None and slot is not None and layout.slots[slot].part.see != "all" else value
            )

        return of_player
    if layout.slots[slot].part.of == "card":
        raise KitSyntaxError(f"counter {name!r} is a mark on cards, and has no value by itself")
    return lambda context: context.state.counters[slot][0]


def _highest_of_pairs(name: str, who: str, scope: Scope) -> Reading:
    slots = scope.layout.pairs[name]

    def highest(context: EvalContext) -> Result:
        seats = seats_of(context, who)
        return max(context.state.counters[slot][seats[0]] or 0 for slot in slots) if seats else UNKNOWN_VALUE

    return highest


def _choice(name: str, who: str, scope: Scope) -> Reading:
    place = scope.layout.choice_at[name]
    of_player = scope.layout.choices[place].of == "player"

    def chosen(context: EvalContext) -> Result:
        seats = seats_of(context, who) if of_player else (0,)
        word = context.state.choices[place][seats[0]] if seats else UNKNOWN
        return UNKNOWN_VALUE if word == UNKNOWN else word or None

    return chosen
