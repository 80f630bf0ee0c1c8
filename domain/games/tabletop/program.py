"""Parsing of a kit's lines into a program: verbs, guards and endings, with every name resolved. Programs are cached."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final, ParamSpec, TypeVar

from domain.cards import CardRecord, Catalogue, CatalogueError
from domain.games.tabletop.conditions import read_condition
from domain.games.tabletop.context import Arg, KitSyntaxError, Place, Scope
from domain.games.tabletop.interpreter import EndCondition, Guard, KitStep, Program, Verb, Winners
from domain.games.tabletop.layout import KitLayout, layout_of
from domain.games.tabletop.schema import EndPart, GuardPart, VerbPart
from domain.games.tabletop.state import State, best_by_score, furthest
from domain.games.tabletop.steps import read_step
from domain.text import suggestion

T = TypeVar("T")
P = ParamSpec("P")

KINDS: Final[Mapping[str, str]] = {
    "card": "a card from these zones: `card hand`, `card hand|pile`, `card hand@each`; `card any` for all zones",
    "cards": "a list of cards, with zones as for `card`",
    "sort": "the id of any card of the kit, for `make`",
    "player": "a player",
    "players": "a list of players",
    "number": "a whole number; with bounds, `number 1-29`",
    "dice": "the faces of these dice: `dice die`",
    "cell": "a square or place of this zone: `cell board`",
    "choice": "a word of this choice: `choice suit`",
    "word": "one of these words: `word left|right`",
    "counter": "a counter by its name; `counter sheet`: a box of this score sheet",
    "zone": "a zone by its name",
    "text": "any text",
}
"""The values that each kind of argument accepts."""
_RANGE: Final = re.compile(r"(-?\d{1,9})-(-?\d{1,9})")
_LIMIT: Final = re.compile(r"([1-9]\d{0,2}) (turn|phase|round|match)")


class Problems:
    """Errors in the lines of a kit, each with its place."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []

    def tried(self, place: str, read: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
        """Return the parsed value; `None` if it is invalid, with the error recorded."""
        try:
            return read(*given, **named)
        except KitSyntaxError as error:
            self.found.append((place, str(error)))
            return None


def compiled(layout: KitLayout, problems: Problems) -> Program:
    """Return the program of a kit. Invalid lines are left out and recorded in `problems`."""
    words = _words(layout)
    scope = Scope(layout, {}, words)
    verbs = {part.name: verb for part in layout.kit.verbs if (verb := _verb(part, layout, words, problems)) is not None}
    head = layout.head

    def steps(place: str, lines: tuple[str, ...]) -> tuple[KitStep, ...]:
        read = (problems.tried(f"{place}[{n}]", read_step, text, scope, alone=True) for n, text in enumerate(lines, 1))
        return tuple(step for step in read if step is not None)

    ends = [problems.tried(f"end[{n}]", _end, end, scope) for n, end in enumerate(layout.kit.ends, 1)]
    _check_heads(layout, problems)
    return Program(
        verbs, steps("begin", head.begin), steps("each_round", head.each_round), steps("each_turn", head.each_turn),
        {at: tuple(end for end in ends if end is not None and end.part.at == at) for at in ("act", "turn", "round")},
    )  # fmt: skip


def _words(layout: KitLayout) -> frozenset[str]:
    """Return the words that conditions can compare with."""
    words = {word for choice in layout.choices for word in choice.one_of}
    words |= {str(value) for traits in layout.traits.values() for value in traits.values()}
    words |= {word for verb in layout.kit.verbs for _, kind in verb.take for word in _listed_words(kind)}
    return frozenset((*words, *layout.pieces, *layout.head.phases))


def _listed_words(kind: str) -> list[str]:
    name, _, rest = kind.removesuffix("?").strip().partition(" ")
    return rest.strip().split("|") if name == "word" else []


def _check_heads(layout: KitLayout, problems: Problems) -> None:
    head = layout.head
    counters = (*layout.slot_at, *layout.sheets)
    if head.score and head.score not in counters:
        problems.found.append(("score", f"no counter {head.score!r}{suggestion(head.score, counters)}"))
    if head.turns_by and not (head.turns_by in layout.sheets or _of_players(layout, head.turns_by)):
        problems.found.append(
            ("turns_by", f"no counter of players {head.turns_by!r}{suggestion(head.turns_by, counters)}")
        )
    for number, verb in enumerate(head.usual, 1):
        if verb not in layout.verb_at:
            problems.found.append((f"usual[{number}]", f"no verb {verb!r}{suggestion(verb, layout.verb_at)}"))


def _of_players(layout: KitLayout, name: str) -> bool:
    return name in layout.slot_at and layout.slots[layout.slot_at[name]].part.of == "player"


# --- verbs --------------------------------------------------------------------------------------------------------------


def _verb(part: VerbPart, layout: KitLayout, words: frozenset[str], problems: Problems) -> Verb | None:
    where, args = f"verb.{part.name}", dict[str, Arg]()
    before = len(problems.found)
    for name, kind in part.take:
        arg = problems.tried(f"{where}.take.{name}", read_arg, name, kind, Scope(layout, args, words))
        args[name] = arg or Arg(name=name, kind="text")
    scope = Scope(layout, args, words)
    phases = frozenset(n for n, phase in enumerate(layout.head.phases) if phase in part.phase)
    for phase in part.phase:
        if phase not in layout.head.phases:
            known = suggestion(phase, layout.head.phases) or f"; phases: {', '.join(layout.head.phases) or 'none'}"
            problems.found.append((f"{where}.phase", f"no phase {phase!r}{known}"))
    limit = _LIMIT.fullmatch(part.limit)
    if part.limit and limit is None:
        problems.found.append((f"{where}.limit", f"{part.limit!r}: write 1 turn, 2 phase, 1 round or 3 match"))
    if len(problems.found) > before:
        return None
    steps = [problems.tried(f"{where}.does[{n}]", read_step, text, scope) for n, text in enumerate(part.does, 1)]
    by = part.by or ("named" if layout.head.order == "together" else "turn")
    guards = (_guard(n, row, part.name, scope, problems) for n, row in enumerate(layout.kit.guards, 1))
    optional = {f"${arg.name}" for arg in args.values() if arg.optional}
    asked = (row for row in layout.kit.guards if part.name in row.on and optional & set(row.needs.split()))
    return Verb(
        part, by, tuple(args.values()), tuple(step for step in steps if step is not None),
        tuple(guard for guard in guards if guard is not None), phases, int(limit[1]) if limit else 0, limit[2] if limit else "",
        tuple(_secrets(part, layout)), layout.verb_at[part.name] >= len(layout.kit.verbs) - layout.kit.built_in,
        frozenset(f"{prefix_of(layout)}-{row.id}" for row in asked), any(line.startswith("name ") for line in part.does),
        any(arg.kind in ("card", "cards") for arg in args.values()), args,
    )  # fmt: skip


def _guard(number: int, row: GuardPart, verb: str, scope: Scope, problems: Problems) -> Guard | None:
    if verb not in row.on:
        return None
    holds = problems.tried(f"guard[{number}].needs", read_condition, row.needs, scope)
    return None if holds is None else Guard(f"{prefix_of(scope.layout)}-{row.id}", row.text, holds)


def prefix_of(layout: KitLayout) -> str:
    """Return the prefix of the rule ids of a kit's guards."""
    return layout.head.prefix or "".join(word[0] for word in layout.head.kit.split("_") if word)[:4].upper()


def _secrets(part: VerbPart, layout: KitLayout) -> Iterator[tuple[str, str]]:
    """Yield the arguments that set a choice or counter that only its owner sees, with that owner as in `@WHO`."""
    for line in part.does:
        words = line.split()
        if len(words) > 2 and words[0] in ("choose", "add", "set", "pay") and words[2].startswith("$"):
            name, _, who = words[1].partition("@")
            hidden = name in layout.choice_at and layout.choices[layout.choice_at[name]].see == "owner"
            if name in layout.slot_at:
                hidden = layout.slots[layout.slot_at[name]].part.see == "owner"
            if hidden:
                yield words[2][1:], who or "me"


def read_arg(name: str, text: str, scope: Scope) -> Arg:
    """Parse an argument, written `KIND WHERE ?`. Raises KitSyntaxError."""
    optional = text.rstrip().endswith("?")
    kind, _, rest = text.rstrip().removesuffix("?").strip().partition(" ")
    rest = rest.strip()
    if kind not in KINDS:
        raise KitSyntaxError(f"no kind {kind!r}{suggestion(kind, KINDS) or '; kinds: ' + ', '.join(KINDS)}")
    if kind in ("card", "cards"):
        places = _places(rest, scope)
        stacks = tuple(place for place in places if scope.layout.hidden_stacks[place.zone])
        public = bool(places) and all(scope.layout.seen_by[place.zone] == "all" for place in places)
        return Arg(name=name, kind=kind, optional=optional, places=places, stacks=stacks, public=public)
    if kind == "number":
        least, most = _bounds(rest)
        return Arg(name=name, kind=kind, optional=optional, least=least, most=most)
    if kind == "dice":
        found = next((dice for dice in scope.layout.kit.dice if dice.name == rest), None)
        if found is None:
            raise KitSyntaxError(
                f"no dice {rest!r}{scope.near(rest, frozenset(d.name for d in scope.layout.kit.dice))}"
            )
        faces = frozenset(range(1, found.faces + 1) if found.count == 1 else ())
        return Arg(
            name=name, kind=kind, optional=optional, of=rest, count=found.count, least=1, most=found.faces, allowed=faces
        )  # fmt: skip
    return _worded(name, kind, rest, optional, scope)


def _worded(name: str, kind: str, rest: str, optional: bool, scope: Scope) -> Arg:
    layout = scope.layout
    if kind == "cell":
        if rest not in layout.zone_at or not layout.cells[layout.zone_at[rest]]:
            grids = frozenset(zone.name for n, zone in enumerate(layout.zones) if layout.cells[n])
            raise KitSyntaxError(f"no zone {rest!r} with squares or places{scope.near(rest, grids)}")
        place = layout.zone_at[rest]
        named, squares = () if layout.zones[place].grid else layout.cells[place], frozenset(layout.cells[place])
        return Arg(name=name, kind=kind, optional=optional, of=rest, words=named, allowed=squares)
    if kind == "choice":
        if rest not in layout.choice_at:
            raise KitSyntaxError(f"no choice {rest!r}{scope.near(rest, layout.choice_at)}")
        words = layout.choices[layout.choice_at[rest]].one_of
        seated = words == ("player",)
        words = () if seated else words
        return Arg(
            name=name, kind=kind, optional=optional, of=rest, words=words, seated=seated, allowed=frozenset(words)
        )
    if kind == "word":
        words = tuple(filter(None, rest.split("|")))
        if not words:
            raise KitSyntaxError("write the words after word: word left|right")
        return Arg(name=name, kind=kind, optional=optional, words=words, allowed=frozenset(words))
    if kind == "counter":
        if rest and rest not in layout.sheets:
            raise KitSyntaxError(f"no score sheet {rest!r}{scope.near(rest, layout.sheets)}")
        places = (
            layout.sheets[rest] if rest else tuple(n for n, one in enumerate(layout.slots) if one.part.of != "card")
        )
        return Arg(name=name, kind=kind, optional=optional, of=rest, words=tuple(layout.slots[n].name for n in places))
    if rest:
        raise KitSyntaxError(f"{kind} must be the only word; found {rest!r} after it")
    words = tuple(layout.zone_at) if kind == "zone" else tuple(layout.pieces) if kind == "sort" else ()
    return Arg(name=name, kind=kind, optional=optional, words=words, seated=kind in ("player", "players"))


def _places(text: str, scope: Scope) -> tuple[Place, ...]:
    if not text:
        raise KitSyntaxError("name the zone: card ZONE, card ZONE|ZONE or card any")
    return () if text == "any" else tuple(scope.place(one.strip()) for one in text.split("|"))


def _bounds(text: str) -> tuple[int | None, int | None]:
    if not text:
        return None, None
    found = _RANGE.fullmatch(text)
    if found is None or int(found[1]) > int(found[2]):
        raise KitSyntaxError(f"{text!r}: write number, or number 1-29")
    return int(found[1]), int(found[2])


# --- endings ------------------------------------------------------------------------------------------------------------


def _end(part: EndPart, scope: Scope) -> EndCondition:
    own = Scope(scope.layout, {}, scope.words)
    holds = read_condition(part.when, own)
    return EndCondition(part, holds, _winners(part.win, scope), "", not own.asked & {"me", "others", "next"})


def _winners(text: str, scope: Scope) -> Winners:
    word, *given = text.split()
    simple: dict[str, Winners] = {
        "this": lambda _, seat: (seat,),
        "others": lambda state, seat: tuple(one for one in state.remaining() if one != seat),
        "last": lambda state, _: state.remaining(),
        "nobody": lambda *_: (),
        "best": lambda state, _: best_by_score(state),
    }
    if word in simple and not given:
        return simple[word]
    if word in ("highest", "lowest") and len(given) == 1:
        if given[0] not in (*scope.layout.slot_at, *scope.layout.sheets):
            raise KitSyntaxError(f"no counter {given[0]!r}{scope.near(given[0], scope.layout.slot_at)}")
        return lambda state, _: furthest(state, given[0], high=word == "highest")
    if word in ("with", "without") and len(given) == 2:
        return _chosen_winners(given[0], given[1], scope, wanted=word == "with")
    raise KitSyntaxError(
        f"win = {text!r} is not one of this, others, last, best, highest COUNTER, lowest COUNTER, with CHOICE WORD, "
        "without CHOICE WORD, nobody"
    )


def _chosen_winners(choice: str, word: str, scope: Scope, *, wanted: bool) -> Winners:
    place = scope.layout.choice_at.get(choice)
    if place is None or scope.layout.choices[place].of != "player":
        raise KitSyntaxError(f"no choice of players {choice!r}")

    def winners(state: State, _: int) -> tuple[int, ...]:
        words = state.choices[place]
        return tuple(seat for seat, chosen in enumerate(words) if (chosen == word) is wanted)

    return winners


# --- once a digest ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=200)
def program_of(catalogue: Catalogue[CardRecord]) -> Program:
    """Return the program of a pinned kit. Raises CatalogueError for an invalid kit."""
    problems = Problems()
    program = compiled(layout_of(catalogue), problems)
    if problems.found:
        place, text = problems.found[0]
        raise CatalogueError(f"catalogue {catalogue.name!r}: {place}: {text}")
    return program
