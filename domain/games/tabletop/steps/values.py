"""Steps that change numbers and words: marks on cards, counters, dice and choices."""

from collections.abc import Callable, Mapping
from typing import Final

from domain.games.tabletop.conditions import read_value
from domain.games.tabletop.context import EvalContext, KitSyntaxError, Reading, Scope, seats_of
from domain.games.tabletop.events.values import Marked, Rolled
from domain.games.tabletop.interpreter import Interpreter
from domain.games.tabletop.steps.base import Done, Row
from domain.games.tabletop.steps.moves import read_what


def _mark(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    slot = _slot(given[0], scope)
    part = scope.layout.slots[slot].part
    if part.of != "card":
        raise KitSyntaxError(f'counter {given[0]!r} is not for cards: marks on cards need a counter with of = "card"')
    what, value = read_what(given[1], scope), read_value(given[2], scope)

    def mark(interpreter: Interpreter) -> None:
        number = value(interpreter.scene)
        if not isinstance(number, int):
            return
        for group in what(interpreter):
            for token in group.tokens:
                before = interpreter.state.mark(token.id, slot)
                after = number if part.max == 1 or number == 0 else before + number
                if (part.max is not None and after > part.max) or (part.min is not None and after < part.min):
                    interpreter.wrong("TT-RANGE", f"{part.name} would be {after} on a card")
                if after != before:
                    interpreter.out.add(Marked(token=token.id, counter=part.name, after=after))

    return mark


def _slot(name: str, scope: Scope) -> int:
    if name not in scope.layout.slot_at:
        raise KitSyntaxError(f"no counter {name!r}{scope.near(name, scope.layout.slot_at)}")
    return scope.layout.slot_at[name]


def _counting(given: list[str], options: dict[str, str], scope: Scope, change: Callable[[int, int], int]) -> Done:
    name, _, who = given[0].partition("@")
    who, value = scope.who(who or "me"), read_value(given[1], scope)
    if (name in scope.layout.pairs) is not ("from" in options):
        raise KitSyntaxError(f"from=$player is required for counters of pairs, and refused for others, here {given[0]}")
    if name in scope.layout.pairs:
        return _of_pair(name, who, scope.who(options["from"].removeprefix("@")), value, scope, change)
    slot: int | None = None
    if name.startswith("$"):
        if scope.arg(name[1:]).kind != "counter":
            raise KitSyntaxError(f"{name} is not a counter")
    else:
        slot = _slot(name, scope)
        if scope.layout.slots[slot].part.of == "card":
            raise KitSyntaxError(f"counter {name!r} is a mark on cards: write mark {name} WHAT N")

    def count(interpreter: Interpreter) -> None:
        place = interpreter.layout.slot_at[str(interpreter.args[name[1:]])] if slot is None else slot
        of_player = interpreter.layout.slots[place].part.of == "player"
        for seat in seats_of(interpreter.scene, who) if of_player else (0,):
            # With @each, @others and @next, the value is computed for each of these players, otherwise for the actor.
            actor = seat if of_player and who in ("each", "others", "next") else interpreter.actor
            number = value(EvalContext(interpreter.state, actor, interpreter.args))
            if isinstance(number, int):
                interpreter.count(place, seat, change(interpreter.state.counters[place][seat] or 0, number))

    return count


def _of_pair(  # noqa: PLR0917 - the parts of one line
    name: str, who: str, other: str, value: Reading, scope: Scope, change: Callable[[int, int], int]
) -> Done:
    slots = scope.layout.pairs[name]

    def count(interpreter: Interpreter) -> None:
        number = value(interpreter.scene)
        for one in seats_of(interpreter.scene, other) if isinstance(number, int) else ():
            for seat in seats_of(interpreter.scene, who):
                now = interpreter.state.counters[slots[one]][seat] or 0
                interpreter.count(slots[one], seat, change(now, int(str(number))))

    return count


def _roll(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    if given[0] not in {dice.name for dice in scope.layout.kit.dice}:
        raise KitSyntaxError(f"no dice {given[0]!r}")
    if not given[1].startswith("$") or scope.arg(given[1][1:]).kind != "dice":
        raise KitSyntaxError(f"{given[1]} is not a dice argument")

    def roll(interpreter: Interpreter) -> None:
        value = interpreter.args.get(given[1][1:])
        faces = (value,) if isinstance(value, int) else value if isinstance(value, tuple) else ()
        interpreter.out.add(
            Rolled(dice=given[0], seat=interpreter.actor if interpreter.by != "table" else None, faces=faces)
        )

    return roll


def _chosen(given: list[str], scope: Scope) -> tuple[int, str]:
    name, _, who = given[0].partition("@")
    if name not in scope.layout.choice_at:
        raise KitSyntaxError(f"no choice {name!r}{scope.near(name, scope.layout.choice_at)}")
    return scope.layout.choice_at[name], scope.who(who or "me")


def _choosers(interpreter: Interpreter, place: int, who: str) -> tuple[int, ...]:
    return seats_of(interpreter.scene, who) if interpreter.layout.choices[place].of == "player" else (0,)


def _choose(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    (place, who), value = _chosen(given, scope), read_value(given[1], scope)

    def choose(interpreter: Interpreter) -> None:
        word = value(interpreter.scene)
        if isinstance(word, int | str):
            for holder in _choosers(interpreter, place, who):
                interpreter.choose(place, holder, str(word))

    return choose


def _clear(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    place, who = _chosen(given, scope)

    def clear(interpreter: Interpreter) -> None:
        for holder in _choosers(interpreter, place, who):
            interpreter.choose(place, holder, "")

    return clear


def _show(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    place, who = _chosen(given, scope)

    def show(interpreter: Interpreter) -> None:
        for holder in _choosers(interpreter, place, who):
            interpreter.choose(place, holder, interpreter.state.choices[place][holder], shown=True)

    return show


VALUES: Final[Mapping[str, Row]] = {
    "mark": (
        "mark COUNTER WHAT N",
        "The mark on these cards grows by N; it is set to N if N is 0 or the mark has `max = 1`.",
        3,
        3,
        _mark,
    ),
    "add": (
        "add COUNTER V [from=$player]",
        "The counter grows by V. For a counter of pairs, `from` names the other player.",
        2,
        2,
        lambda g, o, s: _counting(g, o, s, lambda now, v: now + v),
    ),
    "pay": (
        "pay COUNTER V [from=$player]",
        "The counter is reduced by V.",
        2,
        2,
        lambda g, o, s: _counting(g, o, s, lambda now, v: now - v),
    ),
    "set": (
        "set COUNTER V [from=$player]",
        "The counter is V.",
        2,
        2,
        lambda g, o, s: _counting(g, o, s, lambda _, v: v),
    ),
    "roll": ("roll DICE $dice", "The faces of dice are recorded.", 2, 2, _roll),
    "choose": ("choose CHOICE V", "The choice is set to a word.", 2, 2, _choose),
    "clear": ("clear CHOICE", "The choice is cleared.", 1, 1, _clear),
    "show": ("show CHOICE", "All players see a choice that only its owner saw.", 1, 1, _show),
}
