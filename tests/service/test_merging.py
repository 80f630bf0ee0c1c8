"""Two scorekeepers' records of one match become one."""

from contextlib import closing
from pathlib import Path

import pytest

from domain.decision import RuleViolation
from domain.entries import Annotated
from domain.registry import load_game
from projections.analytics import Analytics
from projections.answers import MatchQuery
from service.errors import UsageProblem
from service.judging.record_merge import differences, merge
from service.recording.correction_requests import CorrectionRequest, RequestedEdit, correct
from service.recording.match_service import MatchService
from service.resources import sample_sheets
from service.simulation.demonstration import type_in

GAME = load_game("frc_card_game")


def two_records(app: MatchService) -> tuple[str, str]:
    """The match of a table, written down twice."""
    return tuple(type_in(app, GAME, sample_sheets(GAME)[0]).id for _ in range(2))  # type: ignore[return-value]


def commands(app: MatchService, match: str) -> list[object]:
    return [action.command for action in app.match(match).actions]


def test_equal_records_have_no_differences(app: MatchService) -> None:
    """Notes and take-backs of one scorekeeper are not play: current actions are compared."""
    mine, theirs = two_records(app)
    app.annotate(theirs, Annotated(about=3, text="a fine card"))
    app.undo(theirs)
    app.take(theirs, "score wall")
    assert differences(app, mine, theirs) == ()
    merge(app, mine, theirs, ())
    assert app.match(theirs).version == app.match(mine).version + 4


def test_the_chosen_differences_become_one_correction(app: MatchService) -> None:
    """Differences that were not chosen stay."""
    mine, theirs = two_records(app)
    line = app.match(mine).actions
    app.take_back(mine, line[-3].version, reason="the first scorekeeper left")
    found = differences(app, mine, theirs)
    assert [(one.acts, one.before, len(one.theirs)) for one in found] == [((), "", 2)]
    merge(app, mine, theirs, {1})
    assert commands(app, mine) == commands(app, theirs)
    assert app.match(mine).outcome == app.match(theirs).outcome


def test_a_difference_in_the_middle_is_a_correction(app: MatchService) -> None:
    """A student that one scorekeeper mistook for another is put right where it was played, and later entries are kept."""
    mine, theirs = two_records(app)
    action = next(action for action in app.match(mine).actions if "switch" in type(action.command).__name__.lower())
    correct(app, CorrectionRequest(match=mine, changes=(RequestedEdit(action.address, "strike"),), as_played=True))
    (found,) = differences(app, mine, theirs)
    assert (found.acts, found.mine) == ((), ())
    assert found.theirs[0].startswith("switch_position")
    receipts = merge(app, mine, theirs, {1})
    assert [receipt.entry.payload.__struct_config__.tag for receipt in receipts] == ["corrected", "merged"]
    assert commands(app, mine) == commands(app, theirs)


@pytest.mark.slow
def test_the_merged_record_does_not_count(app: MatchService, tmp_path: Path) -> None:
    """It is listed as a duplicate of the one that goes on, also in a fresh file; it is not merged again."""
    mine, theirs = two_records(app)
    app.take_back(theirs, 30, reason="left early")
    merge(app, mine, theirs, ())
    with pytest.raises(RuleViolation, match="merged once"):
        merge(app, mine, theirs, ())
    with closing(Analytics(tmp_path / "analytics.duckdb", app.store)) as analytics:
        for _ in range(2):
            listed = {row.id: (row.kind, row.duplicate_of) for row in analytics.matches(MatchQuery())}
            assert listed == {mine: ("match", ""), theirs: ("duplicate", mine)}
            analytics.rebuild()


def test_a_refused_merge_changes_nothing(app: MatchService) -> None:
    """Merged records, merges into each other, and records of other matches."""
    mine, theirs = two_records(app)
    merge(app, type_in(app, GAME, sample_sheets(GAME)[0]).id, theirs, ())
    app.take_back(mine, app.match(mine).actions[-3].version, reason="the first scorekeeper left")
    action = next(action for action in app.match(mine).actions if "switch" in type(action.command).__name__.lower())
    correct(app, CorrectionRequest(match=mine, changes=(RequestedEdit(action.address, "strike"),), as_played=True))
    before = app.store.head_position()
    with pytest.raises(RuleViolation, match="merged once"):
        merge(app, mine, theirs, {1, 2})
    assert app.store.head_position() == before
    mine, theirs = two_records(app)
    merge(app, mine, theirs, ())
    before = app.match(mine).version, app.match(theirs).version
    with pytest.raises(UsageProblem, match=f"was merged into {mine}"):
        merge(app, theirs, mine, ())
    assert (app.match(mine).version, app.match(theirs).version) == before
    mine, _ = two_records(app)
    robin = load_game("robin_in_the_hood")
    other = type_in(app, robin, sample_sheets(robin)[0]).id
    for pair in ((mine, other), (mine, mine)):
        with pytest.raises(UsageProblem):
            differences(app, *pair)
