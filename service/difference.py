"""What changed between two moments of a match, read off the board of one viewpoint, each change with the entry that made it."""

from collections.abc import Iterator

from msgspec import Struct

from domain.board import Board, CardView, Panel, Table, Zone
from domain.table import Viewpoint
from service.errors import UsageProblem
from service.recorder import AnyHistory


class Change(Struct, frozen=True):
    """One place on the board that differs."""

    place: str
    before: str
    after: str
    version: int
    """The entry that brought it to what it is at the second moment."""


def differences(history: AnyHistory, first: int, second: int, viewpoint: Viewpoint) -> tuple[Change, ...]:
    """The changes from the state after entry `first` to that after `second` (either may be the earlier).

    Raises UsageProblem for an entry that is not there.
    """
    match = history.match
    for version in (first, second):
        if not 0 <= version <= match.version:
            raise UsageProblem(f"no entry {version}; the match has {match.version}")
    step = 1 if second >= first else -1
    start = before = _places(match.game.board(match.states[first], viewpoint))
    made_by: dict[str, int] = {}
    for version in range(first + step, second + step, step) if first != second else ():
        after = _places(match.game.board(match.states[version], viewpoint))
        for place in before.keys() | after.keys():
            if before.get(place) != after.get(place):
                made_by[place] = version if step > 0 else version + 1
        before = after
    return tuple(
        Change(place, start.get(place, ""), before.get(place, ""), version)
        for place, version in sorted(made_by.items(), key=lambda item: (item[1], item[0]))
        if start.get(place) != before.get(place)
    )


def _places(board: Board) -> dict[str, str]:
    """Every place of a board with its text."""
    return dict(_walk(board))


def _walk(board: Board) -> Iterator[tuple[str, str]]:
    yield "moment", board.moment
    yield "phase", board.phase
    if board.result:
        yield "result", board.result
    yield from ((f"table: {fact.label}", fact.value) for fact in board.facts)
    yield from ((f"to do {n}", prompt.text) for n, prompt in enumerate(board.prompts, start=1))
    for panel in board.panels:
        yield from _walk_panel(panel)


def _walk_panel(panel: Panel) -> Iterator[tuple[str, str]]:
    yield from ((f"{panel.title}: {fact.label}", fact.value) for fact in panel.facts)
    for part in panel.parts:
        where = f"{panel.title}: {part.title or part.key}"
        if isinstance(part, Table):
            for row in part.rows:
                label = row[0].text if row else ""
                yield from (
                    (f"{where}: {label} {title}".rstrip(), c.text) for title, c in zip(part.header, row, strict=False)
                )
        elif isinstance(part, Zone):
            yield where, _zone(part)


def _zone(zone: Zone) -> str:
    names = [_card(card) for card in zone.cards]
    if zone.hidden:
        names.append(f"{zone.hidden} hidden")
    return ", ".join(names)


def _card(card: CardView) -> str:
    parts = [card.name, *card.badges, *(f"{g.label} {g.value}/{g.maximum}" for g in card.gauges), *card.lines]
    if card.under:
        parts.append(f"({card.under_label} {', '.join(_card(c) for c in card.under)})".replace("( ", "("))
    return " ".join(parts)
