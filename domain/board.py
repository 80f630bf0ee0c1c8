"""Neutral boards: a game describes a view as data, and every screen and exporter can draw it.

A board is a list of panels from top to bottom; a panel holds facts (label, value), zones of cards and tables. A board contains
only information that its viewpoint may know, so drawing code never hides anything.
"""

from typing import Literal

from msgspec import Struct

Tone = Literal["plain", "strong", "dim", "good", "bad", "warn", "mark"]
"""Emphasis of a piece of text. It must never be the only carrier of a meaning."""


class Fact(Struct, frozen=True, gc=False):
    """A short labelled value: points 4000, hand 4 (2 ??)."""

    label: str
    """Its name: points, hand."""
    value: str
    """The value, as shown."""
    tone: Tone = "plain"
    """How it is emphasised."""


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
    """The number printed on the card, if it differs from `value`."""
    main: bool = False
    """True if this number decides the attack or attempt in progress."""


class AbilityLine(Struct, frozen=True, gc=False):
    """A line of a card that can be used, or not yet."""

    text: str
    ready: bool = True
    needs: str = ""
    """Progress towards its requirement, for example `1/2`."""


class CardView(Struct, frozen=True):
    """One card (or stack, or empty place) as drawn. `key` identifies the physical card across boards; marks of changes use
    it."""

    key: str
    name: str
    """`??` when unknown, `-` for an empty place."""
    lines: tuple[str, ...] = ()
    """Text to read on the card: its rules text, abilities with their requirements, numbers with their sources."""
    gauges: tuple[Gauge, ...] = ()
    under: tuple["CardView", ...] = ()
    """Cards under or attached to it: a Drive Team, earlier levels, components."""
    under_label: str = ""
    tone: Tone = "plain"
    kind: str = ""
    """Key of its kind in the plan; empty for an unknown card and for an empty place."""
    numbers: tuple[Number, ...] = ()
    """At most four, the same order for all cards of a kind."""
    states: tuple[str, ...] = ()
    """Words for changing states, for example offensive or defeated. The plan lists the words that have a short form."""
    tags: tuple[str, ...] = ()
    """Printed words: caste, skills."""
    abilities: tuple[AbilityLine, ...] = ()
    place: str = ""
    """Name of the fixed place that the card occupies, or of the empty place itself."""
    mark: Literal["", "attacks", "target"] = ""
    """Role of the card in the attack or attempt in progress."""
    down: bool = False
    """True if the card is face down. Its back is visible to all, its name possibly to some viewpoints."""


class Zone(Struct, frozen=True, tag_field="part", tag="zone"):
    """A named place with cards. `hidden` cards are counted, not listed."""

    key: str
    """Its name on all boards of the match."""
    title: str
    """Its name for people."""
    cards: tuple[CardView, ...] = ()
    """The cards that are listed, in order."""
    hidden: int = 0
    """Number of cards that the viewpoint does not know."""
    capacity: int | None = None
    """Maximum number of cards; unset: unlimited."""
    plan: str = ""
    """Key of the plan's zone that it fills; empty: it is not in the plan and is drawn after the other zones."""


class Cell(Struct, frozen=True, gc=False):
    """One cell of a table, a line."""

    text: str
    tone: Tone = "plain"
    seat: int | None = None
    """Seat that owns the piece in this cell, if any."""


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
    """Its name on all boards of the match: `table`, `seat0`."""
    title: str
    """The player's name, or the name of the shared area."""
    seat: int | None = None
    """The player's seat, from 0; unset for a shared area."""
    active: bool = False
    """True if this player is to act."""
    facts: tuple[Fact, ...] = ()
    """Labelled values: counters, sizes of hand and deck."""
    parts: tuple[Part, ...] = ()
    """Zones with cards, and tables."""
    gauges: tuple[Gauge, ...] = ()
    """Under the names of the plan, the main one first."""


class Prompt(Struct, frozen=True, gc=False):
    """A hint about what can be done next, and the seat that may do it (unset: anyone). Also shown for optional actions."""

    text: str
    seat: int | None = None


class Arrow(Struct, frozen=True, gc=False):
    """An arrow between cards or places, given by their keys, for example an attack, a score or a capture."""

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
    """The players' areas and the shared ones."""
    prompts: tuple[Prompt, ...] = ()
    """What can be done next, and by whom."""
    tray: Zone | None = None
    """The cards among which somebody must choose now."""
    result: str = ""
    """Who won and why; empty while the match is in progress."""
