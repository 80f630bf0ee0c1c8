"""The plan of a table: stated once per match, so that one layout fits all its frames.

Only the plan and the size decide where everything is drawn; a board fills it frame by frame (see `board`). The plan depends on
the options, the seats and the match's catalogue: it is the same for every state after the opening.
"""

from typing import Literal

from msgspec import Struct

Role = Literal["blue", "purple", "green", "teal", "vermilion", "brown", "pink", "slate"]
"""Colour of a kind of cards. Never yellow, because amber is reserved for *changed*."""
Badge = Literal["circle", "square", "diamond", "triangle", "hexagon", "shield", "none"]
"""The shape around a kind's letter where shapes can be drawn."""
Shape = Literal["row", "slots", "stack", "fan", "list", "cells", "grid", "sheet"]
"""Arrangement of a zone. `row`: cards side by side. `slots`: fixed places, visible when empty. `stack`: a pile, its top card
first. `fan`: a hand. `list`: only names. `cells`: one short result below each place of the `front` zone. `grid`: squares.
`sheet`: boxes down and players across."""
Where = Literal["front", "back", "hand", "pile", "middle"]
"""Position of a zone. `front`: the row that fights. `back`: the cards behind it. `hand`: the hand. `pile`: cards counted
rather than seen. `middle`: shared by all players."""


class Kind(Struct, frozen=True, gc=False):
    """A kind of cards: robot, student, the cards of a suit."""

    key: str
    word: str
    letter: str
    """One cell wide; different for each kind of a game."""
    role: Role
    badge: Badge = "circle"


class NumberName(Struct, frozen=True, gc=False):
    """A number that cards bear: offense, level."""

    name: str
    short: str
    """Short form, at most three cells, for narrow layouts."""
    meaning: str = ""
    """The number's meaning, for the legend."""


class StateWord(Struct, frozen=True, gc=False):
    """A word for the current state of a card: offensive, exhausted."""

    word: str
    short: str
    """At most four cells."""
    meaning: str = ""


class GaugeName(Struct, frozen=True, gc=False):
    """A quantity that the players race for: points, prizes, limbs. Its height in a graph runs from `low` to `high`."""

    name: str
    high: int
    low: int = 0
    danger: int | None = None
    """Values up to this one are shown as a warning; unset: never."""
    one: str = ""
    """Singular of the name; empty: the same as the plural."""

    def words(self, value: int) -> str:
        """Return a value with its unit: `1 prize`, `3 prizes`."""
        return self.one if value == 1 and self.one else self.name


class CountName(Struct, frozen=True, gc=False):
    """A count in every player's line: hand, deck. Its value is the board's fact with this label."""

    name: str
    short: str
    digits: int = 2
    heap: bool = True
    """True if it counts cards in a heap; a plain number is not drawn as cards."""


class ZonePlan(Struct, frozen=True):
    """A zone of every player, or (in the middle) of the table."""

    key: str
    """The `plan` field of a board's zone refers to this key."""
    title: str
    shape: Shape
    where: Where
    room: int
    """Number of cards that the layout reserves room for: the capacity, or the usual number."""
    importance: int = 5
    """1 to 9; more important zones get room first."""
    name: int = 12
    """Cells of a usual card name: most names of the catalogue fit."""
    wide: int = 20
    """Widest useful frame, in cells."""
    tall: int = 0
    """Inner lines of a card's tall form; 0: only the short form exists."""
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
    """Front first, in the order of visual importance. Each player has all of them, except those in the middle."""
    gauges: tuple[GaugeName, ...] = ()
    """The first is the main gauge. Further ones show progress while the main one rarely changes."""
    counts: tuple[CountName, ...] = ()
    tray: bool = False
    """True if players may have to choose among cards."""
    shared: bool = False
    """True if the seats of a side share one table, and so one panel."""

    def zone(self, key: str) -> ZonePlan | None:
        """The zone of that key, if it is planned."""
        return next((zone for zone in self.zones if zone.key == key), None)
