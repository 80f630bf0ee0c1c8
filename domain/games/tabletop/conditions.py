"""Values and conditions of kits (kits.md, 5): read once into functions of a scene. No arithmetic, one value in another.

What is not known violates nothing: a condition is True, False, or None where it cannot be told.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from domain.cards import token_owner
from domain.games.tabletop.scene import (
    UNKNOWN_VALUE,
    Cards,
    Misspelt,
    Piece,
    Reading,
    Result,
    Scene,
    Scope,
    Unknown,
    cell_of,
    holders_of,
    only_pile,
    pieces_at,
    seats_of,
)
from domain.games.tabletop.state import Pile

Condition: TypeAlias = Callable[[Scene], bool | None]
CardReading: TypeAlias = Callable[[Scene], Piece | Unknown | None]
Compare: TypeAlias = Callable[[int, int], bool]

_TOKEN: Final = re.compile(r"\s*(\$?[A-Za-z_]\w*(?:@\$?\w+)?|-?\d+|[(),])")
_COMPARED: Final = re.compile(r"\s*(!=|<=|>=|=|<|>)\s*")
_MOST_JOINED: Final = 6
_ORDER: Final[Mapping[str, Compare]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def read_condition(text: str, scope: Scope) -> Condition:
    """`V`, or `V = V`, up to six joined by ` or `. Raises Misspelt."""
    parts = text.split(" or ")
    if len(parts) > _MOST_JOINED:
        raise Misspelt(f"{len(parts)} conditions joined by or; at most {_MOST_JOINED}")
    tests = [_comparison(part, scope) for part in parts]
    if len(tests) == 1:
        return tests[0]

    def any_holds(scene: Scene) -> bool | None:
        found = [test(scene) for test in tests]
        return True if True in found else None if None in found else False

    return any_holds


def _comparison(text: str, scope: Scope) -> Condition:
    sides = _COMPARED.split(text.strip())
    if len(sides) == 1:
        value = read_value(sides[0], scope)
        return lambda scene: _truth(value(scene))
    if len(sides) != 3:
        raise Misspelt(f"{text.strip()!r}: a condition is V, or V = V (!= < <= > >=)")
    left, sign, right = read_value(sides[0], scope), sides[1], read_value(sides[2], scope)
    if sign in ("=", "!="):
        return lambda scene: _same(left(scene), right(scene), wanted=sign == "=")
    order = _ORDER[sign]
    return lambda scene: _ordered(left(scene), right(scene), order)


def _truth(value: Result) -> bool | None:
    return None if value is UNKNOWN_VALUE else bool(value)


def _same(left: Result, right: Result, *, wanted: bool) -> bool | None:
    if left is UNKNOWN_VALUE or right is UNKNOWN_VALUE:
        return None
    same = left is right if left is None or right is None else str(left) == str(right)
    return same is wanted


def _ordered(left: Result, right: Result, order: Compare) -> bool | None:
    one, other = _number(left), _number(right)
    return order(one, other) if one is not None and other is not None else None


def _number(value: Result) -> int | None:
    if isinstance(value, int):
        return value
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else None


# --- values ------------------------------------------------------------------------------------------------------------


def read_value(text: str, scope: Scope) -> Reading:
    """One value. Raises Misspelt."""
    tokens, at = [], 0
    text = text.strip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise Misspelt(f"{text!r}: {text[at]!r} has no meaning here")
        tokens.append(found[1])
        at = found.end()
    if not tokens:
        raise Misspelt("a value is missing")
    if len(tokens) == 1:
        return _plain(tokens[0], scope)
    name, arguments = _call(tokens, text)
    return _function(name, arguments, scope)


def _call(tokens: list[str], text: str) -> tuple[str, list[str]]:
    """A function and its arguments, each as text."""
    if len(tokens) < 4 or tokens[1] != "(" or tokens[-1] != ")":
        raise Misspelt(f"{text!r} is no value: a name, a number or name(…)")
    arguments, depth = [""], 0
    for part in tokens[2:-1]:
        depth += (part == "(") - (part == ")")
        if depth < 0:
            raise Misspelt(f"{text!r}: brackets do not match")
        if part == "," and not depth:
            arguments.append("")
        else:
            arguments[-1] += f"{part} " if part == "," else part
    if depth:
        raise Misspelt(f"{text!r}: brackets do not match")
    return tokens[0], arguments


def _plain(text: str, scope: Scope) -> Reading:
    layout = scope.layout
    if text.lstrip("-").isdigit():
        number = int(text)
        return lambda _: number
    if text.startswith("$"):
        return _argument(text[1:], scope)
    name, _, who = text.partition("@")
    if name in layout.slot_at or name in layout.sheets:
        return _counter(name, scope.who(who or "me"), scope)
    if name in layout.choice_at:
        return _choice(name, scope.who(who or "me"), scope)
    if name in layout.option_at:
        place = layout.option_at[name]
        return lambda scene: scene.state.options[place]
    if text in _COURSE:
        return _COURSE[text]
    if text in scope.words:
        return lambda _: text
    raise Misspelt(f"no counter, choice, option or word {text!r}{scope.near(text, _known(scope))}")


def _known(scope: Scope) -> frozenset[str]:
    layout = scope.layout
    return frozenset((*layout.slot_at, *layout.sheets, *layout.choice_at, *layout.option_at, *scope.words))


_COURSE: Final[Mapping[str, Reading]] = {
    "none": lambda _: None,
    "turn": lambda scene: scene.state.turn,
    "round": lambda scene: scene.state.round,
    "players": lambda scene: len(scene.state.remaining()),
}


def _argument(name: str, scope: Scope) -> Reading:
    arg = scope.arg(name)

    def given(scene: Scene) -> Result:
        value = scene.args.get(name)
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

        def of_player(scene: Scene) -> Result:
            seats, state = seats_of(scene, who), scene.state
            if not seats:
                return UNKNOWN_VALUE
            if sheet is not None:
                return state.total(sheet, seats[0])
            return None if slot is None else state.counters[slot][seats[0]]

        return of_player
    if layout.slots[slot].part.of == "card":
        raise Misspelt(f"counter {name!r} is a mark on cards, and has no value by itself")
    return lambda scene: scene.state.counters[slot][0]


def _choice(name: str, who: str, scope: Scope) -> Reading:
    place = scope.layout.choice_at[name]
    of_player = scope.layout.choices[place].of == "player"

    def chosen(scene: Scene) -> Result:
        seats = seats_of(scene, who) if of_player else (0,)
        return (scene.state.choices[place][seats[0]] or None) if seats else UNKNOWN_VALUE

    return chosen


# --- functions ---------------------------------------------------------------------------------------------------------


def _function(name: str, given: list[str], scope: Scope) -> Reading:
    made = _FUNCTIONS.get(name)
    if made is None:
        return _trait(name, given, scope)
    form, _, count, make = made
    if len(given) != count:
        raise Misspelt(f"{name} is written {form}")
    return make(given, scope)


def _trait(name: str, given: list[str], scope: Scope) -> Reading:
    layout = scope.layout
    known = {trait for traits in layout.traits.values() for trait in traits}
    if name not in known:
        raise Misspelt(f"no trait {name!r}{scope.near(name, frozenset((*known, *_FUNCTIONS)))}")
    if len(given) != 1:
        raise Misspelt(f"{name} is written {name}(card)")
    card, lacking = read_card(given[0], scope), 0 if name in layout.numeric else None

    def trait(scene: Scene) -> Result:
        piece = card(scene)
        if not isinstance(piece, Piece) or piece.card is None:
            return UNKNOWN_VALUE
        return layout.traits.get(piece.card, {}).get(name, lacking)

    return trait


def read_card(text: str, scope: Scope) -> CardReading:
    """A card in a condition: `$card`, `top(Z)`, `first(Z)`, `at(CELL)` or an id. None: there is none. Raises Misspelt."""
    if text.startswith("$"):
        if scope.arg(text[1:]).kind not in ("card", "cards", "sort"):
            raise Misspelt(f"{text} is no card")
        return lambda scene: _given_card(scene, text[1:])
    name, bracket, rest = text.partition("(")
    if bracket and name in ("top", "first", "at") and rest.endswith(")"):
        inner = rest[:-1]
        if name == "at":
            _expect_cell(inner, scope)
            return lambda scene: next(
                (Piece(t.id, t.card) for t in reversed(pieces_at(scene, cell_of(scene, inner)))), None
            )
        place, last = scope.place(inner), name == "top"
        return lambda scene: _end_of(only_pile(scene, place), last=last)
    if text not in scope.layout.pieces:
        raise Misspelt(f"no card {text!r}; a card is $argument, top(ZONE), first(ZONE), at(CELL) or an id")
    return lambda _: Piece(None, text)


def _expect_cell(text: str, scope: Scope) -> None:
    if text.startswith("$"):
        scope.arg(text[1:])
    elif text not in scope.layout.cell_zone:
        raise Misspelt(f"no square or place {text!r}")


def _given_card(scene: Scene, name: str) -> Piece | Unknown | None:
    value = scene.args.get(name)
    if isinstance(value, Cards):
        return value.pieces[0] if value.pieces else None
    return Piece(None, value) if isinstance(value, str) else UNKNOWN_VALUE


def _end_of(pile: Pile, *, last: bool) -> Piece | Unknown | None:
    if pile.tokens:
        token = pile.tokens[-1 if last else 0]
        return Piece(token.id, token.card)
    return UNKNOWN_VALUE if pile.count else None


def _card_id(given: list[str], scope: Scope, name: str) -> Reading:
    card = read_card(f"{name}({given[0]})", scope)

    def id_of(scene: Scene) -> Result:
        piece = card(scene)
        return (piece.card or UNKNOWN_VALUE) if isinstance(piece, Piece) else piece

    return id_of


def _count(given: list[str], scope: Scope) -> Reading:
    if given[0].startswith("$"):
        name = scope.arg(given[0][1:]).name

        def number(scene: Scene) -> Result:
            value = scene.args.get(name, ())
            return len(value.pieces) if isinstance(value, Cards) else len(value) if isinstance(value, tuple) else 1

        return number
    place = scope.place(given[0])
    return lambda scene: sum(scene.state.pile(place.zone, holder).size for holder in holders_of(scene, place))


def _total(given: list[str], scope: Scope) -> Reading:
    layout = scope.layout
    if given[0] not in {trait for traits in layout.traits.values() for trait in traits}:
        raise Misspelt(f"no trait {given[0]!r}{scope.near(given[0], layout.numeric)}")
    place = scope.place(given[1])

    def total(scene: Scene) -> Result:
        pile = only_pile(scene, place)
        if pile.count or any(token.card is None for token in pile.tokens):
            return UNKNOWN_VALUE
        values = [layout.traits.get(token.card or "", {}).get(given[0], 0) for token in pile.tokens]
        return sum(value for value in values if isinstance(value, int))

    return total


def _blank(given: list[str], scope: Scope) -> Reading:
    if given[0] not in scope.layout.sheets:
        raise Misspelt(f"no score sheet {given[0]!r}{scope.near(given[0], scope.layout.sheets)}")
    boxes = scope.layout.sheets[given[0]]
    return lambda scene: sum(
        1
        for slot in boxes
        for holder, value in enumerate(scene.state.counters[slot])
        if value is None and holder not in scene.state.out
    )


def _having(given: list[str], scope: Scope, *, without: bool = False) -> Reading:
    if given[0] not in scope.layout.choice_at:
        raise Misspelt(f"no choice {given[0]!r}{scope.near(given[0], scope.layout.choice_at)}")
    place = scope.layout.choice_at[given[0]]
    part = scope.layout.choices[place]
    if part.of != "player":
        raise Misspelt(f"choice {given[0]!r} is the table's")
    if part.one_of and given[1] not in part.one_of:
        raise Misspelt(f"{given[1]!r} is none of {', '.join(part.one_of)}")

    def number(scene: Scene) -> Result:
        words = [scene.state.choices[place][seat] for seat in scene.state.remaining()]
        if part.see == "owner" and "" in words:
            return UNKNOWN_VALUE  # somebody has one, and nobody wrote it down
        return sum(1 for word in words if (word == given[1]) is not without)

    return number


def _mine(given: list[str], scope: Scope) -> Reading:
    card = read_card(given[0], scope)

    def mine(scene: Scene) -> Result:
        piece = card(scene)
        if not isinstance(piece, Piece) or piece.number is None:
            return UNKNOWN_VALUE
        return int(token_owner(piece.number) == scene.actor)

    return mine


def _follows(given: list[str], scope: Scope) -> Reading:
    card, hand, trick = read_card(given[0], scope), scope.place(given[1]), scope.place(given[2])
    name, traits = given[3], scope.layout.traits
    if not any(name in one for one in traits.values()):
        raise Misspelt(f"no trait {name!r}")

    def follows(scene: Scene) -> Result:
        led, played = _end_of(only_pile(scene, trick), last=False), card(scene)
        if led is None:
            return 1
        if not isinstance(led, Piece) or led.card is None or not isinstance(played, Piece) or played.card is None:
            return UNKNOWN_VALUE
        wanted = traits.get(led.card, {}).get(name)
        if traits.get(played.card, {}).get(name) == wanted:
            return 1
        held = [token for token in only_pile(scene, hand).tokens if token.id != played.number]
        return int(not any(token.card and traits.get(token.card, {}).get(name) == wanted for token in held))

    return follows


_FUNCTIONS: Final[Mapping[str, tuple[str, str, int, Callable[[list[str], Scope], Reading]]]] = {
    "count": ("count(ZONE) or count($cards)", "How many cards lie there, or are given.", 1, _count),
    "top": ("top(ZONE)", "The card that was put there last.", 1, lambda given, scope: _card_id(given, scope, "top")),
    "first": (
        "first(ZONE)",
        "The card that was put there first.",
        1,
        lambda given, scope: _card_id(given, scope, "first"),
    ),
    "at": ("at(CELL)", "The piece on a square or place.", 1, lambda given, scope: _card_id(given, scope, "at")),
    "total": ("total(TRAIT, ZONE)", "The sum of a trait over the cards of a zone.", 2, _total),
    "blank": ("blank(SHEET)", "How many boxes of a score sheet are empty, of all players.", 1, _blank),
    "having": ("having(CHOICE, WORD)", "How many players who are not out have that word.", 2, _having),
    "without": (
        "without(CHOICE, WORD)",
        "How many of them have not.",
        2,
        lambda given, scope: _having(given, scope, without=True),
    ),
    "mine": ("mine(card)", "1 where the card belongs to who acts, else 0.", 1, _mine),
    "follows": (
        "follows(card, hand, trick, trait)",
        "1 where the card has the trait of the first card in the trick, or no known card of that hand has it.",
        4,
        _follows,
    ),
}
"""Function -> how it is written, its value, its arguments, what reads it."""


def functions() -> Sequence[tuple[str, str]]:
    """How each function is written and what its value is, for the reference page."""
    return [(form, meaning) for form, meaning, _, _ in _FUNCTIONS.values()]
