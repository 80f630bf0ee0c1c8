"""Where everything stands, decided once from a plan and a size. No frame is asked, so that nothing moves but what a step moves."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from domain.plan import Plan, Where, ZonePlan

Form: TypeAlias = Literal["none", "chip", "chips", "two", "frame", "tall"]
"""How the cards of a zone are drawn: counted alone, one line, two lines of chips, two rows a card, framed, framed with what
they can do."""

_LEAST: Final[Mapping[Where, Form]] = {"front": "two", "back": "chip", "hand": "chip", "pile": "none", "middle": "chip"}
_NARROWEST: Final = 11
"""Cells of the narrowest frame."""
_LONGEST_LABEL: Final = 14
_LONGEST_NAME: Final = 12
_BARS: Final = (16, 10, 6, 4, 0)
_DELTA: Final = 6
"""Cells kept for what a gauge has changed by."""
MOST_SEATS: Final = 2


class Placed(Struct, frozen=True):
    """A zone in its band."""

    zone: ZonePlan
    form: Form
    left: int
    """Column of its label."""
    label: int
    """Cells of its label; 0: it has none, for its places bear names."""
    width: int
    """Cells from its label to its end."""

    @property
    def room(self) -> int:
        """Cells for cards."""
        return self.width - max(self.label, 1)

    @property
    def card(self) -> int:
        """Cells of one framed card."""
        return _card_width(self.zone, self.room)


class Band(Struct, frozen=True):
    """Rows that one zone, or two side by side, take across the table."""

    placed: tuple[Placed, ...]
    rows: int


class LineForm(Struct, frozen=True):
    """How the players' lines are drawn: what has room in them."""

    name: int
    bar: int
    worded: bool
    """Whether the main gauge is named."""
    short: bool
    """Whether counts have their short names."""
    delta: bool


class Layout(Struct, frozen=True):
    """The table of a match at a size. Bands go from a player's line to the front."""

    width: int
    label: int
    bands: tuple[Band, ...]
    middle: tuple[Band, ...]
    line: LineForm
    seats: int
    tray: bool
    above: int
    """Free rows above the middle, and below it."""
    below: int

    @property
    def rows(self) -> int:
        """Rows of the whole, with the line that says what comes next."""
        return _rows(self.seats, self.bands, self.middle, tray=self.tray) + self.above + self.below


@lru_cache(maxsize=64)
def layout_of(plan: Plan, width: int, height: int) -> Layout | None:
    """The layout of a table of one or two seats; None for a plan without zones, or of more seats."""
    if not plan.zones or not 1 <= len(plan.seats) <= MOST_SEATS:
        return None
    forms: dict[str, Form] = {zone.key: _LEAST[zone.where] for zone in plan.zones if not zone.quiet}
    for zone, form in _steps(plan):
        higher = {**forms, zone.key: form}
        if _gains(plan, zone, form, width) and _needed(plan, higher, width) <= height:
            forms = higher
    bands, middle = _bands(plan, forms, width), _middle(plan, forms, width)
    spare = max(0, height - _rows(len(plan.seats), bands, middle, tray=plan.tray))
    return Layout(
        width,
        _label(plan),
        bands,
        middle,
        _line_form(plan, width),
        len(plan.seats),
        plan.tray,
        spare // 2,
        spare - spare // 2,
    )


def least_rows(plan: Plan, width: int) -> int:
    """Rows of the lowest layout; 0 where there is none."""
    layout = layout_of(plan, width, 0)
    return layout.rows if layout is not None else 0


def _steps(plan: Plan) -> Iterator[tuple[ZonePlan, Form]]:
    """Higher forms of zones in the order in which they get room: what fights, then that nothing is only counted, then
    hands on two lines, then frames, of places before rows, of hands at last; each by importance."""
    rows: tuple[tuple[Where, tuple[Form, ...]], ...] = (
        ("front", ("frame", "tall")),
        ("pile", ("chip",)),
        ("hand", ("chips",)),
        ("back", ("frame",)),
        ("hand", ("frame",)),
    )
    for where, forms in rows:
        zones = [zone for zone in plan.zones if zone.where == where and not zone.quiet]
        for zone in sorted(zones, key=lambda zone: (zone.shape != "slots", -zone.importance)):
            yield from ((zone, form) for form in forms)


def _label(plan: Plan) -> int:
    """Cells of the label column, its indent and the cell behind it counted."""
    longest = max((len(zone.title) for zone in plan.zones if not zone.places), default=0)
    return min(longest, _LONGEST_LABEL) + 2


def _gains(plan: Plan, zone: ZonePlan, form: Form, width: int) -> bool:
    """Whether a higher form is of use, and as wide as it must be."""
    room = width - (1 if zone.places else _label(plan))
    match form:
        case "tall":
            return zone.tall > 1 and _gains(plan, zone, "frame", width)
        case "frame":
            return _card_width(zone, room) >= max(_NARROWEST, min(zone.name + 2, zone.wide))
        case "chips":
            return zone.room * (min(zone.name, 14) + 4) > room
        case _:
            return True


def _card_width(zone: ZonePlan, room: int) -> int:
    return min(zone.wide, (room - zone.room) // max(1, zone.room))


def _rows_of(zone: ZonePlan, form: Form) -> int:
    match form:
        case "none":
            return 0
        case "chip":
            return max(1, zone.room) if zone.shape in ("sheet", "grid") else 1
        case "chips" | "two":
            return 2
        case "frame":
            return 3
        case "tall":
            return zone.tall + 2


def _bands(plan: Plan, forms: Mapping[str, Form], width: int) -> tuple[Band, ...]:
    """From a player's line inwards: piles, hands, what stands behind, the front."""
    found: list[Band] = []
    for where in ("pile", "hand", "back", "front"):
        zones = [zone for zone in reversed(plan.zones) if zone.where == where and forms.get(zone.key, "none") != "none"]
        found += _shared(zones, forms, _label(plan), width)
    return tuple(found)


def _shared(zones: Sequence[ZonePlan], forms: Mapping[str, Form], label: int, width: int) -> Iterator[Band]:
    """A band a zone; two neighbours of one line each share one where both fit into half of it."""
    half, waiting = width // 2, list(zones)
    while waiting:
        zone, form = waiting[0], forms[waiting[0].key]
        following = waiting[1] if len(waiting) > 1 else None
        small = following is not None and zone.where == "back" and forms[following.key] == form == "chip"
        if small and following is not None and max(_least(zone, label), _least(following, 0)) <= half:
            other = min(len(following.title), _LONGEST_LABEL) + 2
            pair = Placed(zone, form, 0, label, half), Placed(following, form, half, other, width - half)
            yield Band(pair, 1)
            del waiting[:2]
        else:
            yield Band((Placed(zone, form, 0, 0 if zone.places else label, width),), _rows_of(zone, form))
            del waiting[:1]


def _least(zone: ZonePlan, label: int) -> int:
    """Cells that one line of a zone's chips takes at least."""
    name = min(zone.name, 10) + 3
    return (label or len(zone.title) + 2) + (name + 2 * (zone.room - 1) if zone.shape == "slots" else name)


def _middle(plan: Plan, forms: Mapping[str, Form], width: int) -> tuple[Band, ...]:
    zones = [zone for zone in plan.zones if zone.where == "middle" and not zone.quiet]
    label = 0 if any(zone.shape == "cells" for zone in zones) else _label(plan)
    return tuple(
        Band((Placed(zone, forms[zone.key], 0, label, width),), _rows_of(zone, forms[zone.key])) for zone in zones
    )


def _needed(plan: Plan, forms: Mapping[str, Form], width: int) -> int:
    return _rows(len(plan.seats), _bands(plan, forms, width), _middle(plan, forms, width), tray=plan.tray)


def _rows(seats: int, bands: Sequence[Band], middle: Sequence[Band], *, tray: bool) -> int:
    """Rows of the players' lines and bands, of the line of phases, the middle, the tray, and of what comes next."""
    own = 1 + sum(band.rows for band in bands)
    return seats * own + 1 + sum(band.rows for band in middle) + tray + 1


def _line_form(plan: Plan, width: int) -> LineForm:
    """What of the players' lines gives way: the bar, then the gauge's words, then the names of counts, then the change."""
    name = min(_LONGEST_NAME, max(len(seat.name) for seat in plan.seats))
    for short, delta in ((False, True), (True, True), (True, False)):
        for worded in (True, False):
            for bar in _BARS:
                form = LineForm(name, bar, worded, short, delta)
                if line_width(plan, form) < width:
                    return form
    return LineForm(name, 0, worded=False, short=True, delta=False)


def line_width(plan: Plan, form: LineForm) -> int:
    """Cells of a player's line without the rule that fills it."""
    gauges = sum(
        2
        + len(str(gauge.high))
        + (form.bar + 1 if form.bar and not number else 0)
        + (1 + len(gauge.name)) * form.worded
        for number, gauge in enumerate(plan.gauges)
    )
    counts = sum(len(count.short if form.short else count.name) + 2 + count.digits for count in plan.counts)
    return 5 + form.name + gauges + (_DELTA if form.delta else 0) + 3 + counts + 2
