"""The boards and steps of a match as data of a page: each distinct part once, what a viewpoint may not know nowhere in it."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import fields, replace

from domain.board import Board, CardView, Zone
from domain.cards import CardRecord, Catalogue
from domain.entries import ActionEntry, Annotated
from domain.failure import failure
from domain.game import pointed
from domain.replay import AnyHistory
from domain.seats import Viewpoint
from service.reading.card_tables import told
from service.reading.drawing import board_after
from service.reading.log import (
    entry_violations,
    frames_of,
    superseded_text,
    titled_text,
    told_texts,
    turn_text,
    violation_text,
)
from service.reading.styled_text import clean
from service.reading.viewpoints import viewpoint_name

Lean: TypeAlias = "str | int | list[Lean] | None"
"""A value as the page reads it. A number in a list, or the tray of a board, is that of a part."""


class PageStep(Struct, frozen=True, omit_defaults=True):
    """The effects of an entry, as told to one viewpoint."""

    told: tuple[str, ...]
    """The sentence, and what followed."""
    command: str = ""
    """The recorded form, if it differs."""
    broken: tuple[str, ...] = ()
    undone: str = ""
    notes: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()
    after: int = 0
    """Milliseconds of table time since the entry before; 0 where an entry gives an earlier time than the one before it."""


class PageTurn(Struct, frozen=True):
    """A turn, and the entry after which it runs."""

    entry: int
    words: str


class ViewpointPage(Struct, frozen=True):
    """All data that one viewpoint's page needs to draw the match."""

    name: str
    parts: list[dict[str, Lean]]
    """Panels, zones, cards and what they hold. Parts name those in them by number; these come before them."""
    boards: list[dict[str, Lean]]
    """Differences from the previous board, by field; null for a field at its default."""
    steps: list[PageStep]
    turns: list[PageTurn]
    cards: dict[str, list[tuple[str, str]]]
    """Card texts of the named cards on the boards, by name."""
    seat: int | None = None
    """The player whose view it is; `None` for other viewers."""


@cache
def _defaults(kind: type[Struct]) -> tuple[tuple[str, object], ...]:
    """The fields of a part and what they are by themselves; to look that up reads annotations, for each part of each board."""
    return tuple((field.name, field.default) for field in fields(kind))


class _Parts:
    """Every distinct part of boards once."""

    def __init__(self) -> None:
        self.numbers: dict[Struct, int] = {}
        self.parts: list[dict[str, Lean]] = []

    def fields(self, part: Struct) -> dict[str, Lean]:
        """Return the fields of a part that differ from its defaults."""
        given = ((name, getattr(part, name), default) for name, default in _defaults(type(part)))
        return {name: self._lean(value) for name, value, default in given if value != default}

    def _lean(self, value: object) -> Lean:
        if isinstance(value, Struct):
            if value not in self.numbers:
                self.parts.append(self.fields(value))
                self.numbers[value] = len(self.parts) - 1
            return self.numbers[value]
        if isinstance(value, tuple):
            return [self._lean(item) for item in value]
        return value if isinstance(value, str | int) else None


class Delta(Struct, frozen=True, omit_defaults=True):
    """The addition of one entry to a view."""

    entry: int
    board: dict[str, Lean]
    """Differences from the previous board."""
    steps: dict[int, PageStep]
    """The step of the entry, and those before it that read otherwise now: undone, noted."""
    parts: list[dict[str, Lean]] = []
    """They are numbered on from those before."""
    turn: PageTurn | None = None
    cards: dict[str, list[tuple[str, str]]] = {}
    result: str = ""
    """How the match ended, once it is over."""


class ReplayData:
    """A view that grows with its match. Entry by entry, the same record gives the same growths whenever it is gone through."""

    def __init__(self, history: AnyHistory, viewpoint: Viewpoint) -> None:
        self.history = history
        self.viewpoint = viewpoint
        self._parts = _Parts()
        self._lean: dict[str, Lean] = {}
        self._boards: tuple[Board, ...] = ()
        """The last one, and the one before it."""
        self._steps: list[PageStep] = []
        self._notes: dict[int, tuple[str, ...]] = {}
        self._turn: tuple[int, int] | None = None
        self._named: set[str] = set()

    @property
    def version(self) -> int:
        """The entry that it has come to."""
        return len(self._steps)

    def rest(self) -> Iterator[Delta]:
        """Return the additions of the history's new entries."""
        while self.version < self.history.match.version:
            yield self._grow(self.version + 1)

    def _grow(self, version: int) -> Delta:
        match, known = self.history.match, len(self._parts.parts)
        board = board_after(match, version, self.viewpoint)
        self._boards = (*self._boards[-1:], board)
        before, self._lean = self._lean, self._parts.fields(board)
        return Delta(
            entry=version,
            board={key: self._lean.get(key) for key in self._lean | before if self._lean.get(key) != before.get(key)},
            steps=dict(self._told_anew(version)),
            parts=self._parts.parts[known:],
            turn=self._turn_after(version),
            cards=self._texts(match.states[version].catalogue, board),
            result=board.result,
        )

    def _told_anew(self, version: int) -> Iterator[tuple[int, PageStep]]:
        """The step of an entry; behind a record act, also those that it changes."""
        entry = self.history.entries[version - 1]
        if isinstance(entry.payload, Annotated):
            self._note(entry.payload)
        for earlier, step in enumerate(self._steps, start=1) if not isinstance(entry.payload, ActionEntry) else ():
            undone = superseded_text(self.history, earlier, self.viewpoint)
            notes = self._notes.get(earlier, ())
            if (undone, notes) != (step.undone, step.notes):
                self._steps[earlier - 1] = replace(step, undone=undone, notes=notes)
                yield earlier, self._steps[earlier - 1]
        self._steps.append(self._step(version))
        yield version, self._steps[-1]

    def _step(self, version: int) -> PageStep:
        history, viewpoint = self.history, self.viewpoint
        return PageStep(
            told=tuple(told_texts(history, version, viewpoint)),
            command=titled_text(history, version, viewpoint) if _plays(history, version) else "",
            broken=tuple(_broken(history, version, viewpoint)),
            undone=superseded_text(history, version, viewpoint),
            notes=self._notes.get(version, ()),
            arrows=tuple(_arrows(history, version, self._boards)),
            after=_waited(history, version),
        )

    def _note(self, note: Annotated) -> None:
        words = " ".join(filter(None, (note.glyph, clean(note.text)))) or "bookmark"
        self._notes[note.about] = (*self._notes.get(note.about, ()), words)

    def _turn_after(self, version: int) -> PageTurn | None:
        history = self.history
        moment = history.moments[history.last_frame_of[version]]
        if (moment.round, moment.turn) == self._turn:
            return None
        self._turn = moment.round, moment.turn
        return PageTurn(version, turn_text(history.match.game, moment, history.match.states[version].seats))

    def _texts(self, catalogue: Catalogue[CardRecord], board: Board) -> dict[str, list[tuple[str, str]]]:
        """Return the printed texts of cards that a board names for the first time, by name; hidden cards are excluded."""
        named = {card.name for card in _cards(board)} - self._named
        self._named |= named
        found: dict[str, list[tuple[str, str]]] = {}
        for record in catalogue if named else ():
            if record.name in named and record.name not in found:
                found[record.name] = [(line.label, clean(line.text)) for line in told(record)]
        return found


def view_of(history: AnyHistory, viewpoint: Viewpoint) -> ViewpointPage:
    """The match as that viewpoint may see it: a board and a step for each entry."""
    return joined(list(ReplayData(history, viewpoint).rest()), history, viewpoint)


def joined(growths: Sequence[Delta], history: AnyHistory, viewpoint: Viewpoint) -> ViewpointPage:
    """The view that growths from the first entry on come to."""
    steps: dict[int, PageStep] = {}
    cards: dict[str, list[tuple[str, str]]] = {}
    for growth in growths:
        steps |= growth.steps
        cards |= growth.cards
    return ViewpointPage(
        name=viewpoint_name(viewpoint, history.match.state.seats),
        parts=[part for growth in growths for part in growth.parts],
        boards=[growth.board for growth in growths],
        steps=[steps[version] for version in sorted(steps)],
        turns=[growth.turn for growth in growths if growth.turn],
        cards=cards,
        seat=viewpoint if isinstance(viewpoint, int) else None,
    )


def _waited(history: AnyHistory, version: int) -> int:
    earlier, now = (history.entries[max(0, one - 1)].envelope.happened_at for one in (version - 1, version))
    return max(0, (now - earlier) // 1000)


def _plays(history: AnyHistory, version: int) -> bool:
    """Whether an entry recorded a command of which something is told."""
    return any(frame.event is not None for frame in frames_of(history, version))


def _broken(history: AnyHistory, version: int, viewpoint: Viewpoint) -> Iterator[str]:
    for violation in entry_violations(history.match, history.entries[version - 1], viewpoint):
        yield violation_text(history.match.game, violation, viewpoint)


def _arrows(history: AnyHistory, version: int, boards: Sequence[Board]) -> Iterator[tuple[str, str]]:
    """Return the actor and targets of an entry, among things visible before or after it."""
    there = {key for board in boards for key in _keys(board)}
    for frame in frames_of(history, version):
        try:
            found = pointed(frame.before, frame.event) if frame.event is not None else ()
        except Exception as error:
            # Events that the game itself did not create are shown as damaged, without actor and target.
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
