"""Changes between two states of a match on one viewpoint's board, each with the entry that caused it."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from domain.board import Board, CardView, Panel, Table, Zone
from domain.game import AnyGame
from domain.rendering import PlaceholderBoard
from domain.replay import AnyHistory
from domain.seats import GameState, Viewpoint
from domain.timeline import BrokenHistory
from service.errors import EntryNotFound


class PlaceChange(Struct, frozen=True):
    """One place on the board that differs."""

    place: str
    before: str
    after: str
    version: int
    """The entry that gave the place its content in the second state."""


class BoardPlace(Struct, frozen=True, gc=False):
    """The content of one place of a board."""

    label: str
    text: str


Places: TypeAlias = dict[str, BoardPlace]
"""Places by key; keys are stable like those of the board."""
NOWHERE: Final = BoardPlace("", "")
_WORDS: Final = frozenset({"moment", "phase", "result", "prompt"})
"""Keys of places with information only, without physical objects."""


class BoardPath(Struct, frozen=True):
    """Boards at the start and the end of a path of states, and the step that caused each difference."""

    start: Places
    end: Places
    made_by: dict[str, int]
    """Key of a place -> version of the last entry that changed it. Unchanged places are omitted."""


def differences(history: AnyHistory, first: int, second: int, viewpoint: Viewpoint) -> tuple[PlaceChange, ...]:
    """Return the changes from the state after entry `first` to the one after `second`, which may be earlier.

    Raises EntryNotFound, BrokenHistory where the record ends early.
    """
    match = history.match
    for version in (first, second):
        if not 0 <= version <= match.version:
            history.expect_whole()
            raise EntryNotFound(version, match.version)
    by = 1 if first <= second else -1
    # Backwards, the change of an entry appears on the step to the state before it.
    path = [(version if by > 0 else version + 1, match.states[version]) for version in range(first, second + by, by)]
    return _changes(follow(match.game, viewpoint, path))


def differences_between(history: AnyHistory, first: int, second: int, viewpoint: Viewpoint) -> tuple[PlaceChange, ...]:
    """Return the changes from one frame to a later one, by frame index. Frames within an entry count, too."""
    start, end = history.frames[first], history.frames[second]
    between = ((version, history.match.states[version]) for version in range(start.version, end.version))
    path = [(start.version, start.state), *between, (end.version, end.state)]
    return _changes(follow(history.match.game, viewpoint, path))


def differing(before: Board, after: Board, *, things: bool = False) -> Iterator[tuple[str, str, str]]:
    """Yield the places where two boards differ, with old and new content. `things`: only physical objects, without prompts and
    the like."""
    start, end = places_of(before), places_of(after)
    if things:
        start, end = ({k: v for k, v in some.items() if k.split(" ")[0] not in _WORDS} for some in (start, end))
    for key in dict.fromkeys((*end, *start)):
        was, now = start.get(key, NOWHERE), end.get(key, NOWHERE)
        if was.text != now.text:
            yield now.label or was.label, was.text, now.text


def follow(game: AnyGame, viewpoint: Viewpoint, path: Sequence[tuple[int, GameState]]) -> BoardPath:
    """Return the boards at both ends of a path, and the causes of their differences. `path`: states, each with the version of
    its entry.

    Walks from the end towards the start until all differences are explained. Raises BrokenHistory if a board cannot be
    drawn, because then the change is unknown.
    """
    start = _drawn(game, path[0][1], viewpoint)
    end = after = _drawn(game, path[-1][1], viewpoint)
    unexplained = {key for key in start.keys() | end.keys() if start.get(key) != end.get(key)}
    made_by: dict[str, int] = {}
    for (_, earlier), (version, later) in zip(path[-2::-1], path[:0:-1], strict=True):
        if not unexplained:
            break
        if earlier is later:
            continue  # a note: the state is the same object, so nothing changed
        before = _drawn(game, earlier, viewpoint)
        found = {key for key in unexplained if before.get(key) != after.get(key)}
        made_by.update(dict.fromkeys(found, version))
        unexplained -= found
        after = before
    return BoardPath(start, end, made_by)


def _drawn(game: AnyGame, state: GameState, viewpoint: Viewpoint) -> Places:
    board = game.board(state, viewpoint)
    if isinstance(board, PlaceholderBoard):
        raise BrokenHistory(board.moment)
    return places_of(board)


def _changes(path: BoardPath) -> tuple[PlaceChange, ...]:
    """Return the changes, sorted by entry and then by place on the board."""
    found = []
    for key in dict.fromkeys((*path.end, *path.start)):
        before, after = path.start.get(key, NOWHERE), path.end.get(key, NOWHERE)
        if before.text != after.text:
            found.append(PlaceChange(after.label or before.label, before.text, after.text, path.made_by[key]))
    return tuple(sorted(found, key=lambda change: change.version))


def places_of(board: Board) -> Places:
    """Every place of a board with its text."""
    return dict(_walk(board))


def _walk(board: Board) -> Iterator[tuple[str, BoardPlace]]:
    yield "moment", BoardPlace("moment", board.moment)
    yield "phase", BoardPlace("phase", board.phase)
    if board.result:
        yield "result", BoardPlace("result", board.result)
    yield from ((f"fact {fact.label}", BoardPlace(f"table: {fact.label}", fact.value)) for fact in board.facts)
    yield from (
        (f"prompt {n}", BoardPlace(f"to do {n}", prompt.text)) for n, prompt in enumerate(board.prompts, start=1)
    )
    for panel in board.panels:
        yield from _walk_panel(panel)


def _walk_panel(panel: Panel) -> Iterator[tuple[str, BoardPlace]]:
    for fact in panel.facts:
        yield f"{panel.key} {fact.label}", BoardPlace(f"{panel.title}: {fact.label}", fact.value)
    for part in panel.parts:
        key, where = f"{panel.key} {part.key}", f"{panel.title}: {part.title}" if part.title else panel.title
        if isinstance(part, Table):
            for row in part.rows:
                label = row[0].text if row else ""
                for title, cell in zip(part.header, row, strict=False):
                    yield f"{key} {label} {title}", BoardPlace(f"{where}: {label} {title}".rstrip(), cell.text)
        elif isinstance(part, Zone):
            yield key, BoardPlace(where, _zone(part))


def _zone(zone: Zone) -> str:
    names = [_card(card) for card in zone.cards]
    if zone.hidden:
        names.append(f"{zone.hidden} hidden")
    return ", ".join(names)


def _card(card: CardView) -> str:
    numbers = "/".join(str(number.value) for number in card.numbers)
    gauges = (f"{g.label} {g.value}/{g.maximum}" for g in card.gauges)
    parts = [card.name, *([numbers] if numbers else []), *gauges, *card.states]
    if card.lines:
        parts.append(f"({'; '.join(card.lines)})")
    if card.under:
        parts.append(f"({card.under_label} {', '.join(_card(c) for c in card.under)})".replace("( ", "("))
    return " ".join(parts)
