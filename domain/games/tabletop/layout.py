"""Positions of a kit's parts in a state, by name, cached by the kit's digest.

A state contains tuples in the order of the kit; events name zones, counters and choices. A layout maps between them.
"""

from collections.abc import Iterable
from functools import cached_property
from string import ascii_lowercase
from typing import Final

from msgspec import Struct

from domain.cards import CardRecord, Catalogue, CatalogueError
from domain.games.tabletop.schema import KIT_ID, ChoicePart, CounterPart, KitRecord, Part, PieceRecord, Trait, ZonePart
from domain.names import fold_name


class NumberSlot(Struct, frozen=True):
    """One number: a counter, a box of a score sheet, or a counter of one pair of players."""

    name: str
    part: CounterPart
    box: bool = False
    other: int | None = None
    """The seat of the other player of a pair."""

    @property
    def start(self) -> int | None:
        """The initial value; `None` for an empty box."""
        return None if self.box else self.part.start


class KitLayout:
    """The positions of a kit's parts."""

    def __init__(self, kit: KitRecord, pieces: tuple[PieceRecord, ...]) -> None:
        self.kit = kit
        self.head = kit.head
        self.zones: tuple[ZonePart, ...] = kit.zones
        self.seen_by = tuple(zone.seen_by for zone in kit.zones)
        self.hidden_stacks = tuple(zone.kind == "stack" and zone.seen_by != "all" for zone in kit.zones)
        """For each zone: true if its cards are only counted, without tokens or names."""
        self.is_open = not any(self.hidden_stacks) and set(self.seen_by) <= {"all"}
        """True if everyone sees all cards, except those turned face down individually."""
        self.slots = tuple(slot for part in kit.counters for slot in _slots_of(part, kit.head.players))
        self.choices: tuple[ChoicePart, ...] = kit.choices
        self.zone_at, self.choice_at = _places(kit.zones), _places(kit.choices)
        self.option_at, self.verb_at = _places(kit.options), _places(kit.verbs)
        self.slot_at = _places(self.slots)
        self.sheets = {part.name: self._slots_in(part) for part in kit.counters if part.boxes}
        """The positions of the boxes of each score sheet."""
        self.pairs = {part.name: self._slots_in(part) for part in kit.counters if part.pairs}
        """The positions of the numbers of each counter of pairs, in the order of the other player's seat."""
        self.bounded = {
            at: tuple(place for place, zone in enumerate(kit.zones) if zone.max is not None and zone.max_at == at)
            for at in ("act", "turn")
        }
        """The zones whose capacity is checked after each action (`act`), and at the end of a turn (`turn`)."""
        self.resets = {period: self._resets(period) for period in ("turn", "phase", "round")}
        """The counters that are reset and the choices that are cleared at the beginning of each period."""
        self.cells: tuple[tuple[str, ...], ...] = tuple(map(cells_of, kit.zones))
        self.cell_at = tuple({cell: place for place, cell in enumerate(cells)} for cells in self.cells)
        self._index(pieces)

    def _resets(self, period: str) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
        counters = [(place, slot.part) for place, slot in enumerate(self.slots) if not slot.box]
        return (
            tuple((place, part.start) for place, part in counters if part.reset == period and part.of != "card"),
            tuple(place for place, part in enumerate(self.choices) if part.reset == period),
        )

    def _index(self, pieces: tuple[PieceRecord, ...]) -> None:
        self.pieces = {piece.card_id: piece for piece in pieces}
        self.traits: dict[str, dict[str, Trait]] = {piece.card_id: dict(piece.traits) for piece in pieces}
        self.numeric = frozenset(name for piece in pieces for name, value in piece.traits if isinstance(value, int))
        """Traits that are numbers. A card without such a trait has the value 0."""
        self.copies = {piece.card_id: sum(dict(piece.copies).values()) for piece in pieces if piece.copies}
        self.face_of = {piece.card_id: piece.face_of for piece in pieces if piece.face_of}
        """The card that a face belongs to, by face."""
        self.called = {fold_name(text) for piece in pieces for text in (piece.card_id, piece.name)}

    def _slots_in(self, part: CounterPart) -> tuple[int, ...]:
        """Return the positions of a counter's numbers."""
        return tuple(place for place, slot in enumerate(self.slots) if slot.part is part)

    @cached_property
    def cell_zone(self) -> dict[str, int]:
        """The zone of each square or named place; the first zone if several have the same name."""
        found: dict[str, int] = {}
        for place, cells in enumerate(self.cells):
            for cell in cells:
                found.setdefault(cell, place)
        return found

    @cached_property
    def beside(self) -> dict[str, tuple[str, ...]]:
        """The neighbours of each hexagon."""
        return {cell: others for zone in self.zones for cell, others in hexes_beside(zone).items()}

    @cached_property
    def seat_counts(self) -> tuple[int, ...]:
        """The possible numbers of players."""
        return seat_counts(self.head.players)

    @cached_property
    def scored(self) -> frozenset[int]:
        """The counters of players that add up to the kit's score: one, or the boxes of a sheet."""
        name = self.head.score
        found = self.sheets.get(name) or ((self.slot_at[name],) if name in self.slot_at else ())
        return frozenset(slot for slot in found if self.slots[slot].part.of == "player")

    @cached_property
    def first_score(self) -> int | None:
        """Each player's initial score; `None` without scoring."""
        return sum(self.slots[slot].start or 0 for slot in self.scored) if self.scored else None

    def holders(self, zone: int, seats: int) -> int:
        """Return the number of piles of a zone."""
        return seats if self.zones[zone].of == "player" else 1


def _places(parts: Iterable[Part | NumberSlot]) -> dict[str, int]:
    """Return the position of each part by name."""
    return {part.name: place for place, part in enumerate(parts)}


def _slots_of(part: CounterPart, players: str) -> list[NumberSlot]:
    if part.boxes:
        return [NumberSlot(box, part, box=True) for box in part.boxes]
    if part.pairs:
        return [NumberSlot(f"{part.name}_{n + 1}", part, other=n) for n in range(seat_counts(players)[-1])]
    return [NumberSlot(part.name, part)]


def seat_counts(players: str) -> tuple[int, ...]:
    """Return the possible numbers of players: 2, 3, 4, 5 for `2-5`."""
    low, _, high = players.partition("-")
    return tuple(range(int(low), int(high or low) + 1))


def grid_size(grid: str) -> tuple[int, int]:
    """Return columns and rows of `8x8`; 0, 0 for a zone that is not a grid."""
    columns, _, rows = grid.partition("x")
    return (int(columns), int(rows)) if grid else (0, 0)


def cells_of(zone: ZonePart) -> tuple[str, ...]:
    """Return the squares of a grid row by row from the top, the hexagons, or the named places."""
    columns, rows = grid_size(zone.grid)
    down = range(1, rows + 1) if zone.first_row == "top" else range(rows, 0, -1)
    squares = tuple(f"{ascii_lowercase[c]}{r}" for r in down for c in range(columns))
    lettered = zip(ascii_lowercase, hex_rows(zone), strict=False)
    hexes = tuple(f"{row}{n}" for row, length in lettered for n in range(1, length + 1))
    return squares or hexes or zone.cells


def hex_rows(zone: ZonePart) -> list[int]:
    """Return the lengths of the rows of hexagons from the top; empty for other zones."""
    return [int(length) for length in zone.hexes.split("-") if length.isascii() and length.isdigit()]


def hexes_beside(zone: ZonePart) -> dict[str, tuple[str, ...]]:
    """Return the neighbours of each hexagon of a zone; empty for other zones."""
    middle = [(2 * column - length, row) for row, length in enumerate(hex_rows(zone)) for column in range(length)]
    cells = dict(zip(middle, cells_of(zone), strict=False))
    ways = ((-2, 0), (2, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))
    return {
        cell: tuple(cells[x + across, y + down] for across, down in ways if (x + across, y + down) in cells)
        for (x, y), cell in cells.items()
    }


LAYOUTS: Final[dict[str, KitLayout]] = {}
"""The layouts of the latest kits, by the digest of the pinned kit."""
_MOST_KEPT: Final = 200


def layout_of(catalogue: Catalogue[CardRecord]) -> KitLayout:
    """Return the layout of a pinned kit. Raises CatalogueError if the catalogue does not contain one."""
    layout = LAYOUTS.get(catalogue.digest)
    if layout is None:
        kit = catalogue.get(KIT_ID)
        if not isinstance(kit, KitRecord):
            raise CatalogueError(f"catalogue {catalogue.name!r}: it lacks a kit, {KIT_ID}")
        if len(LAYOUTS) >= _MOST_KEPT:
            LAYOUTS.clear()
        pieces = tuple(record for record in catalogue if isinstance(record, PieceRecord))
        layout = LAYOUTS[catalogue.digest] = KitLayout(kit, pieces)
    return layout
