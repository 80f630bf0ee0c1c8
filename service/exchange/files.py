"""Import and export of match files, and a match as a page, log or picture."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct

from domain.replay import AnyHistory
from domain.text import sanitize
from service.addresses import find_frame
from service.errors import UsageProblem
from service.reading.log import Reading
from service.reading.viewpoints import parse_viewpoint, viewpoint_name
from service.recording.match_service import MatchService
from service.resources import MAX_MATCH_BYTES, read_bytes
from storage.match_file import export_match as write_match
from storage.match_file import import_match
from storage.redacted_file import ViewHeader, is_view, write_view

Form = Literal["html", "text", "svg"]


class ImportResult(Struct, frozen=True):
    """Result of importing a file."""

    file: str
    match: str
    entries: int
    added: int
    """Entries that the store did not hold before."""


def export_match(app: MatchService, match_id: str) -> bytes:
    """A match as a match file. Raises MatchNotFound, DamagedEntry."""
    return write_match(app.store, match_id)


def export_view(app: MatchService, history: AnyHistory, viewpoint: str, *, telling: bool = True) -> bytes:
    """Return a match as far as a viewpoint may read it, with its hash chain; with `telling` False only the chain.

    Raises UsageProblem, DamagedEntry."""
    from service.reading.log import entry_lines

    match_id = history.match.id
    opened, seats = history.match.opened, history.match.state.seats
    assert opened is not None
    point = parse_viewpoint(viewpoint, seats)
    header = ViewHeader(
        format="matchbook-view",
        format_version=1,
        match=match_id,
        game=opened.game,
        rules_version=opened.rules_version,
        catalogue=opened.catalogue,
        viewpoint=viewpoint_name(point, seats) if telling else "public",
    )
    rows = [row for row in app.store.raw(match_id) if row[0] <= history.match.version]
    return write_view(header, rows, lambda version: entry_lines(history, version, point) if telling else ())


def import_file(app: MatchService, path: Path, *, dry_run: bool = False) -> ImportResult:
    """Import a match file into the store, completely or not at all. `dry_run`: only report what would happen. Raises
    UnreadableFile, ImportRejected, Fork."""
    data = read_bytes(path, MAX_MATCH_BYTES)
    if is_view(data):
        raise UsageProblem(
            f"{path}: a copy without what was recorded, which cannot be played back; import the whole match file"
        )
    imported = import_match(app.store, data, dry_run=dry_run)
    return ImportResult(str(path), imported.match, imported.entries, imported.appended)


def render(
    history: AnyHistory,
    form: Form,
    viewpoint: str,
    at: int | None = None,
    event: int | None = None,
    *,
    others: Sequence[str] = (),
    reading: Reading = "corrected",
) -> str:
    """Return a match as a web page (opened at entry `at`, with the viewpoints in `others` to choose from), a log, or a picture
    of its board after entry `at` or one of its events. Control characters are replaced. Raises UsageProblem."""
    return sanitize(_rendered(history, form, (viewpoint, *others), (at, event), reading), lines=True)


def _rendered(
    history: AnyHistory, form: Form, named: Sequence[str], place: tuple[int | None, int | None], reading: Reading
) -> str:
    at, event = place
    points = dict.fromkeys(parse_viewpoint(name, history.match.state.seats) for name in named)
    point = next(iter(points))
    frame = find_frame(history, at, event, reading, point)
    if form == "html":
        from service.reading.page import html_replay

        return html_replay(history, tuple(points), first=1 if at is None else at)
    if form == "text":
        from service.reading.log import log_lines

        return "\n".join(log_lines(history, point, reading)) + "\n"
    from service.reading.drawing import pictured
    from service.reading.svg import svg_of

    board = history.match.game.board(frame.state, point)
    return svg_of(pictured(history.match.game, frame.state, point, 100), f"{board.title}, {board.moment}")
