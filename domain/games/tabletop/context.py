"""The context in which lines of a kit are evaluated (table, acting player, arguments), and the names that they can use."""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from domain.cards import Token
from domain.games.tabletop.layout import KitLayout
from domain.games.tabletop.state import Pile, State
from domain.text import suggestion


class Unknown(Enum):
    """A value that is not recorded. It causes no violations, and does not satisfy `if` or `when`."""

    UNKNOWN = "unknown"


UNKNOWN_VALUE = Unknown.UNKNOWN
Result: TypeAlias = int | str | Unknown | None
"""The result of a value; `None` for `none`, an unset choice or an empty place."""


class Piece(Struct, frozen=True, gc=False):
    """A card or piece of an argument: its token number (`None` on a hidden stack) and its known or given identity."""

    number: int | None = None
    card: str | None = None


class Cards(Struct, frozen=True):
    """The pieces of an argument."""

    pieces: tuple[Piece, ...]


Bound: TypeAlias = int | str | tuple[int, ...] | Cards
"""A bound argument; seats are numbers from 0."""


class EvalContext(Struct, frozen=True):
    """The context of one step: state, acting player and arguments."""

    state: State
    actor: int
    """The seat whose zones and counters are used by default."""
    args: Mapping[str, Bound]

    @property
    def layout(self) -> KitLayout:
        """The layout of the kit."""
        return self.state.layout


class KitSyntaxError(ValueError):
    """An invalid line of a kit. The text says what is wrong and what is possible."""


class Arg(Struct, frozen=True, kw_only=True):
    """An argument of a verb."""

    name: str
    kind: str
    optional: bool = False
    places: tuple["Place", ...] = ()
    """Places that the cards come from; empty for all zones (`any`)."""
    stacks: tuple["Place", ...] = ()
    """The hidden stacks among `places`."""
    public: bool = False
    """True if everyone sees the cards of its places."""
    least: int | None = None
    most: int | None = None
    words: tuple[str, ...] = ()
    allowed: frozenset[int | str] = frozenset()
    """Values that are always possible: words, squares, faces of a die."""
    of: str = ""
    """The name of its dice, choice, sheet or zone."""
    seated: bool = False
    """True if its value is a seat or a list of seats."""
    count: int = 1
    """Number of dice."""


class Place(Struct, frozen=True):
    """A zone, and whose: `me`, `each`, `others`, `next`, `first`, or `$` and the name of an argument."""

    zone: int
    who: str = "me"
    shared: bool = False
    """True for a zone of the table."""


class Scope(Struct, frozen=True):
    """The names that a line may use."""

    layout: KitLayout
    args: dict[str, Arg] = {}
    words: frozenset[str] = frozenset()
    """Words that conditions can compare with: words of choices, traits and arguments, card ids, phases."""
    asked: set[str] = set()
    """Players whose values were used so far, for example `me`."""

    def place(self, text: str) -> Place:
        """Parse a place: `hand`, `hand@each`, `hand@$who`. Raises KitSyntaxError."""
        name, _, who = text.partition("@")
        if name not in self.layout.zone_at:
            raise KitSyntaxError(f"no zone {name!r}{self.near(name, self.layout.zone_at)}")
        shared = self.layout.zones[self.layout.zone_at[name]].of == "table"
        if who and shared:
            raise KitSyntaxError(f"zone {name!r} belongs to the table: write it without @")
        return Place(self.layout.zone_at[name], self.who(who or "me"), shared)

    def who(self, text: str) -> str:
        """Parse a player: `me`, `each`, `others`, `next`, `first` or an argument that is a player. Raises KitSyntaxError."""
        if text.startswith("$"):
            if not self.arg(text[1:]).seated:
                raise KitSyntaxError(f"{text} is not a player")
        elif text not in ("me", "each", "others", "next", "first"):
            raise KitSyntaxError(f"'@{text}' is not one of @me, @each, @others, @next, @first, @$argument")
        self.asked.add(text)
        return text

    def arg(self, name: str) -> Arg:
        """Return an argument by its name. Raises KitSyntaxError for an unknown one."""
        if name not in self.args:
            known = self.near(name, self.args) if self.args else "; the verb has no arguments"
            raise KitSyntaxError(f"no argument '${name}'{known}")
        return self.args[name]

    @staticmethod
    def near(name: str, known: Mapping[str, object] | frozenset[str]) -> str:
        """Return a hint: a similar word, else all possible ones."""
        return suggestion(name, known) or (f"; possible: {', '.join(known)}" if known else "; the kit has none")


def seats_of(context: EvalContext, who: str) -> tuple[int, ...]:
    """Return the seats that a `@WHO` means; for `each`, beginning with the first player of the round."""
    if who == "me":
        return (context.actor,)
    state, count = context.state, len(context.state.seats)
    if who == "next":
        return (state.follower(context.actor),)
    if who == "first":
        return (state.follower(state.first) if state.first in state.out else state.first,)
    if who.startswith("$"):
        value = context.args.get(who[1:], ())
        return (value,) if isinstance(value, int) else value if isinstance(value, tuple) else ()
    start = state.first if who == "each" else context.actor
    ring = [(start + away) % count for away in range(count)]
    return tuple(seat for seat in ring if seat not in state.out and (who == "each" or seat != context.actor))


def holders_of(context: EvalContext, place: Place) -> tuple[int, ...]:
    """Return the seats whose piles a place means; 0 for a zone of the table."""
    return (0,) if place.shared else seats_of(context, place.who)


def piles_in(context: EvalContext, places: tuple[Place, ...]) -> list[tuple[int, Pile]]:
    """Return the piles of these places in order, each with its zone; of all zones if `places` is empty."""
    zones = context.state.zones
    if not places:
        return [(zone, pile) for zone, piles in enumerate(zones) for pile in piles]
    return [(place.zone, zones[place.zone][holder]) for place in places for holder in holders_of(context, place)]


def cell_of(context: EvalContext, text: str) -> str:
    """Return the name of a square in a step, given directly or by an argument."""
    if not text.startswith("$"):
        return text
    value = context.args.get(text[1:], "")
    return value if isinstance(value, str) else ""


def pieces_at(context: EvalContext, cell: str) -> list[Token]:
    """Return the pieces on a square."""
    layout = context.layout
    zone = layout.cell_zone.get(cell)
    if zone is None:
        return []
    place = layout.cell_at[zone][cell]
    found: list[Token] = []
    for pile in context.state.zones[zone]:
        if (many := pile.at.count(place)) == 1:
            found.append(pile.tokens[pile.at.index(place)])
        elif many:
            found += [token for token, at in zip(pile.tokens, pile.at, strict=True) if at == place]
    return found


def only_pile(context: EvalContext, place: Place) -> Pile:
    """Return the pile that a place means; the first one if it means several."""
    holders = holders_of(context, place)
    return context.state.pile(place.zone, holders[0]) if holders else Pile()


Reading: TypeAlias = Callable[[EvalContext], Result]
