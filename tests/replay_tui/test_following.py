"""A match that is being recorded: following it, looking elsewhere, playing it, other processes, and a store that fails."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets._toast import Toast

from domain.entries import TakenBack
from domain.replay import AnyHistory
from replay_tui import playback
from replay_tui.app import MatchbookApp
from replay_tui.timeline_follower import TimelineFollower
from service.clock import system_clock
from service.delay import Delay, DelayedService, no_match_list
from service.recording.match_service import MatchService
from tests.replay_tui.driving import OFTEN, Seen, see, settle, until, visit
from tests.replay_tui.live import open_sheet, table, whole
from tests.replay_tui.memory import Shelf, adjusted, finished, on_shelf, running
from tests.storage.forging import unguarded


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch):
    """New entries are looked for often, and played fast, so that no test waits a second."""
    monkeypatch.setattr(TimelineFollower, "SECONDS", OFTEN)
    monkeypatch.setattr(playback, "STEADY", (50.0, 100.0, 100.0, 100.0, 100.0))


def recorded(keys: str, *payloads: object) -> Seen:
    """The screen when entries are recorded after these keys were pressed."""
    shelf = Shelf(history=running())

    async def record(pilot: Pilot[None]) -> None:
        shelf.waiting = list(payloads)
        await until(lambda: pilot.app.screen.timeline.versions == 15 + len(payloads))  # type: ignore[attr-defined]

    return visit(on_shelf(shelf, match_id="match-3"), keys, then=record)[-1]


def test_new_entries_are_followed():
    """While the end is looked at, what is recorded comes onto the screen."""
    seen = recorded("", adjusted(7), adjusted(8))
    assert seen.lines[0].startswith("LIVE match-3/17")
    assert "entry 17/17" in seen.place
    assert "*8 " in seen.text


def test_elsewhere_new_entries_are_counted_until_one_is_back_at_the_end():
    """Looking at another entry, one stays there, and a badge counts what came; `end` follows again, and the badge goes."""
    shelf = Shelf(history=running())

    async def came(pilot: Pilot[None]) -> None:
        if pilot.app.screen.timeline.versions == 15:  # type: ignore[attr-defined]
            shelf.waiting = [adjusted(7), adjusted(8)]
        await until(lambda: pilot.app.screen.timeline.versions == 17)  # type: ignore[attr-defined]

    away, back = visit(on_shelf(shelf, match_id="match-3"), "left left", "end", then=came)
    assert away.lines[0].startswith("REPLAY match-3/13")
    assert away.place.endswith("+2 new")
    assert back.lines[0].startswith("LIVE match-3/17")
    assert "new" not in back.place


def test_a_store_that_fails_is_named_and_tried_again():
    """The entries already read stay on the screen; the trouble is named until it is over."""
    shelf = Shelf(history=running())

    async def fail(pilot: Pilot[None]) -> None:
        shelf.failure = OSError("the store is locked") if shelf.failure is None else None
        wanted = str(shelf.failure or "")
        await until(lambda: pilot.app.screen.follower.trouble == wanted)  # type: ignore[attr-defined]

    trouble, over = visit(on_shelf(shelf, match_id="match-3"), "", "", then=fail)
    assert "not following: the store is locked" in trouble.place
    assert "entry 15/15" in trouble.place
    assert "not following" not in over.place


def test_playing_goes_on_to_the_end():
    """`space` plays action by action, and stops at the end by itself."""

    async def play(pilot: Pilot[None]) -> None:
        await until(lambda: not pilot.app.screen.player.playing)  # type: ignore[attr-defined]

    seen = visit(on_shelf(Shelf(history=finished()), match_id="match-3"), "space", then=play)[-1]
    assert seen.address == "match-3/18"
    assert "Bo wins 1 : 2" in seen.text


def test_space_and_escape_pause(monkeypatch: pytest.MonkeyPatch):
    """`space` again pauses, and so does `esc`, which leaves the screen open."""
    monkeypatch.setattr(playback, "STEADY", (0.001, 0.001))
    seen = visit(on_shelf(Shelf(history=finished()), match_id="match-3"), "space", "space", "space", "escape")
    assert ["playing" in s.place for s in seen] == [True, False, True, False]
    assert seen[-1].address == "match-3/1"


@pytest.mark.parametrize("leave", ["escape", "q"])
def test_leaving_while_the_store_is_slow(leave: str):
    """An answer that comes after the replay or the program was left does no harm, and questions do not pile up."""
    answer = Event()
    asked = []

    class Slow(Shelf):
        def refresh(self, history: AnyHistory) -> int:
            asked.append(1)
            answer.wait(120)
            self.waiting = [adjusted(7)]
            return super().refresh(history)

    app = on_shelf(Slow(history=running()), match_id="match-3")

    async def drive() -> None:
        async with app.run_test() as pilot:
            await until(lambda: bool(asked))
            await pilot.pause(0.3)
            await pilot.press(leave)
            answer.set()
            await pilot.pause(0.2)

    asyncio.run(drive())
    assert len(asked) == 1
    assert not app.return_code


@pytest.mark.parametrize("key", ["escape", "l", "f8"])
@pytest.mark.promise(id="V6")
def test_a_delayed_program_leads_nowhere_else(key: str):
    """List, statistics and recording would show what the delay hides: they say so, and the replay stays."""
    app = on_shelf(Shelf(history=running()), match_id="match-3", viewpoint="spectator", delay="2 turns")
    seen = visit(app, key)[-1]
    assert seen.lines[0].startswith("LIVE −2 turns match-3/15")
    assert len(seen.messages) == 1


def test_a_locked_view_leads_nowhere_else():
    """No key shows another viewpoint, the list, statistics, other matches, or records."""
    keys = ("f", "F", "escape", "l", "f8", "P", "E")
    app = on_shelf(Shelf(history=running()), match_id="match-3", viewpoint="spectator", locked=True)
    first, *seen = visit(app, "", *keys)
    assert "VIEW LOCKED" in first.place
    for key, shown in zip(keys, seen, strict=True):
        assert shown.lines[0].split(" · ")[0] == first.lines[0].split(" · ")[0], key
        assert shown.lines[0].endswith("as spectator"), key


@pytest.mark.promise(id="V6")
def test_a_correction_is_told_wherever_one_looks():
    """A user at another position sees the news too; undone entries are marked in the list and at the position, with the first entry
    that undid them."""
    seen = recorded("left left", TakenBack(to=5, reason="the wrong deck"))
    assert seen.messages == ("entry 16: taken back to entry 5 by ada: the wrong deck",)
    assert seen.lines[0].startswith("REPLAY match-3/13")
    assert "x taken back by 14" in seen.place
    assert seen.place.endswith("+1 new")


@pytest.mark.promise(id="V7")
def test_messages_hide_neither_the_position_nor_the_current_row():
    """A message covers part of the board: the two bars and the row of the position stay in sight."""
    app = on_shelf(Shelf(history=running()), match_id="match-3")

    async def drive() -> tuple[Region, ...]:
        async with app.run_test(notifications=True) as pilot:
            await settle(pilot)
            await pilot.press("y")
            await until(lambda: any(toast.region for toast in app.screen.query(Toast)))
            return tuple(app.screen.query_one(query).region for query in ("Toast", "#header", "#board"))

    toast, header, board = asyncio.run(drive())
    assert header.bottom <= toast.y < toast.bottom <= board.bottom


# --- other processes on a store ----------------------------------------------------------------------------------------


@pytest.fixture
def app(tmp_path: Path) -> Iterator[MatchService]:
    """The application on a store of its own, which keeps the time of the day."""
    with table(tmp_path) as matchbook:
        yield matchbook


def test_a_replay_says_that_its_match_was_altered(app: MatchService, match_id: str, tmp_path: Path):
    """Given an altered match, then the screen names the first altered entry; an unaltered one has no such message."""
    assert see(whole(app, records=False, match_id=match_id), "end").messages == ()
    unguarded(
        tmp_path / "m.db",
        'UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), \'"by":"\', \'"by":"not \') AS BLOB) '
        "WHERE originator_version = 7",
    )
    seen = see(whole(app, records=False, match_id=match_id), "end")
    assert [text.partition(":")[2][:41] for text in seen.messages] == [" the chain is broken from entry 7 on: `ma"]


def _typed_elsewhere(folder: Path, *words: str) -> None:
    """A command of another process on the same store."""
    start = [
        sys.executable,
        "-c",
        "from matchbook.cli import main; main()",
        "--store",
        f"sqlite:///{folder / 'm.db'}",
        "--by",
        "Bo",
    ]
    subprocess.run([*start, *words], check=True, capture_output=True)


@pytest.mark.promise(id="V6")
def test_a_take_back_by_another_process_shows_as_one(
    app: MatchService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Following, one reads who took what back and why; the undone rows stay, marked; the board goes back."""
    monkeypatch.setattr(TimelineFollower, "SECONDS", OFTEN)
    match_id = open_sheet(app, "frc_card_game", played=20)

    async def take_back(pilot: Pilot[None]) -> None:
        _typed_elsewhere(tmp_path, "takeback", match_id, "--to", "18", "--reason", "miscounted")
        await until(lambda: pilot.app.screen.timeline.versions == 22)  # type: ignore[attr-defined]

    seen = see(whole(app, records=False, match_id=match_id), then=take_back, size=(120, 40))
    assert seen.messages == ("entry 22: taken back to entry 18 by Bo: miscounted",)
    assert seen.lines[0].startswith(f"LIVE {match_id}/22")
    assert [number for number in range(15, 23) if f" x {number} " in seen.text] == [19, 20, 21]


@pytest.mark.promise(id="V6")
def test_spectators_stay_behind_another_process(app: MatchService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Entries of another process appear on a delayed screen when they are old enough, and not before."""
    monkeypatch.setattr(TimelineFollower, "SECONDS", OFTEN)
    match_id = open_sheet(app, "frc_card_game", played=20)
    later = [6_001_000_000]
    looked: list[int] = []

    class Behind(DelayedService):
        def refresh(self, history: AnyHistory) -> int:
            looked.append(super().refresh(history))
            return looked[-1]

    behind = Behind(app, Delay(seconds=6_000), lambda: system_clock() + later[0])

    async def record(pilot: Pilot[None]) -> None:
        _typed_elsewhere(tmp_path, "annotate", f"{match_id}/3", "seen from the other table")
        later[0] = 3_000_000_000
        looked.clear()
        await until(lambda: len(looked) >= 2)
        assert not any(looked)
        later[0] = 9_000_000_000
        await until(lambda: pilot.app.screen.timeline.versions == 22)  # type: ignore[attr-defined]

    seen = see(
        MatchbookApp(behind, no_match_list, match_id=match_id, viewpoint="spectator", delay="6000 s"), then=record
    )
    assert seen.lines[0].startswith(f"LIVE −6000 s {match_id}/22")
    assert seen.place.endswith("LIVE −6000 s")


@pytest.mark.promise(id="V2")
def test_a_match_opens_without_waiting_for_the_list():
    """The list behind a match that was asked for is read when one comes back to it, and no earlier."""
    shelf = Shelf()
    asked = []

    async def count(_: Pilot[None]) -> None:
        asked.append(len(shelf.queries))

    visit(on_shelf(shelf, match_id="match-3"), "right", "escape", then=count)
    assert asked[0] == 0 < asked[1]


def test_an_unknown_match_is_named(app: MatchService):
    """The list stays, with the error."""
    seen = see(whole(app, records=False, match_id="nosuchmatch"))
    assert any("nosuchmatch" in message for message in seen.messages)
