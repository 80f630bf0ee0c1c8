"""The layout of a table, computed once from a plan and a size, and never from a frame, so that objects change their place only
when a step moves them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.plan import Plan, Where, ZonePlan

Form: TypeAlias = Literal["none", "chip", "chips", "two", "frame", "tall"]
"""Forms of a zone's cards: only counted, one line, two lines of chips, two rows a card, framed, framed with
abilities."""

_LEAST: Final[Mapping[Where, Form]] = {"front": "two", "back": "chip", "hand": "chip", "pile": "none", "middle": "chip"}
_NARROWEST: Final = 11
"""Cells of the narrowest frame."""
_LONGEST_LABEL: Final = 14
_LONGEST_NAME: Final = 12
_SQUARES: Final[Mapping[Form, int]] = {"two": 2, "frame": 3}
"""Rows of a grid's squares in its higher forms."""
_BARS: Final = (16, 10, 6, 4, 0)
_DELTA: Final = 6
"""Cells reserved for the change of a gauge."""
_FACING: Final = 2
"""Up to this number of players, each has the whole width; more sit in two columns."""
_ABREAST: Final = 4
"""With more players than this, each opponent has only one row."""


class PlacedZone(Struct, frozen=True):
    """A zone in its band."""

    zone: ZonePlan
    form: Form
    left: int
    """Column of its label."""
    label: int
    """Cells of its label; 0 without one, if its places have names."""
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
    """Rows across the table for one zone, or for two side by side."""

    placed: tuple[PlacedZone, ...]
    rows: int


class LineForm(Struct, frozen=True):
    """Forms of the players' lines, depending on the available space."""

    name: int
    bar: int
    worded: bool
    """True if the main gauge's name is shown."""
    short: bool
    """True if counts have short names."""
    delta: bool
    ruled: bool = True
    """True if horizontal lines are drawn before the name and after the counts."""


class Layout(Struct, frozen=True):
    """The table of a match at a size. Bands go from a player's line to the front."""

    width: int
    panel: int
    """Cells of a player's rows: the whole width, or half of it in two columns."""
    label: int
    bands: tuple[Band, ...]
    middle: tuple[Band, ...]
    line: LineForm
    seats: int
    """Players with rows of their own. 0 if the plan does not list zones: parts are then drawn one after the other."""
    tray: bool
    above: int
    """Free rows above the middle, and below it."""
    below: int

    @property
    def rows(self) -> int:
        """Rows of the whole table, including the line with the next prompts."""
        return _rows(self.seats, self.bands, self.middle, tray=self.tray) + self.above + self.below

    @property
    def abreast(self) -> int:
        """Players side by side."""
        return 1 if self.panel == self.width else 2

    @property
    def brief(self) -> bool:
        """True if an opponent has only one row."""
        return self.seats > _ABREAST


@lru_cache(maxsize=64)
def layout_of(plan: Plan, width: int, height: int) -> Layout:
    """Return the layout of a table: two players face to face, three and four in two columns; with more, only the viewer's panel
    is complete."""
    seats = _tables(plan)
    panel = (width - 1) // 2 if _FACING < seats <= _ABREAST else width
    zones = [zone for zone in plan.zones if not zone.quiet]
    forms: dict[str, Form] = {zone.key: _LEAST[zone.where] for zone in zones}
    for zone, form in _steps(plan):
        higher = {**forms, zone.key: form}
        rows = _rows(seats, _bands(plan, higher, panel), _middle(plan, higher, width), tray=plan.tray)
        if _gains(plan, zone, form, panel) and rows <= height:
            forms = higher
    bands, middle = _bands(plan, forms, panel), _middle(plan, forms, width)
    spare = max(0, height - _rows(seats, bands, middle, tray=plan.tray)) if seats else 0
    line = _line_form(plan, width // 2 if seats > _ABREAST else panel)
    return Layout(
        width, panel, _label(plan), bands, middle, line, seats, plan.tray, above=spare // 2, below=spare - spare // 2
    )


def _tables(plan: Plan) -> int:
    """Return the number of players, or of sides that share a table; 0 for a plan without zones."""
    return len(_called(plan)) if plan.zones else 0


def _called(plan: Plan) -> list[str]:
    """Return the names of the players, or sides, with rows of their own."""
    sides: dict[int, list[str]] = {}
    for number, seat in enumerate(plan.seats):
        sides.setdefault(seat.side if plan.shared else number, []).append(seat.name)
    return [" & ".join(names) for names in sides.values()]


def least_rows(plan: Plan, width: int) -> int:
    """Return the number of rows of the smallest layout."""
    return layout_of(plan, width, 0).rows


def _steps(plan: Plan) -> Iterator[tuple[ZonePlan, Form]]:
    """Yield the richer forms of zones in the order in which they get space, each by importance: two rows for fighting cards;
    chips for zones that are only counted; hands on two lines; frames for places, for rows and finally for hands; grid squares
    of two and of three rows. If players sit side by side, only fighting cards get frames."""
    abreast = _FACING < _tables(plan) <= _ABREAST
    rows: tuple[tuple[Where, tuple[Form, ...]], ...] = (
        ("front", ("frame", "tall")),
        ("pile", ("chip",)),
        ("hand", ("chips",)),
        ("back", ("chips",) if abreast else ("frame",)),
        ("hand", () if abreast else ("frame",)),
    )
    for where, forms in rows:
        zones = [zone for zone in plan.zones if zone.where == where and not zone.quiet]
        for zone in sorted(zones, key=lambda zone: (zone.shape != "slots", -zone.importance)):
            yield from ((zone, form) for form in forms)
    grids = [zone for zone in plan.zones if zone.shape == "grid" and not zone.quiet]
    yield from ((zone, form) for form in _SQUARES for zone in grids)


def _label(plan: Plan) -> int:
    """Return the cells of the label column, including its indent and the cell after it."""
    longest = max((len(zone.title) for zone in plan.zones if not zone.places), default=0)
    return min(longest, _LONGEST_LABEL) + 2


def _label_of(plan: Plan, zone: ZonePlan) -> int:
    """Return the cells of a zone's label: zero for places with names, and for fighting cards in tight layouts."""
    narrow = zone.where == "front" and _FACING < _tables(plan) <= _ABREAST
    return 0 if zone.places or narrow else _label(plan)


def _gains(plan: Plan, zone: ZonePlan, form: Form, width: int) -> bool:
    """Return True if a higher form is useful and wide enough."""
    room = width - (_label_of(plan, zone) or 1)
    if zone.shape == "grid":
        return True
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
    if zone.shape == "grid":
        # The letters of the columns have a row of their own.
        return max(1, (zone.room - 1) * _SQUARES.get(form, 1) + 1)
    match form:
        case "none":
            return 0
        case "chip":
            return max(1, zone.room) if zone.shape == "sheet" else 1
        case "chips" | "two":
            return 2
        case "frame":
            return 3
        case "tall":
            return zone.tall + 2


def _bands(plan: Plan, forms: Mapping[str, Form], width: int) -> tuple[Band, ...]:
    """Return the bands from a player's line inwards: piles, hands, back row, front row."""
    found: list[Band] = []
    for where in ("pile", "hand", "back", "front"):
        zones = [zone for zone in reversed(plan.zones) if zone.where == where and forms.get(zone.key, "none") != "none"]
        found += _shared(plan, zones, forms, width)
    return tuple(found)


def _shared(plan: Plan, zones: Sequence[ZonePlan], forms: Mapping[str, Form], width: int) -> Iterator[Band]:
    """Yield one band per zone. Two neighbouring one-line zones share a band if each fits into half of it."""
    label, half, waiting = _label(plan), width // 2, list(zones)
    while waiting:
        zone, form = waiting[0], forms[waiting[0].key]
        following = waiting[1] if len(waiting) > 1 else None
        small = following is not None and zone.where == "back" and forms[following.key] == form == "chip"
        if small and following is not None and max(_least(zone, label), _least(following, 0)) <= half:
            other = min(len(following.title), _LONGEST_LABEL) + 2
            pair = PlacedZone(zone, form, 0, label, half), PlacedZone(following, form, half, other, width - half)
            yield Band(pair, 1)
            del waiting[:2]
        else:
            yield Band((PlacedZone(zone, form, 0, _label_of(plan, zone), width),), _rows_of(zone, form))
            del waiting[:1]


def _least(zone: ZonePlan, label: int) -> int:
    """Return the fewest cells that one line of a zone's chips needs."""
    name = min(zone.name, 10) + 3
    return (label or len(zone.title) + 2) + (name + 2 * (zone.room - 1) if zone.shape == "slots" else name)


def _middle(plan: Plan, forms: Mapping[str, Form], width: int) -> tuple[Band, ...]:
    zones = [zone for zone in plan.zones if zone.where == "middle" and not zone.quiet]
    label = 0 if any(zone.shape == "cells" for zone in zones) else _label(plan)
    return tuple(
        Band((PlacedZone(zone, forms[zone.key], 0, label, width),), _rows_of(zone, forms[zone.key])) for zone in zones
    )


def _rows(seats: int, bands: Sequence[Band], middle: Sequence[Band], *, tray: bool) -> int:
    """Return the number of rows: players' lines and bands, phases, the middle, the tray, and the next prompts."""
    own = 1 + sum(band.rows for band in bands)
    players = min(seats, 2) * own if seats <= _ABREAST else own + seats - 1
    return players + 1 + sum(band.rows for band in middle) + tray + 1


def _line_form(plan: Plan, width: int) -> LineForm:
    """Return the form of the players' lines that fits. Parts are dropped in this order: the bar, the gauge's name, the long
    names of counts, the change, the horizontal lines; finally the player's name is cut."""
    name = min(_LONGEST_NAME, max(map(len, _called(plan)), default=0))
    for short, delta, ruled in ((False, True, True), (True, True, True), (True, False, True), (True, False, False)):
        for worded in (True, False):
            for bar in _BARS:
                form = LineForm(name, bar, worded, short, delta, ruled)
                if line_width(plan, form) <= width:
                    return form
    return replace(form, name=max(2, name - (line_width(plan, form) - width)))


def line_width(plan: Plan, form: LineForm) -> int:
    """Return the cells of a player's line without the horizontal line that fills it."""
    gauges = sum(
        2
        + len(str(gauge.high))
        + (form.bar + 1 if form.bar and not number else 0)
        + (1 + len(gauge.name)) * form.worded
        for number, gauge in enumerate(plan.gauges)
    )
    counts = sum(len(count.short if form.short else count.name) + 2 + count.digits for count in plan.counts)
    return form.name + gauges + (_DELTA if form.delta else 0) + counts + (10 if form.ruled else 3)
