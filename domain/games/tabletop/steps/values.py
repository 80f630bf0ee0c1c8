"""Steps on numbers and words: marks on cards, counters, dice, choices."""

from collections.abc import Callable, Mapping
from typing import Final

from domain.games.tabletop.conditions import read_value
from domain.games.tabletop.events.values import Marked, Rolled
from domain.games.tabletop.play import Play
from domain.games.tabletop.scene import Misspelt, Scene, Scope, seats_of
from domain.games.tabletop.steps.base import Done, Row
from domain.games.tabletop.steps.moves import read_what


def _mark(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    slot = _slot(given[0], scope)
    part = scope.layout.slots[slot].part
    if part.of != "card":
        raise Misspelt(f'counter {given[0]!r} is not a mark on cards: of = "card"')
    what, value = read_what(given[1], scope), read_value(given[2], scope)

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
                    play.out.add(Marked(token=token.id, counter=part.name, after=after))

    return mark


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
            raise Misspelt(f"{name} is not a counter")
    else:
        slot = _slot(name, scope)
        if scope.layout.slots[slot].part.of == "card":
            raise Misspelt(f"counter {name!r} is a mark on cards: written mark {name} WHAT N")

    def count(play: Play) -> None:
        place = play.layout.slot_at[str(play.args[name[1:]])] if slot is None else slot
        of_player = play.layout.slots[place].part.of == "player"
        for seat in seats_of(play.scene, who) if of_player else (0,):
            # With @each, @others and @next, values are those of the players meant, else of the actor.
            actor = seat if of_player and who in ("each", "others", "next") else play.actor
            number = value(Scene(play.state, actor, play.args))
            if isinstance(number, int):
                play.count(place, seat, change(play.state.counters[place][seat] or 0, number))

    return count


def _roll(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    if given[0] not in {dice.name for dice in scope.layout.kit.dice}:
        raise Misspelt(f"no dice {given[0]!r}")
    if not given[1].startswith("$") or scope.arg(given[1][1:]).kind != "dice":
        raise Misspelt(f"{given[1]} is not a dice argument")

    def roll(play: Play) -> None:
        value = play.args.get(given[1][1:])
        faces = (value,) if isinstance(value, int) else value if isinstance(value, tuple) else ()
        play.out.add(Rolled(dice=given[0], seat=play.actor if play.by != "table" else None, faces=faces))

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


VALUES: Final[Mapping[str, Row]] = {
    "mark": (
        "mark COUNTER WHAT N",
        "Adds N to the mark on these cards; sets it where N is 0 or the mark has `max = 1`.",
        3,
        3,
        _mark,
    ),
    "add": ("add COUNTER V", "The counter grows by V.", 2, 2, lambda g, _, s: _counting(g, s, lambda now, v: now + v)),
    "pay": ("pay COUNTER V", "It falls by V.", 2, 2, lambda g, _, s: _counting(g, s, lambda now, v: now - v)),
    "set": ("set COUNTER V", "It is V.", 2, 2, lambda g, _, s: _counting(g, s, lambda _, v: v)),
    "roll": ("roll DICE $dice", "Tells dice, as they were read off the table.", 2, 2, _roll),
    "choose": ("choose CHOICE V", "Sets the word.", 2, 2, _choose),
    "clear": ("clear CHOICE", "Takes it away.", 1, 1, _clear),
    "show": ("show CHOICE", "Show all players a word that only its owner saw.", 1, 1, _show),
}
