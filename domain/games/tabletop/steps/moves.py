"""Steps that move cards and pieces, make and remove them, name and turn them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal, TypeAlias

from domain.cards import Token
from domain.games.tabletop.conditions import read_value
from domain.games.tabletop.context import (
    Cards,
    KitSyntaxError,
    Piece,
    Place,
    Reading,
    Scope,
    cell_of,
    holders_of,
    pieces_at,
)
from domain.games.tabletop.events.moves import Gathered, Moved, Shuffled, Turned
from domain.games.tabletop.interpreter import Interpreter
from domain.games.tabletop.limits import draw_problem, over_cell
from domain.games.tabletop.operations import Group
from domain.games.tabletop.steps.base import Done, Row
from domain.rules import impossible

What: TypeAlias = Callable[[Interpreter], list[Group]]


def read_what(text: str, scope: Scope) -> What:
    """Parse the cards that a step moves: `$card`, `$cards`, `all(ZONE)`, `first(ZONE)`, `at(CELL)`, or a zone for all its cards."""
    if text.startswith("$"):
        if scope.arg(text[1:]).kind not in ("card", "cards"):
            raise KitSyntaxError(f"{text} is not a card")
        return lambda interpreter: interpreter.groups(interpreter.given(text[1:]))
    name, bracket, rest = text.partition("(")
    inner = rest.removesuffix(")")
    if bracket and name == "at":
        if not inner.startswith("$") and inner not in scope.layout.cell_zone:
            raise KitSyntaxError(f"no square or place {inner!r}")
        return lambda interpreter: interpreter.groups(
            Piece(t.id, t.card) for t in pieces_at(interpreter.scene, cell_of(interpreter.scene, inner))
        )
    if bracket and name not in ("all", "first"):
        raise KitSyntaxError(f"{text!r}: write $cards, all(ZONE), first(ZONE) or at(CELL)")
    place = scope.place(inner if bracket else text)
    return _first_of(place) if name == "first" and bracket else _all_of(place)


def _all_of(place: Place) -> What:
    def found(interpreter: Interpreter) -> list[Group]:
        piles = [
            (holder, interpreter.state.pile(place.zone, holder)) for holder in holders_of(interpreter.scene, place)
        ]
        return [Group(place.zone, holder, pile.tokens, pile.count) for holder, pile in piles]

    return found


def _first_of(place: Place) -> What:
    def found(interpreter: Interpreter) -> list[Group]:
        groups = []
        for holder in holders_of(interpreter.scene, place):
            pile = interpreter.state.pile(place.zone, holder)
            if not pile.size:
                interpreter.cannot("TT-EMPTY", f"{interpreter.layout.zones[place.zone].name} is empty")
            groups.append(Group(place.zone, holder, pile.tokens[:1], int(not pile.tokens)))
        return groups

    return found


def target_of(text: str, scope: Scope) -> Callable[[Interpreter], tuple[int, int] | None]:
    """Parse the zone that cards go to: a zone, or an argument that is one."""
    if text.startswith("$"):
        if scope.arg(text[1:]).kind != "zone":
            raise KitSyntaxError(f"{text} is not a zone")

        def named(interpreter: Interpreter) -> tuple[int, int] | None:
            zone = interpreter.layout.zone_at[str(interpreter.args[text[1:]])]
            return zone, interpreter.actor if interpreter.layout.zones[zone].of == "player" else 0

        return named
    place = scope.place(text)

    def meant(interpreter: Interpreter) -> tuple[int, int] | None:
        return next(((place.zone, holder) for holder in holders_of(interpreter.scene, place)), None)

    return meant


def _face(options: Mapping[str, str]) -> Literal["", "up", "down"]:
    face = options.get("face", "")
    if face == "up":
        return "up"
    if face == "down":
        return "down"
    if face:
        raise KitSyntaxError(f"face={face}: write up or down")
    return ""


def _move(given: list[str], options: dict[str, str], scope: Scope) -> Done:
    what, target, face = read_what(given[0], scope), target_of(given[1], scope), _face(options)
    cell, bottom = options.get("at", ""), options.get("bottom") == "yes"
    if cell.startswith("$"):
        scope.arg(cell[1:])
    elif cell and cell not in scope.layout.cell_zone:
        raise KitSyntaxError(f"no square or place {cell!r}")
    if not cell and not given[1].startswith("$") and scope.layout.cells[scope.place(given[1]).zone]:
        raise KitSyntaxError(f"{given[1]} has squares or places: name one with at=CELL")

    def move(interpreter: Interpreter) -> None:
        to = target(interpreter)
        if to is None:
            return
        if given[0].startswith("$"):
            _from_stack(interpreter, given[0][1:], to, bottom=bottom)
        for group in what(interpreter):
            if not interpreter.stopped:
                interpreter.put(group, *to, cell=cell_of(interpreter.scene, cell), face=face, bottom=bottom)

    return move


def _from_stack(interpreter: Interpreter, name: str, to: tuple[int, int], *, bottom: bool = False) -> None:
    """Draw the cards of an argument from a hidden stack. They are its top cards, and get tokens."""
    waiting, source = [piece for piece in interpreter.given(name) if piece.number is None], interpreter.stacks.get(name)
    if not waiting or source is None:
        return
    drawn = interpreter.draw([piece.card for piece in waiting], source, *to, bottom=bottom)
    numbered = [piece for piece in interpreter.given(name) if piece.number is not None]
    interpreter.args[name] = Cards((*numbered, *_as_pieces(drawn)))


def _as_pieces(drawn: Iterable[Token | None]) -> tuple[Piece, ...]:
    return tuple([Piece() if token is None else Piece(token.id, token.card) for token in drawn])


def can_be_drawn(interpreter: Interpreter, number: int) -> bool:
    """Return True if a step can draw this number of cards; otherwise add it to `not_drawn`."""
    if problem := draw_problem(number):
        interpreter.not_drawn.append(impossible("TT-ARGS", problem))
    return not problem


def _draw(given: list[str], options: dict[str, str], scope: Scope) -> Done:
    source, target, bottom = scope.place(given[1]), scope.place(given[2]), options.get("bottom") == "yes"
    named = given[0].startswith("$") and scope.arg(given[0][1:]).kind in ("card", "cards")
    number: Reading | None = None if named else read_value(given[0], scope)

    def draw(interpreter: Interpreter) -> None:
        if number is None:
            cards = [piece.card for piece in interpreter.given(given[0][1:])]
        else:
            value = number(interpreter.scene)
            cards = [None] * value if isinstance(value, int) and can_be_drawn(interpreter, value) else []
        for holder in holders_of(interpreter.scene, target):
            if interpreter.stopped:
                return
            theirs = holders_of(interpreter.scene, source)
            of = holder if source.who == "each" and target.who == "each" else theirs[0] if theirs else 0
            drawn = interpreter.draw(cards, Group(source.zone, of), target.zone, holder, bottom=bottom)
            if named:
                interpreter.args[given[0][1:]] = Cards(_as_pieces(drawn))

    return draw


def _draw_named(given: list[str], options: dict[str, str], scope: Scope) -> Done:
    """Parse `draw`. As in the built-in verb, arguments can name the zones."""
    if not given[1].startswith("$"):
        return _draw(given, options, scope)
    source, target, number = target_of(given[1], scope), target_of(given[2], scope), given[0]
    if not number.startswith("$"):
        raise KitSyntaxError("if an argument names the zone, an argument must give the number, too")

    def draw(interpreter: Interpreter) -> None:
        value, one, other = interpreter.args.get(number[1:], 1), source(interpreter), target(interpreter)
        if one is not None and other is not None and isinstance(value, int) and can_be_drawn(interpreter, value):
            interpreter.draw([None] * value, Group(*one), *other)

    return draw


def _return(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    what, place = read_what(given[0], scope), scope.place(given[1])
    of_player = scope.layout.zones[place.zone].of == "player"

    def back(interpreter: Interpreter) -> None:
        for group in what(interpreter):
            for token in group.tokens:
                owner = token.id // 1000 - 1
                interpreter.put(
                    Group(group.zone, group.holder, (token,)), place.zone, max(owner, 0) if of_player else 0
                )

    return back


def _gather(given: list[str], options: dict[str, str], scope: Scope) -> Done:
    layout, place = scope.layout, scope.place(given[0])
    if not layout.hidden_stacks[place.zone]:
        raise KitSyntaxError(f"{given[0]} is not a face-down stack, which gather needs")
    starts = {deck.into for deck in layout.kit.decks}
    named = tuple(filter(None, options.get("from", "").split(",")))
    for name in named:
        scope.place(name)
    zones = named or tuple(
        zone.name for n, zone in enumerate(layout.zones) if zone.name not in starts and not layout.cells[n]
    )

    def gather(interpreter: Interpreter) -> None:
        for holder in holders_of(interpreter.scene, place)[:1]:
            seat = interpreter.seat_in(place.zone, holder)
            interpreter.out.add(Gathered(target=layout.zones[place.zone].name, seat=seat, zones=zones))

    return gather


def _shuffle(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    place = scope.place(given[0])

    def shuffle(interpreter: Interpreter) -> None:
        for holder in holders_of(interpreter.scene, place):
            interpreter.out.add(
                Shuffled(zone=scope.layout.zones[place.zone].name, seat=interpreter.seat_in(place.zone, holder))
            )

    return shuffle


def _make(given: list[str], options: dict[str, str], scope: Scope) -> Done:
    target, name, cell = target_of(given[1], scope), given[0], options.get("at", "")
    if name.startswith("$"):
        scope.arg(name[1:])
    elif name not in scope.layout.pieces:
        raise KitSyntaxError(f"no card {name!r}{scope.near(name, scope.layout.pieces)}")

    def make(interpreter: Interpreter) -> None:
        to, numbers = target(interpreter), interpreter.new_numbers(interpreter.actor, 1)
        card = str(interpreter.args[name[1:]]) if name.startswith("$") else name
        if to is None or numbers is None:
            return
        zone, square = interpreter.layout.zones[to[0]], cell_of(interpreter.scene, cell)
        squares = interpreter.layout.cell_at[to[0]]
        if squares and square not in squares:
            interpreter.cannot("TT-CELL-NAME", f"{square or 'an empty place'} is not one of {zone.name}")
            return
        if interpreter.layout.hidden_stacks[to[0]]:
            interpreter.cannot("TT-WHERE", f"{zone.name} is a stack: a new piece cannot be made in it")
            return
        interpreter.out.add(
            Moved(tokens=(Token(numbers[0], card),), target=zone.name, seat=interpreter.seat_in(*to), cell=square)
        )
        if square:
            interpreter.violations += over_cell(interpreter.state, to[0], square)

    return make


def _remove(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    what = read_what(given[0], scope)

    def remove(interpreter: Interpreter) -> None:
        for group in what(interpreter):
            interpreter.remove(group)

    return remove


def _name(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    if not given[0].startswith("$") or scope.arg(given[0][1:]).kind not in ("card", "cards"):
        raise KitSyntaxError("write name $card")

    def name(interpreter: Interpreter) -> None:
        for piece in interpreter.given(given[0][1:]):
            found = interpreter.state.find(piece.number) if piece.number is not None else None
            if found is not None and piece.card is not None and found[1].card != piece.card:
                interpreter.name(found[1].id, piece.card)

    return name


def _turn(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    what = read_what(given[0], scope)
    if given[1] not in ("up", "down"):
        raise KitSyntaxError("write turn $card up|down")

    def turn(interpreter: Interpreter) -> None:
        for group in what(interpreter):
            for token in group.tokens:
                interpreter.out.add(Turned(token=token.id, up=given[1] == "up"))

    return turn


MOVES: Final[Mapping[str, Row]] = {
    "move": (
        "move WHAT ZONE [at=CELL] [face=up|down] [bottom=yes]",
        "Cards or pieces go to a zone. WHAT is `$card`, `all(ZONE)`, `first(ZONE)` or `at(CELL)`. "
        "`face` overrides the `see` of the zone.",
        2,
        2,
        _move,
    ),
    "draw": (
        "draw N|$cards ZONE ZONE [bottom=yes]",
        "The top cards of the first zone go to the second. With `@each`, each player gets them, the starting player first.",
        3,
        3,
        _draw_named,
    ),
    "deal": ("deal N ZONE ZONE [bottom=yes]", "Another word for `draw N`.", 3, 3, _draw),
    "return": ("return WHAT ZONE", "Each card goes to the zone of its owner.", 2, 2, _return),
    "gather": (
        "gather ZONE [from=Z,Z]",
        "All cards return to a stack, from everywhere or from these zones; their order is then unknown.",
        1,
        1,
        _gather,
    ),
    "shuffle": ("shuffle ZONE", "The order of the zone becomes unknown.", 1, 1, _shuffle),
    "make": (
        "make $sort ZONE [at=CELL]",
        "A new piece comes into play. It belongs to no deck, and leaves the match when it is put on a hidden stack.",
        2,
        2,
        _make,
    ),
    "remove": ("remove $card", "The card leaves the match.", 1, 1, _remove),
    "name": ("name $card", "The identity of an unknown card is recorded.", 1, 1, _name),
    "turn": ("turn $card up|down", "The card is turned face up or face down.", 2, 2, _turn),
}
