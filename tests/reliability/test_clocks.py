"""Clocks that go wrong while a match is recorded affect only the times."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count, pairwise, repeat
from pathlib import Path
from random import Random
from typing import Final

import pytest

from domain.digest import digest_of
from domain.judging import Disputed, Ruled
from domain.seats import JUDGE
from projections.analytics import Analytics
from projections.statements import read_request
from replay_tui.playback import Pace
from replay_tui.timeline import Timeline
from service.auditing.audit import audit_match
from service.judging.judge_actions import record, rule
from service.judging.rulings import Ruling
from service.reading.page import html_replay
from service.recording.match_service import MatchService
from storage.store import MatchStore
from storage.verify import verify_match
from tests.campaigns import tries
from tests.replay_tui.live import open_sheet

SEQUENCES: Final = tries("MATCHBOOK_CLOCKS", few=12, many=1000)
MATCH: Final = "0000000000aa"
NOON: Final = 1_774_782_000_000_000
"""2026-03-29 11:00 UTC, in microseconds; an hour earlier clocks in Europe went forward."""
SECOND: Final = 1_000_000
HOUR: Final = 3600 * SECOND


def at(year: int) -> int:
    """The first moment of a year."""
    return int(datetime(year, 1, 1, tzinfo=UTC).timestamp()) * SECOND


def ticking(start: int) -> Iterator[int]:
    return count(start, 7 * SECOND)


def jumping(*starts: int) -> Iterator[int]:
    """A clock that is set to each of these in turn, for some entries, and goes on from the last."""
    for start in starts[:-1]:
        yield from (start + 7 * SECOND * number for number in range(9))
    yield from ticking(starts[-1])


def two_devices() -> Iterator[int]:
    for here, there in zip(ticking(NOON), ticking(NOON - 3 * HOUR), strict=True):
        yield from (here, there)


def shaken(rng: Random) -> Iterator[int]:
    while True:
        yield NOON + rng.randrange(-30 * HOUR, 30 * HOUR)


CLOCKS: Final[dict[str, Callable[[], Iterator[int]]]] = {
    "sound": lambda: ticking(NOON),
    "back one day": lambda: jumping(NOON, NOON - 24 * HOUR),
    "summer time by hand": lambda: jumping(NOON, NOON + HOUR, NOON),
    "stepped by the network": lambda: jumping(NOON, NOON - 300_000, NOON + 2 * SECOND),
    "1970": lambda: jumping(0, NOON),
    "across 2038": lambda: ticking(at(2038) + 18 * 24 * HOUR + 3 * HOUR + 14 * 60 * SECOND),
    "frozen": lambda: repeat(NOON),
    "two devices": two_devices,
}
ANOMALOUS: Final = {"back one day", "summer time by hand", "stepped by the network", "two devices"}


def play(app: MatchService, lines: int, match_id: str) -> None:
    """A match with a claim and a ruling at its end."""
    match = open_sheet(app, "frc_card_game", lines, match_id=match_id)
    claim = Disputed(about=5, claim="interpretation", claimant="Ada", text="really?")
    ruled = Ruled(about=record(app, match, claim).version, official="Jo", role="judge", text="yes", rules=("CG-A02",))
    rule(app, match, Ruling(ruled=ruled))


@contextmanager
def clocked(folder: Path, clock: Iterator[int]) -> Iterator[MatchService]:
    """A new store to record in by that clock."""
    folder.mkdir()
    store = MatchStore.open(f"sqlite:///{folder / 'm.db'}", create=True)
    with MatchService(store, clock=lambda: next(clock), recorder="tess") as app:
        yield app


def told(app: MatchService) -> tuple[object, ...]:
    """Order, states and boards of the match: all but its times, heads and ids."""
    match, history = app.match(MATCH), app.history(MATCH)
    commands = [type(entry.payload).__name__ for entry in history.entries]
    return commands, [digest_of(state) for state in match.states], match.outcome


@pytest.mark.parametrize("kind", CLOCKS)
def test_a_wrong_clock_changes_nothing_but_times(kind: str, tmp_path: Path) -> None:
    """G17: order and states are those of a sound clock, the record verifies, and the audit says where a clock went back."""
    with clocked(tmp_path / "right", ticking(NOON)) as right, clocked(tmp_path / "wrong", CLOCKS[kind]()) as wrong:
        for app in (right, wrong):
            play(app, 30, MATCH)
        assert told(wrong) == told(right)
        assert verify_match(wrong.store, MATCH).findings == ()
        report = audit_match(wrong, MATCH)
        assert report.findings == ()
        assert any("set back, or two differ" in note for note in report.notes) == (kind in ANOMALOUS)
        assert html_replay(wrong.history(MATCH), (JUDGE,))


def test_no_duration_is_negative(tmp_path: Path) -> None:
    """G17: given any clock at each entry, then times are never negative in any view: replays wait forward, turns and matches take
    at least zero, and a ruling that seems to precede its claim has an unknown duration."""
    ruled_later = 0
    with clocked(tmp_path / "shaken", shaken(Random(17))) as app:
        for number in range(SEQUENCES):
            play(app, 10, f"{number:012}")
            history = app.history(f"{number:012}")
            times = [entry.envelope.happened_at for entry in history.entries]
            assert times != sorted(times), "the clock did not go back: nothing was tested"
            waits = [Pace(real=True).wait(*pair) for pair in pairwise(times)]
            assert all(wait.seconds > 0 and wait.skipped >= 0 for wait in waits)
            timeline = Timeline(history)
            assert timeline._times == sorted(timeline._times)
            ruled_later += times[-1] >= times[-2]
        analytics = Analytics(tmp_path / "a.duckdb", app.store)
        took = analytics.sql("select minutes from matches union all select minutes from turns").rows
        assert took
        assert all(minutes is None or minutes >= 0 for (minutes,) in took)
        assert 0 < ruled_later < SEQUENCES
        [row] = analytics.ask(read_request(["ruling-minutes"])).rows
        assert row[1] == ruled_later
        assert row[3] >= 0
