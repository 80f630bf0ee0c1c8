"""Differences of two boards by keys, which every drawing marks in the same way."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from domain.board import Board, CardView, Cell, Table, Zone

EMPTY_PLACE: Final = "-"


def changed_keys(before: Board, after: Board) -> frozenset[str]:
    """Return the keys of new or changed parts in `after`: cards that moved or changed, facts, counts, cells."""
    old = dict(_contents(before))
    return frozenset(key for key, value in _contents(after) if old.get(key) != value)


def cell_key(table: Table, row: Sequence[Cell], column: int) -> str:
    """Return the key of a cell. Its row is identified by the first cell."""
    return f"{table.key}/{row[0].text}/{column}"


def fact_key(owner: str, label: str) -> str:
    """Return the key of a fact. It differs from the keys of all zones and cards."""
    return f"{owner}={label}"


def _contents(board: Board) -> Iterator[tuple[str, object]]:
    """Yield each key of a board with its content, for comparing two boards."""
    for fact in board.facts:
        yield fact_key("board", fact.label), fact.value
    for panel in board.panels:
        for fact in panel.facts:
            yield fact_key(panel.key, fact.label), fact.value
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
            yield cell_key(table, row, column), cell.text
