"""The one drawing of the neutral board: lines of toned pieces of text, for the terminal, the log and every page.

Nothing here knows a game, and nothing is hidden here: what a viewpoint may not know is not in its board.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias, get_args

from msgspec.structs import replace
from rich.cells import cell_len

from domain.board import Board, CardView, Cell, Fact, Gauge, Panel, Table, Tone, Zone
from service.reading.toned import GAP, Line, Span, beside, clean, cut, fit, fold, pad, plain, width_of, wrap

__all__ = [
    "WIDE",
    "Line",
    "Span",
    "changed_keys",
    "clean",
    "cut",
    "draw_board",
    "fit",
    "pad",
    "plain",
    "width_of",
    "wrap",
]

WIDE: Final = 98
"""From this width on (what borders leave of 100 columns), the drawing is roomy; below it, short parts share lines."""

CHANGED_SIGN: Final = "*"
EMPTY_PLACE: Final = "-"

_LONGEST_BAR: Final = 20
_LONGEST_LABEL: Final = 24
_NARROWEST_BLOCK: Final = 24
_TALL: Final = 3
"""From this many lines on, a card is drawn as a block, and blocks stand side by side."""

Detail: TypeAlias = Literal["full", "short", "least"]
"""How much of the cards is drawn, for screens that are too low for all. `short`: cards that share a row go without their
further lines (as always in a narrow drawing). `least`: so do all others but blocks, each row takes one line, and counts what
it leaves out; places and zones that are empty are left out."""


def draw_board(
    board: Board,
    width: int,
    *,
    heading: bool = True,
    detail: Detail = "full",
    paired: bool = False,
    changed: frozenset[str] = frozenset(),
) -> tuple[Line, ...]:
    """The board in lines of at most `width` cells (20 or more). `changed` keys are marked with a sign and the `mark` tone.

    Without `heading`, the title and the moment are left out, for screens that show them elsewhere. `paired` sets the
    panels of two seats side by side, for screens that are too low.
    """
    pen = _Pen(max(width, 20), changed, detail)
    return tuple(pen.board(board, heading=heading, paired=paired))


def fitting_board(board: Board, width: int, height: int, *, changed: frozenset[str] = frozenset()) -> tuple[Line, ...]:
    """The board without its heading, with as much detail as `height` lines hold; else its lowest drawing."""
    drawings = []
    for detail in get_args(Detail):
        for paired in (False, True):
            lines = draw_board(board, width, heading=False, detail=detail, paired=paired, changed=changed)
            if len(lines) <= height:
                return lines
            drawings.append(lines)
    return min(drawings, key=len)


def changed_keys(before: Board, after: Board) -> frozenset[str]:
    """Keys of what is new or different in `after`: cards that moved or changed, facts, counts, cells."""
    old = dict(_contents(before))
    return frozenset(key for key, value in _contents(after) if old.get(key) != value)


def drawn_table(table: Table, width: int, changed: frozenset[str] = frozenset()) -> Iterator[Line]:
    """The rows of one table."""
    return _Pen(width, changed, "full").table(table)


class _Pen:
    """Draws the parts of one board at one width."""

    def __init__(self, width: int, changed: frozenset[str], detail: Detail) -> None:
        self.width = width
        self.detail = detail
        self.wide = width >= WIDE
        self.changed = changed

    def span(self, text: str, tone: Tone = "plain", key: str = "") -> Span:
        """A piece of cleaned text, marked where its key has changed."""
        if key and key in self.changed:
            return Span(CHANGED_SIGN + clean(text), "mark", key)
        return Span(clean(text), tone, key)

    def board(self, board: Board, *, heading: bool, paired: bool) -> Iterator[Line]:
        yield from self.fitted(self.above(board, heading=heading))
        for group in _pairs(board.panels) if paired else [(panel,) for panel in board.panels]:
            if group[1:]:
                half = (self.width - GAP) // 2
                drawn = [_Pen(half, self.changed, self.detail).panel(panel) for panel in group]
                yield from self.fitted(beside([[*lines] for lines in drawn], half))
            else:
                yield from _drawn(group[0], self.width, self.changed, self.detail)
        yield from self.fitted(self.below(board))

    def fitted(self, lines: Iterable[Line]) -> Iterator[Line]:
        return (fit(line, self.width) for line in lines)

    def above(self, board: Board, *, heading: bool) -> Iterator[Line]:
        if heading:
            yield (self.span(board.title, "strong"), Span("  "), self.span(board.moment, "strong"))
        head = [self.phases(board)] if board.phases else []
        yield from wrap([*head, *self.facts(board.facts, "board")], self.width, indent=2)

    def below(self, board: Board) -> Iterator[Line]:
        if board.tray is not None:
            yield from self.zone(board.tray, cell_len(_zone_title(board.tray)) + cell_len(CHANGED_SIGN))
        names = {p.seat: p.title for p in board.panels}
        for prompt in board.prompts:
            name = names.get(prompt.seat, "") if prompt.seat is not None else ""
            who = f"{name}: " if name and not prompt.text.startswith(name) else ""
            yield (Span("→ ", "warn"), self.span(who, "strong"), self.span(prompt.text, "warn"))
        if board.result:
            yield (Span("Result: ", "strong"), self.span(board.result, "strong"))

    def phases(self, board: Board) -> Line:
        spans: list[Span] = []
        for phase in board.phases:
            if spans:
                spans.append(Span(" > ", "dim"))
            spans.append(self.span(f"[{phase}]", "strong") if phase == board.phase else self.span(phase, "dim"))
        return tuple(spans)

    def facts(self, facts: Iterable[Fact], owner: str) -> list[Line]:
        return [
            (self.span(f"{fact.label} ", "dim"), self.span(fact.value, fact.tone, f"{owner}/{fact.label}"))
            for fact in facts
        ]

    def panel(self, panel: Panel) -> Iterator[Line]:
        sign = "> " if panel.active else ""
        title: Line = (Span("── ", "dim"), self.span(f"{sign}{panel.title}", "strong"))
        first, *rest = wrap([title, *self.facts(panel.facts, panel.key)], self.width, indent=3)
        room = self.width - width_of(first) - 1
        yield (*first, Span(" " + "─" * room, "dim")) if room > 0 else first
        yield from rest
        yield from self.parts(panel)

    def parts(self, panel: Panel) -> Iterator[Line]:
        """Zones and tables in order. In a narrow drawing, zones that are short share a line."""
        zones = [part for part in panel.parts if isinstance(part, Zone) and (self.wide or part.layout == "column")]
        longest = max((cell_len(_zone_title(zone)) for zone in zones), default=0) + cell_len(CHANGED_SIGN)
        label = min(longest, self.width // 3, _LONGEST_LABEL)
        waiting: list[Line] = []
        for part in panel.parts:
            if self.detail == "least" and isinstance(part, Zone) and _is_empty(part):
                continue
            if isinstance(part, Zone) and not self.wide and (piece := self.short(part)) is not None:
                waiting.append(piece)
                continue
            yield from self.indented(wrap(waiting, self.width - 2, gap=3))
            waiting = []
            yield from self.indented(self.zone(part, label) if isinstance(part, Zone) else self.table(part))
        yield from self.indented(wrap(waiting, self.width - 2, gap=3))

    def indented(self, lines: Iterable[Line]) -> Iterator[Line]:
        for line in lines:
            yield (Span("  "), *line)

    def short(self, zone: Zone) -> Line | None:
        """A whole zone as one piece, if it takes less than a line and holds no card with a state of its own."""
        if zone.layout == "column" and any(card.name != EMPTY_PLACE for card in zone.cards):
            return None
        piece: list[Span] = [self.label(zone), Span(":", "dim")]
        for number, card in enumerate(self.cards(zone)):
            piece += [Span("  " if number else " "), *card]
        return tuple(piece) if width_of(tuple(piece)) <= self.width - 2 and not _has_blocks(zone) else None

    def label(self, zone: Zone) -> Span:
        return self.span(_zone_title(zone), "dim", zone.key)

    def zone(self, zone: Zone, label: int) -> list[Line]:
        if _has_blocks(zone):
            return [(self.label(zone),), *self.indented(self.blocks(zone))]
        if zone.layout == "row" and not self.wide:
            first, *rest = self.cards(zone)
            return self.row([(self.label(zone), Span(": ", "dim"), *first), *rest], self.width - 2, indent=2)
        room = self.width - label - 3
        if zone.layout == "column" and zone.cards:
            lines = [line for card in self.places(zone) for line in wrap(self.card_pieces(card), room, indent=2)]
            lines += [self.hidden(zone)] if zone.hidden else []
            lines = lines or [(Span(EMPTY_PLACE, "dim"),)]
        else:
            lines = self.row(self.cards(zone), room)
        head = pad((self.label(zone),), label)
        blank: Line = (Span(" " * label),)
        return [(*(blank if row else head), Span(" "), *line) for row, line in enumerate(lines)]

    def places(self, zone: Zone) -> list[CardView]:
        """The cards of a zone as far as they are drawn, neighbouring empty places as one."""
        if self.detail != "least":
            return list(_merged(zone.cards))
        cards = [card for card in zone.cards if card.name != EMPTY_PLACE]
        return cards if _has_blocks(zone) else [replace(card, lines=()) for card in cards]

    def row(self, pieces: list[Line], room: int, indent: int = 0) -> list[Line]:
        """Cards one after the other; with the least detail as many as one line holds, the others counted."""
        lines = wrap(pieces, room, indent=indent)
        left = 0
        while self.detail == "least" and len(lines) > 1 and len(pieces) - left > 1:
            left += 1
            lines = wrap([*pieces[:-left], (self.span(f"+{left} more", "dim"),)], room, indent=indent)
        return lines

    def cards(self, zone: Zone) -> list[Line]:
        """Each card of a row as one piece; empty places together; the hidden ones counted."""
        short = len(zone.cards) > 1 and (self.detail == "short" or not self.wide)
        pieces: list[Line] = []
        for card in self.places(zone):
            spans: list[Span] = []
            for piece in self.card_pieces(replace(card, lines=()) if short else card):
                spans += [Span(" "), *piece] if spans else piece
            pieces.append(tuple(spans))
        if zone.hidden:
            pieces.append(self.hidden(zone))
        return pieces or [(Span(EMPTY_PLACE, "dim"),)]

    def hidden(self, zone: Zone) -> Line:
        return (self.span(f"+{zone.hidden} hidden" if zone.cards else f"{zone.hidden} hidden", "dim"),)

    def card_pieces(self, card: CardView) -> list[Line]:
        """Name, badges, gauges, lines and what lies under a card, each as a piece."""
        tone: Tone = "dim" if card.name.strip(" -") == "" else card.tone
        place = (self.span(f"{card.place} ", "dim"),) if card.place and card.place not in card.badges else ()
        name = (*place, self.span(card.name, "strong" if tone == "plain" else tone, card.key))
        badges = (self.span(" ".join(card.badges)),) if card.badges else ()
        pieces: list[Line] = [(*name, Span(" "), *badges) if badges else name]
        pieces += [self.gauge(gauge) for gauge in card.gauges]
        pieces += [(self.span(line),) for line in card.lines]
        if card.under:
            pieces.append(self.under(card))
        return pieces

    def under(self, card: CardView) -> Line:
        spans: list[Span] = [self.span(f"{card.under_label or 'under'}: ", "dim")]
        for number, below in enumerate(card.under):
            spans += [Span(", ", "dim")] if number else []
            for place, piece in enumerate(self.card_pieces(below)):
                spans += [Span(" "), *piece] if place else piece
        return tuple(spans)

    def gauge(self, gauge: Gauge) -> Line:
        units = max(1, gauge.maximum // max(1, gauge.step))
        cells = min(units, _LONGEST_BAR)
        filled = round(cells * min(max(gauge.value, 0), gauge.maximum) / max(1, gauge.maximum))
        if gauge.value > 0:
            filled = max(1, filled)
        bar = "#" * filled + "." * (cells - filled)
        return (self.span(f"{gauge.label} ", "dim"), self.span(f"{gauge.value}/{gauge.maximum} {bar}"))

    def blocks(self, zone: Zone) -> Iterator[Line]:
        """Cards of several lines, as many side by side as there is room for."""
        room = self.width - 4
        across = max(1, min(len(zone.cards), (room + GAP) // (_NARROWEST_BLOCK + GAP)))
        size = (room - GAP * (across - 1)) // across
        for start in range(0, len(zone.cards), across):
            yield from beside([self.block(card, size) for card in zone.cards[start : start + across]], size)
        if zone.hidden:
            yield self.hidden(zone)

    def block(self, card: CardView, size: int) -> list[Line]:
        pieces = self.card_pieces(card)
        top = 1 + len(card.gauges)
        lines = wrap(pieces[:top], size, indent=1)
        for text in card.lines:
            lines += [(self.span(row),) for row in fold(f" {text}", size, hang=1)]
        return [*lines, *(fit((Span(" "), *piece), size) for piece in pieces[top + len(card.lines) :])]

    def table(self, table: Table) -> Iterator[Line]:
        if table.title:
            yield (self.span(table.title, "dim", table.key),)
        rows: list[list[Span]] = [[self.span(h, "dim") for h in table.header]] if any(table.header) else []
        rows += [[self.cell(table, row, column) for column in range(len(row))] for row in table.rows]
        count = max((len(row) for row in rows), default=0)
        widths = self.column_widths(rows, count)
        for row_cells in rows:
            line: list[Span] = []
            for column in range(count):
                line += [Span(" │ ", "dim")] if column else []
                line += pad(tuple(row_cells[column : column + 1]), widths[column])
            yield tuple(line)

    def cell(self, table: Table, row: Sequence[Cell], column: int) -> Span:
        tone: Tone = "strong" if column == 0 and row[0].tone == "plain" else row[column].tone
        return self.span(row[column].text, tone, _cell_key(table, row, column))

    def column_widths(self, rows: Sequence[Sequence[Span]], count: int) -> list[int]:
        """Natural widths; where they do not fit, the widest columns give way."""
        widths = [
            max((cell_len(row[column].text) for row in rows if column < len(row)), default=0) for column in range(count)
        ]
        room = self.width - 2 - 3 * (count - 1)
        while sum(widths) > room and max(widths) > 3:
            widths[widths.index(max(widths))] -= 1
        return widths


@lru_cache(maxsize=1024)
def _drawn(panel: Panel, width: int, changed: frozenset[str], detail: Detail) -> tuple[Line, ...]:
    """A panel's lines, remembered: from one entry to the next most panels stay as they are."""
    pen = _Pen(width, changed, detail)
    return tuple(pen.fitted(pen.panel(panel)))


def _pairs(panels: Sequence[Panel]) -> Iterator[tuple[Panel, ...]]:
    """Neighbouring panels of seats by twos, the others alone."""
    waiting: tuple[Panel, ...] = ()
    for panel in panels:
        if panel.seat is None:
            yield from ((p,) for p in (*waiting, panel))
            waiting = ()
        elif waiting:
            yield (*waiting, panel)
            waiting = ()
        else:
            waiting = (panel,)
    if waiting:
        yield waiting


def _is_empty(zone: Zone) -> bool:
    return not zone.hidden and all(card.name == EMPTY_PLACE for card in zone.cards)


def _has_blocks(zone: Zone) -> bool:
    return any(len(card.lines) + len(card.gauges) >= _TALL for card in zone.cards)


def _merged(cards: Sequence[CardView]) -> Iterator[CardView]:
    """Neighbouring empty places as one: `- - -`."""
    empty: list[CardView] = []
    for card in cards:
        if card.name == EMPTY_PLACE and not card.under and not card.lines and not card.place:
            empty.append(card)
            continue
        yield from _empty_places(empty)
        empty = []
        yield card
    yield from _empty_places(empty)


def _empty_places(cards: Sequence[CardView]) -> Iterator[CardView]:
    if cards:
        yield CardView(cards[0].key, " ".join(card.name for card in cards))


def _zone_title(zone: Zone) -> str:
    count = sum(1 for card in zone.cards if card.name != EMPTY_PLACE) + zone.hidden
    if zone.capacity is not None and zone.capacity > 1:
        return f"{zone.title} {count}/{zone.capacity}"
    return f"{zone.title} {count}" if count > 1 else zone.title


def _cell_key(table: Table, row: Sequence[Cell], column: int) -> str:
    return f"{table.key}/{row[0].text}/{column}"


def _contents(board: Board) -> Iterator[tuple[str, object]]:
    """What stands under each key, for comparing two boards."""
    for fact in board.facts:
        yield f"board/{fact.label}", fact.value
    for panel in board.panels:
        for fact in panel.facts:
            yield f"{panel.key}/{fact.label}", fact.value
        yield from ((f"{panel.key}~{gauge.label}", gauge.value) for gauge in panel.gauges)
        for part in panel.parts:
            if isinstance(part, Zone):
                yield part.key, (part.hidden, sum(1 for card in part.cards if card.name != EMPTY_PLACE))
                yield from _card_contents(part.cards, part.key)
            else:
                yield from _cell_contents(part)
    if board.tray is not None:
        yield from _card_contents(board.tray.cards, board.tray.key)


def _card_contents(cards: Iterable[CardView], place: str) -> Iterator[tuple[str, object]]:
    for card in cards:
        if card.name != EMPTY_PLACE:
            yield card.key, (place, replace(card, under=(), key=""))
        yield from _card_contents(card.under, card.key)


def _cell_contents(table: Table) -> Iterator[tuple[str, object]]:
    for row in table.rows:
        for column, cell in enumerate(row):
            yield _cell_key(table, row, column), cell.text
