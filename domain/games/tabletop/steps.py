"""The steps of kits (kits.md, 4): each line is read once into something that is done to a play.

There are no loops, no calls of other verbs, no recursion.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from domain.cards import Token
from domain.games.tabletop.conditions import read_condition, read_value
from domain.games.tabletop.events.moves import Gathered, Moved, Shuffled, Turned
from domain.games.tabletop.events.turns import OrderReversed, SeatOut
from domain.games.tabletop.events.values import Marked, Rolled
from domain.games.tabletop.play import Group, Play, Step, holders
from domain.games.tabletop.scene import (
    Arg,
    Cards,
    Misspelt,
    Piece,
    Place,
    Reading,
    Scene,
    Scope,
    cell_of,
    pieces_at,
    seats_of,
)

Done: TypeAlias = Callable[[Play], None]
What: TypeAlias = Callable[[Play], list[Group]]
Made: TypeAlias = Callable[[list[str], dict[str, str], Scope], Done]

_WORD: Final = re.compile(r"(?:[^\s()]|\([^()]*(?:\([^()]*\)[^()]*)*\))+")
_OPTIONS: Final = re.compile(r"(at|face|bottom|from)=(.*)")


def read_step(text: str, scope: Scope, *, alone: bool = False) -> Step:
    """One step. `alone`: no argument is given and no turn may end (begin, each_round, each_turn). Raises Misspelt."""
    line, _, when = text.partition(" if ")
    words = _WORD.findall(line)
    if not words:
        raise Misspelt("a step is missing")
    name, *given = words
    if name not in STEPS:
        raise Misspelt(f"no step {name!r}{scope.near(name, STEPS)}")
    form, least, most, make = STEPS[name]
    if alone and (name in ("next", "to", "phase", "reverse", "out", "win", "tie", "end") or "$" in text):
        why = "no argument is given there" if "$" in text else f"{name}: a turn that ends as it begins would never end"
        raise Misspelt(why)
    options = {found[1]: found[2] for word in given if (found := _OPTIONS.fullmatch(word))}
    values = [word for word in given if not _OPTIONS.fullmatch(word)]
    if not least <= len(values) <= most:
        raise Misspelt(f"written {form}")
    if strange := sorted(option for option in options if f"{option}=" not in form):
        raise Misspelt(f"no {strange[0]}= here; written {form}")
    used = set(re.findall(r"\$(\w+)", line))
    for arg in sorted(used):
        scope.arg(arg)
    needs = tuple(sorted(arg for arg in used if scope.args[arg].optional))
    # Squares of an optional `at=` that is not given are left out, not the step.
    if "at" in options and scope.args.get(options["at"].lstrip("$"), Arg(name="", kind="")).optional:
        needs = tuple(arg for arg in needs if arg != options["at"].lstrip("$"))
    return Step(make(values, options, scope), needs, read_condition(when, scope) if when else None)


# --- what is moved ------------------------------------------------------------------------------------------------------


def _what(text: str, scope: Scope) -> What:
    """`$card(s)`, `all(Z)`, `first(Z)`, `at(CELL)`, or a zone for all of it."""
    if text.startswith("$"):
        if scope.arg(text[1:]).kind not in ("card", "cards"):
            raise Misspelt(f"{text} is no card")
        return lambda play: play.groups(play.given(text[1:]))
    name, bracket, rest = text.partition("(")
    inner = rest.removesuffix(")")
    if bracket and name == "at":
        if not inner.startswith("$") and inner not in scope.layout.cell_zone:
            raise Misspelt(f"no square or place {inner!r}")
        return lambda play: play.groups(Piece(t.id, t.card) for t in pieces_at(play.scene, cell_of(play.scene, inner)))
    if bracket and name not in ("all", "first"):
        raise Misspelt(f"{text!r}: what is moved is $cards, all(ZONE), first(ZONE) or at(CELL)")
    place = scope.place(inner if bracket else text)
    return _first_of(place) if name == "first" and bracket else _all_of(place)


def _all_of(place: Place) -> What:
    def found(play: Play) -> list[Group]:
        piles = [(holder, play.state.pile(place.zone, holder)) for holder in holders(play, place)]
        return [Group(place.zone, holder, pile.tokens, pile.count) for holder, pile in piles]

    return found


def _first_of(place: Place) -> What:
    def found(play: Play) -> list[Group]:
        groups = []
        for holder in holders(play, place):
            pile = play.state.pile(place.zone, holder)
            if not pile.size:
                play.cannot("TT-EMPTY", f"nothing is in {play.layout.zones[place.zone].name}")
            groups.append(Group(place.zone, holder, pile.tokens[:1], int(not pile.tokens)))
        return groups

    return found


def _target(text: str, scope: Scope) -> Callable[[Play], tuple[int, int] | None]:
    """Where cards go: a zone, or the argument that names one."""
    if text.startswith("$"):
        if scope.arg(text[1:]).kind != "zone":
            raise Misspelt(f"{text} is no zone")

        def named(play: Play) -> tuple[int, int] | None:
            zone = play.layout.zone_at[str(play.args[text[1:]])]
            return zone, play.actor if play.layout.zones[zone].of == "player" else 0

        return named
    place = scope.place(text)

    def meant(play: Play) -> tuple[int, int] | None:
        return next(((place.zone, holder) for holder in holders(play, place)), None)

    return meant


def _face(options: Mapping[str, str]) -> Literal["", "up", "down"]:
    face = options.get("face", "")
    if face == "up":
        return "up"
    if face == "down":
        return "down"
    if face:
        raise Misspelt(f"face={face}: up or down")
    return ""


def _move(given: list[str], options: dict[str, str], scope: Scope) -> Done:
    what, target, face = _what(given[0], scope), _target(given[1], scope), _face(options)
    cell, bottom = options.get("at", ""), options.get("bottom") == "yes"
    if cell.startswith("$"):
        scope.arg(cell[1:])
    elif cell and cell not in scope.layout.cell_zone:
        raise Misspelt(f"no square or place {cell!r}")
    if not cell and not given[1].startswith("$") and scope.layout.cells[scope.place(given[1]).zone]:
        raise Misspelt(f"{given[1]} has squares or places: at=CELL says which")

    def move(play: Play) -> None:
        to = target(play)
        if to is None:
            return
        if given[0].startswith("$"):
            _from_stack(play, given[0][1:], to, bottom=bottom)
        for group in what(play):
            if not play.stopped:
                play.put(group, *to, cell=cell_of(play.scene, cell), face=face, bottom=bottom)

    return move


def _from_stack(play: Play, name: str, to: tuple[int, int], *, bottom: bool = False) -> None:
    """The cards of an argument that lie on a hidden stack are its top ones: they are drawn, and have a number then."""
    waiting, source = [piece for piece in play.given(name) if piece.number is None], play.stacks.get(name)
    if not waiting or source is None:
        return
    drawn = play.draw([piece.card or "??" for piece in waiting], source, *to, bottom=bottom)
    play.args[name] = Cards((*(piece for piece in play.given(name) if piece.number is not None), *drawn))


def _draw(given: list[str], options: dict[str, str], scope: Scope) -> Done:
    source, target, bottom = scope.place(given[1]), scope.place(given[2]), options.get("bottom") == "yes"
    cards = given[0].startswith("$") and scope.arg(given[0][1:]).kind in ("card", "cards")
    number: Reading | None = None if cards else read_value(given[0], scope)

    def draw(play: Play) -> None:
        if number is None:
            names = [piece.card or "??" for piece in play.given(given[0][1:])]
        else:
            value = number(play.scene)
            names = ["??"] * value if isinstance(value, int) and 0 <= value < 1000 else []
        for holder in holders(play, target):
            if play.stopped:
                return
            theirs = holders(play, source)
            of = holder if source.who == "each" and target.who == "each" else theirs[0] if theirs else 0
            drawn = play.draw(names, Group(source.zone, of), target.zone, holder, bottom=bottom)
            if cards:
                play.args[given[0][1:]] = Cards(drawn)

    return draw


def _draw_named(given: list[str], options: dict[str, str], scope: Scope) -> Done:
    """`draw`, also from a zone and into a zone that arguments name, as the built-in verb has it."""
    if not given[1].startswith("$"):
        return _draw(given, options, scope)
    source, target, number = _target(given[1], scope), _target(given[2], scope), given[0]
    if not number.startswith("$"):
        raise Misspelt("a number is given by an argument where the zone is")

    def draw(play: Play) -> None:
        value, one, other = play.args.get(number[1:], 1), source(play), target(play)
        if one is not None and other is not None and isinstance(value, int) and value > 0:
            play.draw(["??"] * value, Group(*one), *other)

    return draw


def _return(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    what, place = _what(given[0], scope), scope.place(given[1])
    of_player = scope.layout.zones[place.zone].of == "player"

    def back(play: Play) -> None:
        for group in what(play):
            for token in group.tokens:
                owner = token.id // 1000 - 1
                play.put(Group(group.zone, group.holder, (token,)), place.zone, max(owner, 0) if of_player else 0)

    return back


def _gather(given: list[str], options: dict[str, str], scope: Scope) -> Done:
    layout, place = scope.layout, scope.place(given[0])
    if not layout.is_hidden_stack(place.zone):
        raise Misspelt(f"{given[0]} is no stack that nobody sees: cards are gathered on one")
    starts = {deck.into for deck in layout.kit.decks}
    named = tuple(filter(None, options.get("from", "").split(",")))
    for name in named:
        scope.place(name)
    zones = named or tuple(
        zone.name for n, zone in enumerate(layout.zones) if zone.name not in starts and not layout.cells[n]
    )

    def gather(play: Play) -> None:
        for holder in holders(play, place)[:1]:
            seat = play.seat_in(place.zone, holder)
            play.course.add(Gathered(target=layout.zones[place.zone].name, seat=seat, zones=zones))

    return gather


def _shuffle(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    place = scope.place(given[0])

    def shuffle(play: Play) -> None:
        for holder in holders(play, place):
            play.course.add(Shuffled(zone=scope.layout.zones[place.zone].name, seat=play.seat_in(place.zone, holder)))

    return shuffle


def _make(given: list[str], options: dict[str, str], scope: Scope) -> Done:
    target, name, cell = _target(given[1], scope), given[0], options.get("at", "")
    if name.startswith("$"):
        scope.arg(name[1:])
    elif name not in scope.layout.pieces:
        raise Misspelt(f"no card {name!r}{scope.near(name, scope.layout.pieces)}")

    def make(play: Play) -> None:
        to, numbers = target(play), play.new_numbers(play.actor, 1)
        card = str(play.args[name[1:]]) if name.startswith("$") else name
        if to is None or numbers is None:
            return
        zone, square = play.layout.zones[to[0]], cell_of(play.scene, cell)
        if play.layout.cells[to[0]] and square not in play.layout.cells[to[0]]:
            play.cannot("TT-CELL-NAME", f"{square or 'no place'} is none of {zone.name}")
            return
        if play.layout.is_hidden_stack(to[0]):
            play.cannot("TT-WHERE", f"{zone.name} is a stack: what is made would be lost in it")
            return
        play.course.add(Moved(tokens=(Token(numbers[0], card),), target=zone.name, seat=play.seat_in(*to), cell=square))
        if square:
            play.check_cell(to[0], square)

    return make


def _remove(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    what = _what(given[0], scope)

    def remove(play: Play) -> None:
        for group in what(play):
            zone = play.layout.zones[group.zone].name
            seat = play.seat_in(group.zone, group.holder)
            play.course.add(Moved(tokens=group.tokens, count=group.count, source=zone, source_seat=seat))

    return remove


def _name(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    if not given[0].startswith("$") or scope.arg(given[0][1:]).kind not in ("card", "cards"):
        raise Misspelt("name takes $card")

    def name(play: Play) -> None:
        for piece in play.given(given[0][1:]):
            found = play.state.find(piece.number) if piece.number is not None else None
            if found is not None and piece.card is not None and found[1].card != piece.card:
                play.name(found[1].id, piece.card)

    return name


def _turn(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    what = _what(given[0], scope)
    if given[1] not in ("up", "down"):
        raise Misspelt("written turn $card up|down")

    def turn(play: Play) -> None:
        for group in what(play):
            for token in group.tokens:
                play.course.add(Turned(token=token.id, up=given[1] == "up"))

    return turn


def _mark(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    slot = _slot(given[0], scope)
    part = scope.layout.slots[slot].part
    if part.of != "card":
        raise Misspelt(f'counter {given[0]!r} is no mark on cards: of = "card"')
    what, value = _what(given[1], scope), read_value(given[2], scope)

    def mark(play: Play) -> None:
        number = value(play.scene)
        if not isinstance(number, int):
            return
        for group in what(play):
            for token in group.tokens:
                before = play.state.mark(token.id, slot)
                after = number if part.max == 1 or number == 0 else before + number
                if (part.max is not None and after > part.max) or (part.min is not None and after < part.min):
                    play.wrong("TT-RANGE", f"{part.name} would be {after} on a card")
                if after != before:
                    play.course.add(Marked(token=token.id, counter=part.name, after=after))

    return mark


# --- numbers and words --------------------------------------------------------------------------------------------------


def _slot(name: str, scope: Scope) -> int:
    if name not in scope.layout.slot_at:
        raise Misspelt(f"no counter {name!r}{scope.near(name, scope.layout.slot_at)}")
    return scope.layout.slot_at[name]


def _counting(given: list[str], scope: Scope, change: Callable[[int, int], int]) -> Done:
    name, _, who = given[0].partition("@")
    who, value = scope.who(who or "me"), read_value(given[1], scope)
    slot: int | None = None
    if name.startswith("$"):
        if scope.arg(name[1:]).kind != "counter":
            raise Misspelt(f"{name} is no counter")
    else:
        slot = _slot(name, scope)
        if scope.layout.slots[slot].part.of == "card":
            raise Misspelt(f"counter {name!r} is a mark on cards: written mark {name} WHAT N")

    def count(play: Play) -> None:
        place = play.layout.slot_at[str(play.args[name[1:]])] if slot is None else slot
        of_player = play.layout.slots[place].part.of == "player"
        for seat in seats_of(play.scene, who) if of_player else (0,):
            # Behind @each, @others and @next stand the values of those players, else the actor's.
            actor = seat if of_player and who in ("each", "others", "next") else play.actor
            number = value(Scene(play.state, actor, play.args))
            if isinstance(number, int):
                play.count(place, seat, change(play.state.counters[place][seat] or 0, number))

    return count


def _roll(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    if given[0] not in {dice.name for dice in scope.layout.kit.dice}:
        raise Misspelt(f"no dice {given[0]!r}")
    if not given[1].startswith("$") or scope.arg(given[1][1:]).kind != "dice":
        raise Misspelt(f"{given[1]} is no dice argument")

    def roll(play: Play) -> None:
        value = play.args.get(given[1][1:])
        faces = (value,) if isinstance(value, int) else value if isinstance(value, tuple) else ()
        play.course.add(Rolled(dice=given[0], seat=play.actor if play.by != "table" else None, faces=faces))

    return roll


def _chosen(given: list[str], scope: Scope) -> tuple[int, str]:
    name, _, who = given[0].partition("@")
    if name not in scope.layout.choice_at:
        raise Misspelt(f"no choice {name!r}{scope.near(name, scope.layout.choice_at)}")
    return scope.layout.choice_at[name], scope.who(who or "me")


def _choosers(play: Play, place: int, who: str) -> tuple[int, ...]:
    return seats_of(play.scene, who) if play.layout.choices[place].of == "player" else (0,)


def _choose(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    (place, who), value = _chosen(given, scope), read_value(given[1], scope)

    def choose(play: Play) -> None:
        word = value(play.scene)
        if isinstance(word, int | str):
            for holder in _choosers(play, place, who):
                play.choose(place, holder, str(word))

    return choose


def _clear(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    place, who = _chosen(given, scope)

    def clear(play: Play) -> None:
        for holder in _choosers(play, place, who):
            play.choose(place, holder, "")

    return clear


def _show(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    place, who = _chosen(given, scope)

    def show(play: Play) -> None:
        for holder in _choosers(play, place, who):
            play.choose(place, holder, play.state.choices[place][holder], shown=True)

    return show


# --- the course ---------------------------------------------------------------------------------------------------------


def _next(given: list[str], _: dict[str, str], __: Scope) -> Done:
    if given and given[0] not in ("phase", "round"):
        raise Misspelt("written next, next phase or next round")
    return {"": Play.next_turn, "phase": Play.next_phase, "round": Play.next_round}["".join(given)]


def _who(text: str, scope: Scope) -> str:
    return scope.who(text.removeprefix("@"))


def _to(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    who = _who(given[0], scope)

    def to(play: Play) -> None:
        seats = seats_of(play.scene, who)
        if seats:
            play.next_turn(seats[0])

    return to


def _phase(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    phases = scope.layout.head.phases
    if given[0] not in phases:
        raise Misspelt(f"no phase {given[0]!r}{scope.near(given[0], frozenset(phases))}")
    return lambda play: play.to_phase(given[0])


def _out(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    who = _who(given[0], scope)

    def out(play: Play) -> None:
        for seat in seats_of(play.scene, who):
            if seat not in play.state.out:
                play.course.add(SeatOut(seat=seat))

    return out


def _win(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    who = _who(given[0], scope)
    return lambda play: play.end(seats_of(play.scene, who), "declared")


STEPS: Final[Mapping[str, tuple[str, int, int, Made]]] = {
    "move": ("move WHAT ZONE [at=CELL] [face=up|down] [bottom=yes]", 2, 2, _move),
    "draw": ("draw N|$cards ZONE ZONE [bottom=yes]", 3, 3, _draw_named),
    "deal": ("deal N ZONE ZONE [bottom=yes]", 3, 3, _draw),
    "return": ("return WHAT ZONE", 2, 2, _return),
    "gather": ("gather ZONE [from=Z,Z]", 1, 1, _gather),
    "shuffle": ("shuffle ZONE", 1, 1, _shuffle),
    "make": ("make $sort ZONE [at=CELL]", 2, 2, _make),
    "remove": ("remove $card", 1, 1, _remove),
    "name": ("name $card", 1, 1, _name),
    "turn": ("turn $card up|down", 2, 2, _turn),
    "mark": ("mark COUNTER WHAT N", 3, 3, _mark),
    "add": ("add COUNTER V", 2, 2, lambda g, _, s: _counting(g, s, lambda now, v: now + v)),
    "pay": ("pay COUNTER V", 2, 2, lambda g, _, s: _counting(g, s, lambda now, v: now - v)),
    "set": ("set COUNTER V", 2, 2, lambda g, _, s: _counting(g, s, lambda _, v: v)),
    "roll": ("roll DICE $dice", 2, 2, _roll),
    "choose": ("choose CHOICE V", 2, 2, _choose),
    "clear": ("clear CHOICE", 1, 1, _clear),
    "show": ("show CHOICE", 1, 1, _show),
    "next": ("next, next phase or next round", 0, 1, _next),
    "to": ("to WHO", 1, 1, _to),
    "phase": ("phase PHASE", 1, 1, _phase),
    "reverse": ("reverse", 0, 0, lambda *_: lambda play: play.course.add(OrderReversed())),
    "out": ("out WHO", 1, 1, _out),
    "win": ("win WHO", 1, 1, _win),
    "tie": ("tie", 0, 0, lambda *_: lambda play: play.end((), "agreed", drawn=True)),
    "end": ("end", 0, 0, lambda *_: lambda play: play.end(play.best(), "stopped")),
}
"""Step -> how it is written, how many values it takes, what reads it."""
