"""The recording service turns everything that can happen to an act into a value, on a real store."""

import sqlite3
from pathlib import Path

import pytest

from domain.entries import Annotated
from domain.timeline import Address
from service.recording.match_service import MatchService
from service.recording.recording_service import (
    ActionLine,
    ConflictWith,
    Impossible,
    NotUnderstood,
    Recorded,
    RecordingOutcome,
    RecordingService,
    Refused,
    Unavailable,
    outcome_of,
)
from service.recording.wizard import InvalidAnswer, WizardAnswers, open_drafted
from storage.store import MatchStore
from tests.replay_tui.live import open_sheet


@pytest.fixture
def match_id(app: MatchService) -> str:
    """A match in the main phase of turn 1, at entry 7."""
    return open_sheet(app, "frc_card_game", 6)


def act(line: str, **changes: object) -> ActionLine:
    """A line as sent from entry 7."""
    return ActionLine(**({"line": line, "at_version": 7, "command_id": f"id {line}"} | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("play_student wes", Recorded),
        ("draw_card", Refused),
        ("score wall", Impossible),
        ("plaster", NotUnderstood),
    ],
)
def test_outcomes(app: MatchService, match_id: str, line: str, outcome: type[RecordingOutcome]):
    assert isinstance(RecordingService(app).take(match_id, act(line)), outcome)


def test_as_played(app: MatchService, match_id: str):
    outcome = RecordingService(app).take(match_id, act("draw_card", as_played=True, reason="it happened"))
    assert isinstance(outcome, Recorded)
    assert (outcome.version, [v.rule for v in outcome.violations]) == (8, ["CG-T03"])


def test_someone_was_first(app: MatchService, match_id: str):
    """A conflict names the other recorder and the first of their entries; the action is not stored."""
    RecordingService(app).take(match_id, act("play_student wes"))
    outcome = RecordingService(app).take(match_id, act("play_student nia"))
    assert isinstance(outcome, ConflictWith)
    assert (outcome.by, outcome.version, app.match(match_id).version) == ("tess", 8, 8)


def test_the_same_id_is_stored_once(app: MatchService, match_id: str):
    service = RecordingService(app)
    assert service.take(match_id, act("play_student wes")) == service.take(match_id, act("play_student wes"))


def test_a_locked_or_read_only_store_is_unavailable(match_id: str, tmp_path: Path):
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'm.db'}", lock_timeout=0)) as hasty:
        hasty.match(match_id)
        holder = sqlite3.connect(tmp_path / "m.db", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        outcome = RecordingService(hasty).take(match_id, act("play_student wes"))
        holder.execute("ROLLBACK")
        holder.close()
    assert isinstance(outcome, Unavailable)
    assert outcome.trouble == "busy"
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'm.db'}", read_only=True)) as reader:
        outcome = RecordingService(reader).take(match_id, act("play_student wes"))
    assert isinstance(outcome, Unavailable)
    assert outcome.trouble == "unwritable"


def test_undo_goes_back_one_action(app: MatchService, match_id: str):
    """Notes are not actions; an undone action is not undone again; the opening stays."""
    app.annotate(match_id, Annotated(about=7, text="loud"))
    assert app.match(match_id).undo_target == Address(6)
    app.take_back(match_id, 6, reason="undo", at_version=8)
    assert app.match(match_id).undo_target == Address(5)
    assert app.match(open_sheet(app, "frc_card_game")).undo_target is None


def test_undoing_what_one_has_not_seen_is_a_conflict(app: MatchService, match_id: str):
    outcome = outcome_of(lambda: app.take_back(match_id, 6, reason="undo", at_version=6))
    assert isinstance(outcome, ConflictWith)


def test_a_bad_draft_opens_nothing(app: MatchService):
    with pytest.raises(InvalidAnswer, match="give --player once"):
        open_drafted(app, WizardAnswers(game="frc_card_game"))
    assert app.store.match_ids() == []
