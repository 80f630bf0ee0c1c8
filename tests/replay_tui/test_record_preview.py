"""Preview before commit: while one types, the board shows what enter would record, and nothing is stored."""

from typing import Any

import pytest
from textual.pilot import Pilot

from domain.digest import digest_of
from service.recording.matchbook import Matchbook
from tests.replay_tui.driving import keys, press, visit
from tests.replay_tui.live import MAIN_PHASE, open_sheet, recording
from tests.replay_tui.test_record_pilot import SHEETS

PREVIEW = "PREVIEW, not recorded"


@pytest.mark.promise(id="Convention 9")
def test_the_board_moves_while_one_types(app: Matchbook, match_id: str):
    """Letters that bring a legal action to the top show its changes on the board; `esc` takes them back, enter records them."""
    before, typed, back, saved = visit(recording(app, match_id), "", keys("wes"), "escape", f"{keys('wes')} enter")
    assert PREVIEW not in before.text
    assert PREVIEW in typed.text
    assert "*S Wes" in typed.text
    assert "⏎ records play_student wes" in typed.text
    assert back.text == before.text
    assert "saved 8" in saved.text
    assert PREVIEW not in saved.text


@pytest.mark.promise(id="Convention 9")
def test_the_highlight_moves_the_board(app: Matchbook, match_id: str):
    """Each row that is moved to shows what it would do."""
    first, second = visit(recording(app, match_id), f"{keys('play_student ')} down", "down")
    assert first.text != second.text
    assert all(PREVIEW in seen.text for seen in (first, second))


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.promise(id="Convention 9")
def test_the_preview_is_what_is_recorded(app: Matchbook, name: str):
    """In every game, the state previewed for the first whole row is the state after enter records it."""
    match_id = open_sheet(app, name, 20)
    shown = []

    async def choose(pilot: Pilot[None], screen: Any) -> None:
        row = next(n for n, row in enumerate(screen.offered.rows) if row.complete)
        await press(pilot, *["down"] * (row + 1))
        shown.append(digest_of(screen.query_one("#board").preview))

    visit(recording(app, match_id), choose, "enter")
    assert shown == [digest_of(app.match(match_id).state)]


@pytest.mark.promise(id="Convention 9")
def test_what_the_rules_forbid_is_not_shown(app: Matchbook, match_id: str):
    """An illegal or unfinished line leaves the board as it stands."""
    illegal, unfinished = visit(recording(app, match_id), keys("draw_card"), f"escape {keys('play_robot ')}")
    assert PREVIEW not in illegal.text
    assert PREVIEW not in unfinished.text


@pytest.mark.promise(id="Convention 9")
def test_a_question_about_entries_goes_before_the_line(app: Matchbook):
    """While undo is asked for, the board shows where it goes back to, not what stands in the line."""
    match_id = open_sheet(app, "frc_card_game", MAIN_PHASE + 1)
    seen = visit(recording(app, match_id), f"{keys('en')} ctrl+z")[-1]
    assert PREVIEW not in seen.text
    assert "PREVIEW entry 7/8" in seen.text
