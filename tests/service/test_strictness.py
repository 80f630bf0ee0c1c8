"""Strictness, level by level and surface by surface: the treatment of an illegal action, and that an override stays visible."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.decision import ImpossibleCommand, RuleViolation
from domain.entries import ActionEntry
from service.recording.match_service import MatchService
from service.recording.recording_service import ActionLine, Impossible, Recorded, RecordingService, Refused
from tests.replay_tui.driving import visit
from tests.replay_tui.live import open_sheet, recording
from tests.replay_tui.memory import Shelf, on_shelf
from tests.service.conftest import CommandLine

pytestmark = pytest.mark.promise(id="R3")

SECOND_STUDENT, IMPOSSIBLE = "play_student nia", "score wall"
LEVELS = ("strict", "warn", "log")
PLAYED = 7
"""Lines of Ada's gamble until she has played her student of turn 1."""

Opened = Callable[[str], str]


@pytest.fixture
def match_of(app: MatchService) -> Opened:
    """A match of a strictness, in which a second student would break CG-A02."""
    return lambda strictness: open_sheet(app, "frc_card_game", PLAYED, strictness=strictness)


@pytest.fixture
def shell(matchbook: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    monkeypatch.setenv("MATCHBOOK_STORE", f"sqlite:///{tmp_path / 'm.db'}")
    return matchbook


def rules(app: MatchService, match_id: str) -> list[str]:
    """The rules that the last entry bears."""
    return [violation.rule for violation in last(app, match_id).violations]


def last(app: MatchService, match_id: str) -> ActionEntry[Any, Any]:
    payload = app.history(match_id).entries[-1].payload
    assert isinstance(payload, ActionEntry)
    return payload


@pytest.mark.parametrize(("strictness", "takes"), [("strict", False), ("warn", False), ("log", True)])
def test_the_service_takes_unasked_only_where_the_match_logs(
    app: MatchService, match_of: Opened, strictness: str, takes: bool
):
    """Strict refuses, warn wants the scorekeeper asked first, log records and flags."""
    match_id = match_of(strictness)
    if takes:
        app.take(match_id, SECOND_STUDENT)
    else:
        with pytest.raises(RuleViolation, match="CG-A02"):
            app.take(match_id, SECOND_STUDENT)
    assert rules(app, match_id) == (["CG-A02"] if takes else [])


@pytest.mark.parametrize("strictness", LEVELS)
def test_every_level_takes_what_is_said_to_be_as_played(app: MatchService, match_of: Opened, strictness: str):
    """An override is recorded at every level, with the rule, the reason and the person."""
    match_id = match_of(strictness)
    app.take(match_id, SECOND_STUDENT, as_played=True, reason="noticed late")
    assert (rules(app, match_id), last(app, match_id).reason) == (["CG-A02"], "noticed late")
    assert app.history(match_id).entries[-1].envelope.by == "tess"


@pytest.mark.parametrize("strictness", LEVELS)
def test_the_impossible_is_refused_at_every_level(app: MatchService, match_of: Opened, strictness: str):
    """No level, flag or absence of a person records what the state cannot hold."""
    match_id = match_of(strictness)
    with pytest.raises(ImpossibleCommand):
        app.take(match_id, IMPOSSIBLE, as_played=True, unattended=True)
    assert app.match(match_id).version == PLAYED + 1
    act = ActionLine(line=IMPOSSIBLE, at_version=PLAYED + 1, command_id="one", as_played=True)
    assert isinstance(RecordingService(app).take(match_of(strictness), act), Impossible)


@pytest.mark.parametrize(("strictness", "outcome"), [("strict", Refused), ("warn", Refused), ("log", Recorded)])
def test_the_desk_asks_where_the_match_warns(app: MatchService, match_of: Opened, strictness: str, outcome: type):
    """The terminal program is told what is broken before anything is stored, unless the match only logs."""
    act = ActionLine(line=SECOND_STUDENT, at_version=PLAYED + 1, command_id="one")
    assert isinstance(RecordingService(app).take(match_of(strictness), act), outcome)


@pytest.mark.parametrize(("strictness", "keys"), [("strict", "r enter"), ("warn", "enter"), ("log", "")])
def test_the_screen_asks_once_or_never(app: MatchService, match_of: Opened, strictness: str, keys: str):
    """Given a typed illegal line, then strict asks for a choice and a reason, warn for one key, log at once flags the entry."""
    match_id = match_of(strictness)
    typed = "p l a y underscore s t u d e n t space n i a enter"
    visit(recording(app, match_id), f"{typed} {keys}".strip())
    assert rules(app, match_id) == ["CG-A02"]


@pytest.mark.parametrize(("strictness", "code"), [("strict", 3), ("warn", 1), ("log", 0)])
def test_take_tells_by_its_exit_code(
    shell: CommandLine, app: MatchService, match_of: Opened, strictness: str, code: int
):
    """A shell cannot be asked: strict refuses with 3, warn records with a warning and 1, log records with 0."""
    match_id = match_of(strictness)
    ran = shell("take", match_id, SECOND_STUDENT)
    assert ran.code == code
    assert rules(app, match_id) == ([] if code == 3 else ["CG-A02"])
    assert ("warning: " in ran.err and "CG-A02" in ran.err) == (strictness == "warn")


@pytest.mark.parametrize("strictness", LEVELS)
def test_as_played_on_the_command_line_is_no_finding(shell: CommandLine, match_of: Opened, strictness: str):
    ran = shell("take", match_of(strictness), SECOND_STUDENT, "--as-played", "--reason", "noticed late")
    assert ran.code == 0
    assert ran.err.startswith("head of ")
    assert ran.err.count("\n") == 1
    assert "! [CG-A02]" in ran.out


@pytest.mark.parametrize(("strictness", "code", "made"), [("strict", 3, 0), ("warn", 1, 2), ("log", 0, 2)])
def test_lines_from_a_file_follow_the_same_level(
    shell: CommandLine, app: MatchService, match_of: Opened, tmp_path: Path, strictness: str, code: int, made: int
):
    """Many lines at once: strict refuses them all, warn and log keep all and flag the illegal one."""
    lines = tmp_path / "lines"
    lines.write_text(f"{SECOND_STUDENT}\nend_turn\n")
    match_id = match_of(strictness)
    ran = shell("record", match_id, "--from", lines)
    assert ran.code == code
    assert app.match(match_id).version == PLAYED + 1 + made
    assert ("warning: " in ran.err) == (strictness == "warn")


@pytest.mark.parametrize("strictness", LEVELS)
def test_an_override_shows_for_ever(shell: CommandLine, app: MatchService, match_of: Opened, strictness: str):
    """After later entries too, log, details and statistics name rule, reason and person."""
    match_id = match_of(strictness)
    app.take(match_id, SECOND_STUDENT, as_played=True, reason="noticed late")
    app.take(match_id, "end_turn", as_played=True)
    log = shell("log", match_id).out
    assert "! [CG-A02]" in log
    assert "as played: noticed late (by tess)" in log
    assert "CG-A02" in shell("stats", "violations").out
    replay = on_shelf(Shelf(history=app.history(match_id)), match_id=match_id)
    details = visit(replay, "end left enter", size=(120, 50))[-1].text
    assert "noticed late" in details
    assert "tess" in details
