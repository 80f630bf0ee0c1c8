"""Playing by itself: how long each entry stays, and what the screen does with it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from textual.pilot import Pilot

from domain.replay import open_history
from replay_tui import playback
from replay_tui.playback import LONGEST, SHORTEST, STEADY, TIMES, Pace, duration_text
from replay_tui.screens.replay import ReplayScreen
from tests.minigame import CATALOGUE, GAME
from tests.minigame.matches import FIRST_INSTANT, SECONDS, match_entries
from tests.replay_tui.driving import settle, until, visit
from tests.replay_tui.memory import AnyHistory, Shelf, extend, on_shelf, running

INSTANTS = st.integers(0, 2**53)
REAL = Pace(real=True)
PACES = st.builds(Pace, real=st.booleans(), steady=st.integers(0, 4), times=st.integers(0, 5))


def table_time(*seconds: float) -> AnyHistory:
    """A match whose first entries happened so many seconds after its beginning, all others at the last of them."""
    entries = match_entries(3)
    times = [*seconds, *[seconds[-1]] * (len(entries) - len(seconds))]
    at = [FIRST_INSTANT + int(second * SECONDS) for second in times]
    timed = [replace(e, envelope=replace(e.envelope, at=t)) for e, t in zip(entries, at, strict=True)]
    return open_history(GAME, CATALOGUE, timed)


def real(history: AnyHistory, *walks: str, **options: Any) -> tuple[Any, ...]:
    """The screen after walks through a match."""
    return visit(on_shelf(Shelf(history=history), match_id="match-3"), *walks, **options)


@given(PACES, INSTANTS, INSTANTS)
@pytest.mark.promise(id="V4")
def test_no_wait_stalls_or_runs_backwards(pace: Pace, here: int, following: int):
    """Given any clocks, then the next entry comes after a moment and within five seconds."""
    wait = pace.wait(here, following)
    assert SHORTEST <= wait.seconds <= LONGEST
    assert wait.skipped >= 0


@given(INSTANTS, st.floats(0.05, 5), st.sampled_from(range(len(TIMES))))
def test_short_gaps_take_their_time(here: int, seconds: float, times: int):
    """A wait of up to five seconds is kept exactly, without a skip."""
    wait = Pace(real=True, times=times).wait(here, here + int(seconds * TIMES[times] * SECONDS))
    assert wait.seconds == pytest.approx(seconds, abs=1e-5)
    assert wait.skipped == pytest.approx(0, abs=1e-3)


@given(INSTANTS, st.integers(5, 10**6), st.sampled_from(range(len(TIMES))))
@pytest.mark.promise(id="V4")
def test_idle_time_is_left_out(here: int, gap: int, times: int):
    """The played and the skipped seconds sum to the gap."""
    wait = Pace(real=True, times=times).wait(here, here + gap * SECONDS)
    assert wait.seconds * TIMES[times] + wait.skipped == pytest.approx(gap)


@given(st.integers(2, 5), st.data())
def test_faster_is_never_slower(gap: int, data: st.DataObject):
    """Each speed waits no longer than the one before it; the ends stay where they are."""
    pace = data.draw(PACES)
    assert pace.faster(1).wait(0, gap * SECONDS).seconds <= pace.wait(0, gap * SECONDS).seconds
    assert pace.faster(9).faster(1) == pace.faster(9)
    assert pace.faster(-9).faster(-1) == pace.faster(-9)


def test_each_way_of_playing_keeps_its_speed():
    """`t` and `t` again come back to the speed that was chosen."""
    assert Pace().faster(2).toggled().faster(1).toggled() == Pace(steady=3, times=1)
    assert [str(pace) for pace in (Pace(), Pace(steady=0), REAL, REAL.faster(9))] == ["1/s", "0.5/s", "×1", "×32"]


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (7.9, "0:07"), (252, "4:12"), (3852, "1:04:12")])
def test_a_duration_is_written_in_minutes_and_hours(seconds: float, text: str):
    """Minutes and seconds, hours where there are any."""
    assert duration_text(seconds) == text


@pytest.mark.promise(id="V4")
def test_idle_time_is_named_while_it_is_skipped():
    """In real time the bar shows the skipped time before the next entry, and hides it in a pause."""
    playing, paused = real(table_time(0, 257), "t space", "space")
    assert playing.place.endswith("×1, idle 4:12 skipped")
    assert paused.place.endswith("real time ×1")


def test_the_speed_is_on_the_position_line():
    """`+` and `-` change the speed of the way that is chosen, whether it plays or not; what is usual is not said."""
    usual, faster, slow, in_time, playing = real(table_time(0, 3), "", "+ +", "- - - -", "t + +", "space")
    assert "speed" not in usual.place
    assert faster.place.endswith("speed 4/s")
    assert slow.place.endswith("speed 0.5/s")
    assert in_time.place.endswith("real time ×4")
    assert playing.place.endswith("playing ×4")


@pytest.mark.promise(id="Convention 4")
def test_the_slowest_speed_dims_its_key():
    """A speed beyond the last one does not exist, and its key is dead."""
    screen = real(table_time(0, 3), "- -")[-1].screen
    assert screen.check_action("speed", (-1,)) is None
    assert screen.check_action("speed", (1,)) is True


def test_real_time_plays_a_match_of_one_instant_to_its_end(monkeypatch: pytest.MonkeyPatch):
    """Entries that were imported at once, or went backwards in time, are played one by one."""
    monkeypatch.setattr(playback, "SHORTEST", 0.01)

    async def to_the_end(pilot: Pilot[None]) -> None:
        await until(lambda: not _screen(pilot).player.playing)

    seen = real(table_time(9, 9, 5, 3), "t space", then=to_the_end)[-1]
    assert seen.address == "match-3/18"


def test_a_step_while_playing_is_waited_for_anew(monkeypatch: pytest.MonkeyPatch):
    """One timer runs at a time: each position has its own wait, however one came to it."""
    monkeypatch.setattr(playback, "LONGEST", 500.0)
    waits: list[float] = []

    async def note(pilot: Pilot[None]) -> None:
        waits.append(_screen(pilot).player.wait.seconds)

    seen = real(table_time(0, 100, 150), "t space", "right", "left", "end", then=note)
    assert waits[:3] == [100, 50, 100]
    assert not seen[-1].screen.player.playing


@pytest.mark.promise(id="V6")
def test_who_plays_to_the_end_of_a_running_match_follows_it(monkeypatch: pytest.MonkeyPatch):
    """The replay catches up with the table, and stays with it."""
    monkeypatch.setattr(playback, "STEADY", tuple(100.0 for _ in STEADY))

    async def caught_up(pilot: Pilot[None]) -> None:
        await until(lambda: _screen(pilot).live)
        await settle(pilot)

    seen = real(extend(running()), "left left space", then=caught_up)[-1]
    assert seen.lines[0].startswith("LIVE match-3/15")


def _screen(pilot: Pilot[Any]) -> ReplayScreen:
    assert isinstance(pilot.app.screen, ReplayScreen)
    return pilot.app.screen
