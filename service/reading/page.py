"""A replay as one HTML page: opens from disk, steps by keyboard, needs no network. The viewpoint is fixed when it is made."""

from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files
from string import Template

import msgspec

from domain.match import payload_commands
from domain.replay import AnyHistory
from domain.table import Viewpoint
from service.reading.drawing import Line, draw_board
from service.reading.log import (
    action_text,
    event_text,
    frames_of,
    heading,
    moment_before,
    state_before,
    turn_text,
    undone_text,
    violation_text,
)
from service.reading.viewpoints import viewpoint_name

WIDTH = 100


def html_replay(history: AnyHistory, viewpoint: Viewpoint, first: int = 1) -> str:
    """The page of a match as that viewpoint may see it, open at entry `first`. The same record gives the same bytes."""
    match = history.match
    seats = match.state.seats
    lines: dict[str, int] = {}
    boards = [_board(history, version, viewpoint, lines) for version in range(1, match.version + 1)]
    data = {
        "match": match.id,
        "first": first,
        "lines": list(lines),
        "boards": boards,
        "moments": [turn_text(match.game, history.moments[last], seats) for last in history.last_frame_of[1:]],
        "turns": list(_turn_starts(history)),
    }
    text = list(lines)
    folder = files("service.reading") / "pages"
    page = Template((folder / "replay.html").read_text(encoding="utf-8"))
    title = match.opened.title if match.opened and match.opened.title else match.game.title
    return page.substitute(
        title=escape(f"{title}: {', '.join(seat.name for seat in seats)}"),
        subtitle=escape(heading(history, viewpoint)),
        style=(folder / "replay.css").read_text(encoding="utf-8"),
        script=(folder / "replay.js").read_text(encoding="utf-8"),
        viewpoint=escape(viewpoint_name(viewpoint, seats)),
        final=f"{match.id}/{match.version}",
        board="\n".join(text[number] for number in boards[-1]) if boards else "",
        rows="\n".join(_rows(history, viewpoint)),
        data=msgspec.json.encode(data).decode().replace("<", "\\u003c"),
    )


def _board(history: AnyHistory, version: int, viewpoint: Viewpoint, lines: dict[str, int]) -> list[int]:
    """A board as numbers of lines: most lines stay the same from entry to entry."""
    board = history.match.game.board(history.match.states[version], viewpoint)
    return [lines.setdefault(_html(line), len(lines)) for line in draw_board(board, WIDTH)]


def _html(line: Line) -> str:
    return "".join(
        escape(span.text) if span.tone == "plain" else f'<span class="{span.tone}">{escape(span.text)}</span>'
        for span in line
    )


def _turn_starts(history: AnyHistory) -> Iterator[int]:
    """Positions (from 0) of the entries after which another turn runs."""
    before: tuple[int, int] | None = None
    for position, last in enumerate(history.last_frame_of[1:]):
        moment = history.moments[last]
        if (moment.round, moment.turn) != before:
            before = moment.round, moment.turn
            yield position


def _rows(history: AnyHistory, viewpoint: Viewpoint) -> Iterator[str]:
    turn: tuple[int, int] | None = None
    for version in range(1, history.match.version + 1):
        now = moment_before(history, version)
        if version > 1 and (now.round, now.turn) != turn:
            turn = now.round, now.turn
            text = turn_text(history.match.game, now, state_before(history, version).seats)
            yield f'<li class="turn">{escape(text)}</li>'
        yield from _entry(history, version, viewpoint)


def _entry(history: AnyHistory, version: int, viewpoint: Viewpoint) -> Iterable[str]:
    undone = undone_text(history, version)
    state = ' class="undone"' if undone else ""
    action = escape(action_text(history, version, viewpoint))
    yield f'<li data-version="{version}"{state}><span class="act">{version} {action}</span>'
    if undone:
        yield f'<span class="note">{escape(undone)}</span>'
    for frame in frames_of(history, version):
        if frame.event is not None:
            text = event_text(history.match.game, frame, viewpoint)
            number = f'<span class="no">{version}.{frame.number}</span>'
            yield f'<span class="event">{number} {escape(text)}</span>'
    for violation in payload_commands(history.entries[version - 1].payload)[2]:
        text = violation_text(history.match.game, violation, viewpoint)
        yield f'<span class="violation">! {escape(text)}</span>'
    yield "</li>"
