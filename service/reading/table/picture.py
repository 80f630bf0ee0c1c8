"""A board drawn into its layout: the rows of the table, with marked changes and complete content."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from rich.cells import cell_len

from domain.board import Board, CardView, Fact, Panel, Part, Table, Tone, Zone
from domain.cards import UNKNOWN
from domain.plan import Plan, ZonePlan
from domain.seats import Viewpoint
from service.reading.board_diff import changed_keys, fact_key
from service.reading.styled_text import Now, Span, StyledLine, clean, cut, fit, pad, width_of, wrap
from service.reading.table.faces import BACK, EMPTY, Face, Faces, bar, faces_of, starred
from service.reading.table.layout import Band, Layout, PlacedZone, layout_of
from service.reading.table.rows import grid_lines, table_lines

_NOTHING: Final = Zone("", "")
_NARROWEST: Final = 9
"""Cells of the narrowest card on two rows. Narrower cards take one row each, in two rows of cards."""
ROOMY: Final = 31
"""Rows of a board that is not drawn for a screen."""


def draw_table(
    plan: Plan, layout: Layout, board: Board, viewpoint: Viewpoint, before: Board | None = None
) -> tuple[StyledLine, ...]:
    """Draw the board in exactly the layout's rows; unplanned things come below them.

    `before` is the board at the start of the step: differences are marked. `None`: without marks.
    """
    return tuple(_Drawing(plan, layout, board, before).lines(viewpoint))


def drawn(
    plan: Plan, board: Board, viewpoint: Viewpoint, size: tuple[int, int], before: Board | None = None
) -> tuple[StyledLine, ...]:
    """The board at a size (columns, rows)."""
    return draw_table(plan, layout_of(plan, *size), board, viewpoint, before)


class _Drawing:
    """One board in one layout."""

    def __init__(self, plan: Plan, layout: Layout, board: Board, before: Board | None) -> None:
        self.plan = plan
        self.layout = layout
        self.board = board
        self.faces = faces_of(plan)
        self.changed = changed_keys(before, board) if before is not None else frozenset[str]()
        self.before = {panel.key: panel for panel in before.panels} if before is not None else {}
        self.here = {card.key for zone in _zones(board.panels) for card in zone.cards}

    def lines(self, viewpoint: Viewpoint) -> Iterator[StyledLine]:
        """Yield the lines from top to bottom: the other players, the middle, the viewer."""
        if not self.layout.seats:
            yield from self._part_after_part()
            return
        far, near = self._places(viewpoint)
        if self.layout.brief:
            yield from map(self._brief, far)
        else:
            yield from self._abreast(far, far=True)
        yield from self._blank(self.layout.above)
        yield from self._middle()
        yield from self._blank(self.layout.below)
        yield from self._abreast(near, far=False)
        yield self._next()
        yield from self._unplanned()

    def _places(self, viewpoint: Viewpoint) -> tuple[list[Panel], list[Panel]]:
        """Return the players above and below: the viewer (a judge and spectators take the first seat) is below with a partner,
        or with the last of four; the others follow clockwise."""
        panels = sorted(
            (panel for panel in self.board.panels if panel.seat is not None), key=lambda panel: panel.seat or 0
        )
        if not panels:
            return [], []
        sides: dict[int | None, int] = {number: seat.side for number, seat in enumerate(self.plan.seats)}
        own = [panel for panel in panels if panel.seat == viewpoint]
        if isinstance(viewpoint, int) and self.plan.shared:
            own += [panel for panel in panels if sides.get(panel.seat) == sides.get(viewpoint)]
        near = (own or panels)[0]
        start = panels.index(near)
        others = [*panels[start + 1 :], *panels[:start]]
        partners = [panel for panel in others if sides.get(panel.seat) == sides.get(near.seat)]
        beside = (partners or others[2:])[: self.layout.abreast - 1]
        return [panel for panel in others if panel not in beside], [near, *beside]

    def _blank(self, rows: int) -> Iterator[StyledLine]:
        return ((Span(" " * self.layout.width),) for _ in range(rows))

    # --- a player ------------------------------------------------------------------------------------------------------

    def _abreast(self, panels: Sequence[Panel], *, far: bool) -> Iterator[StyledLine]:
        """The rows of players who sit side by side."""
        for rows in zip(*(self._side(panel, far=far) for panel in panels), strict=True):
            line: StyledLine = ()
            for row in rows:
                line = (*line, *((Span(" "),) if line else ()), *row)
            yield pad(line, self.layout.width)

    def _side(self, panel: Panel, *, far: bool) -> list[StyledLine]:
        """A player's rows: the line at the outer edge, the front next to the middle."""
        zones = {part.plan: part for part in panel.parts if isinstance(part, Zone)}
        bands = [self._band(band, zones, panel) for band in self.layout.bands]
        rows = [self._line(panel), *(row for band in bands for row in band)]
        if far:
            return rows
        return [row for band in reversed(bands) for row in band] + rows[:1]

    def _line(self, panel: Panel) -> StyledLine:
        """Return a player's line: name, main gauge and counts on a horizontal line, which is heavy for the player to act."""
        tone: Tone | Now = "now" if panel.active else "dim"
        rule, left = "━" if panel.active else "─", self._named(panel)
        counts = (*self._counts(panel), Span(f" {rule}" if self.layout.line.ruled else "", "dim"))
        fill = self.layout.panel - width_of((*left, *counts)) - 2
        return pad((*left, Span(f" {rule * fill} "[: max(1, fill + 2)], tone), *counts), self.layout.panel)

    def _named(self, panel: Panel) -> StyledLine:
        """Return the beginning of a player's line: a sign for the player to act, name and gauges."""
        form, rule = self.layout.line, "━" if panel.active else "─"
        name: StyledLine = (
            Span(f"{rule * 2} " if form.ruled else "", "now" if panel.active else "dim"),
            Span("▶ " if panel.active else "  ", "now"),
            *pad((Span(clean(panel.title), "strong"),), form.name),
        )
        return (*name, *(piece for number in range(len(self.plan.gauges)) for piece in self._gauge(panel, number)))

    def _brief(self, panel: Panel) -> StyledLine:
        """Return an opponent on one row: name, gauges, counts, and as many cards as fit, fighting cards first."""
        head = (*self._named(panel), Span("  "), *self._counts(panel), Span(" "))
        order = [band.placed[0].zone.key for band in reversed(self.layout.bands)]
        zones = sorted(
            (part for part in panel.parts if isinstance(part, Zone) and part.plan in order),
            key=lambda zone: order.index(zone.plan),
        )
        faces = tuple(
            Face(card, card.key in self.changed) for zone in zones for card in zone.cards if card.name != EMPTY
        )
        return pad((*head, *self.faces.chips(faces, 0, self.layout.width - width_of(head) - 1)), self.layout.width)

    def _gauge(self, panel: Panel, number: int) -> Iterator[Span]:
        """Yield the value, bar and name of a gauge, and its change in this step."""
        form, named = self.layout.line, self.plan.gauges[number]
        gauge = panel.gauges[number]
        key = f"{panel.key}~{gauge.label}"
        changed, low = key in self.changed, named.danger is not None and gauge.value <= named.danger
        yield from (Span(" "), starred(changed))
        tone: Tone = "mark" if changed else "bad" if low else "strong"
        yield from (Span(" " * (len(str(named.high)) - len(str(gauge.value)))), Span(str(gauge.value), tone, key))
        if form.bar and not number:
            yield Span(f" {bar(gauge, form.bar)}", "bad" if low else "plain")
        if form.worded:
            yield Span(f" {named.words(gauge.value):<{len(named.name)}}", "dim")
        if form.delta and not number:
            yield from pad((Span(" "), Span(self._delta(panel, number), "mark")), 7)

    def _delta(self, panel: Panel, number: int) -> str:
        before = self.before.get(panel.key)
        if before is None or number >= len(before.gauges):
            return ""
        by = panel.gauges[number].value - before.gauges[number].value
        return f"{by:+d}".replace("-", "−") if by else ""

    def _counts(self, panel: Panel) -> Iterator[Span]:
        facts = {fact.label: fact for fact in panel.facts}
        for number, count in enumerate(self.plan.counts):
            fact, key = facts.get(count.name, Fact(count.name, "0")), fact_key(panel.key, count.name)
            changed = key in self.changed
            yield Span(f"{' ' if number else ''}{count.short if self.layout.line.short else count.name}", "dim")
            yield starred(changed)
            yield from pad(
                (Span(fact.value, "mark" if changed else "plain", key),), max(count.digits, cell_len(fact.value))
            )

    # --- zones ---------------------------------------------------------------------------------------------------------

    def _band(self, band: Band, zones: Mapping[str, Zone], panel: Panel | None) -> list[StyledLine]:
        """The rows of one band: its zones side by side."""
        blocks = [self._placed(placed, zones.get(placed.zone.key, _NOTHING), panel) for placed in band.placed]
        rows = []
        for row in range(band.rows):
            line: StyledLine = ()
            for placed, block in zip(band.placed, blocks, strict=True):
                line += pad(block[row] if row < len(block) else (), placed.width)
            rows.append(line)
        return rows

    def _placed(self, placed: PlacedZone, zone: Zone, panel: Panel | None) -> list[StyledLine]:
        """Return the rows of one zone; its label is in the middle row."""
        drawn = _cards(self.faces, placed, zone.hidden, self._faces(placed.zone, zone, panel))
        if not placed.label:
            return [(Span(" "), *line) for line in drawn]
        title = cut(placed.zone.title, placed.label - 2)
        shown = any(card.key in self.changed for card in zone.cards)
        star = zone.key in self.changed and not shown and placed.zone.shape != "slots"
        label = pad((starred(star), Span(title, "dim")), placed.label)
        blank = Span(" " * placed.label)
        return [(*(label if row == (len(drawn) - 1) // 2 else (blank,)), *line) for row, line in enumerate(drawn)]

    def _faces(self, planned: ZonePlan, zone: Zone, panel: Panel | None) -> tuple[Face, ...]:
        """Return the cards of a zone; places that a card left in this step show its name."""
        left = self._left(planned, panel) if panel is not None else {}
        found = [
            Face(card, card.key in self.changed, left.get(number, "") if card.name == EMPTY else "")
            for number, card in enumerate(zone.cards)
        ]
        if planned.shape == "slots":
            missing = range(len(found), max(planned.room, len(found)))
            found += [Face(CardView(f"{zone.key}/{n}", EMPTY), ghost=left.get(n, "")) for n in missing]
        return tuple(found)

    def _left(self, planned: ZonePlan, panel: Panel) -> dict[int, str]:
        """Return place -> name of the card that left it in this step."""
        before = self.before.get(panel.key)
        parts = before.parts if before is not None and planned.shape == "slots" else ()
        zone = next((part for part in parts if isinstance(part, Zone) and part.plan == planned.key), _NOTHING)
        return {number: card.name for number, card in enumerate(zone.cards) if card.name != EMPTY}

    # --- the middle ----------------------------------------------------------------------------------------------------

    def _middle(self) -> Iterator[StyledLine]:
        """Yield the lines between the players: phases and facts, shared zones, and the tray."""
        yield self._phases()
        shared = [panel for panel in self.board.panels if panel.seat is None]
        zones = {zone.plan: zone for zone in _zones(shared)}
        tables = {part.plan: part for panel in shared for part in panel.parts if isinstance(part, Table)}
        for band in self.layout.middle:
            (placed,) = band.placed
            table = tables.get(placed.zone.key)
            if placed.zone.shape in ("cells", "sheet", "grid"):
                yield from self._table(placed, table, band.rows)
            else:
                yield from self._band(band, zones, None)
        if self.layout.tray:
            tray = self.board.tray
            yield pad(self._tray(tray) if tray is not None else (), self.layout.width)

    def _phases(self) -> StyledLine:
        """Return `draw · [scoring] · end` and facts of the table, or the result of a finished match."""
        board = self.board
        spans: list[Span] = [Span("  ")]
        if board.result:
            spans.append(Span(clean(board.result), "strong"))
        else:
            for number, phase in enumerate(board.phases):
                spans.append(Span(" · " if number else "", "dim"))
                now = phase == board.phase
                spans.append(Span(f"[{clean(phase)}]" if now else clean(phase), "strong" if now else "dim"))
        owned = list(self._facts())
        for number, (key, fact) in enumerate(owned):
            piece = (Span("  "), *self._fact(key, fact))
            if width_of((*spans, *piece)) > self.layout.width - (5 if number + 1 < len(owned) else 0):
                spans.append(Span(f" +{len(owned) - number}", "now"))
                break
            spans += piece
        room = self.layout.width - width_of(tuple(spans)) - 1
        return pad((*spans, Span(f" {'┄' * max(0, room)}", "dim")), self.layout.width)

    def _facts(self) -> Iterator[tuple[str, Fact]]:
        """Yield key and fact for the facts of the table, and for players' facts that are not shown as gauges or counts."""
        yield from ((fact_key("board", fact.label), fact) for fact in self.board.facts)
        said = {count.name for count in self.plan.counts} | {gauge.name for gauge in self.plan.gauges}
        for panel in self.board.panels if self.layout.seats else ():
            owner = f"{panel.title}: " if panel.seat is not None and not panel.active else ""
            for fact in panel.facts:
                if panel.seat is None or fact.label not in said:
                    yield fact_key(panel.key, fact.label), Fact(f"{owner}{fact.label}", fact.value, fact.tone)

    def _fact(self, key: str, fact: Fact) -> StyledLine:
        changed = key in self.changed
        return (
            Span(clean(fact.label), "dim"),
            starred(changed),
            Span(clean(fact.value), "mark" if changed else fact.tone, key),
        )

    def _tray(self, tray: Zone) -> StyledLine:
        title = Span(f" choose from {clean(tray.title)}:", "strong")
        faces = tuple(Face(card) for card in tray.cards)
        return (title, *self.faces.chips(faces, tray.hidden, self.layout.width - width_of((title,))))

    def _table(self, placed: PlacedZone, table: Table | None, rows: int) -> Iterator[StyledLine]:
        """Yield a table: short results below the places of the front, or a sheet of rows."""
        if table is None:
            yield from self._blank(rows)
            return
        if placed.zone.shape == "cells":
            front = next((p for band in self.layout.bands for p in band.placed if p.zone.where == "front"), placed)
            cells = table.rows[0][1:] if table.rows else ()
            size = front.card + 1
            line = tuple(piece for cell in cells for piece in pad((Span(f" {clean(cell.text)}", cell.tone),), size))
            yield pad((Span(" "), *line), self.layout.width)
            return
        if placed.zone.shape == "grid":
            drawn = grid_lines(table, self.layout.width, self.changed, rows)
        else:
            drawn = table_lines(table, self.layout.width, self.changed)
            drawn = drawn[1:] if len(drawn) > rows and any(table.header) else drawn
        for line in [*drawn[:rows], *([()] * (rows - len(drawn)))]:
            yield pad(line, self.layout.width)

    # --- what else -----------------------------------------------------------------------------------------------------

    def _next(self) -> StyledLine:
        """Return the line with the next prompts."""
        names = {panel.seat: clean(panel.title) for panel in self.board.panels if panel.seat is not None}
        spans: list[Span] = []
        for prompt in self.board.prompts if not self.board.result else ():
            who, text = names.get(prompt.seat, "") if prompt.seat is not None else "", clean(prompt.text)
            spans += [Span("   " if spans else "   → ", "now")]
            spans += [Span(f"{who}: ", "strong")] if who and not text.startswith(who) else []
            spans.append(Span(text))
        return pad(tuple(spans), self.layout.width)

    def _unplanned(self) -> Iterator[StyledLine]:
        """Yield zones and tables that are not in the plan, and quiet zones that are not empty."""
        known = {zone.key for zone in self.plan.zones if not zone.quiet}
        for panel in self.board.panels:
            for part in panel.parts:
                if part.plan not in known:
                    yield from self._loose(part, f"{panel.title}, ")

    def _part_after_part(self) -> Iterator[StyledLine]:
        """Yield a board without planned zones, one panel after the other."""
        yield self._phases()
        for panel in self.board.panels:
            rule = "━" if panel.active else "─"
            name: StyledLine = (Span(f"{rule * 2} {'▶ ' if panel.active else ''}", "now" if panel.active else "dim"),)
            facts = [self._fact(fact_key(panel.key, fact.label), fact) for fact in panel.facts]
            first, *rest = wrap([(*name, Span(clean(panel.title), "strong")), *facts], self.layout.width - 2, indent=3)
            yield (*first, Span(f" {rule * (self.layout.width - width_of(first) - 1)}", "dim"))
            yield from rest
            for part in panel.parts:
                yield from self._loose(part)
        if self.board.tray is not None:
            yield self._tray(self.board.tray)
        yield fit(self._next(), self.layout.width)

    def _loose(self, part: Part, owner: str = "") -> Iterator[StyledLine]:
        """Draw a table; the cards of a zone follow its title, on as many lines as necessary."""
        width = self.layout.width
        if isinstance(part, Table):
            yield from table_lines(part, width, self.changed)
        elif part.cards or part.hidden:
            shown = (Face(card, card.key in self.changed) for card in part.cards if card.name != EMPTY)
            label: StyledLine = (Span(f" {clean(owner + part.title)}", "dim"),)
            hidden = ((Span(f" {part.hidden} {BACK}", "dim"),),) if part.hidden else ()
            yield from wrap([label, *map(self.faces.chip, shown), *hidden], width, indent=3, gap=0)


@lru_cache(maxsize=1024)
def _cards(drawer: Faces, placed: PlacedZone, hidden: int, faces: tuple[Face, ...]) -> tuple[StyledLine, ...]:
    """Return the rows of a zone without its label. Cached, because most zones stay the same from one entry to the next."""
    room, held = placed.room - 1, len(faces) + hidden
    if placed.form in ("two", "frame", "tall"):
        return _framed(drawer, placed, (*faces, *(Face(CardView(f"hidden{n}", UNKNOWN)) for n in range(hidden))))
    if not held:
        return ((Span(" –", "dim"),),)
    if placed.form != "chips" or held == 1:
        return (drawer.chips(faces, hidden, room),)
    half = (held + 1) // 2
    above = max(0, half - len(faces))
    return (drawer.chips(faces[:half], above, room), drawer.chips(faces[half:], hidden - above, room))


def _framed(drawer: Faces, placed: PlacedZone, faces: tuple[Face, ...]) -> tuple[StyledLine, ...]:
    """Return framed cards side by side; cards that do not fit are counted."""
    rows = {"two": 2, "frame": 3}.get(placed.form, placed.zone.tall + 2)
    if placed.form == "two" and placed.card < _NARROWEST:
        across = max(1, -(-len(faces) // 2))
        cells = [drawer.cell(face, placed.room // across) for face in faces]
        return tuple(tuple(piece for cell in row for piece in cell) for row in (cells[:across], cells[across:]))
    fits = max(1, placed.room // (placed.card + 1))
    shown = faces if len(faces) <= fits else faces[: fits - 1]
    if placed.form == "two":
        drawn = [drawer.two(face, placed.card) for face in shown]
    else:
        drawn = [drawer.frame(face, placed.card, rows - 2) for face in shown]
    more: StyledLine = (Span(f" +{len(faces) - len(shown)}", "now"),) if len(faces) > len(shown) else ()
    lines = [tuple(piece for block in drawn for piece in (*block[row], Span(" "))) for row in range(rows)]
    return tuple((*line, *more) if row == rows // 2 else line for row, line in enumerate(lines))


def _zones(panels: Iterable[Panel]) -> Iterator[Zone]:
    return (part for panel in panels for part in panel.parts if isinstance(part, Zone))
