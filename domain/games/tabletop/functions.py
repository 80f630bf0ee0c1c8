"""The functions that values of a kit can call: cards in a place, counts, owners."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from domain.cards import UNKNOWN, token_owner
from domain.games.tabletop.context import (
    UNKNOWN_VALUE,
    Cards,
    EvalContext,
    KitSyntaxError,
    Piece,
    Reading,
    Result,
    Scope,
    Unknown,
    cell_of,
    holders_of,
    only_pile,
    pieces_at,
)
from domain.games.tabletop.schema import RESERVED
from domain.games.tabletop.state import Pile

CardReading: TypeAlias = Callable[[EvalContext], Piece | Unknown | None]


def read_function(name: str, given: list[str], scope: Scope, read: Callable[[str, Scope], Reading]) -> Reading:
    """Parse the call of a function or trait; `read` parses a value. Raises KitSyntaxError."""
    made = _FUNCTIONS.get(name)
    if name not in RESERVED and any(name in traits for traits in scope.layout.traits.values()):
        return _trait(name, given, scope)  # a trait of a kit takes precedence over a newer function of the same name
    if name in _OF_TWO and len(given) == 2:
        return _of_two(read(given[0], scope), read(given[1], scope), _OF_TWO[name])
    if made is None:
        return _trait(name, given, scope)
    form, _, count, make = made
    if len(given) != count:
        raise KitSyntaxError(f"write {name} as {form}")
    return make(given, scope)


def _trait(name: str, given: list[str], scope: Scope) -> Reading:
    layout = scope.layout
    known = {trait for traits in layout.traits.values() for trait in traits}
    if name not in known:
        raise KitSyntaxError(f"no trait {name!r}{scope.near(name, frozenset((*known, *_FUNCTIONS)))}")
    if len(given) != 1:
        raise KitSyntaxError(f"write {name} as {name}(card)")
    card, lacking = _card(given[0], scope), 0 if name in layout.numeric else None

    def trait(context: EvalContext) -> Result:
        piece = card(context)
        if not isinstance(piece, Piece) or piece.card is None:
            return UNKNOWN_VALUE
        return layout.traits.get(piece.card, {}).get(name, lacking)

    return trait


def _card(text: str, scope: Scope) -> CardReading:
    """Parse a card in a condition: `$card`, `top(Z)`, `first(Z)`, `at(CELL)` or an id. Its value is `None` if the place is
    empty. Raises KitSyntaxError."""
    if text.startswith("$"):
        if scope.arg(text[1:]).kind not in ("card", "cards", "sort"):
            raise KitSyntaxError(f"{text} is not a card")
        return lambda context: _given_card(context, text[1:])
    name, bracket, rest = text.partition("(")
    if bracket and name in ("top", "first", "at") and rest.endswith(")"):
        inner = rest[:-1]
        if name == "at":
            _expect_cell(inner, scope)
            return lambda context: next(
                (Piece(t.id, t.card) for t in reversed(pieces_at(context, cell_of(context, inner)))), None
            )
        place, last = scope.place(inner), name == "top"
        return lambda context: _end_of(only_pile(context, place), last=last)
    if text not in scope.layout.pieces:
        raise KitSyntaxError(f"no card {text!r}; a card is $argument, top(ZONE), first(ZONE), at(CELL) or an id")
    return lambda _: Piece(None, text)


def _expect_cell(text: str, scope: Scope) -> None:
    if text.startswith("$"):
        scope.arg(text[1:])
    elif text not in scope.layout.cell_zone:
        raise KitSyntaxError(f"no square or place {text!r}")


def _given_card(context: EvalContext, name: str) -> Piece | Unknown | None:
    value = context.args.get(name)
    if isinstance(value, Cards):
        return value.pieces[0] if value.pieces else None
    return Piece(None, value) if isinstance(value, str) else UNKNOWN_VALUE


def _end_of(pile: Pile, *, last: bool) -> Piece | Unknown | None:
    if pile.tokens:
        token = pile.tokens[-1 if last else 0]
        return Piece(token.id, token.card)
    return UNKNOWN_VALUE if pile.count else None


def _card_id(given: list[str], scope: Scope, name: str) -> Reading:
    card = _card(f"{name}({given[0]})", scope)

    def id_of(context: EvalContext) -> Result:
        piece = card(context)
        return (piece.card or UNKNOWN_VALUE) if isinstance(piece, Piece) else piece

    return id_of


def _count(given: list[str], scope: Scope) -> Reading:
    if given[0].startswith("$"):
        name = scope.arg(given[0][1:]).name

        def number(context: EvalContext) -> Result:
            value = context.args.get(name, ())
            return len(value.pieces) if isinstance(value, Cards) else len(value) if isinstance(value, tuple) else 1

        return number
    place = scope.place(given[0])
    return lambda context: sum(context.state.pile(place.zone, holder).size for holder in holders_of(context, place))


def _total(given: list[str], scope: Scope) -> Reading:
    layout = scope.layout
    if given[0] not in {trait for traits in layout.traits.values() for trait in traits}:
        raise KitSyntaxError(f"no trait {given[0]!r}{scope.near(given[0], layout.numeric)}")
    place = scope.place(given[1])

    def total(context: EvalContext) -> Result:
        pile = only_pile(context, place)
        if pile.count or any(token.card is None for token in pile.tokens):
            return UNKNOWN_VALUE
        values = [layout.traits.get(token.card or "", {}).get(given[0], 0) for token in pile.tokens]
        return sum(value for value in values if isinstance(value, int))

    return total


def _blank(given: list[str], scope: Scope) -> Reading:
    if given[0] not in scope.layout.sheets:
        raise KitSyntaxError(f"no score sheet {given[0]!r}{scope.near(given[0], scope.layout.sheets)}")
    boxes = scope.layout.sheets[given[0]]
    return lambda context: sum(
        1
        for slot in boxes
        for holder, value in enumerate(context.state.counters[slot])
        if value is None and holder not in context.state.out
    )


def _having(given: list[str], scope: Scope, *, without: bool = False) -> Reading:
    if given[0] not in scope.layout.choice_at:
        raise KitSyntaxError(f"no choice {given[0]!r}{scope.near(given[0], scope.layout.choice_at)}")
    place = scope.layout.choice_at[given[0]]
    part = scope.layout.choices[place]
    if part.of != "player":
        raise KitSyntaxError(f"choice {given[0]!r} belongs to the table")
    if part.one_of and given[1] not in part.one_of:
        raise KitSyntaxError(f"{given[1]!r} is not one of {', '.join(part.one_of)}")

    def number(context: EvalContext) -> Result:
        words, out = context.state.choices[place], context.state.out
        if out:
            words = tuple([word for seat, word in enumerate(words) if seat not in out])
        if part.see == "owner" and ("" in words or UNKNOWN in words):
            return UNKNOWN_VALUE  # a hidden choice may be unrecorded, or not visible to everyone
        having = words.count(given[1])
        return len(words) - having if without else having

    return number


def _over_all(given: list[str], scope: Scope, combine: Callable[[list[int]], int]) -> Reading:
    """Combine the values of a counter of all players (`highest`, `sum`)."""
    slot = scope.layout.slot_at.get(given[0])
    if slot is None or scope.layout.slots[slot].part.of != "player":
        raise KitSyntaxError(f"no counter of players {given[0]!r}{scope.near(given[0], scope.layout.slot_at)}")
    return lambda context: combine([value or 0 for value in context.state.counters[slot]])


def _of_two(one: Reading, other: Reading, choose: Callable[[int, int], int]) -> Reading:
    def chosen(context: EvalContext) -> Result:
        left, right = one(context), other(context)
        return choose(left, right) if isinstance(left, int) and isinstance(right, int) else UNKNOWN_VALUE

    return chosen


def _mine(given: list[str], scope: Scope) -> Reading:
    card = _card(given[0], scope)
    scope.who("me")

    def mine(context: EvalContext) -> Result:
        piece = card(context)
        if not isinstance(piece, Piece) or piece.number is None:
            return UNKNOWN_VALUE
        return int(token_owner(piece.number) == context.actor)

    return mine


def _near(given: list[str], scope: Scope) -> Reading:
    _expect_cell(given[0], scope)
    beside = scope.layout.beside
    if not beside:
        raise KitSyntaxError('near counts on hexagons: a zone needs hexes = "3-4-5-4-3"')
    scope.who("me")
    return lambda context: sum(
        token_owner(token.id) == context.actor
        for cell in beside.get(cell_of(context, given[0]), ())
        for token in pieces_at(context, cell)
    )


def _follows(given: list[str], scope: Scope) -> Reading:
    card, hand, trick = _card(given[0], scope), scope.place(given[1]), scope.place(given[2])
    name, traits = given[3], scope.layout.traits
    if not any(name in one for one in traits.values()):
        raise KitSyntaxError(f"no trait {name!r}")

    def follows(context: EvalContext) -> Result:
        led, played = _end_of(only_pile(context, trick), last=False), card(context)
        if led is None:
            return 1
        if not isinstance(led, Piece) or led.card is None or not isinstance(played, Piece) or played.card is None:
            return UNKNOWN_VALUE
        wanted = traits.get(led.card, {}).get(name)
        if traits.get(played.card, {}).get(name) == wanted:
            return 1
        held = [token for token in only_pile(context, hand).tokens if token.id != played.number]
        return int(not any(token.card and traits.get(token.card, {}).get(name) == wanted for token in held))

    return follows


_FUNCTIONS: Final[Mapping[str, tuple[str, str, int, Callable[[list[str], Scope], Reading]]]] = {
    "count": ("count(ZONE) or count($cards)", "Number of cards in a zone, or in an argument.", 1, _count),
    "top": ("top(ZONE)", "The card that was put there last.", 1, lambda given, scope: _card_id(given, scope, "top")),
    "first": (
        "first(ZONE)",
        "The card that was put there first.",
        1,
        lambda given, scope: _card_id(given, scope, "first"),
    ),
    "at": ("at(CELL)", "The piece on a square or place.", 1, lambda given, scope: _card_id(given, scope, "at")),
    "near": ("near(CELL)", "Number of the acting player's pieces on the hexagons next to it.", 1, _near),
    "total": ("total(TRAIT, ZONE)", "The sum of a trait over the cards of a zone.", 2, _total),
    "blank": ("blank(SHEET)", "Number of empty boxes of all players' score sheets.", 1, _blank),
    "having": ("having(CHOICE, WORD)", "Number of players in the game who have that word.", 2, _having),
    "without": (
        "without(CHOICE, WORD)",
        "Number of players in the game who lack that word.",
        2,
        lambda given, scope: _having(given, scope, without=True),
    ),
    "highest": (
        "highest(COUNTER)",
        "The highest value that a player has.",
        1,
        lambda given, scope: _over_all(given, scope, max),
    ),
    "sum": (
        "sum(COUNTER)",
        "The sum of the values of all players.",
        1,
        lambda given, scope: _over_all(given, scope, sum),
    ),
    "least": ("least(V, V)", "The lower of two values.", 2, lambda given, scope: _trait("least", given, scope)),
    "most": ("most(V, V)", "The higher of two values.", 2, lambda given, scope: _trait("most", given, scope)),
    "mine": ("mine(card)", "1 if the card belongs to the acting player, else 0.", 1, _mine),
    "follows": (
        "follows(card, hand, trick, trait)",
        "1 if the card has the same trait as the first card of the trick, or if no known card of the hand has it.",
        4,
        _follows,
    ),
}
"""Notation, meaning, number of arguments and parser of each function."""


_OF_TWO: Final[Mapping[str, Callable[[int, int], int]]] = {"least": min, "most": max}


def functions() -> Sequence[tuple[str, str]]:
    """Return the notation and meaning of each function, for the reference page."""
    return [(form, meaning) for form, meaning, _, _ in _FUNCTIONS.values()]
