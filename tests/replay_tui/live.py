"""Stores of tests with hand-written matches, and the program that replays or records them."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC
from itertools import count
from pathlib import Path
from typing import Any, Final

from domain.game import AnyGame
from domain.registry import load_game
from projections.analytics import Analytics
from replay_tui.app import MatchbookApp
from service.clock import system_clock
from service.reading.match_list import opened_once
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from service.recording.recording_service import RecordingService
from service.resources import read_text, sample_sheets
from service.typing.scoresheet import Scoresheet, read_scoresheet
from storage.store import MatchStore
from tests.replay_tui.memory import Shelf, on_shelf

MATCH: Final = "7kq2m4xd9fra"
"""An id for a match whose id is in a picture or an assertion."""
MAIN_PHASE: Final = 6
"""Lines of Ada's gamble until the main phase of turn 1."""


def ticking(first: int = 1_773_500_000_000_000, step: int = 1_000_000) -> Callable[[], int]:
    """A clock that goes on by a step, in microseconds, each time it is read; from 14 March 2026, 14:53:20 UTC."""
    return count(first, step).__next__


@contextmanager
def table(folder: Path, *, recorder: str = "tess", clock: Callable[[], int] = system_clock) -> Iterator[MatchService]:
    """The application on the store of a folder."""
    store = MatchStore.open(f"sqlite:///{folder / 'm.db'}", create=True)
    with MatchService(store, clock=clock, recorder=recorder) as app:
        yield app


def sheet_of(name: str) -> tuple[AnyGame, Scoresheet]:
    """A game with its hand-written match."""
    game = load_game(name)
    return game, read_scoresheet(read_text(sample_sheets(game)[0]))


def lines_of(name: str) -> list[str]:
    """The lines of the hand-written match that are recorded."""
    return [line.text for line in sheet_of(name)[1].lines if not line.refused]


def open_sheet(
    app: MatchService, name: str, played: int = 0, strictness: str = "strict", match_id: str | None = None
) -> str:
    """Open the hand-written match of a game with so many of its lines played; return its id."""
    game, sheet = sheet_of(name)
    lines = [line for line in sheet.lines if not line.refused][:played]
    return app.open_match(opening_of(game, sheet, strictness=strictness), lines, match_id=match_id).id


def id_of(game: str) -> str:
    """An id for the only match of a game in a store."""
    return f"{game.replace('_', '')[:12]:0<12}"


def analytics_of(app: MatchService) -> Callable[[], Analytics]:
    """Opens the analytics beside the store of an application."""
    return opened_once(lambda: Analytics(Path(app.store.location.name).with_suffix(".duckdb"), app.store))


def whole(app: MatchService, *, records: bool = True, **options: Any) -> MatchbookApp:
    """The whole program on a store, at its list unless options say otherwise. It records unless told otherwise."""
    analytics = analytics_of(app)
    service = RecordingService(app, analytics) if records else None
    return MatchbookApp(app, analytics, recording_service=service, zone=UTC, **options)


def replay(app: MatchService, match_id: str, *, place: str = "1", as_: str = "judge", **options: Any) -> MatchbookApp:
    """The whole program with a match open at a place."""
    return whole(app, match_id=match_id, place=place, viewpoint=as_, **options)


def recording(app: MatchService, match_id: str, service: RecordingService | None = None) -> MatchbookApp:
    """The program at the record screen of a match."""
    return on_shelf(Shelf(), recording_service=service or RecordingService(app), live=app.history(match_id), zone=UTC)


def other_records(folder: Path, match_id: str, line: str) -> Callable[..., Awaitable[None]]:
    """Something that is recorded from the next table, in the same store."""

    async def record(*_: object) -> None:
        with table(folder, recorder="otto") as other:
            other.take(match_id, line)

    return record
