"""One card of a match as a viewpoint may know it: its current state, its printed text and its history."""

from collections.abc import Iterator
from typing import Final

from domain.board import Board, CardView, Zone
from domain.cards import CardRecord
from domain.plan import Plan
from domain.replay import AnyHistory
from domain.seats import Viewpoint
from service.reading.card_tables import card_fields
from service.reading.log import told_texts

_LOOKED_BACK: Final = 200
"""Most entries that the history of a card covers; for longer matches, the history says where it begins."""


def cards_on(board: Board) -> Iterator[tuple[str, CardView]]:
    """Yield each card on a board with its location, including covered cards."""
    for panel in board.panels:
        for part in panel.parts:
            for card in part.cards if isinstance(part, Zone) else ():
                where = f"{panel.title}, {card.place or part.title}"
                yield where, card
                yield from ((f"{where}, under {card.name}", below) for below in card.under)
    if board.tray is not None:
        for card in board.tray.cards:
            yield board.tray.title, card


def card_lines(plan: Plan, where: str, card: CardView) -> Iterator[str]:
    """Describe the current state of a card: location, numbers, states and abilities in full words, covered cards."""
    kind = next((kind.word for kind in plan.kinds if kind.key == card.kind), "")
    yield " · ".join(filter(None, (kind, where, "face down" if card.down else "")))
    for number in card.numbers:
        printed = f" (printed {number.printed})" if number.printed is not None else ""
        yield f"{number.name} {number.value}{printed}{', used in comparisons now' if number.main else ''}"
    yield from (f"{gauge.label} {gauge.value} of {gauge.maximum}" for gauge in card.gauges)
    meanings = {state.word: state.meaning for state in plan.states}
    yield from (f"{state}: {meanings[state]}" if meanings.get(state) else state for state in card.states)
    marks = {"attacks": "attacks now", "target": "is attacked now"}
    yield from filter(None, (marks.get(card.mark), ", ".join(card.tags)))
    for ability in card.abilities:
        yield f"{'●' if ability.ready else '○'} {ability.text} {ability.needs}".rstrip()
    yield from card.lines
    if card.under:
        yield f"{card.under_label or 'under it'}: {', '.join(below.name for below in card.under)}"


def printed_lines(history: AnyHistory, name: str) -> Iterator[str]:
    """Yield the lines of the catalogue's record for a card of that name."""
    record = next((record for record in _records(history) if record.name == name), None)
    yield from (f"{one.label}: {one.text}" for one in (card_fields(record) if record is not None else ()))


def card_history(history: AnyHistory, key: str, version: int, viewpoint: Viewpoint) -> Iterator[tuple[int, str]]:
    """Yield the entries up to `version` that moved or changed a card, latest first, each with its sentence."""
    match, first = history.match, max(1, version - _LOOKED_BACK)
    after = _found(match.game.board(match.states[version], viewpoint), key)
    for number in range(version, first - 1, -1):
        before = _found(match.game.board(match.states[number - 1], viewpoint), key) if number > 1 else None
        if before != after:
            yield number, told_texts(history, number, viewpoint)[0]
        after = before
    if first > 1:
        yield first, "earlier entries were not searched"


def told_card(history: AnyHistory, version: int, viewpoint: Viewpoint) -> str:
    """Return the id of the first card that an entry names; empty if it names no card."""
    text = " · ".join(told_texts(history, version, viewpoint))
    named = [(text.find(record.name), -len(record.name), record.card_id) for record in _records(history) if record.name]
    return min((one for one in named if one[0] >= 0), default=(0, 0, ""))[2]


def _records(history: AnyHistory) -> Iterator[CardRecord]:
    yield from history.match.state.catalogue


def _found(board: Board, key: str) -> tuple[str, CardView] | None:
    return next(((where, card) for where, card in cards_on(board) if card.key == key), None)
