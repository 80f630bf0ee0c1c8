"""The boards and steps of a match as data of a page: each distinct part once, what a viewpoint may not know nowhere in it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import fields

from domain.board import Board, CardView, Zone
from domain.cards import CardRecord, Catalogue
from domain.failure import failure
from domain.game import pointed
from domain.match import Annotated, payload_commands
from domain.replay import AnyHistory
from domain.table import Viewpoint
from service.reading.card_tables import told
from service.reading.log import action_text, frames_of, superseded_text, told_texts, turn_text, violation_text
from service.reading.toned import clean
from service.reading.viewpoints import viewpoint_name

Lean: TypeAlias = "str | int | list[Lean] | None"
"""A value as the page reads it. A number in a list, or the tray of a board, is that of a part."""


class Step(Struct, frozen=True, omit_defaults=True):
    """What an entry did, as one viewpoint is told."""

    told: tuple[str, ...]
    """The sentence, and what followed."""
    command: str = ""
    """What was recorded, where that reads otherwise."""
    broken: tuple[str, ...] = ()
    undone: str = ""
    notes: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()


class Turn(Struct, frozen=True):
    """A turn, and the entry after which it runs."""

    entry: int
    words: str


class View(Struct, frozen=True):
    """All that one viewpoint is shown: nothing else of the match is needed to draw it."""

    name: str
    parts: list[dict[str, Lean]]
    """Panels, zones, cards and what they hold. Parts name those in them by number; these come before them."""
    boards: list[dict[str, Lean]]
    """What differs from the board before, by field; null where it is as if not given."""
    steps: list[Step]
    turns: list[Turn]
    cards: dict[str, list[tuple[str, str]]]
    """What the cards say that are named on the boards, by their names."""
    seat: int | None = None
    """Whose view it is; None: nobody's who plays."""


class _Parts:
    """Every distinct part of boards once."""

    def __init__(self) -> None:
        self.numbers: dict[Struct, int] = {}
        self.parts: list[dict[str, Lean]] = []

    def fields(self, part: Struct) -> dict[str, Lean]:
        """What a part says beyond its defaults."""
        given = ((field, getattr(part, field.name)) for field in fields(part))
        return {field.name: self._lean(value) for field, value in given if value != field.default}

    def _lean(self, value: object) -> Lean:
        if isinstance(value, Struct):
            if value not in self.numbers:
                self.parts.append(self.fields(value))
                self.numbers[value] = len(self.parts) - 1
            return self.numbers[value]
        if isinstance(value, tuple):
            return [self._lean(item) for item in value]
        return value if isinstance(value, str | int) else None


def view_of(history: AnyHistory, viewpoint: Viewpoint) -> View:
    """The match as that viewpoint may see it: a board and a step for each entry."""
    match, parts = history.match, _Parts()
    boards = [match.game.board(state, viewpoint) for state in match.states[1:]]
    notes = _notes(history)
    return View(
        name=viewpoint_name(viewpoint, match.state.seats),
        boards=list(_differences(parts.fields(board) for board in boards)),
        parts=parts.parts,
        steps=[
            Step(
                told=tuple(told_texts(history, version, viewpoint)),
                command=action_text(history, version, viewpoint) if _plays(history, version) else "",
                broken=tuple(_broken(history, version, viewpoint)),
                undone=superseded_text(history, version, viewpoint),
                notes=notes.get(version, ()),
                arrows=tuple(_arrows(history, version, boards)),
            )
            for version in range(1, match.version + 1)
        ],
        turns=list(_turns(history)),
        cards=_texts(match.states[-1].catalogue, boards),
        seat=viewpoint if isinstance(viewpoint, int) else None,
    )


def _differences(boards: Iterable[dict[str, Lean]]) -> Iterator[dict[str, Lean]]:
    before: dict[str, Lean] = {}
    for board in boards:
        yield {key: board.get(key) for key in board | before if board.get(key) != before.get(key)}
        before = board


def _plays(history: AnyHistory, version: int) -> bool:
    """Whether an entry recorded a command of which something is told."""
    return any(frame.event is not None for frame in frames_of(history, version))


def _broken(history: AnyHistory, version: int, viewpoint: Viewpoint) -> Iterator[str]:
    for violation in payload_commands(history.entries[version - 1].payload)[2]:
        yield violation_text(history.match.game, violation, viewpoint)


def _notes(history: AnyHistory) -> dict[int, tuple[str, ...]]:
    """What was noted on each entry."""
    found: dict[int, tuple[str, ...]] = {}
    for entry in history.entries:
        note = entry.payload
        if isinstance(note, Annotated):
            words = " ".join(filter(None, (note.glyph, clean(note.text)))) or "bookmark"
            found[note.about] = (*found.get(note.about, ()), words)
    return found


def _arrows(history: AnyHistory, version: int, boards: Sequence[Board]) -> Iterator[tuple[str, str]]:
    """Who did it to whom in an entry, between things that the viewpoint sees before or after it."""
    there = {key for board in boards[max(version - 2, 0) : version] for key in _keys(board)}
    for frame in frames_of(history, version):
        try:
            found = pointed(frame.before, frame.event) if frame.event is not None else ()
        except Exception as error:
            # Events that the game itself never gave: what they say is told as damaged, and nothing is pointed at.
            history.note_damage(
                f"damaged, entry {version} cannot be drawn: {failure(error, history.match.game.package)}"
            )
            return
        yield from ((arrow.source, arrow.target) for arrow in found if {arrow.source, arrow.target} <= there)


def _keys(board: Board) -> Iterator[str]:
    yield from (panel.key for panel in board.panels)
    yield from (card.key for card in _cards(board))


def _cards(board: Board) -> Iterator[CardView]:
    zones = [part for panel in board.panels for part in panel.parts if isinstance(part, Zone)]
    for zone in (*zones, *((board.tray,) if board.tray else ())):
        for card in zone.cards:
            yield card
            yield from card.under


def _turns(history: AnyHistory) -> Iterator[Turn]:
    before: tuple[int, int] | None = None
    for entry, last in enumerate(history.last_frame_of[1:], start=1):
        moment = history.moments[last]
        if (moment.round, moment.turn) != before:
            before = moment.round, moment.turn
            yield Turn(entry, turn_text(history.match.game, moment, history.match.states[entry].seats))


def _texts(catalogue: Catalogue[CardRecord], boards: Iterable[Board]) -> dict[str, list[tuple[str, str]]]:
    """What is printed on the cards of these boards, by name: of a card that no board names, nothing."""
    named = {card.name for board in boards for card in _cards(board)}
    found: dict[str, list[tuple[str, str]]] = {}
    for record in catalogue:
        if record.name in named and record.name not in found:
            found[record.name] = [(line.label, clean(line.text)) for line in told(record)]
    return found
