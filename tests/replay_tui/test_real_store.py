"""The program on a store as the command line opens it: list, replay, and another process that records."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from domain.entries import Annotated
from domain.registry import load_game
from domain.replay import AnyHistory
from domain.table import JUDGE, SPECTATOR
from projections.analytics import Analytics
from replay_tui.app import MatchbookApp
from replay_tui.following import Follower
from service.clock import system_clock
from service.library import Library
from service.reading.delay import Delay, DelayedLibrary
from service.reading.log import entry_lines
from service.reading.table.picture import pictured
from service.reading.toned import width_of
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


def test_a_recorded_match_is_listed_and_replayed(library: Library, match_id: str):
    """The sample match stands in the list; `enter` replays it to its end without an error."""
    listed, opened, end = visit(MatchbookApp(library), "", "enter", "end")
    assert "1 match" in listed.lines[0]
    assert match_id in opened.lines[0]
    assert end.address.startswith(match_id)


def test_every_position_can_be_drawn_for_every_viewpoint(library: Library, match_id: str):
    """Board, action and event of each position of the sample match, for all who may look, fit any width."""
    history = library.history(match_id)
    game = history.match.game
    for frame in history.frames:
        for viewpoint in (0, 1, JUDGE, SPECTATOR):
            for width in (40, 80, 120):
                assert all(width_of(line) <= width for line in pictured(game, frame.state, viewpoint, width))
            assert "".join(entry_lines(history, frame.version, viewpoint)).isprintable()


def test_what_another_program_records_comes_in(
    library: Library, url: str, match_id: str, monkeypatch: pytest.MonkeyPatch
):
    """A note that is recorded through another connection is counted as new within a poll."""
    monkeypatch.setattr(Follower, "SECONDS", OFTEN)

    async def record(pilot: Pilot[None]) -> None:
        with Matchbook(MatchStore.open(url), recorder="otto") as other:
            other.annotate(match_id, Annotated(about=1, text="seen from the other table"))
        await until(lambda: "new" in " ".join(pilot.app.screen.badges))  # type: ignore[attr-defined]

    seen = see(MatchbookApp(library, match_id=match_id), "home", "right", then=record)
    assert seen.place.endswith("+1 new")


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


def test_the_flow_of_seven_keys(library: Library, matchbook: Matchbook):
    """To the first violation, its rule, around it, what each player knew, the citation, the next mark: seven keys, no menus."""
    match_id = open_sheet(matchbook, "frc_card_game", played=20)
    matchbook.take(match_id, "score lifter", as_played=True)
    matchbook.annotate(match_id, Annotated(about=22, text="the judge was called"))
    walks = ("home v", "enter", "left", "right", "f", "y", "d")
    violation, rule, before, again, ada, cited, mark = visit(MatchbookApp(library, match_id=match_id), *walks)
    assert violation.address == again.address == f"{match_id}/22"
    assert "! [CG-" in rule.text
    assert before.address == f"{match_id}/21"
    assert ada.lines[0].endswith("as Ada")
    assert re.fullmatch(rf"{match_id}/22 · .* · score lifter · .*\[CG-\w+\] · as Ada", cited.copied)
    assert mark.address == f"{match_id}/23"


@pytest.mark.promise(id="V2")
def test_a_match_opens_without_waiting_for_the_list():
    """The list behind a match that was asked for is read when one comes back to it, and no earlier."""
    shelf = Shelf()
    asked = []

    async def count(_: Pilot[None]) -> None:
        asked.append(len(shelf.queries))

    visit(MatchbookApp(shelf, match_id="match-3"), "right", "escape", then=count)
    assert asked[0] == 0 < asked[1]


def test_an_empty_store_says_what_to_do(library: Library):
    """The first screen of a new user is not blank."""
    assert "No matches yet." in see(MatchbookApp(library)).text


def test_an_unknown_match_is_named(library: Library):
    """The list stays, with the error."""
    seen = see(MatchbookApp(library, match_id="nosuchmatch"))
    assert any("nosuchmatch" in message for message in seen.messages)
