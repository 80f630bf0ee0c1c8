"""The neutral board: a game describes what a viewpoint sees as data; every screen and exporter draws any game from it.

A board is panels from top to bottom; a panel holds facts (label, value), zones of cards and tables. Whatever a viewpoint
may not know is simply not there: drawing never hides anything.
"""

from typing import Literal

from msgspec import Struct

Tone = Literal["plain", "strong", "dim", "good", "bad", "warn", "mark"]
"""How a piece of text is stressed. Never the only carrier of a meaning."""


class Fact(Struct, frozen=True, gc=False):
    """A short labelled value: points 4000, hand 4 (2 ??)."""

    label: str
    value: str
    tone: Tone = "plain"


class Gauge(Struct, frozen=True, gc=False):
    """A bounded number drawn as a bar: HP 30 of 40 in steps of 10."""

    label: str
    value: int
    maximum: int
    step: int = 1


class Number(Struct, frozen=True, gc=False):
    """A named number of a card: offense 900."""

    name: str
    """One of the plan's number names."""
    value: int
    printed: int | None = None
    """What the card prints where that differs; None: the same."""
    main: bool = False
    """It is the one that counts now, in a contest of cards."""


class Ability(Struct, frozen=True, gc=False):
    """A line of a card that can be used, or not yet."""

    text: str
    ready: bool = True
    needs: str = ""
    """What it still lacks or has: `1/2`."""


class CardView(Struct, frozen=True):
    """One card (or stack, or empty place) as drawn. `key` stays the same while the physical thing does: change marks use it."""

    key: str
    name: str
    """`??` when unknown, `-` for an empty place."""
    lines: tuple[str, ...] = ()
    """What there is to read on it: its text, abilities with what they need, numbers with their sources."""
    gauges: tuple[Gauge, ...] = ()
    under: tuple["CardView", ...] = ()
    """Cards under or attached to it: a Drive Team, earlier levels, components."""
    under_label: str = ""
    tone: Tone = "plain"
    kind: str = ""
    """Key of its kind in the plan; empty where it is unknown or an empty place."""
    numbers: tuple[Number, ...] = ()
    """At most four, the same order for all cards of a kind."""
    states: tuple[str, ...] = ()
    """Words that change: offensive, defeated. Those with a short form stand in the plan."""
    tags: tuple[str, ...] = ()
    """Printed words: caste, skills."""
    abilities: tuple[Ability, ...] = ()
    place: str = ""
    """Name of the fixed place that it lies on, or that is empty."""
    mark: Literal["", "attacks", "target"] = ""
    """What it is in the contest that is under way."""
    down: bool = False
    """It lies face down: its back is seen, its name perhaps too by those who may."""


class Zone(Struct, frozen=True, tag_field="part", tag="zone"):
    """A named place with cards. `hidden` cards are counted, not listed."""

    key: str
    title: str
    cards: tuple[CardView, ...] = ()
    hidden: int = 0
    capacity: int | None = None
    """As many cards as it may hold; None: any number."""
    plan: str = ""
    """Key of the plan's zone that it fills; empty: it was not planned, and is drawn behind the others."""


class Cell(Struct, frozen=True, gc=False):
    """One cell of a table, a line."""

    text: str
    tone: Tone = "plain"
    seat: int | None = None
    """Whose piece stands there; None: nobody's."""


class Table(Struct, frozen=True, tag_field="part", tag="table"):
    """Rows under a header: facing mats, limbs, a combat. The first cell of a row is its label and key."""

    key: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""
    plan: str = ""
    """Key of the plan's zone that it fills (cells, grid, sheet)."""


Part = Zone | Table


class Panel(Struct, frozen=True):
    """A player's area or the shared table."""

    key: str
    title: str
    seat: int | None = None
    active: bool = False
    facts: tuple[Fact, ...] = ()
    parts: tuple[Part, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    """As the plan names them, the main one first."""


class Prompt(Struct, frozen=True, gc=False):
    """What can be done next and by whom (None: anyone); stated even where nothing must be done."""

    text: str
    seat: int | None = None


class Arrow(Struct, frozen=True, gc=False):
    """Who does it to whom, by the keys of cards or places: attacks, scores, captures."""

    source: str
    target: str


class Board(Struct, frozen=True):
    """All that one viewpoint sees at one moment."""

    title: str
    """Game title and what is fixed for the match: `FRC: The Card Game`."""
    moment: str
    """`turn 5 · Rin`."""
    phases: tuple[str, ...] = ()
    """The phases of a turn in order; `phase` is the current one."""
    phase: str = ""
    facts: tuple[Fact, ...] = ()
    """Facts of the table: allowances of this turn, options that are not default."""
    panels: tuple[Panel, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    tray: Zone | None = None
    """The cards among which somebody must choose now."""
    result: str = ""
    """Empty while the match runs, else who won and why."""
