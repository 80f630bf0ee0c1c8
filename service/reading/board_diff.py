"""Differences of two boards, by the keys of their things; every drawing marks them the same way."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from domain.board import Board, CardView, Cell, Table, Zone

EMPTY_PLACE: Final = "-"


def changed_keys(before: Board, after: Board) -> frozenset[str]:
    """Keys of what is new or different in `after`: cards that moved or changed, facts, counts, cells."""
    old = dict(_contents(before))
    return frozenset(key for key, value in _contents(after) if old.get(key) != value)


def cell_key(table: Table, row: Sequence[Cell], column: int) -> str:
    """The key of a cell: its row is named by its first cell."""
    return f"{table.key}/{row[0].text}/{column}"


def fact_key(owner: str, label: str) -> str:
    """The key of a fact: no zone or card bears it, whatever they are called."""
    return f"{owner}={label}"


def _contents(board: Board) -> Iterator[tuple[str, object]]:
    """Return the content under each key, for comparing two boards."""
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
