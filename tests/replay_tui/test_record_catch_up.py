"""Catching up: missed turns that are pasted or loaded, recorded one after the other, stopped at what is refused."""

from pathlib import Path
from typing import Any

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from domain.digest import digest_of
from replay_tui.scorekeeping.pasted_text import MOST_LINE, MOST_LINES, take_pasted
from service.recording.match_service import MatchService
from tests.campaigns import some
from tests.replay_tui.driving import Walk, keys, see, settle, visit
from tests.replay_tui.live import open_sheet, recording, sheet_of
from tests.replay_tui.test_record_pilot import SHEETS

pytestmark = pytest.mark.promise(id="R5")

MEGABYTE = 1 << 20


def pasted(text: str) -> Walk:
    """The terminal's handling of a text from the clipboard."""

    async def paste(pilot: Pilot[None], screen: Any) -> None:
        pilot.app.post_message(Paste(text))
        await pilot.pause()
        while screen.saving:
            await settle(pilot)

    return paste


def test_blank_lines_and_comments_are_no_commands():
    """Given text pasted from a score sheet, then only its commands are kept, with any line ends."""
    assert take_pasted("# turn 1\r\nplay_student wes\r\rend_turn\n\n").lines == ("play_student wes", "end_turn")


def test_lines_beyond_the_limit_are_counted():
    """Too many lines and too long a line are left out from there on, with one line that says so; no line is cut in two."""
    many = take_pasted("end_turn\n" * (MOST_LINES + 5))
    assert len(many.lines) == MOST_LINES
    assert "5 more were left out" in many.left_out
    long = take_pasted(f"end_turn\n{'x' * MEGABYTE}\nend_turn")
    assert long.lines == ("end_turn",)
    assert (
        long.left_out == f"line 2 has 1,048,576 letters, at most {MOST_LINE:,} are read: it and the rest were left out"
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", some(SHEETS, 1))
def test_a_whole_match_is_pasted(app: MatchService, name: str):
    """The lines of the hand-written match, pasted at once, leave the same state as the match that was typed in."""
    lines = [line.text for line in sheet_of(name)[1].lines if not line.refused]
    match_id = open_sheet(app, name)
    seen = visit(recording(app, match_id), pasted("\n".join(lines)))[-1]
    typed = app.match(open_sheet(app, name, len(lines)))
    assert digest_of(app.match(match_id).state) == digest_of(typed.state)
    assert seen.line == ""


def test_the_queue_stops_at_the_first_refusal(app: MatchService, match_id: str):
    """The legal lines are stored, the refused line is in its box, the rest waits in sight."""
    walk = pasted("play_student wes\nplay_student nia\nend_turn\ndraw_card")
    boxed, cancelled = visit(recording(app, match_id), walk, "escape")
    assert app.match(match_id).version == 8
    assert "[CG-A02]" in boxed.text
    assert cancelled.line == "play_student nia"
    assert "2 lines wait" in cancelled.text
    assert "next: end_turn" in cancelled.text


def test_the_queue_goes_on_after_as_played(app: MatchService, match_id: str):
    """Recorded as played, the refused line is stored flagged, and the lines behind it follow by themselves."""
    walk = pasted("play_student wes\nplay_student nia\nend_turn")
    visit(recording(app, match_id), walk, "r", "enter")
    assert [len(e.payload.violations) for e in app.history(match_id).entries[-3:]] == [0, 1, 0]


def test_a_corrected_line_holds_the_queue(app: MatchService, match_id: str):
    """After `f` and another line, what waits is named; enter on an empty line lets it go on."""
    walk = pasted("play_student wes\nplay_student nia\nend_turn")
    fixed, instead, on = visit(
        recording(app, match_id), walk, "f", "escape p l a y underscore m e n t o r space 1 enter", "enter"
    )[-3:]
    assert fixed.line == "play_student nia"
    assert "1 line waits" in instead.text
    assert "next: end_turn" in instead.text
    assert "1 line waits" not in on.text
    assert app.match(match_id).state.turn == 2


def test_escape_drops_the_queue_before_the_screen(app: MatchService, match_id: str):
    """`esc` empties the line, then lets the queue go and says so, then leaves."""
    walks = visit(recording(app, match_id), pasted("play_studnt wes\nend_turn"), "escape", "escape", "escape")
    assert "1 line waits" in walks[1].text
    assert "1 line dropped, from end_turn on" in walks[2].text
    assert "RECORD" not in walks[3].text


def test_lines_are_loaded_from_a_file(app: MatchService, match_id: str, tmp_path: Path):
    """Ctrl+O asks for a file; its lines run as if they were pasted."""
    (tmp_path / "turns").write_text("play_student wes\nend_turn\n")

    async def name_it(pilot: Pilot[None], screen: Any) -> None:
        screen.query_one("#prompt-input").value = str(tmp_path / "turns")
        await pilot.press("enter")

    visit(recording(app, match_id), "ctrl+o", name_it, "")
    assert app.match(match_id).state.turn == 2


@pytest.mark.parametrize(("path", "said"), [("xy", "xy: no such file"), ("/dev/zero", "/dev/zero: larger than")])
def test_a_file_that_cannot_be_loaded_is_told(app: MatchService, match_id: str, path: str, said: str):
    """One line names the file and the reason; what was typed is there to be mended. A device is read no further than a file may
    be long."""
    seen = see(recording(app, match_id), f"ctrl+o {keys(path)} enter")
    assert said in seen.text
    assert seen.focus == "prompt-input"


def test_a_megabyte_without_newlines(app: MatchService, match_id: str):
    """The kept text is bounded, one line says what was cut, and the screen answers the next key."""
    seen, after = visit(recording(app, match_id), pasted("x" * MEGABYTE), "escape w e s enter")
    assert len(seen.line) == MOST_LINE
    assert any("1,048,576 letters pasted" in message for message in seen.messages)
    assert "saved 8" in after.text


def test_a_megabyte_of_lines(app: MatchService, match_id: str):
    """A hundred thousand lines: the first is refused as unreadable, a thousand are kept, the rest is named."""
    seen, after = visit(recording(app, match_id), pasted("nonsense x\n" * 95_326), "escape escape w e s enter")
    assert "999 lines wait" in seen.text
    assert any("94,326 more were left out" in message for message in seen.messages)
    assert "saved 8" in after.text


def test_a_megabyte_into_a_prompt(app: MatchService, match_id: str):
    """A prompt and the reason of a box take no more than a person can mean."""
    seen = visit(recording(app, match_id), "ctrl+n", pasted("x" * MEGABYTE), "enter", "escape w e s enter")[-1]
    assert "saved 8" in seen.text
    assert len(str(app.history(match_id).entries)) < MEGABYTE
