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
first. `fan`: a hand. `list`: only names. `cells`: one short result under each place of the front. `grid`: squares.
`sheet`: boxes down and players across."""
Where = Literal["front", "back", "hand", "pile", "middle"]
"""Position of a zone. `front`: the row that fights. `back`: the cards behind it. `hand`: the hand. `pile`: cards counted
rather than seen. `middle`: shared by all players."""


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
    """The number's meaning, for the legend."""


class StateWord(Struct, frozen=True, gc=False):
    """A word for what a card is just now: offensive, exhausted."""

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
        """`1 prize`, `3 prizes`: its name behind a value."""
        return self.one if value == 1 and self.one else self.name


class CountName(Struct, frozen=True, gc=False):
    """A count in every player's line: hand, deck. The board has it as the fact with that label."""

    name: str
    short: str
    digits: int = 2
    heap: bool = True
    """True if it counts cards in a heap; a plain number is not drawn as cards."""


class ZonePlan(Struct, frozen=True):
    """A zone of every player, or (in the middle) of the table."""

    key: str
    """Zones of a board name it in `plan`."""
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
    """The widest frame that is of use, in cells."""
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
