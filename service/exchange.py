"""Match files in and out, and a match written down for people to look at."""

from pathlib import Path
from typing import Literal

from msgspec import Struct

from service.audit import read_bytes
from service.errors import UsageProblem
from service.matchbook import Matchbook
from service.recorder import AnyHistory
from service.viewpoints import parse_viewpoint
from storage.match_file import export_match as write_match
from storage.match_file import import_match

Form = Literal["html", "text", "svg"]


class Taken(Struct, frozen=True):
    """What the import of a file came to."""

    file: str
    match: str
    entries: int
    added: int
    """Entries that the store did not hold before."""


def export_match(app: Matchbook, match_id: str) -> bytes:
    """A match as a match file. Raises MatchNotFound, DamagedEntry."""
    return write_match(app.store, match_id)


def import_file(app: Matchbook, path: Path) -> Taken:
    """Reads a match file into the store, whole or not at all. Raises UnreadableFile, ImportRejected, Fork."""
    imported = import_match(app.store, read_bytes(path))
    return Taken(str(path), imported.match, imported.entries, imported.appended)


def render(history: AnyHistory, form: Form, viewpoint: str, at: int | None = None) -> str:
    """A match as a web page, a log, or a picture of its board after entry `at`. Raises UsageProblem."""
    match = history.match
    point = parse_viewpoint(viewpoint, match.state.seats)
    if form == "html":
        from service.webreplay import html_replay

        return html_replay(history, point)
    if form == "text":
        from service.logtext import log_lines

        return "\n".join(log_lines(history, point)) + "\n"
    from service.drawing import draw_board
    from service.svgboard import svg_of

    version = match.version if at is None else at
    if not 0 < version <= match.version:
        raise UsageProblem(f"no entry {version}; the match has {match.version}")
    board = match.game.board(match.states[version], point)
    return svg_of(draw_board(board, 100), f"{board.title}, {board.moment}")
