"""Spectators behind the table: what is too young is not in what they get."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.match import Match
from domain.registry import load_game
from domain.replay import open_history
from replay_tui.app import MatchbookApp
from service.delay import Delay, DelayedService, delayed_history, no_match_list, parse_delay, shown_until
from service.errors import UsageProblem
from service.recording.match_service import MatchService
from service.resources import sample_sheets
from service.simulation.demonstration import type_in
from storage.store import MatchStore
from tests.minigame import CATALOGUE, GAME
from tests.minigame.matches import FIRST_INSTANT, SECONDS, match_entries
from tests.replay_tui.driving import LARGE, see
from tests.service.conftest import CommandLine

ENTRIES = match_entries(3)
"""18 entries, three seconds apart; turns begin with entries 1, 9 and 14."""

TURN_OF = {version: 1 if version < 9 else 2 if version < 14 else 3 for version in range(1, 18)}


def match_of(entries: int) -> Match[Any, Any, Any]:
    return open_history(GAME, CATALOGUE, ENTRIES[:entries]).match


def at(second: int) -> int:
    """The instant so many seconds after the match was begun to be recorded."""
    return FIRST_INSTANT + second * SECONDS


@given(st.integers(1, 18), st.integers(1, 80), st.integers(0, 200))
@pytest.mark.promise(id="V6")
def test_nothing_younger_than_the_delay_is_shown(entries: int, seconds: int, later: int):
    """All that is shown is old enough, and all that is old enough is shown; the opening always is."""
    now = at(3 * entries + later)
    until = shown_until(match_of(entries), ENTRIES[:entries], Delay(seconds=seconds), now)
    old = [e for e in ENTRIES[:entries] if now - e.envelope.recorded_at >= seconds * SECONDS]
    assert until == max(1, len(old))


@given(st.integers(1, 17), st.integers(1, 4))
@pytest.mark.promise(id="V6")
def test_turns_hold_back_the_last_ones(entries: int, turns: int):
    """This many turns, including the one in progress, are held back whole, and the others are visible."""
    match = match_of(entries)
    runs = TURN_OF.get(entries + 1, 3)
    shown = [v for v in range(1, entries + 1) if TURN_OF[v] <= runs - turns]
    assert shown_until(match, (), Delay(turns=turns), 0) == max([1, *shown])


@pytest.mark.promise(id="V6")
def test_a_match_that_is_over_holds_no_turn_back():
    """No further turn will come: spectators see the end."""
    assert shown_until(match_of(18), (), Delay(turns=2), 0) == 18


def test_a_clock_that_went_wrong_shows_nothing_early():
    """An entry from the future hides what came after it until its time has come, too."""
    assert shown_until(match_of(18), ENTRIES, Delay(seconds=1), at(0)) == 1


@pytest.mark.parametrize(
    ("text", "delay", "said"),
    [
        ("60s", Delay(seconds=60), "60 s"),
        ("5m", Delay(seconds=300), "5 min"),
        (" 2h ", Delay(seconds=7200), "2 h"),
        ("90s", Delay(seconds=90), "90 s"),
        ("1t", Delay(turns=1), "1 turn"),
        ("2t", Delay(turns=2), "2 turns"),
    ],
)
def test_delays_are_read_and_said(text: str, delay: Delay, said: str):
    assert parse_delay(text) == delay
    assert str(delay) == said


@pytest.mark.parametrize("text", ["60", "0s", "-1s", "s", "2 t", "1.5s", "9999999s", "²s", "60s" * 999])
def test_no_delay(text: str):
    with pytest.raises(UsageProblem, match="seconds 60s, minutes 5m, hours 1h, or turns 2t"):
        parse_delay(text)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[MatchService, str, list[int]]]:
    """A running match whose entries were recorded ten seconds apart; the list holds what time it is."""
    now = [0]

    def clock() -> int:
        now[0] += 10 * SECONDS
        return now[0]

    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'm.db'}", create=True), clock=clock) as app:
        game = load_game("frc_card_game")
        match = type_in(app, game, sample_sheets(game)[0])
        yield app, match.id, now


@pytest.mark.promise(id="V6")
def test_a_delayed_program_gets_entries_as_they_come_of_age(table: tuple[MatchService, str, list[int]]):
    """The visible part of the match grows only with the clock, and is finally the whole match."""
    app, match_id, now = table
    whole = app.history(match_id)
    now[0] = whole.entries[11].envelope.recorded_at
    clock = [now[0]]
    service = DelayedService(app, Delay(seconds=30), lambda: clock[0])
    history = service.history(match_id)
    assert (history.match.version, len(history.entries)) == (9, 9)
    clock[0] += 20 * SECONDS
    assert service.refresh(history) == 2
    clock[0] += 10**6 * SECONDS
    service.refresh(history)
    assert history.match.head == whole.match.head


def test_a_delayed_program_lists_no_matches(table: tuple[MatchService, str, list[int]]):
    """The list says why it is empty."""
    shown = MatchbookApp(DelayedService(table[0], Delay(turns=1)), no_match_list, delay="1 turn")
    assert "matches are not listed here" in see(shown, size=LARGE).text


@pytest.mark.promise(id="V6")
def test_what_is_too_young_changes_no_byte(table: tuple[MatchService, str, list[int]], matchbook: CommandLine):
    """Spectators of a match get what a match of only its beginning would give."""
    app, match_id, _ = table
    whole = app.history(match_id)
    instant = whole.entries[19].envelope.recorded_at
    part = delayed_history(app, match_id, Delay(seconds=30), instant)
    alone = open_history(whole.match.game, whole.match.states[0].catalogue, whole.entries[:17])
    assert part.frames == alone.frames
    assert (part.match.undone, part.match.outcome, part.match.head) == ({}, None, alone.match.head)


@pytest.mark.promise(id="V6")
def test_the_command_line_stays_behind_too(matchbook: CommandLine, tmp_path: Path):
    sheet = sample_sheets(load_game("frc_card_game"))[0]
    (tmp_path / "sheet").write_bytes(sheet.read_bytes())
    match = matchbook("new", "--sheet", tmp_path / "sheet").out.strip()
    assert matchbook("show", match, "--delay", "1h").out.startswith(f"{match}/1 of 1 · LIVE −1 h · as judge")
    assert len(matchbook("log", match, "--delay", "1h").out.splitlines()) < 10
    replayed = matchbook("replay", match, "--delay", "1h", "--as", "spectator").out
    assert f"{match}/1 of 1 · LIVE −1 h · as spectator" in replayed
    assert matchbook("show", match).out.startswith(f"{match}/56 of 56 · REPLAY")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("--delay 60s", "--delay needs a match: the list would show what the delay hides"),
        ("--lock", "--lock needs a match: the list would show what the lock hides"),
        ("m --lock", "--lock needs a view: --as spectator or --as PLAYER"),
    ],
)
def test_what_holds_back_needs_a_match_and_a_view(matchbook: CommandLine, asked: str, said: str):
    match = matchbook("new", "frc_card_game", "--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30")
    ran = matchbook("replay", *asked.replace("m ", f"{match.out.strip()} ").split())
    assert (ran.code, ran.err) == (2, f"matchbook: error: {said}\n")
