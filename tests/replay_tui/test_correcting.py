"""Putting the record right in the program: the line of an entry, what it would come to, redo."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from domain.amending import Corrected, Restored
from replay_tui.screens.correct_box import CorrectBox
from replay_tui.screens.correction import CorrectionScreen, grouped
from replay_tui.screens.record import RecordScreen
from replay_tui.screens.record_boxes import RuleBox
from replay_tui.screens.replay import ReplayScreen
from service.recording.correcting import Row
from service.recording.matchbook import Matchbook
from tests.replay_tui.branched import MATCH, fixed_table, replay
from tests.replay_tui.conftest import see, visit
from tests.replay_tui.live import live, open_sheet, program

ROBOT = 14
"""The entry of Ada's gamble in which Lifter is played, with Cleo, who was played in entry 13; it scores in entry 16."""
CLEO = 13
TO_ROBOT = f"colon {' '.join(str(ROBOT))} enter"
TO_CLEO = f"colon {' '.join(str(CLEO))} enter"
STRIKE = "E f2 f2 enter"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Matchbook]:
    """The application on a store of its own."""
    with fixed_table(tmp_path) as matchbook:
        yield matchbook


@pytest.fixture
def gamble(app: Matchbook) -> str:
    """Ada's gamble in turn 4, at entry 23."""
    return open_sheet(app, "frc_card_game", 22, match_id=MATCH)


def payloads(app: Matchbook) -> list[object]:
    """What was recorded since the match was opened in the test."""
    return [entry.payload for entry in app.history(MATCH).entries[23:]]


def test_13_1_the_line_of_the_entry_stands_in_the_box(app: Matchbook, gamble: str):
    """`E` asks for the entry that is looked at, its own line in notation, with what was legal in the state before it."""
    seen = see(replay(app, gamble), *TO_ROBOT.split(), "E")
    assert isinstance(seen.screen, CorrectBox)
    assert seen.screen._line.value == "play_robot lifter [cleo] position=offensive"
    assert "Correct entry 14" in seen.text
    assert "✓ legal" in seen.text
    assert "records" not in seen.text


def test_13_1_offers_are_those_of_the_state_before(app: Matchbook, gamble: str):
    """What is offered is what was possible then: Cleo could be played before entry 13, and no more after it."""
    rows = []
    for keys in (TO_CLEO, TO_ROBOT):
        seen = see(replay(app, gamble), *keys.split(), "E", "f2", *"play_student", "space", "c")
        rows.append({row.line for row in seen.screen._rows.rows if row.count})
    assert "play_student cleo" in rows[0]
    assert "play_student cleo" not in rows[1]


def test_13_1_a_preview_lists_what_becomes_of_the_later_entries(app: Matchbook, gamble: str):
    """Nothing is stored; each later entry is named with what becomes of it, and why; those that stay the same together."""
    seen = see(replay(app, gamble), "colon", "1", "2", "enter", *STRIKE.split(), size=(120, 40))
    assert isinstance(seen.screen, CorrectionScreen)
    assert seen.lines[0].startswith(f"CORRECTION {MATCH} 1 struck · 3 newly illegal · 2 changed · 6 same")
    assert "12       struck          advance_phase to=main" in seen.text
    assert "13       ! newly illegal play_student cleo" in seen.text
    assert "[CG-T06]" in seen.text
    assert "18-23    same" in seen.text
    assert "Board as it stands" in seen.text
    assert "PREVIEW, not recorded" in seen.text
    assert payloads(app) == []


def test_13_1_enter_records_what_was_previewed(app: Matchbook, gamble: str):
    """With its reason; the frame that is looked at stays, and it is said."""
    walk = "colon 1 2 enter E f2 f2 enter r s l i p enter enter"
    seen = see(replay(app, gamble), *walk.split())
    assert isinstance(seen.screen, ReplayScreen)
    assert seen.address == f"{MATCH}/12"
    assert seen.messages == ("saved 24: the record is put right",)
    [payload] = payloads(app)
    assert isinstance(payload, Corrected)
    assert payload.reason == "slip"
    assert [(one.entry, one.how) for one in payload.amended] == [(12, "strike")]


def test_13_1_another_line_takes_the_place_of_the_entry(app: Matchbook, gamble: str):
    """What is typed in the place of the entry's line is recorded in it."""
    walk = "colon 1 4 enter E " + "backspace " * len("offensive") + "d e f e n s i v e enter"
    first, last = visit(replay(app, gamble), walk, "enter")
    assert "14       replaced        play_robot lifter [cleo] position=offensive → play_" in first.text
    assert isinstance(last.screen, ReplayScreen)
    [payload] = payloads(app)
    assert isinstance(payload, Corrected)
    assert payload.amended[0].command.position == "defensive"  # type: ignore[union-attr]


def test_13_1_an_unchanged_line_is_no_correction(app: Matchbook, gamble: str):
    """It is said what can be done."""
    seen = see(replay(app, gamble), *TO_ROBOT.split(), "E", "enter")
    assert isinstance(seen.screen, CorrectBox)
    assert "that is how it stands" in seen.text


def test_13_1_one_more_entry_is_inserted(app: Matchbook, gamble: str):
    """`F2` once: what is typed comes before the entry, as an act of the correction."""
    box, preview, last = visit(replay(app, gamble), "colon 1 9 enter E f2", "1 enter", "enter")
    assert "a command, a number or letters of it" in box.text
    assert "24#1     inserted        advance_phase" in preview.text
    assert isinstance(last.screen, ReplayScreen)
    assert [act.address for act in app.match(gamble).acts if act.number] == [(24, 1)]


def test_13_1_what_becomes_impossible_stops_it_until_it_is_struck(app: Matchbook, gamble: str):
    """Enter records nothing then, and says which entries; they are struck or amended in the same correction."""
    first, second, third, last = visit(replay(app, gamble), f"{TO_ROBOT} {STRIKE}", "enter", "s", "enter")
    assert "16       # impossible    score lifter target=dasher" in first.text
    assert second.messages == ("Impossible after it: 16. e amends it, s strikes it",)
    assert isinstance(second.screen, CorrectionScreen)
    assert "2 struck" in third.lines[0]
    assert "impossible" not in third.lines[0]
    assert isinstance(last.screen, ReplayScreen)
    [payload] = payloads(app)
    assert isinstance(payload, Corrected)
    assert [(one.entry, one.how) for one in payload.amended] == [(14, "strike"), (16, "strike")]


def test_13_1_an_impossible_entry_is_amended_along(app: Matchbook, gamble: str):
    """`e` asks for its line, as `E` did for the first; `esc` leads back, one level after the other."""
    seen = visit(replay(app, gamble), f"{TO_ROBOT} {STRIKE}", "e", "escape", "escape", "escape")
    assert [type(one.screen) for one in seen] == [
        CorrectionScreen,
        CorrectBox,
        CorrectionScreen,
        CorrectBox,
        ReplayScreen,
    ]
    assert "Correct entry 16" in seen[1].text
    assert payloads(app) == []


def test_13_1_an_illegal_line_is_refused_with_its_rule(app: Matchbook, gamble: str):
    """As when recording: `f` goes back to the line, `r` records it as played, flagged."""
    typed = " ".join("space" if letter == " " else letter for letter in "play_student cleo")
    walk = f"colon 1 2 enter E ctrl+u {typed} enter"
    refused, fixed = visit(replay(app, gamble), walk, "f")
    assert isinstance(refused.screen, RuleBox)
    assert isinstance(fixed.screen, CorrectBox)
    assert fixed.screen._line.value == "play_student cleo"
    _, flagged = visit(replay(app, gamble), walk, "r w h y enter")
    assert isinstance(flagged.screen, CorrectionScreen)
    assert flagged.screen.reason == "why"


def test_13_1_somebody_was_first(app: Matchbook, gamble: str):
    """What was recorded since the preview is told, and the preview is made anew; nothing is recorded unseen."""

    async def meanwhile(pilot: Pilot[None], screen: RecordScreen) -> None:
        del pilot, screen
        app.take(gamble, "advance_phase", as_played=True)

    seen = live(program(app, gamble), "E pageup f2 f2 enter", meanwhile, "enter", "enter")
    assert isinstance(seen[2].screen, CorrectionScreen)
    assert "tess recorded entry 24 meanwhile: this is made anew" in seen[2].text
    assert isinstance(payloads(app)[-1], Corrected)
    assert len(payloads(app)) == 2
    assert isinstance(seen[3].screen, RecordScreen)


def test_13_1_the_record_screen_begins_with_the_last_action(app: Matchbook, gamble: str):
    """`E` on an empty line, or ^r; `pgup` goes to the one before. In a line, `E` is a letter."""
    last, before, typed = live(program(app, gamble), "E", "pageup", "escape s E")
    assert "Correct entry 23" in last.text
    assert "Correct entry 22" in before.text
    assert typed.line == "sE"
    [box] = live(program(app, gamble), "s ctrl+r")
    assert "Correct entry 23" in box.text


def test_13_1_what_does_not_stand_cannot_be_corrected(app: Matchbook, gamble: str):
    """A note, or what was taken back: it is said, and no box opens."""
    app.take_back(gamble, 20, reason="x")
    seen = see(replay(app, gamble), "colon", "2", "2", "enter", "E")
    assert isinstance(seen.screen, ReplayScreen)
    assert seen.messages == ("Entry 22 is no action that stands: only what is played can be corrected",)


def test_13_1_only_the_judge_corrects(app: Matchbook, gamble: str):
    """A line names what is hidden: from a seat's view nothing is shown of it."""
    seen = see(replay(app, gamble), *TO_ROBOT.split(), "f", "E")
    assert isinstance(seen.screen, ReplayScreen)
    assert "judge's view" in seen.messages[0]


def test_13_1_who_only_watches_corrects_nothing(app: Matchbook, gamble: str):
    """Without a recorder the command for it is named."""
    seen = see(replay(app, gamble, records=False), "E")
    assert "matchbook correct" in seen.messages[0]


def test_13_1_a_correction_is_corrected(app: Matchbook, gamble: str):
    """`E` on the entry of a correction asks for what it made; its inserted acts have addresses of their own."""
    walk = "colon 1 9 enter E f2 1 enter enter end E"
    seen = see(replay(app, gamble), *walk.split())
    assert isinstance(seen.screen, CorrectBox)
    assert "Correct entry 24#1" in seen.text


def test_13_1_redo_says_what_it_brings_back(app: Matchbook, gamble: str):
    """^y names the entries and shows the board; enter records it, and a second time there is nothing to redo."""
    app.take_back(gamble, 20, reason="x")
    asked, done, again = live(program(app, gamble), "ctrl+y", "enter", "ctrl+y")
    assert "⏎ brings back 3 entries, 21 to 23" in asked.text
    assert "PREVIEW entry 23/24" in asked.text
    assert payloads(app)[-1] == Restored(to=23)
    assert "redo: as it stood after entry 23" in done.text
    assert "brings back" not in again.text


def rows(*verdicts: Any) -> list[Row]:
    """Acts from 1 on with these verdicts."""
    return [Row(act=str(n), verdict=verdict, before="", after="") for n, verdict in enumerate(verdicts, start=1)]


def test_13_1_only_entries_that_stay_are_told_together():
    """A row each for what changes; runs of the same on one row."""
    groups = grouped(rows("replaced", "same", "same", "changed", "changed", "same"))
    assert [(group.first.act, group.last.act, group.count) for group in groups] == [
        ("1", "1", 1),
        ("2", "3", 2),
        ("4", "4", 1),
        ("5", "5", 1),
        ("6", "6", 1),
    ]
