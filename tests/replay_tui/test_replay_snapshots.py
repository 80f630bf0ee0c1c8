"""The replay of each game as drawn, at both sizes that the layouts are made for. A changed picture must be looked at."""

from collections.abc import Callable, Iterator
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from replay_tui.app import MatchbookApp
from service.recording.matchbook import Matchbook
from storage.store import MatchStore
from tests.replay_tui.conftest import Shelf, press, settle
from tests.replay_tui.live import open_sheet

GAMES = ("frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood")
SIZES = [(80, 24), (120, 40)]
FIRST_INSTANT = 1_772_899_200_000_000


@pytest.fixture
def matchbook(tmp_path: Path) -> Iterator[Matchbook]:
    """The application over a store whose clock goes on by a second with each entry, and once by an hour."""
    ticks = iter(range(1, 1000))

    def clock() -> int:
        tick = next(ticks)
        return FIRST_INSTANT + (tick + (3600 if tick > 2 else 0)) * 1_000_000

    with Matchbook(MatchStore.open(f"sqlite:///{tmp_path / 'm.db'}", create=True), clock=clock, recorder="tess") as app:
        yield app


@pytest.fixture
def pictured(
    matchbook: Matchbook, snap_compare: Callable[..., bool], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., bool]:
    """Compares the picture of a game's hand-written match after some keys with the one that is kept."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")

    def compare(game: str, keys: str, size: tuple[int, int], played: int = 1000, **options: Any) -> bool:
        match_id = open_sheet(matchbook, game, played=played, match_id="7kq2m4xd9fra")
        history = matchbook.history(match_id)
        app = MatchbookApp(Shelf(history=history), match_id=match_id, zone=UTC, **options)

        async def walk(pilot: Pilot[Any]) -> None:
            await settle(pilot)
            await press(pilot, *keys.split())
            await settle(pilot)

        return snap_compare(app, run_before=walk, terminal_size=size)

    return compare


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_replay_of_each_game(pictured: Callable[..., bool], game: str, size: tuple[int, int]):
    """Half way through, what the last step changed marked."""
    assert pictured(game, "5 c", size)


@pytest.mark.parametrize("size", SIZES)
def test_real_time(pictured: Callable[..., bool], size: tuple[int, int]):
    """Playing in real time while an hour is skipped."""
    assert pictured("frc_card_game", "home right t space", size)


@pytest.mark.parametrize("size", SIZES)
def test_behind_the_table(pictured: Callable[..., bool], size: tuple[int, int]):
    """A spectator's screen that is kept behind."""
    assert pictured("frc_card_game", "", size, played=20, viewpoint="spectator", delay="60 s")


@pytest.mark.parametrize("size", [(40, 10)])
def test_compact(pictured: Callable[..., bool], size: tuple[int, int]):
    """The smallest screen that is provided for."""
    assert pictured("pbl_robots", "7", size)
