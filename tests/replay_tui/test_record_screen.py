"""The record screen on a real store: what is saved, refused, recorded as played, undone, and what a failure leaves behind."""

import re
from pathlib import Path
from threading import Event
from typing import Any, Final

import pytest
from textual.events import Key
from textual.pilot import Pilot

from domain.entries import ActionEntry, Annotated, TakenBack
from domain.registry import load_game
from replay_tui.timeline_follower import TimelineFollower
from replay_tui.widgets.board_view import BoardView
from service.kits import meant_game
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from service.recording.recording_service import ActionLine, RecordingOutcome, RecordingService, Unavailable
from service.typing.scoresheet import Scoresheet
from service.typing.suggestions import Suggester
from service.typing.words import take_apart
from tests.replay_tui.driving import LARGE, OFTEN, SMALL, keys, see, until, visit
from tests.replay_tui.live import MAIN_PHASE, lines_of, open_sheet, other_records, recording, sheet_of, table
from tests.replay_tui.memory import Shelf, on_shelf, row


@pytest.fixture(autouse=True)
def _news_when_asked_for(monkeypatch: pytest.MonkeyPatch):
    """The screen looks for entries of others only when a walk asks it to, not every second."""
    monkeypatch.setattr(TimelineFollower, "SECONDS", 3600)


def last(app: MatchService, match_id: str) -> Any:
    """The payload recorded last."""
    return app.history(match_id).entries[-1].payload


@pytest.mark.promise(id="R1")
def test_letters_filter_and_enter_records(app: MatchService, match_id: str):
    """The letters of a card bring its row to the top; enter records it, and the line is empty again."""
    filtered, saved = visit(recording(app, match_id), "w e s", "enter")
    assert "1 Play a student: wes" in filtered.text
    assert "saved 8" in saved.text
    assert saved.line == ""
    assert last(app, match_id).command.card == "wes"


def test_keys_of_one_read_are_answered_in_their_order(app: MatchService, match_id: str):
    """Letters and editing keys that arrive together give the same line as slow typing."""
    for typed, line in (("w e left x", "wxe"), ("a b backspace backspace c d", "cd"), ("w e home x end ctrl+w q", "q")):
        seen = see(recording(app, match_id), lambda pilot, _, typed=typed: type_at_once(pilot, *typed.split()))
        assert seen.line == line


async def type_at_once(pilot: Pilot[None], *keys: str) -> None:
    """Send keys as a terminal does that hands over several at once."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))
    await pilot.pause()


@pytest.mark.promise(id="R1")
def test_digits_choose_argument_by_argument(app: MatchService, match_id: str):
    """A digit names a command, the next its card; only enter records it."""

    async def number_of(pilot: Pilot[None], screen: Any) -> None:
        rows = [row.label for row in screen.offered.rows]
        await pilot.press(str(rows.index("play_student") + 1))

    named, chosen = visit(recording(app, match_id), number_of, "1")
    assert named.line == "play_student "
    assert "legal" in chosen.text
    assert app.match(match_id).version == 7


@pytest.mark.parametrize(
    ("game", "played", "typed", "line"),
    [("pbl_robots", 20, "13325", "roll_defense 3,3,2,5"), ("frc_card_game", MAIN_PHASE, "wes\ren", "en")],
)
def test_keys_may_come_faster_than_the_screen(app: MatchService, game: str, played: int, typed: str, line: str):
    """Each key acts on the line that the keys before it made; letters after enter are not of the line that is recorded."""
    match_id = open_sheet(app, game, played)

    async def hurry(pilot: Pilot[None], screen: Any) -> None:
        for letter in typed:
            screen.line.post_message(Key("enter" if letter == "\r" else letter, letter))

    assert visit(recording(app, match_id), hurry)[-1].line == line
    assert "\r" not in typed or last(app, match_id).command.card == "wes"


def test_an_ambiguous_line_is_not_recorded(app: MatchService, match_id: str):
    """Enter is refused while several rows fit: the line stays, and the whole advice fits into 80 columns."""
    seen = visit(recording(app, match_id), "p l enter")[-1]
    assert seen.line == "pl"
    assert "several actions match; type more letters, or choose a row with ↓" in seen.text
    assert app.match(match_id).version == 7


def test_in_a_line_letters_and_digits_are_text(app: MatchService, match_id: str):
    """Keys of an empty line are text in a line. Digits choose rows where a word may begin, and after letters only if two or more
    rows lack a following digit."""
    lines = ("u", "c2", "roll6", "pCJ", "sE", "nlw")
    seen = visit(recording(app, match_id), *(f"ctrl+u {' '.join(line)}" for line in lines))
    assert tuple(one.line for one in seen) == lines


def test_a_long_line_is_seen_whole_beside_its_verdict(app: MatchService, match_id: str):
    """On 80 columns a line that leaves no room for the verdict beside it is seen from its beginning, with the verdict below."""
    for reason, below in (("w", 0), ("miscounted twice", 1)):
        line = f'adjust "{reason}" [points_changed(Ada, 100)]'
        seen = visit(recording(app, match_id), keys(line))[-1]
        row = next(row for row, text in enumerate(seen.lines) if text.startswith(f"> {line}"))
        assert "legal" in seen.lines[row + below], seen.text


@pytest.mark.parametrize("typed", ["low run 12", "w low 12", "low run 1 backspace 1 2"])
def test_digits_behind_words_are_arguments(app: MatchService, typed: str):
    """Points typed behind the words of a box, or behind its letters, are the points and choose no row; enter records them."""
    game, catalogue = meant_game("yacht", None)
    match = app.open_match(opening_of(game, Scoresheet((), players=("Ada", "Bo"), catalogue=catalogue))).id
    app.take(match, "roll [1, 2, 3, 4, 5]")
    text, backspace, more = typed.partition(" backspace")
    seen = visit(recording(app, match), f"{keys(text)}{backspace}{more} enter")[-1]
    assert "saved 3" in seen.text
    assert last(app, match).command.args == {"box": "low_run", "points": 12}


@pytest.mark.slow
def test_a_mistake_stays_and_is_marked(app: MatchService, match_id: str):
    """A finished line that cannot be read stays as typed after enter, its wrong word is marked, and all of the error is on
    the screen, however long."""
    line = "play_robot krabby students=[nia, pax] position=sideways"
    marked: list[str] = []

    async def look(_: Pilot[None], screen: Any) -> None:
        marked.extend(
            line[span.start : span.end] for span in screen.line._value.spans if "underline" in str(span.style)
        )

    typed_in, seen = visit(recording(app, match_id), f"{keys(line)} enter", look)
    assert typed_in.line == seen.line == line
    assert marked == ["sideways"]
    assert "expected, found 'sideways' (column 48)" in " ".join(seen.text.split())
    assert app.match(match_id).version == 7


def test_a_number_is_whole(app: MatchService):
    """A finished line with an impossible number is judged as typed; other rows do not replace it."""
    state = app.match(open_sheet(app, "pbl_robots", 19)).state
    offered = Suggester(load_game("pbl_robots"), state).suggest("roll_attack 9")
    assert (offered.verdict.standing, offered.typed_first) == ("illegal", True)


def test_up_fetches_lines_back(app: MatchService):
    """An undone line is the first that ↑ brings back, then the ones before it; ↓ goes back to the empty line; enter records
    the line again."""
    match_id = open_sheet(app, "frc_card_game", MAIN_PHASE + 1)
    seen = visit(recording(app, match_id), "ctrl+z enter", "up", "up", "down", "down", "up enter")
    assert [s.line for s in seen] == ["", "play_student wes", "advance_phase", "play_student wes", "", ""]
    assert last(app, match_id).command.card == "wes"


def test_a_prompt_that_will_refuse_says_so(app: MatchService, match_id: str):
    """The prompts of take-backs, times and notes report what enter would refuse, while you type."""
    walks = ("ctrl+b 9 9", "escape ctrl+t 2 5 colon 0 0", "escape ctrl+n 9 colon a")
    said = ("1 to 6", "25:00 is not a time", "1 to 7")
    for seen, part in zip(visit(recording(app, match_id), *walks), said, strict=True):
        assert part in seen.text


def test_a_take_back_to_an_entry_that_does_not_stand_is_told(app: MatchService):
    """The prompt names the nearest entry that counts, before enter."""
    match_id = open_sheet(app, "frc_card_game", MAIN_PHASE + 1)
    app.take_back(match_id, 5, reason="x")
    assert "the last current action before it is entry 5" in " ".join(
        visit(recording(app, match_id), "ctrl+b 7")[-1].text.split()
    )


def test_printed_names_filter(app: MatchService):
    """`drill` finds `ar_ra1`, in rows and among the values of an argument, and rows show the name."""
    match = app.match(open_sheet(app, "pbl_robots", 19))
    suggester = Suggester(match.game, match.state)
    assert any("ar_ra1" in row.line for row in suggester.suggest("pick_armor cr1p found=dri").rows)
    assert suggester.judge("pick_armor cr1p found=Drill player=Ana") == suggester.judge(
        "pick_armor cr1p found=ar_ra1 player=Ana"
    )
    rows = suggester.suggest("fitter").rows
    assert rows
    assert all("cr1p" in row.line and "Fitter" in row.label for row in rows if row.complete)


def test_the_most_frequent_command_comes_first(app: MatchService):
    """The command recorded most often from this phase is the first row; one with hundreds of ways is the last."""
    match = app.match(open_sheet(app, "pbl_robots", 19))
    rows = Suggester(match.game, match.state, played={"pick_armor": 2}).suggest("").rows
    assert rows[0].line.startswith("pick_armor")
    assert rows[-1].line.startswith("play_action")


@pytest.mark.parametrize("game", ["frc_card_game", "frc_tcg", "pbl_robots"])
def test_the_table_comes_first_at_80x24(app: MatchService, game: str):
    """Fourteen rows of the table at least, and no line of the screen twice."""
    rows: list[int] = []

    async def measure(_: Pilot[None], screen: Any) -> None:
        rows.append(screen.query_one(BoardView).page)

    seen = visit(recording(app, open_sheet(app, game, 19)), measure)[-1]
    assert rows[0] >= 14
    assert any(line.startswith("→") for line in seen.lines), "what must be done next is in sight"
    lines = [line.strip() for line in seen.lines if line.strip().startswith("→")]
    assert len(lines) == len(set(lines))


def test_an_agreed_end_is_recorded_from_the_screen(app: MatchService, match_id: str):
    """F10, `e`, winner and reason record the end. No action is offered or taken after it until it is taken back."""
    box, asked, ended, typed_on, back = visit(
        recording(app, match_id),
        "f10",
        f"e {keys('Bo')} colon {keys(' time was up')}",
        "enter",
        "w e s enter",
        "escape ctrl+z enter",
    )
    assert "ended by agreement" in box.text
    assert "ends the match: Bo wins" in asked.text
    payload = app.history(match_id).entries[7].payload
    assert (payload.outcome.winners, payload.note) == ((1,), "time was up")
    assert ended.text.count("Result: Bo wins") == 1
    assert not [row for row in ended.offered if not row.startswith("reveal")]
    assert app.match(match_id).version == 9
    assert "play_student" in " ".join(back.offered)
    assert typed_on.line == "wes"


def test_a_note_from_a_live_replay(app: MatchService, match_id: str):
    """F10 and `n` open a box on the entry that is shown; the recording service stores the note, and the frame stays."""
    shelf = Shelf([row(1, id=match_id)], history=app.history(match_id))
    made = on_shelf(shelf, recording_service=RecordingService(app), match_id=match_id)
    before, box, after = visit(made, "home right right", "f10 n", f"{keys('late')} enter")
    assert "Note on entry 3" in box.text
    assert last(app, match_id) == Annotated(about=3, text="late")
    assert after.lines[:-2] == before.lines[:-2]


def test_a_card_in_a_list_is_not_offered_again(app: MatchService):
    """The values of a list offer a known deck's cards without the copies that the list already names."""
    match = app.match(open_sheet(app, "frc_tcg", 20))
    suggester = Suggester(match.game, match.state)
    left = suggester.candidates(take_apart("end_turn drawn=["))
    card, copies = next(iter(left.items()))
    named = ", ".join([card] * copies)
    assert suggester.candidates(take_apart(f"end_turn drawn=[{named}, ")) == {
        c: n for c, n in left.items() if c != card
    }


def test_an_order_of_twelve_cards_takes_thirty_keys(app: MatchService):
    """Each card of a known pile is one digit: nine kinds, twelve cards in any order, including the letters of the command."""
    walk = f"{keys('end_turn drawn=[')} 2 3 4 5 6 7 8 9 2 3 4 6"
    assert len(walk.split()) + 1 <= 30
    seen = visit(recording(app, open_sheet(app, "frc_tcg", 20)), walk)[-1]
    cards = take_apart(seen.line).items
    assert len(cards) == 12
    assert cards[:4] == (cards[8], cards[9], cards[10], cards[3])
    assert len(set(cards)) == 8


def test_the_live_verdict(app: MatchService, match_id: str):
    """A whole line is judged while it is typed, without being recorded."""
    legal, illegal, unreadable = visit(
        recording(app, match_id),
        keys("play_student wes"),
        f"escape {keys('draw_card')}",
        f"escape {keys('plaster x')}",
    )
    assert "✓ legal" in legal.text
    assert "! illegal: [CG-" in illegal.text
    assert "no command 'plaster'" in unreadable.text
    assert app.match(match_id).version == 7


def test_a_line_of_a_kit_says_what_the_kit_checks(app: MatchService):
    """A kit checks little, so the verdict on a line that passes its guards is not "legal"."""
    line = sheet_of("tabletop")[1].lines[0].text
    [kit] = visit(recording(app, open_sheet(app, "tabletop")), keys(line))
    assert "recorded as entered: the kit checks no rules" in kit.text
    assert "legal" not in kit.text


@pytest.mark.promise(id="R3")
def test_an_illegal_line_opens_the_box_and_is_recorded_as_played_with_a_reason(app: MatchService):
    """The box names rule and text; `f` and `esc` both keep the line. `r` asks why, and enter records the entry with the rule and
    the reason."""
    match_id = open_sheet(app, "frc_card_game", MAIN_PHASE + 1)
    walks = (
        f"{keys('play_student nia')} enter",
        "f",
        "enter",
        "escape",
        "enter r",
        f"{keys('noticed latx')} backspace e enter",
    )
    boxed, fixed, again, cancelled, _, saved = visit(recording(app, match_id), *walks)
    for part in ("Illegal", "[CG-A02]", "r record as played"):
        assert part in boxed.text
    assert fixed.line == cancelled.line == "play_student nia"
    assert fixed.focus == cancelled.focus == "line"
    assert "Illegal" in again.text
    entry = last(app, match_id)
    assert (app.match(match_id).version, [v.rule for v in entry.violations], entry.reason) == (
        9,
        ["CG-A02"],
        "noticed late",
    )
    assert "saved 9 ! CG-A02" in saved.text
    assert saved.line == ""


@pytest.mark.promise(id="R3")
def test_the_box_of_an_impossible_line_records_nothing_and_names_the_ways_out(app: MatchService, match_id: str):
    """A line that cannot have happened is fixed; the box does not suggest to adjust the table to it. It offers no `r`, and answers
    `r` and other keys with how to go back to the line."""
    boxed, *others = visit(recording(app, match_id), f"{keys('score wall')} enter", "4", "r", "enter", size=LARGE)
    assert "Impossible" in boxed.text
    assert "Nothing is recorded. Fix the line, or correct the earlier entry" in " ".join(
        boxed.text.replace("│", " ").split()
    )
    assert "as played" not in boxed.text
    assert "adjust" not in boxed.text
    for number, seen in enumerate(others, start=1):
        assert "Impossible" in seen.text
        assert seen.messages == ("Nothing is recorded: f or ⌫ goes back to the line",) * number
    assert app.match(match_id).version == 7


EDITED: Final = {
    "backspace": "score walx",
    "left": "score walxl",
    "home": "xscore wall",
    "ctrl+u": "x",
    "ctrl+w": "score x",
    "f": "score wallx",
}


def test_an_editing_key_in_the_box_edits_the_line(app: MatchService, match_id: str):
    """Given the box of a refused line, when a key that edits is pressed, then the line is there again and the key has edited it."""
    walks = [f"end ctrl+u {keys('score wall')} enter {key} x" for key in EDITED]
    for seen, line in zip(visit(recording(app, match_id), *walks), EDITED.values(), strict=True):
        assert "Impossible" not in seen.text
        assert seen.line == line
    assert app.match(match_id).version == 7


@pytest.mark.parametrize(("strictness", "walk"), [("warn", "enter enter"), ("log", "enter")])
@pytest.mark.promise(id="R3")
def test_a_match_that_warns_takes_a_second_enter_and_one_that_logs_asks_nothing(
    app: MatchService, strictness: str, walk: str
):
    """The illegal action is recorded, flagged."""
    match_id = open_sheet(app, "frc_card_game", MAIN_PHASE + 1, strictness=strictness)
    seen = see(recording(app, match_id), f"{keys('play_student nia')} {walk}")
    assert "saved 9 ! CG-A02" in seen.text
    assert [v.rule for v in last(app, match_id).violations] == ["CG-A02"]


def test_a_conflict_is_rebased_by_enter(app: MatchService, match_id: str, tmp_path: Path):
    """The box shows who was first and with what; one more enter records my line after it."""
    seen = visit(
        recording(app, match_id),
        keys("play_student wes"),
        other_records(tmp_path, match_id, "play_mentor coach_may"),
        "enter",
        "enter",
    )
    assert "otto recorded first" in seen[2].text
    assert "8  play_mentor coach_may  (otto)" in seen[2].text
    assert "saved 9" in seen[3].text
    assert last(app, match_id).command.card == "wes"


@pytest.mark.parametrize(("key", "line"), [("escape", "play_student wes"), ("backspace", "play_student we")])
def test_a_conflict_keeps_the_text(app: MatchService, match_id: str, tmp_path: Path, key: str, line: str):
    """`esc` leaves the record and the line unchanged; an editing key edits the line."""
    record = other_records(tmp_path, match_id, "play_mentor coach_may")
    seen = visit(recording(app, match_id), keys("play_student wes"), record, "enter", key)[-1]
    assert seen.line == line
    assert app.match(match_id).version == 8


def test_a_rebased_command_is_checked_again(app: MatchService, match_id: str, tmp_path: Path):
    """A line that has become illegal meanwhile opens the box of its rules."""
    record = other_records(tmp_path, match_id, "play_student nia")
    seen = visit(recording(app, match_id), keys("play_student wes"), record, "enter", "enter")[-1]
    assert "[CG-A02]" in seen.text
    assert app.match(match_id).version == 8


def test_entries_of_others_come_in(app: MatchService, match_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """An empty line follows the other table: the screen shows its entry, its recorder, and the offers of the new state."""
    monkeypatch.setattr(TimelineFollower, "SECONDS", OFTEN)
    record = other_records(tmp_path, match_id, "play_student nia")

    async def wait(pilot: Pilot[None], screen: Any) -> None:
        await until(lambda: screen.timeline.versions == 8)

    seen = visit(recording(app, match_id), record, wait)[-1]
    assert "+1 by otto" in seen.text
    assert not any(row.startswith("play_student") for row in seen.offered)


class FailingService(RecordingService):
    """A recording service whose store fails a few times, before or after it has stored."""

    def __init__(self, app: MatchService, *failures: Unavailable, stored: bool = False) -> None:
        super().__init__(app)
        self.failures = [*failures]
        self.stored = stored
        self.ids: list[str] = []

    def take(self, match_id: str, act: ActionLine) -> RecordingOutcome:
        """Fails while there are failures left."""
        self.ids.append(act.command_id)
        if not self.failures:
            return super().take(match_id, act)
        if self.stored:
            super().take(match_id, act)
        return self.failures.pop(0)


@pytest.mark.promise(id="R2")
def test_a_failed_save_keeps_the_line(app: MatchService, match_id: str):
    """The screen says exactly what is known; the line stays, and enter sends it again under the same command id."""
    said: dict[Any, str] = {
        "busy": "NOT SAVED: the store is busy",
        "unreachable": "NOT SAVED: the store cannot be reached",
        "unwritable": "NOT SAVED: the store refuses writes",
        "unknown": "OUTCOME UNKNOWN",
    }
    service = FailingService(app, *(Unavailable(trouble, f"the {trouble} disk sighs") for trouble in said))
    *failed, saved = visit(
        recording(app, match_id, service), keys("play_student wes") + " enter", *["enter"] * len(said)
    )
    for seen, (trouble, words) in zip(failed, said.items(), strict=True):
        assert words in seen.text
        assert f"the {trouble} disk sighs" in seen.text
        assert trouble != "busy" or "your line is kept, ⏎ tries again" in seen.text
        assert seen.line == "play_student wes"
    assert "saved 8" in saved.text
    assert len(service.ids) == 5
    assert len(set(service.ids)) == 1


@pytest.mark.promise(id="R2")
def test_an_unknown_outcome_is_looked_up(app: MatchService, match_id: str):
    """After a disk error behind a written entry, the program reads the end of the match again and reports the entry."""
    service = FailingService(app, Unavailable("unknown", "the disk sighs"), stored=True)
    seen = visit(recording(app, match_id, service), f"{keys('play_student wes')} enter")[-1]
    assert "saved 8" in seen.text
    assert seen.line == ""
    assert app.match(match_id).version == 8


@pytest.mark.promise(id="R2")
def test_typing_goes_on_while_saving(app: MatchService, match_id: str):
    """Letters typed between enter and the store's answer stay in the line."""

    typed_on = Event()

    class SlowDesk(RecordingService):
        def take(self, match_id: str, act: ActionLine) -> RecordingOutcome:
            assert typed_on.wait(120)
            return super().take(match_id, act)

    async def hurry(pilot: Pilot[None], screen: Any) -> None:
        await pilot.press(*keys("play_student wes").split("~"), "enter", "e", "n")
        typed_on.set()

    seen = visit(recording(app, match_id, SlowDesk(app)), hurry)[-1]
    assert seen.line == "en"
    assert "saved 8" in seen.text


def test_undo_asks_and_shows(app: MatchService):
    """The board shows the state before the action while it is asked; esc leaves all as it was, enter takes it back, the entry
    stays visible."""
    match_id = open_sheet(app, "frc_card_game", MAIN_PHASE + 1)
    walks = ("", "ctrl+z escape", "ctrl+z", "enter")
    before, left, asked, undone = visit(recording(app, match_id), *walks, size=LARGE)
    assert left.text == before.text
    assert "PREVIEW entry 7/8" in asked.text
    assert "takes back 8: play_student wes" in asked.text
    assert last(app, match_id) == TakenBack(to=7, reason="undo")
    assert "9 turn 1 · Ada · back to entry 7: undo" in undone.text
    assert app.history(match_id).match.undone == {8: 9}
    assert undone.focus == "line"


def test_undo_takes_back_only_what_was_seen(app: MatchService, tmp_path: Path):
    """An entry that arrives while undo asks is a conflict: an unseen entry is not taken back."""
    match_id = open_sheet(app, "frc_card_game", MAIN_PHASE + 1)
    record = other_records(tmp_path, match_id, "play_mentor coach_may")
    seen = visit(recording(app, match_id), "ctrl+z", record, "enter")[-1]
    assert "otto" in seen.text
    assert isinstance(last(app, match_id), ActionEntry)


def test_take_back_to_an_entry(app: MatchService):
    """The board goes to the entry while its number is typed; enter goes back there for the reason given."""
    match_id = open_sheet(app, "frc_card_game", MAIN_PHASE + 3)
    asked, _ = visit(recording(app, match_id), f"ctrl+b 7 {keys(' agreed')}", "enter")
    assert "PREVIEW entry 7/10" in asked.text
    assert "takes back 3 entries, 8 to 10" in " ".join(asked.text.split())
    assert not any(line.lstrip().startswith("1 ") for line in asked.lines), "rows that digits do not choose now"
    assert last(app, match_id) == TakenBack(to=7, reason="agreed")


NOTES = {
    "exclamation_mark exclamation_mark": Annotated(about=7, glyph="!!"),
    "question_mark space h m": Annotated(about=7, glyph="?", text="hm"),
    "asterisk space k e y": Annotated(about=7, bookmark=True, text="key"),
    "l o u d": Annotated(about=7, text="loud"),
    keys("3: late"): Annotated(about=3, text="late"),
}


@pytest.mark.promise(id="R9")
def test_notes_glyphs_and_bookmarks_change_no_state(app: MatchService, match_id: str):
    """Each is an entry with an author; the state and the offers stay the same."""
    before = app.match(match_id).state
    plain, *noted = visit(recording(app, match_id), "", *(f"ctrl+n {typed} enter" for typed in NOTES))
    entries = app.history(match_id).entries[7:]
    assert [entry.payload for entry in entries] == [*NOTES.values()]
    assert {entry.envelope.by for entry in entries} == {"tess"}
    assert app.match(match_id).state == before
    assert all(seen.offered == plain.offered for seen in noted)


@pytest.mark.promise(id="R4")
def test_every_entry_has_two_times(tmp_path: Path):
    """An entry without a time of its own happened when it was recorded; a time that you set is for the next action only."""
    with table(tmp_path) as app:
        match_id = open_sheet(app, "frc_card_game", MAIN_PHASE - 1)
        at_once = f"{keys(lines_of('frc_card_game')[MAIN_PHASE - 1])} enter"
        walks = (at_once, "ctrl+t 0 0 colon 0 1 enter", "ctrl+t minus 9 0 enter", "w e s enter", "e n d enter")
        timed = visit(recording(app, match_id), *walks)[1]
        now, earlier, after = (entry.envelope for entry in app.history(match_id).entries[-3:])
    assert "next at 00:01:00" in timed.text
    assert now.happened_at == now.recorded_at
    assert earlier.happened_at < now.happened_at < earlier.recorded_at
    assert after.at is None


@pytest.mark.promise(id="V7")
def test_nothing_is_recorded_from_a_replay(app: MatchService, match_id: str):
    """F4 opens the replay; the recording keys are off there, and `esc` leads back to the line."""

    made = recording(app, match_id)
    made.service.shown = app.history(match_id)  # type: ignore[attr-defined]
    replayed, _ = visit(made, "f4", "w e s enter escape escape")
    assert replayed.lines[0].startswith(("LIVE", "REPLAY"))
    assert app.match(match_id).version == 7


def test_a_key_of_the_list_and_of_the_replay_records(app: MatchService, match_id: str):
    """`l` logs the match under the cursor, or the one that is replayed."""
    shelf = Shelf([row(1, id=match_id)], history=app.history(match_id))
    for walk in ("l", "enter l"):
        seen = visit(on_shelf(shelf, recording_service=RecordingService(app)), walk)[-1]
        assert seen.lines[0].startswith(f"RECORD {match_id}")


def test_record_without_a_match_offers_the_list(app: MatchService, match_id: str):
    """Enter on a match records it; `esc` in the list does not quit."""
    made = on_shelf(Shelf([row(1, id=match_id)]), recording_service=RecordingService(app), recording=True)
    listed, stays, recorded = visit(made, "", "escape", "enter")
    assert listed.lines[0].startswith("Record a match")
    assert stays.lines[0] == listed.lines[0]
    assert recorded.lines[0].startswith(f"RECORD {match_id}")


@pytest.mark.parametrize("size", [(40, 10), (80, 24), (120, 40), (200, 60)])
@pytest.mark.promise(id="Convention 11")
def test_any_size_has_line_and_offers(app: MatchService, match_id: str, size: tuple[int, int]):
    """Address, line and at least one row are on screen whatever its size."""
    seen = visit(recording(app, match_id), "w", size=size)[-1]
    assert seen.lines[0].startswith(f"RECORD {match_id}")
    assert "> w" in seen.text
    assert "1 Play a student" in seen.text


def test_rows_show_notation_where_there_is_room(app: MatchService, match_id: str):
    """Rows show the title before the command if all have room for both, and only the title if not."""
    many, few = visit(recording(app, match_id), "", "a d v", size=(80, 24))
    assert "Play an event … 6 [pe]" in many.text
    assert "play_" not in many.text
    assert "Go to the next phase  advance_phase" in few.text


@pytest.mark.promise(id="Convention 12")
def test_a_match_that_is_over_says_what_can_be_done(app: MatchService):
    """The result is in sight, the offers are only those that may follow an end, and the way to take it back or replay it."""
    lines = [line for line in sheet_of("frc_tcg")[1].lines if not line.refused]
    seen = visit(recording(app, open_sheet(app, "frc_tcg", len(lines))), "")[-1]
    assert any(line.startswith("Result: ") for line in seen.lines)
    assert "^z takes back · F4 replays" in seen.text


@pytest.mark.slow
def test_a_table_higher_than_its_pane_scrolls_to_what_is_typed_and_recorded(app: MatchService):
    """Given a board of Go on 80 by 24, when a point far below is typed, then its row is in view; so is that of the next stone."""
    game, catalogue = meant_game("go", None)
    match = app.open_match(opening_of(game, Scoresheet((), players=("Ada", "Bo"), catalogue=catalogue))).id
    typed, recorded, above = visit(recording(app, match), "d 1 7", "enter", "a 1 enter", size=SMALL)
    for seen in (typed, recorded):
        assert re.search(r"^ *17( +·){3} +X", seen.text, re.MULTILINE)
    assert re.search(r"^ *1 +O( +·)+", above.text, re.MULTILINE)
