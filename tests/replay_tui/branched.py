"""The whole program on a real store with a fixed clock: hand-written matches, and what-ifs of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC
from itertools import count
from pathlib import Path

from projections.analytics import Analytics
from replay_tui.app import MatchbookApp
from service.library import Library
from service.recording.acts import RecordingDesk
from service.recording.matchbook import Matchbook
from storage.store import MatchStore

MATCH = "7kq2m4xd9fra"
_BEGINNING = 1_773_500_000_000_000
"""14 March 2026, 14:53:20 UTC, in microseconds."""


@contextmanager
def fixed_table(folder: Path) -> Iterator[Matchbook]:
    """The application on a store of the folder; entries are a second apart."""
    ticks = count(_BEGINNING, 1_000_000)
    store = MatchStore.open(f"sqlite:///{folder / 'm.db'}", create=True)
    with Matchbook(store, clock=lambda: next(ticks), recorder="tess") as app:
        yield app


def library_of(app: Matchbook) -> Library:
    """What the program looks at."""
    return Library(app, lambda: Analytics(Path(app.store.location.name).with_suffix(".duckdb"), app.store))


def replay(
    app: Matchbook, match_id: str, *, records: bool = True, place: str = "1", as_: str = "judge"
) -> MatchbookApp:
    """The program with a match open at a place, recording too unless told otherwise."""
    library = library_of(app)
    desk = RecordingDesk(app, lambda: library.analytics) if records else None
    return MatchbookApp(library, match_id=match_id, place=place, viewpoint=as_, desk=desk, zone=UTC)
