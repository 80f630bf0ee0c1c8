"""The boards and steps of a match as data of a page. Each distinct part is included once, and hidden information is
left out."""

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
from service.reading.card_tables import card_fields
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
"""A value as the page's script reads it. Numbers in lists, and the number of a board's tray, refer to parts."""


class PageStep(Struct, frozen=True, omit_defaults=True):
    """The effects of an entry, as told to one viewpoint."""

    told: tuple[str, ...]
    """The entry's sentence, then its further effects."""
    command: str = ""
    """The recorded form, if it differs."""
    broken: tuple[str, ...] = ()
    undone: str = ""
    notes: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()
    after: int = 0
    """Milliseconds of table time since the entry before; 0 if its time is earlier."""


class PageTurn(Struct, frozen=True):
    """A turn, and the entry after which it began."""

    entry: int
    words: str


class ViewpointPage(Struct, frozen=True):
    """All data that one viewpoint's page needs to draw the match."""

    name: str
    parts: list[dict[str, Lean]]
    """Panels, zones, cards and their contents. A part refers to its contents by their numbers; they come before it."""
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
    """Return the fields of a part with their defaults. Cached, because reading annotations for each part of each board
    is slow."""
    return tuple((field.name, field.default) for field in fields(kind))


class _Parts:
    """Collects every distinct part of boards once."""

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
    """The step of the entry, and earlier steps whose texts it changes (undone, noted)."""
    parts: list[dict[str, Lean]] = []
    """New parts; their numbers continue those of earlier additions."""
    turn: PageTurn | None = None
    cards: dict[str, list[tuple[str, str]]] = {}
    result: str = ""
    """How the match ended, once it is over."""


class ReplayData:
    """The data of one viewpoint's page, which grows with its match. The same record always gives the same additions."""

    def __init__(self, history: AnyHistory, viewpoint: Viewpoint) -> None:
        self.history = history
        self.viewpoint = viewpoint
        self._parts = _Parts()
        self._lean: dict[str, Lean] = {}
        self._boards: tuple[Board, ...] = ()
        """The last board, and the one before it."""
        self._steps: list[PageStep] = []
        self._notes: dict[int, tuple[str, ...]] = {}
        self._turn: tuple[int, int] | None = None
        self._named: set[str] = set()

    @property
    def version(self) -> int:
        """The last included entry."""
        return len(self._steps)

    def rest(self) -> Iterator[Delta]:
        """Yield an addition for each entry of the history that is not included yet."""
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
            steps=dict(self._changed_steps(version)),
            parts=self._parts.parts[known:],
            turn=self._turn_after(version),
            cards=self._texts(match.states[version].catalogue, board),
            result=board.result,
        )

    def _changed_steps(self, version: int) -> Iterator[tuple[int, PageStep]]:
        """Yield the step of an entry and, for a record act, the earlier steps that it changes."""
        payload, changed = self.history.entries[version - 1].payload, range(1, version)
        if isinstance(payload, Annotated):
            self._note(payload)
            changed = range(max(1, payload.about), min(payload.about + 1, version))
        for earlier in changed if not isinstance(payload, ActionEntry) else ():
            step = self._steps[earlier - 1]
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
        """Return the printed texts of cards that a board names for the first time, by name; hidden cards are
        excluded."""
        named = {card.name for card in _cards(board)} - self._named
        self._named |= named
        found: dict[str, list[tuple[str, str]]] = {}
        for record in catalogue if named else ():
            if record.name in named and record.name not in found:
                found[record.name] = [(line.label, clean(line.text)) for line in card_fields(record)]
        return found


def view_of(history: AnyHistory, viewpoint: Viewpoint) -> ViewpointPage:
    """Return the match as a viewpoint may see it: a board and a step for each entry."""
    return joined(list(ReplayData(history, viewpoint).rest()), history, viewpoint)


def joined(growths: Sequence[Delta], history: AnyHistory, viewpoint: Viewpoint) -> ViewpointPage:
    """Return the view after all additions, from the first entry on."""
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
    """Return True if an entry recorded a command that has narrated effects."""
    return any(frame.event is not None for frame in frames_of(history, version))


def _broken(history: AnyHistory, version: int, viewpoint: Viewpoint) -> Iterator[str]:
    for violation in entry_violations(history.match, history.entries[version - 1], viewpoint):
        yield violation_text(history.match.game, violation, viewpoint)


def _arrows(history: AnyHistory, version: int, boards: Sequence[Board]) -> Iterator[tuple[str, str]]:
    """Yield the arrows of an entry, as keys of source and target that are visible before or after it."""
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
