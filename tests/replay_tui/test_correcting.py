"""Corrections in the terminal program: the line of an entry, the preview of its effects, redo."""

from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from domain.corrected_history import corrected_history
from domain.corrections import Corrected
from domain.entries import Restored, TableEvent
from domain.seats import JUDGE
from domain.timeline import Address
from replay_tui.screens.correct_box import CorrectBox
from replay_tui.screens.correction import CorrectionScreen, grouped
from replay_tui.screens.explain_box import ExplainBox
from replay_tui.screens.record import RecordScreen
from replay_tui.screens.record_boxes import RuleBox, TableEvents
from replay_tui.screens.replay import ReplayScreen
from replay_tui.timeline import Timeline
from replay_tui.widgets.event_list import EventList
from service.kits import meant_game
from service.reading.log import action_text
from service.reading.styled_text import Span
from service.recording.correction_requests import CorrectionRequest, EffectRow, RequestedEdit, correct
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from service.typing.scoresheet import Scoresheet
from tests.replay_tui.driving import LARGE, Pictured, keys, see, visit
from tests.replay_tui.live import MATCH, open_sheet, recording, replay

ROBOT = 14
"""The entry of Ada's gamble in which Lifter is played, with Cleo, who was played in entry 13; it scores in entry 16."""
CLEO = 13
TO_ROBOT = f"colon {' '.join(str(ROBOT))} enter"
TO_CLEO = f"colon {' '.join(str(CLEO))} enter"
STRIKE = "E f2 f2 enter"


@pytest.fixture
def gamble(app: MatchService) -> str:
    """Ada's gamble in turn 4, at entry 23."""
    return open_sheet(app, "frc_card_game", 22, match_id=MATCH)


def payloads(app: MatchService) -> list[object]:
    """Return the payloads recorded since the match was opened in the test."""
    return [entry.payload for entry in app.history(MATCH).entries[23:]]


def test_the_line_of_the_entry_stands_in_the_box(app: MatchService, gamble: str):
    """`E` asks for the entry that is looked at: its line in notation, over the state before it. Given an unchanged line, then the
    record is not corrected."""
    seen, unchanged = visit(replay(app, gamble), f"{TO_ROBOT} E", "enter")
    assert isinstance(seen.screen, CorrectBox)
    assert seen.lines[0].startswith("─Board before entry 14─")
    assert unchanged.screen._line.value == "play_robot lifter [cleo] position=offensive"
    assert "Correct entry 14 of 23" in seen.text
    assert "✓ legal" in seen.text
    assert "records" not in seen.text
    assert isinstance(unchanged.screen, CorrectBox)
    assert "the line is unchanged" in unchanged.text


def test_offers_are_those_of_the_state_before(app: MatchService, gamble: str):
    """The box offers the actions of the state before the entry: Cleo before entry 13, and not after it."""
    walks = (f"{TO_CLEO} E f2 {keys('play_student c')}", f"escape escape {TO_ROBOT} E f2 {keys('play_student c')}")
    rows: list[set[str]] = []

    async def offered(pilot: Pilot[None]) -> None:
        if isinstance(pilot.app.screen, CorrectBox):
            rows.append({row.line for row in pilot.app.screen._rows.rows if row.count})

    visit(replay(app, gamble), *walks, then=offered)
    assert "play_student cleo" in rows[0]
    assert "play_student cleo" not in rows[1]


def test_a_preview_lists_what_becomes_of_the_later_entries_and_enter_records_it(app: MatchService, gamble: str):
    """Each later entry is named with its effect and reason; unchanged ones are together. Enter asks, because later entries break
    rules then; once more, it records the correction with its reason, and the replay stays at its frame."""
    stored: list[int] = []

    async def count(_: Pilot[None]) -> None:
        stored.append(len(payloads(app)))

    walks = (f"colon 1 2 enter {STRIKE}", "r s l i p enter", "enter", "enter")
    preview, _, asked, last = visit(replay(app, gamble), *walks, size=LARGE, then=count)
    assert isinstance(preview.screen, CorrectionScreen)
    assert preview.lines[0].startswith(f"CORRECTION {MATCH} 1 struck · 3 newly illegal · 2 changed · 6 same")
    for part in (
        f"12       {'is removed':<23}advance_phase to=main",
        f"13       {'! now breaks a rule':<23}play_student cleo",
        "[CG-T06]",
        "18-23    stays the same",
        "Current board",
        "PREVIEW, not recorded",
    ):
        assert part in preview.text
    assert isinstance(asked.screen, CorrectionScreen)
    assert asked.messages[-1] == "3 later entries break rules then: ⏎ again records it, esc goes back"
    assert isinstance(last.screen, ReplayScreen)
    assert last.address == f"{MATCH}/12"
    assert last.messages[1:] == ("saved 24: the record is corrected",)
    [payload] = payloads(app)
    assert isinstance(payload, Corrected)
    assert payload.reason == "slip"
    assert [(one.entry, one.how) for one in payload.amended] == [(12, "strike")]
    assert stored == [0, 0, 0, 1]


def test_the_preview_says_whose_entry_becomes_whose(app: MatchService):
    """Given Bo's roll corrected to a 1, which ends his turn, then the preview says that his next roll becomes Ada's, and enter asks
    before it records."""
    pig, catalogue = meant_game("pig", None)
    match = app.open_match(opening_of(pig, Scoresheet((), players=("Ada", "Bo"), catalogue=catalogue))).id
    for line in ("roll 6", "hold", "roll 3", "roll 2"):
        app.take(match, line)
    walks = ("colon 4 enter E backspace 1 enter", "enter", "enter")
    preview, asked, last = visit(replay(app, match), *walks)
    assert "becomes Ada's; it was Bo's" in preview.text
    assert asked.messages[-1].startswith("1 later entry becomes another player's: ⏎ again")
    assert isinstance(last.screen, ReplayScreen)
    assert app.match(match).version == 6


def test_the_duty_is_that_of_the_previewed_board(app: MatchService):
    """Given a turn that passed to Bo, then the preview of taking that back names Ada, and leaving it names Bo again."""
    pig, catalogue = meant_game("pig", None)
    match = app.open_match(opening_of(pig, Scoresheet((), players=("Ada", "Bo"), catalogue=catalogue))).id
    for line in ("roll 6", "hold"):
        app.take(match, line)
    before, asked, left = visit(recording(app, match), "", "ctrl+z", "escape")
    assert "→ Bo: to act" in before.text
    assert "→ Ada: to act" in asked.text
    assert "→ Bo: to act" in left.text


def test_another_line_takes_the_place_of_the_entry(app: MatchService, gamble: str):
    """The typed line is recorded in place of the entry's line, and the replay shows the entry as corrected at once."""
    walk = "colon 1 4 enter E " + "backspace " * len("offensive") + "d e f e n s i v e enter"
    first, last = visit(replay(app, gamble), walk, "enter enter", size=LARGE)
    assert f"14       {'is replaced':<23}play_robot lifter [cleo] position=offensive" in first.text
    assert isinstance(last.screen, ReplayScreen)
    [payload] = payloads(app)
    assert isinstance(payload, Corrected)
    assert payload.amended[0].command.position == "defensive"  # type: ignore[union-attr]
    assert last.address == f"{MATCH}/14"
    assert "as corrected" in last.lines[0]


def test_one_more_entry_is_inserted_and_corrected_again(app: MatchService, gamble: str):
    """`F2` once inserts the typed line before the entry, with an address of its own; `E` on the correction opens it again."""
    box, preview, last, again = visit(replay(app, gamble), "colon 1 9 enter E f2", "1 enter", "enter", "end E")
    assert "a command, its number or first letters" in box.text
    assert f"24#1     {'is added':<23}advance_phase" in preview.text
    assert isinstance(last.screen, ReplayScreen)
    assert [action.address for action in app.match(gamble).actions if action.number] == [(24, 1)]
    assert isinstance(again.screen, CorrectBox)
    assert "Correct entry 24#1" in again.text


def test_an_impossible_entry_blocks_the_correction_until_it_is_struck(app: MatchService, gamble: str):
    """Then Enter records zero entries and names the impossible ones; they are struck or amended in the same correction."""
    first, second, third, last = visit(replay(app, gamble), f"{TO_ROBOT} {STRIKE}", "enter", "s", "enter")
    assert f"16       {'# can no longer happen':<23}score lifter target=dasher" in first.text
    assert second.messages == ("Entry 16 becomes impossible: e amends it, s strikes it",)
    assert isinstance(second.screen, CorrectionScreen)
    assert "2 struck" in third.lines[0]
    assert "impossible" not in third.lines[0]
    assert isinstance(last.screen, ReplayScreen)
    [payload] = payloads(app)
    assert isinstance(payload, Corrected)
    assert [(one.entry, one.how) for one in payload.amended] == [(14, "strike"), (16, "strike")]


def test_an_impossible_entry_is_amended_along(app: MatchService, gamble: str):
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


def test_an_illegal_line_is_refused_with_its_rule(app: MatchService, gamble: str):
    """As on the record screen, `f` goes back to the line, and `r` records it as played, with a flag."""
    typed = " ".join("space" if letter == " " else letter for letter in "play_student cleo")
    walk = f"colon 1 2 enter E ctrl+u {typed} enter"
    refused, fixed, flagged = visit(replay(app, gamble), walk, "f", "enter r w h y enter")
    assert isinstance(refused.screen, RuleBox)
    assert isinstance(fixed.screen, CorrectBox)
    assert fixed.screen._line.value == "play_student cleo"
    assert isinstance(flagged.screen, CorrectionScreen)
    assert flagged.screen.reason == "why"


def test_an_entry_recorded_meanwhile_renews_the_preview(app: MatchService, gamble: str):
    """The preview reports an entry recorded since and is computed again; an unseen effect is not recorded."""

    async def meanwhile(pilot: Pilot[None], screen: RecordScreen) -> None:
        del pilot, screen
        app.take(gamble, "advance_phase", as_played=True)

    seen = visit(recording(app, gamble), "E pageup f2 f2 enter", meanwhile, "enter enter", "enter enter")
    assert isinstance(seen[2].screen, CorrectionScreen)
    assert "tess recorded entry 24 meanwhile: computing again" in seen[2].text
    assert isinstance(payloads(app)[-1], Corrected)
    assert len(payloads(app)) == 2
    assert isinstance(seen[3].screen, RecordScreen)


def test_an_own_correction_is_not_told_as_somebody_elses(app: MatchService, gamble: str):
    """The status names the recorder of new entries: "you" for your own correction."""
    seen = see(recording(app, gamble), "E f2 f2 enter enter")
    assert isinstance(payloads(app)[-1], Corrected)
    assert "+1 by you" in seen.text


def test_offers_follow_a_corrected_match(app: MatchService, gamble: str):
    """Given a correction made while recording, when the next action is recorded, then the offers are those of the state after it,
    without an error."""
    seen = see(recording(app, gamble), f"E f2 f2 enter enter {keys('concede Ada')} enter")
    assert app.match(MATCH).outcome is not None
    assert "cannot be read" not in seen.text
    assert not any("index" in message for message in seen.messages)
    assert [row.line for row in seen.screen.offers.offered.rows] == []


@pytest.mark.slow
def test_the_record_screen_begins_with_the_last_action(app: MatchService, gamble: str):
    """`E` on an empty line, or ^r; `pgup` goes to the one before."""
    last, before = visit(recording(app, gamble), "E", "pageup")
    assert "Correct entry 23" in last.text
    assert "Correct entry 22" in before.text
    [box] = visit(recording(app, gamble), "s ctrl+r")
    assert "Correct entry 23" in box.text


def test_an_impossible_correction_or_reading_is_reported(app: MatchService, gamble: str):
    """One message, and the replay stays: for an entry that was taken back, without corrections, and for a seat, because a line may
    name hidden cards."""
    app.take_back(gamble, 20, reason="x")
    walks = ("colon 2 2 enter E", "R", f"{TO_ROBOT} f E")
    said = (
        "Entry 22 is not a current action: only actions can be corrected",
        "both views are equal",
        "judge's view",
    )
    for seen, part in zip(visit(replay(app, gamble), *walks), said, strict=True):
        assert isinstance(seen.screen, ReplayScreen)
        assert part in seen.messages[-1]
        assert " as corrected" not in seen.lines[0]


def test_redo_says_what_it_brings_back(app: MatchService, gamble: str):
    """^y names the entries and shows the board; enter records it, and the second time the redo list is empty."""
    app.take_back(gamble, 20, reason="x")
    asked, done, again = visit(recording(app, gamble), "ctrl+y", "enter", "ctrl+y")
    assert "⏎ brings back 3 entries, 21 to 23" in asked.text
    assert "PREVIEW entry 23/24" in asked.text
    assert payloads(app)[-1] == Restored(to=23)
    assert "redo: the record after entry 23" in done.text
    assert "brings back" not in again.text


def rows(*verdicts: Any) -> list[EffectRow]:
    """Acts from 1 on with these verdicts."""
    return [EffectRow(act=str(n), verdict=verdict, before="", after="") for n, verdict in enumerate(verdicts, start=1)]


def test_only_entries_that_stay_are_told_together():
    """A row each for what changes; runs of the same on one row."""
    groups = grouped(rows("replaced", "same", "same", "changed", "changed", "same"))
    assert [(group.first.act, group.last.act, group.count) for group in groups] == [
        ("1", "1", 1),
        ("2", "3", 2),
        ("4", "4", 1),
        ("5", "5", 1),
        ("6", "6", 1),
    ]


@pytest.fixture
def righted(app: MatchService, gamble: str) -> str:
    """Lifter is in defense as corrected, and an entry is inserted before entry 19."""
    insert = RequestedEdit(Address(19), "insert", "advance_phase")
    robot = RequestedEdit(Address(14), "replace", "play_robot lifter [cleo] position=defensive")
    correct(app, CorrectionRequest(match=gamble, changes=(robot, RequestedEdit(Address(16), "strike"), insert)))
    return gamble


def test_the_replay_reads_as_ruled_or_as_recorded(app: MatchService, righted: str):
    """The replay shows the corrected match and `R` the recorded one; the title names the view, and the entry stays."""
    ruled, recorded, again = visit(replay(app, righted), "colon 1 4 enter", "R", "R", size=(120, 40))
    assert "as corrected" in ruled.lines[0]
    assert "as recorded" in recorded.lines[0]
    assert ruled.address == recorded.address == f"{righted}/14"
    assert "R────────defensive" in ruled.text
    assert "R────────defensive" not in recorded.text
    assert again.text == ruled.text


def test_superseded_acts_are_struck_through(app: MatchService, righted: str):
    """Both views of the list strike superseded actions through and show their replacements."""
    found: list[dict[int, tuple[Span, ...]]] = []

    async def look(pilot: Pilot[None]) -> None:
        events = pilot.app.screen.query_one(EventList)
        found.append({version: events.row_line(events.rows[version - 1], top=False) for version in (14, 15, 16)})

    visit(replay(app, righted), "s", "R", then=look)
    for rows_shown, old, new in zip(found, ("gone", "gone"), ("plain", "dim"), strict=True):
        told = {span.text.strip(): span.tone for span in rows_shown[14]}
        assert told["play_robot lifter [cleo] position=offensive"] == old
        assert any("position=defensive" in text and tone == new for text, tone in told.items())
        assert any("corrected by 24" in text for text in told)
        assert ("score lifter target=dasher", "gone") in {(span.text, span.tone) for span in rows_shown[16]}
        assert "(struck by 24)" in "".join(span.text for span in rows_shown[16])
        assert "gone" not in {span.tone for span in rows_shown[15] if span.text}


def test_states_as_ruled_are_those_of_the_current_line(app: MatchService, righted: str):
    """Entries that count show the states of the corrected line, the others those recorded; inserted actions are steps."""
    history = app.history(righted)
    shown, match = corrected_history(history), history.match
    for version in range(1, match.version + 1):
        action = match.standing(Address(version))
        expected = match.states[version] if action is None else action.state
        assert shown.frames[shown.last_frame_of[version]].state == expected, version
    timeline = Timeline(history)
    assert timeline.row_starts[20] - timeline.row_starts[19] > history.last_frame_of[19] - history.last_frame_of[18]
    assert [timeline.version(position) for position in range(timeline.size)] == sorted(
        timeline.version(position) for position in range(timeline.size)
    )


def test_explain_tells_each_rule_of_the_action(app: MatchService, gamble: str):
    """`i` in the replay: every rule that the command names, as the state was that it found; the judge may ask for another line."""
    first, other = visit(
        replay(app, gamble), "colon 1 3 enter i", "ctrl+u " + keys("score lifter target=dasher") + " enter"
    )
    assert isinstance(first.screen, ExplainBox)
    assert "play_student cleo  allowed" in first.text
    assert "✓ passed [CG-A02] One student" in first.text
    assert "score lifter target=dasher" in other.text
    assert "! failed" in other.text


def test_broken_rules_come_first_and_impossible_ones_stop_the_others(app: MatchService, gamble: str):
    """^g on the record screen explains the typed line in the present state."""
    [illegal] = visit(recording(app, gamble), keys("score lifter target=dasher") + " ctrl+g")
    found = illegal.screen._found
    assert found.rules[0].answer == "failed"
    assert "! failed" in illegal.text
    assert ("not checked" in illegal.text) == found.impossible
    [last] = visit(recording(app, gamble), "ctrl+g")
    assert isinstance(last.screen, ExplainBox)
    assert last.screen._line.value == print_line(app, gamble)


def print_line(app: MatchService, match_id: str) -> str:
    """The last action in notation."""
    history = app.history(match_id)
    return action_text(history, history.match.actions[-1].version, JUDGE)


def test_a_seat_is_told_of_no_line_of_its_own(app: MatchService, gamble: str):
    """Explanations use all information, so a seat's view explains only recorded lines and takes no typed ones."""
    seen = see(replay(app, gamble), "colon", "1", "3", "enter", "f", "i")
    assert isinstance(seen.screen, ExplainBox)
    assert "⏎ explains another line" not in seen.text
    [typed_line] = visit(recording(app, gamble), "f2 " + keys("concede") + " ctrl+g")
    assert "concede" not in typed_line.screen._line.value


TABLE_EVENTS = {
    "j Ada: he drew twice": TableEvent(what="judge_called", author="Ada", role="player", text="he drew twice"),
    "s judge Kim: both hands": TableEvent(what="statement", author="Kim", role="judge", text="both hands"),
    "c 50": TableEvent(what="clock_started", author="tess", role="scorekeeper", minutes=50),
    "m 5 late": TableEvent(what="extra_time", author="tess", role="scorekeeper", minutes=5, text="late"),
    "x ": TableEvent(what="clock_ended", author="tess", role="scorekeeper"),
}


@pytest.mark.slow
def test_table_events_are_recorded_from_f10(app: MatchService, gamble: str):
    """A letter, then author and text; the state stays. They are about the current entry of a replay."""
    before = app.match(gamble).state
    walks = [f"f10 {line[0]} {keys(line[2:])} enter" for line in TABLE_EVENTS]
    visit(recording(app, gamble), *walks)
    assert payloads(app) == [*TABLE_EVENTS.values()]
    visit(replay(app, gamble), "colon 1 3 enter", *walks[:2])
    assert payloads(app)[len(walks) :] == [replace(event, about=13) for event in [*TABLE_EVENTS.values()][:2]]
    assert app.match(gamble).state == before


def test_a_table_event_without_its_text_is_refused(app: MatchService, gamble: str):
    """Extra time has minutes, a statement words: the line stays until they are there."""
    more, said = visit(recording(app, gamble), "f10 m s o o n enter", "escape f10 s enter")
    assert "how many minutes" in more.text
    assert "who says what" in said.text
    assert payloads(app) == []


def test_an_agreed_end_is_offered_only_on_the_record_screen(app: MatchService, gamble: str):
    """A replay looks at any entry: an agreed end, a take-back and the time of the next action are the record screen's."""
    from_replay, from_record = see(replay(app, gamble), "f10", "e"), visit(recording(app, gamble), "f10")[0]
    assert isinstance(from_replay.screen, TableEvents)
    assert "ended by agreement" not in from_replay.text
    assert "ended by agreement" in from_record.text


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_preview_as_drawn(app: MatchService, gamble: str, pictured: Pictured, size: tuple[int, int]):
    """Lifter was never played: entry 16 is impossible then; and why it is put right."""
    pictured(replay(app, gamble), size, f"{TO_ROBOT} {STRIKE} r s l i p enter")
