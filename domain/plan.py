"""The plan of a table: what a game states once for a match, so that one layout holds for all its frames.

Plan and size alone decide where everything stands; a board fills it frame by frame (see `board`). Options, seats and the
match's catalogue decide a plan: it is the same for every state after the opening.
"""

from typing import Literal

from msgspec import Struct

Role = Literal["blue", "purple", "green", "teal", "vermilion", "brown", "pink", "slate"]
"""The colour of a kind of cards. Never yellow: amber says *changed*, and nothing else."""
Badge = Literal["circle", "square", "diamond", "triangle", "hexagon", "shield", "none"]
"""The shape around a kind's letter where shapes can be drawn."""
Shape = Literal["row", "slots", "stack", "fan", "list", "cells", "grid", "sheet"]
"""How a zone lies: cards side by side; places that stay and are seen when empty; a pile, its top card first; a hand; names alone;
one short result under each place of the front; squares; boxes down and players across."""
Where = Literal["front", "back", "hand", "pile", "middle"]
"""Where a zone lies: the row that fights, what stands behind it, the hand, what is counted rather than seen, and what
belongs to nobody."""


class Kind(Struct, frozen=True, gc=False):
    """A kind of cards: robot, student, the cards of a suit."""

    key: str
    word: str
    letter: str
    """One cell; no two kinds of a game share one."""
    role: Role
    badge: Badge = "circle"


class NumberName(Struct, frozen=True, gc=False):
    """A number that cards bear: offense, level."""

    name: str
    short: str
    """At most three cells; said where room is short."""
    meaning: str = ""
    """What it counts, for the legend."""


class StateWord(Struct, frozen=True, gc=False):
    """A word for what a card is just now: offensive, exhausted."""

    word: str
    short: str
    """At most four cells."""
    meaning: str = ""


class GaugeName(Struct, frozen=True, gc=False):
    """What the players race for: points, prizes, limbs. Its height in a graph runs from `low` to `high`."""

    name: str
    high: int
    low: int = 0
    danger: int | None = None
    """At this value or under it is shown as a warning; None: never."""
    one: str = ""
    """What it is called where there is one of it; empty: as always."""

    def words(self, value: int) -> str:
        """`1 prize`, `3 prizes`: its name behind a value."""
        return self.one if value == 1 and self.one else self.name


class CountName(Struct, frozen=True, gc=False):
    """A count that every player's line shows: hand, deck. On the board it is the fact of that label."""

    name: str
    short: str
    digits: int = 2
    heap: bool = True
    """Whether it counts cards that lie in a heap; else it is a number, and nothing is drawn of it."""


class ZonePlan(Struct, frozen=True):
    """A zone of every player, or (in the middle) of the table."""

    key: str
    """Zones of a board name it in `plan`."""
    title: str
    shape: Shape
    where: Where
    room: int
    """Cards to lay out for: the capacity, or what is usual."""
    importance: int = 5
    """1 to 9; more important zones get room first."""
    name: int = 12
    """Cells of a usual card name: most names of the catalogue are no longer."""
    wide: int = 20
    """The widest frame that is of use, in cells."""
    tall: int = 0
    """Inner lines of a card's tall form; 0: it has none."""
    places: tuple[str, ...] = ()
    """Names of its places: HEAD, Agility."""
    quiet: bool = False
    """It may stay empty for a whole match and is then not drawn."""


class SeatPlan(Struct, frozen=True, gc=False):
    """A seat and the side that it belongs to."""

    name: str
    side: int


class Plan(Struct, frozen=True):
    """All that is fixed for a match."""

    seats: tuple[SeatPlan, ...] = ()
    kinds: tuple[Kind, ...] = ()
    numbers: tuple[NumberName, ...] = ()
    states: tuple[StateWord, ...] = ()
    zones: tuple[ZonePlan, ...] = ()
    """In the order of importance to the eye, front first; each player has all of them but those in the middle."""
    gauges: tuple[GaugeName, ...] = ()
    """The first is the main gauge; a further one says more where the main one rarely moves."""
    counts: tuple[CountName, ...] = ()
    tray: bool = False
    """Whether choices among cards can come up."""
    shared: bool = False
    """Whether a side of several seats shares one table, and so one panel."""

    def zone(self, key: str) -> ZonePlan | None:
        """The zone of that key, if it is planned."""
        return next((zone for zone in self.zones if zone.key == key), None)
