"""A board set into its layout: the rows of the table, changes marked, nothing hidden here and nothing lost."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from rich.cells import cell_len

from domain.board import Board, CardView, Fact, Panel, Table, Tone, Zone
from domain.cards import UNKNOWN
from domain.game import AnyGame
from domain.plan import Plan, ZonePlan
from domain.table import GameState, Viewpoint
from service.reading.drawing import changed_keys, draw_board, drawn_table, fitting_board
from service.reading.table.faces import EMPTY, Face, Faces, bar, faces_of, starred
from service.reading.table.layout import Band, Layout, Placed, layout_of
from service.reading.toned import Line, Span, clean, cut, fit, pad, width_of

_NOTHING: Final = Zone("", "")
ROOMY: Final = 31
"""Rows of the board where it is not drawn for a screen."""


def draw_table(
    plan: Plan, layout: Layout, board: Board, viewpoint: Viewpoint, before: Board | None = None
) -> tuple[Line, ...]:
    """The board in exactly the layout's rows; what the plan does not know stands below them.

    `before` is the board that the step began with: what differs is marked. None: nothing is.
    """
    return tuple(_Drawing(plan, layout, board, before).lines(viewpoint))


def drawn(
    plan: Plan, board: Board, viewpoint: Viewpoint, size: tuple[int, int], before: Board | None = None
) -> tuple[Line, ...]:
    """The board at a size (columns, rows): as a table where its plan has a layout, else part after part."""
    width, height = size
    layout = layout_of(plan, width, height)
    if layout is not None and board.panels:
        return draw_table(plan, layout, board, viewpoint, before)
    changed = changed_keys(before, board) if before is not None else frozenset[str]()
    return fitting_board(board, width, height, changed=changed)


def pictured(game: AnyGame, state: GameState, viewpoint: Viewpoint, width: int) -> tuple[Line, ...]:
    """A state as text: title and moment, then the board as high as a roomy screen draws it."""
    board, plan = game.board(state, viewpoint), game.plan(state)
    layout = layout_of(plan, width, ROOMY)
    if layout is None or not board.panels:
        return draw_board(board, width)
    head = fit((Span(clean(board.title), "strong"), Span("  "), Span(clean(board.moment), "strong")), width)
    return (head, *draw_table(plan, layout, board, viewpoint))


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

    def lines(self, viewpoint: Viewpoint) -> Iterator[Line]:
        """From top to bottom: the others, the middle, the viewer."""
        panels = {panel.seat: panel for panel in self.board.panels if panel.seat is not None}
        near = viewpoint if isinstance(viewpoint, int) and viewpoint in panels else min(panels, default=0)
        for seat in sorted(set(panels) - {near}):
            yield from self._side(panels[seat], far=True)
        yield from self._blank(self.layout.above)
        yield from self._middle()
        yield from self._blank(self.layout.below)
        if near in panels:
            yield from self._side(panels[near], far=False)
        yield self._next(panels)
        yield from self._unplanned()

    def _blank(self, rows: int) -> Iterator[Line]:
        return ((Span(" " * self.layout.width),) for _ in range(rows))

    # --- a player ------------------------------------------------------------------------------------------------------

    def _side(self, panel: Panel, *, far: bool) -> Iterator[Line]:
        """A player's rows: the line at the outer edge, the front next to the middle."""
        zones = {part.plan: part for part in panel.parts if isinstance(part, Zone)}
        bands = [self._band(band, zones, panel) for band in self.layout.bands]
        if far:
            yield self._line(panel)
            for band in bands:
                yield from band
        else:
            for band in reversed(bands):
                yield from band
            yield self._line(panel)

    def _line(self, panel: Panel) -> Line:
        """Name, main gauge, counts, on a rule that is heavy for who is to act."""
        form, rule = self.layout.line, "━" if panel.active else "─"
        name: Line = (
            Span(f"{rule * 2} ", "now" if panel.active else "dim"),
            Span("▶ " if panel.active else "  ", "now"),
        )
        name = (*name, *pad((Span(clean(panel.title), "strong"),), form.name))
        gauges = tuple(piece for number in range(len(self.plan.gauges)) for piece in self._gauge(panel, number))
        counts = (*self._counts(panel), Span(f" {rule}", "dim"))
        fill = max(1, self.layout.width - width_of((*name, *gauges, *counts)) - 2)
        return (*name, *gauges, Span(f" {rule * fill} ", "now" if panel.active else "dim"), *counts)

    def _gauge(self, panel: Panel, number: int) -> Iterator[Span]:
        """Value, bar, name, and by how much this step changed it."""
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
            yield Span(f" {named.name}", "dim")
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
            fact, key = facts.get(count.name, Fact(count.name, "0")), f"{panel.key}/{count.name}"
            changed = key in self.changed
            yield Span(f"{' ' if number else ''}{count.short if self.layout.line.short else count.name}", "dim")
            yield starred(changed)
            yield from pad(
                (Span(fact.value, "mark" if changed else "plain", key),), max(count.digits, cell_len(fact.value))
            )

    # --- zones ---------------------------------------------------------------------------------------------------------

    def _band(self, band: Band, zones: Mapping[str, Zone], panel: Panel | None) -> list[Line]:
        """The rows of one band: its zones side by side."""
        blocks = [self._placed(placed, zones.get(placed.zone.key, _NOTHING), panel) for placed in band.placed]
        rows = []
        for row in range(band.rows):
            line: Line = ()
            for placed, block in zip(band.placed, blocks, strict=True):
                line += pad(block[row] if row < len(block) else (), placed.width)
            rows.append(line)
        return rows

    def _placed(self, placed: Placed, zone: Zone, panel: Panel | None) -> list[Line]:
        """The rows of one zone with its label, which stands by the middle one."""
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
        """The cards of a zone; where one left its place in this step, its name."""
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
        """What lay in the places of a zone before the step, and lies there no more."""
        before = self.before.get(panel.key)
        parts = before.parts if before is not None and planned.shape == "slots" else ()
        zone = next((part for part in parts if isinstance(part, Zone) and part.plan == planned.key), _NOTHING)
        return {number: card.name for number, card in enumerate(zone.cards) if card.name != EMPTY}

    # --- the middle ----------------------------------------------------------------------------------------------------

    def _middle(self) -> Iterator[Line]:
        """Phases and facts, what lies there, the tray."""
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

    def _phases(self) -> Line:
        """`draw · [scoring] · end`, facts of the table; the result once there is one."""
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
            changed = key in self.changed
            piece = (
                Span(f"  {clean(fact.label)}", "dim"),
                starred(changed),
                Span(clean(fact.value), "mark" if changed else fact.tone, key),
            )
            if width_of((*spans, *piece)) > self.layout.width - (5 if number + 1 < len(owned) else 0):
                spans.append(Span(f" +{len(owned) - number}", "now"))
                break
            spans += piece
        room = self.layout.width - width_of(tuple(spans)) - 1
        return pad((*spans, Span(f" {'┄' * max(0, room)}", "dim")), self.layout.width)

    def _facts(self) -> Iterator[tuple[str, Fact]]:
        """Facts of the table, and of players what neither a gauge nor a count says, by their keys."""
        yield from ((f"board/{fact.label}", fact) for fact in self.board.facts)
        said = {count.name for count in self.plan.counts} | {gauge.name for gauge in self.plan.gauges}
        for panel in self.board.panels:
            owner = f"{panel.title}: " if panel.seat is not None and not panel.active else ""
            for fact in panel.facts:
                if panel.seat is None or fact.label not in said:
                    yield f"{panel.key}/{fact.label}", Fact(f"{owner}{fact.label}", fact.value, fact.tone)

    def _tray(self, tray: Zone) -> Line:
        title = Span(f" choose from {clean(tray.title)}:", "strong")
        faces = tuple(Face(card) for card in tray.cards)
        return (title, *self.faces.chips(faces, tray.hidden, self.layout.width - width_of((title,))))

    def _table(self, placed: Placed, table: Table | None, rows: int) -> Iterator[Line]:
        """Short results under the places of the front, or a sheet of rows."""
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
        drawn = self._rows(table)
        drawn = drawn[1:] if len(drawn) > rows and any(table.header) else drawn
        for line in [*drawn[:rows], *([()] * (rows - len(drawn)))]:
            yield pad(line, self.layout.width)

    # --- what else -----------------------------------------------------------------------------------------------------

    def _next(self, panels: Mapping[int, Panel]) -> Line:
        """Who can do what now."""
        spans: list[Span] = []
        for prompt in self.board.prompts if not self.board.result else ():
            asked = panels.get(prompt.seat) if prompt.seat is not None else None
            who = clean(asked.title) if asked is not None else ""
            text = clean(prompt.text)
            spans += [Span("   " if spans else "   → ", "now")]
            spans += [Span(f"{who}: ", "strong")] if who and not text.startswith(who) else []
            spans.append(Span(text))
        return pad(tuple(spans), self.layout.width)

    def _unplanned(self) -> Iterator[Line]:
        """Zones and tables that the plan does not know, and those that it calls quiet, where they hold cards."""
        known, width = {zone.key for zone in self.plan.zones if not zone.quiet}, self.layout.width
        for panel in self.board.panels:
            for part in panel.parts:
                if part.plan in known:
                    continue
                if isinstance(part, Table):
                    yield from self._rows(part)
                elif part.cards or part.hidden:
                    faces = tuple(Face(card, card.key in self.changed) for card in part.cards)
                    label = Span(f" {clean(panel.title)}, {clean(part.title)}", "dim")
                    yield (label, *self.faces.chips(faces, part.hidden, width - cell_len(label.text) - 1))

    def _rows(self, table: Table) -> list[Line]:
        drawn = drawn_table(table, self.layout.width - 1, self.changed)
        return [fit((Span(" "), *line), self.layout.width) for line in drawn]


@lru_cache(maxsize=1024)
def _cards(drawer: Faces, placed: Placed, hidden: int, faces: tuple[Face, ...]) -> tuple[Line, ...]:
    """The rows of a zone without its label, remembered: from one entry to the next most zones stay as they are."""
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


def _framed(drawer: Faces, placed: Placed, faces: tuple[Face, ...]) -> tuple[Line, ...]:
    """Cards side by side; those that find no place are counted."""
    rows = {"two": 2, "frame": 3}.get(placed.form, placed.zone.tall + 2)
    fits = max(1, placed.room // (placed.card + 1))
    shown = faces if len(faces) <= fits else faces[: fits - 1]
    if placed.form == "two":
        drawn = [drawer.two(face, placed.card) for face in shown]
    else:
        drawn = [drawer.frame(face, placed.card, rows - 2) for face in shown]
    more: Line = (Span(f" +{len(faces) - len(shown)}", "now"),) if len(faces) > len(shown) else ()
    lines = [tuple(piece for block in drawn for piece in (*block[row], Span(" "))) for row in range(rows)]
    return tuple((*line, *more) if row == rows // 2 else line for row, line in enumerate(lines))


def _zones(panels: Iterable[Panel]) -> Iterator[Zone]:
    return (part for panel in panels for part in panel.parts if isinstance(part, Zone))
