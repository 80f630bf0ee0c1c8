"""The program on a store as the command line opens it: list, replay, and another process that records."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from domain.registry import load_game
from domain.replay import AnyHistory
from projections.analytics import Analytics
from replay_tui.app import MatchbookApp
from replay_tui.following import Follower
from service.clock import system_clock
from service.library import Library
from service.reading.delay import Delay, DelayedLibrary
from service.recording.matchbook import Matchbook
from service.resources import sample_sheets
from service.simulation.demonstration import type_in
from storage.store import MatchStore
from tests.replay_tui.driving import OFTEN, see, until, visit
from tests.replay_tui.live import open_sheet
from tests.replay_tui.memory import Shelf
from tests.storage.forging import unguarded


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A store on disk."""
    return f"sqlite:///{tmp_path / 'matches.db'}"


@pytest.fixture
def matchbook(url: str) -> Iterator[Matchbook]:
    """The application over it."""
    with Matchbook(MatchStore.open(url, create=True), recorder="tess") as app:
        yield app


@pytest.fixture
def library(matchbook: Matchbook, tmp_path: Path) -> Library:
    """What the program looks at."""
    return Library(matchbook, lambda: Analytics(tmp_path / "analytics.duckdb", matchbook.store))


@pytest.fixture
def match_id(matchbook: Matchbook) -> str:
    """A sample match, typed in from its scoresheet."""
    game = load_game("frc_card_game")
    return type_in(matchbook, game, sample_sheets(game)[0]).id


def test_a_replay_says_that_its_match_was_altered(library: Library, match_id: str, tmp_path: Path):
    """Whoever opens an altered match is told so on the screen, with the entry from which on; of an unaltered one nothing is
    said."""
    assert see(MatchbookApp(library, match_id=match_id), "end").messages == ()
    unguarded(
        tmp_path / "matches.db",
        'UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), \'"by":"\', \'"by":"not \') AS BLOB) '
        "WHERE originator_version = 7",
    )
    seen = see(MatchbookApp(library, match_id=match_id), "end")
    assert [text.partition(":")[2][:41] for text in seen.messages] == [" the chain is broken from entry 7 on: `ma"]


def _typed_elsewhere(url: str, *words: str) -> None:
    """A command of another process on the same store."""
    start = [sys.executable, "-c", "from matchbook.cli import main; main()", "--store", url, "--by", "Bo"]
    subprocess.run([*start, *words], check=True, capture_output=True)


@pytest.mark.promise(id="V6")
def test_a_take_back_by_another_process_shows_as_one(
    library: Library, matchbook: Matchbook, url: str, monkeypatch: pytest.MonkeyPatch
):
    """Following, one reads who took what back and why; the undone rows stay, marked; the board goes back."""
    monkeypatch.setattr(Follower, "SECONDS", OFTEN)
    match_id = open_sheet(matchbook, "frc_card_game", played=20)

    async def take_back(pilot: Pilot[None]) -> None:
        _typed_elsewhere(url, "takeback", match_id, "--to", "18", "--reason", "miscounted")
        await until(lambda: pilot.app.screen.timeline.versions == 22)  # type: ignore[attr-defined]

    seen = see(MatchbookApp(library, match_id=match_id), then=take_back, size=(120, 40))
    assert seen.messages == ("entry 22: taken back to entry 18 by Bo: miscounted",)
    assert seen.lines[0].startswith(f"LIVE {match_id}/22")
    assert [number for number in range(15, 23) if f" x {number} " in seen.text] == [19, 20, 21]


@pytest.mark.promise(id="V6")
def test_spectators_stay_behind_another_process(
    library: Library, matchbook: Matchbook, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """What another process records comes onto a delayed screen when it is old enough, and not before."""
    monkeypatch.setattr(Follower, "SECONDS", OFTEN)
    match_id = open_sheet(matchbook, "frc_card_game", played=20)
    later = [6_001_000_000]
    looked: list[int] = []

    class Behind(DelayedLibrary):
        def refresh(self, history: AnyHistory) -> int:
            looked.append(super().refresh(history))
            return looked[-1]

    analytics = Analytics(tmp_path / "a.duckdb", matchbook.store)
    behind = Behind(matchbook, lambda: analytics, Delay(seconds=6_000), lambda: system_clock() + later[0])

    async def record(pilot: Pilot[None]) -> None:
        _typed_elsewhere(url, "annotate", f"{match_id}/3", "seen from the other table")
        later[0] = 3_000_000_000
        looked.clear()
        await until(lambda: len(looked) >= 2)
        assert not any(looked)
        later[0] = 9_000_000_000
        await until(lambda: pilot.app.screen.timeline.versions == 22)  # type: ignore[attr-defined]

    seen = see(MatchbookApp(behind, match_id=match_id, viewpoint="spectator", delay="6000 s"), then=record)
    assert seen.lines[0].startswith(f"LIVE −6000 s {match_id}/22")
    assert seen.place.endswith("LIVE −6000 s")


@pytest.mark.promise(id="V2")
def test_a_match_opens_without_waiting_for_the_list():
    """The list behind a match that was asked for is read when one comes back to it, and no earlier."""
    shelf = Shelf()
    asked = []

    async def count(_: Pilot[None]) -> None:
        asked.append(len(shelf.queries))

    visit(MatchbookApp(shelf, match_id="match-3"), "right", "escape", then=count)
    assert asked[0] == 0 < asked[1]


def test_an_unknown_match_is_named(library: Library):
    """The list stays, with the error."""
    seen = see(MatchbookApp(library, match_id="nosuchmatch"))
    assert any("nosuchmatch" in message for message in seen.messages)
