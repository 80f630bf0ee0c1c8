"""Matches that are recorded in tests: a real store in a file, the program on it, keys pressed one by one."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC
from pathlib import Path

from msgspec import structs
from textual.pilot import Pilot
from textual.strip import Strip

from domain.game import AnyGame
from domain.registry import load_game
from replay_tui.app import MatchbookApp
from replay_tui.screens.record import RecordScreen
from service.recording.acts import RecordingDesk
from service.recording.matchbook import Matchbook
from service.recording.opening import opening_of
from service.resources import read_text, sample_sheets
from service.typing.scoresheet import Scoresheet, read_scoresheet
from storage.store import MatchStore
from tests.replay_tui.conftest import Seen, Shelf, _seen, press, settle

MAIN_PHASE = 6
"""Lines of Ada's gamble until the main phase of turn 1."""


class Shown(Seen, frozen=True):
    """What stands on the screen, with the command line apart."""

    line: str = ""
    offered: tuple[str, ...] = ()
    """The lines of the rows."""


Walk = Callable[[Pilot[None], RecordScreen], Awaitable[None]]


@contextmanager
def table(folder: Path, *, recorder: str = "tess") -> Iterator[Matchbook]:
    """The application on the store of a folder."""
    with Matchbook(MatchStore.open(f"sqlite:///{folder / 'm.db'}", create=True), recorder=recorder) as app:
        yield app


def sheet_of(name: str) -> tuple[AnyGame, Scoresheet]:
    """A game with its hand-written match."""
    game = load_game(name)
    return game, read_scoresheet(read_text(sample_sheets(game)[0]))


def open_sheet(
    app: Matchbook, name: str, played: int = 0, strictness: str = "strict", match_id: str | None = None
) -> str:
    """Opens the hand-written match of a game with so many of its lines played; returns its id."""
    game, sheet = sheet_of(name)
    lines = [line for line in sheet.lines if not line.refused][:played]
    return app.open_match(opening_of(game, sheet, strictness=strictness), lines, match_id=match_id).id


def program(app: Matchbook, match_id: str, desk: RecordingDesk | None = None) -> MatchbookApp:
    """The program, recording a match."""
    chosen = desk if desk is not None else RecordingDesk(app)
    return MatchbookApp(Shelf(), desk=chosen, live=app.history(match_id), zone=UTC)


def live(app: MatchbookApp, *walks: str | Walk, size: tuple[int, int] = (80, 24)) -> tuple[Shown, ...]:
    """Runs the program, and returns what is seen after each walk: keys with spaces between them, or a function."""

    async def drive() -> tuple[Shown, ...]:
        seen = []
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            for walk in walks:
                if callable(walk):
                    await walk(pilot, pilot.app.screen)  # type: ignore[arg-type]
                else:
                    await press(pilot, *walk.split())
                seen.append(_shown(app, await settle(pilot)))
        return tuple(seen)

    return asyncio.run(drive())


def _shown(app: MatchbookApp, strips: Sequence[Strip]) -> Shown:
    record = next((screen for screen in app.screen_stack if isinstance(screen, RecordScreen)), None)
    line = record.line.value if record is not None else ""
    rows = tuple(row.line for row in record.offered.rows) if record is not None else ()
    return Shown(*structs.astuple(_seen(app, strips)), line=line, offered=rows)
