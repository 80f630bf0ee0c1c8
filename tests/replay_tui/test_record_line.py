"""The effects of keys on the command line, and the meaning of prompts, notes, take-backs and times, without a screen."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from msgspec import structs

from domain.entries import Annotated
from domain.notation import Names
from domain.rules import Violation
from domain.seats import JUDGE, Seat
from domain.timeline import Address
from replay_tui.captions import record_lines
from replay_tui.scorekeeping.line_keys import (
    RefusedKey,
    Send,
    SetText,
    left_over,
    on_close,
    on_digit,
    on_enter,
    on_space,
    on_tab,
)
from replay_tui.scorekeeping.notes import InvalidText, Return, read_end, read_note, read_return, read_time
from replay_tui.scorekeeping.requests import Requests
from replay_tui.timeline import Timeline
from service.reading.styled_text import Span
from service.recording.correction_requests import CorrectionRequest as Correction
from service.recording.correction_requests import RequestedEdit, correct
from service.recording.match_service import MatchService
from service.recording.recording_service import Recorded, outcome_of
from service.typing.rows import NextArgument, Suggestion, Suggestions, Verdict
from service.typing.suggestions import Suggester
from tests.replay_tui.live import MAIN_PHASE, open_sheet

STUDENT = Suggestion("play_student ", "play_student", count=7)
END = Suggestion("end_turn", "end_turn", complete=True)
NOON = int(datetime(2026, 3, 14, 12, 0, tzinfo=UTC).timestamp() * 1_000_000)


def offered(*rows: Suggestion, standing: str = "empty", line: str = "", typed_first: bool = True, dice: bool = False):
    """An answer to some line."""
    asked = NextArgument("dice", "a list of whole numbers", required=True, numeric=True, listed=True) if dice else None
    return Suggestions(rows, Verdict(standing, "needs card"), line, asked=asked, typed_first=typed_first)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "digit", "put"),
    [
        ("", "1", "play_student "),
        ("", "2", "end_turn"),
        ("score ", "2", "end_turn"),
        ("cleo", "2", None),
    ],
)
def test_digits_choose_where_a_word_may_begin(text: str, digit: str, put: str | None):
    """Inside a word a digit is text."""
    assert on_digit(text, digit, offered(STUDENT, END)) == (SetText(put) if put else None)


def test_a_digit_chooses_no_optional_argument():
    """Dice are typed with blanks: `roll 6 1`."""
    assert on_digit("roll 6 ", "1", offered(Suggestion("roll 6 by=", "by=", count=0))) is None
    row = Suggestion("ask Bo 7 gets=", "gets=", count=0)
    assert on_digit("ask Bo 7 ", "1", offered(row), more_dice=False) == SetText(row.line), "a rank is no die"


@pytest.mark.parametrize("text", ["", "score ", "score target=", "draw ["])
def test_a_digit_without_a_row_is_not_text(text: str):
    """Where a digit chooses it never types: a ninth row that is not there is told."""
    assert on_digit(text, "9", offered(STUDENT, END)) == RefusedKey("row 9 does not exist")


@pytest.mark.parametrize(
    ("text", "put"),
    [
        ("play", "play_student "),
        ("PL", "play_student "),
        ("ps", "play_student "),
        ("stud", None),  # may be the beginning of a printed name of two words
        ("play_student", None),
        ("concede", None),
        ("play_student we", "play_student wes "),
        ("play_student [we", None),
        ("play_student ", None),
        ("", None),
    ],
)
def test_a_blank_makes_a_begun_word_whole(text: str, put: str | None):
    """If all rows continue with one word that begins as typed, or its quick letters are typed, then it is completed; a command's
    name stays unchanged."""
    rows = (Suggestion("play_student wes", "wes", quick="ps"),)
    found = structs.replace(offered(*rows), quick="play_student" if text == "ps" else "")
    assert on_space(text, found, {"concede"}.__contains__) == (SetText(put) if put else None)
    named = offered(Suggestion("write low_run ", "low_run"))
    assert on_space("write low", named, str.isdigit) is None  # `write low run 50` is read, too
    assert on_space("write low run", named, str.isdigit) == SetText("write low_run ")
    assert on_space("write lo", named, str.isdigit) == SetText("write low_run ")
    other = Suggestion("place_card wes", "wes")
    assert on_space("pl", offered(*rows, other), str.isdigit) is None


@pytest.mark.parametrize(
    ("text", "put"), [("roll 6", "roll 6,5"), ("roll 6,5", "roll 6,5,5"), ("roll [6", None), ("roll ", None)]
)
def test_digits_are_dice_where_dice_are_due(text: str, put: str | None):
    """Bare dice get their commas; in brackets, where numbers of two digits are possible, the digits stay as typed."""
    assert on_digit(text, "5", offered(STUDENT, dice=True)) == (SetText(put) if put else None)


BEGUN = offered(END, standing="incomplete", typed_first=False)
BROKEN = Violation("CG-A02", "a second student in one turn")
SEVERAL = structs.replace(offered(END, STUDENT, standing="incomplete", typed_first=False), sole=False)

SEVERAL_BROKEN = structs.replace(
    SEVERAL, rows=tuple(structs.replace(row, violations=(BROKEN,)) for row in (END, STUDENT))
)


@pytest.mark.parametrize(
    ("text", "found", "row", "done"),
    [
        pytest.param("", offered(END), None, RefusedKey, id="nothing on an empty line"),
        pytest.param("", offered(STUDENT, END), 1, Send("end_turn"), id="a whole row that was moved to is recorded"),
        pytest.param("", offered(STUDENT, END), 0, SetText("play_student "), id="another one goes into the line"),
        pytest.param(
            "draw", offered(END, standing="illegal", line="draw"), None, Send("draw"), id="as typed, illegal too"
        ),
        pytest.param("e", BEGUN, None, Send("end_turn"), id="the only row that begins so"),
        pytest.param("score ", BEGUN, None, RefusedKey("needs card"), id="no candidate after a blank"),
        pytest.param("e", SEVERAL, None, RefusedKey, id="no row of several"),
        pytest.param("e", SEVERAL_BROKEN, None, RefusedKey, id="no row of several that break a rule"),
        pytest.param("e", SEVERAL, 0, Send("end_turn"), id="one of several that was chosen"),
        pytest.param(
            "et",
            structs.replace(SEVERAL, quick="end_turn"),
            None,
            SetText("end_turn "),
            id="quick letters: the command",
        ),
    ],
)
def test_enter_records_only_a_line_or_row_that_is_meant(text: str, found: Suggestions, row: int | None, done: object):
    """Enter records a line that is whole, or the row that is meant; it never guesses among several."""
    taken = on_enter(text, found, row)
    assert type(taken) is done if isinstance(done, type) else taken == done


def test_tab_takes_the_row_into_the_line():
    """The highlighted one, else the first."""
    assert on_tab(offered(STUDENT, END), 1) == SetText("end_turn")
    assert on_tab(offered(STUDENT, END), None) == SetText("play_student ")
    assert isinstance(on_tab(offered(), None), RefusedKey)


def test_closing_a_list_drops_the_last_comma():
    """`]` right after an item that was completed; a blank follows where more is required."""
    listed = NextArgument("cards", "a list of cards", required=True, listed=True)
    last = structs.replace(offered(), asked=listed, required=(listed,))
    assert on_close("draw [a, b, ", last) == SetText("draw [a, b]")
    assert on_close("draw [a, b, ", structs.replace(last, required=(listed, listed))) == SetText("draw [a, b] ")
    assert on_close("draw [a, b", last) is None


def test_a_blank_ends_a_card_of_a_list():
    """The card that is typed, or the only one that begins so; not one of several, and no card that is not there."""
    rows = tuple(Suggestion(f"draw [a, {card}, ", card, count=0) for card in ("wes", "wesley", "nia"))
    found = structs.replace(offered(*rows), asked=NextArgument("cards", "a list of cards", required=True, listed=True))
    assert on_space("draw [a, wes", found, str.isdigit) == SetText("draw [a, wes, ")
    assert on_space("draw [a, n", found, str.isdigit) == SetText("draw [a, nia, ")
    assert on_space("draw [a, w", found, str.isdigit) is None
    assert on_space("draw [a, x", found, str.isdigit) is None
    assert on_space("draw [a, nia]", found, str.isdigit) is None


@pytest.mark.parametrize(("text", "left"), [("wes", ""), ("wes end", "end"), ("something else", "something else")])
def test_text_typed_after_enter_stays(text: str, left: str):
    """Only what was sent leaves the line."""
    assert left_over(text, "wes") == left


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("a gamble", Annotated(about=4, text="a gamble")),
        ("!? a gamble", Annotated(about=4, text="a gamble", glyph="!?")),
        ("!!", Annotated(about=4, glyph="!!")),
        ("* turning point", Annotated(about=4, text="turning point", bookmark=True)),
        ("!what", Annotated(about=4, text="!what")),
    ],
)
def test_a_note_has_a_glyph_or_a_bookmark_before_its_text(text: str, note: Annotated):
    """A glyph or a bookmark is separate, before the text."""
    assert read_note(text, 4, 9) == note


def test_notes_are_about_any_entry():
    """`3:` before the note names its entry, `3.2:` one event of it; an entry that is not there is told."""
    assert read_note("3: late", 4, 9) == Annotated(about=3, text="late")
    assert read_note("3.2: * key", 4, 9) == Annotated(about=3, event=2, bookmark=True, text="key")


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("ada: time was up", ((0,), False, "time was up")),
        ("Ada, 2", ((0, 1), False, "")),
        ("draw", ((), True, "")),
        ("nobody: the fire alarm", ((), False, "the fire alarm")),
    ],
)
def test_an_agreed_end_is_written_on_one_line(text: str, end: tuple[tuple[int, ...], bool, str]):
    """The winner, or a draw or an abandoned match, then a colon and the reason."""
    assert read_end(text, Names(None, (Seat("Ada", 0), Seat("Bo", 1)))) == end


NAMES = Names(None, (Seat("Ada", 0), Seat("Bo", 1)))


@pytest.mark.parametrize(
    ("read", "texts", "said"),
    [
        (partial(read_end, names=NAMES), ("",), "who won"),
        (partial(read_end, names=NAMES), ("Zoe",), "no player 'Zoe'"),
        (partial(read_note, about=4, versions=9), ("", "  "), "write a note"),
        (partial(read_note, about=4, versions=9), ("10: late",), "1 to 9"),
        (partial(read_return, versions=50), ("", "x", "0", "50", "-3", "²"), "1 to 49"),
        (partial(read_time, now=NOON, zone=UTC), ("25:00", "12:60", "soon", "12"), "time"),
    ],
)
def test_an_unreadable_text_says_what_can_be_written(read: Callable[[str], object], texts: tuple[str, ...], said: str):
    """Ends, notes, take-backs and times are refused in one line."""
    for text in texts:
        with pytest.raises(InvalidText, match=said):
            read(text)


def test_a_return_names_its_entry_and_reason():
    """The entry, then the reason; without one, that it was agreed."""
    assert read_return("37 miscounted twice", 50) == Return(37, "miscounted twice")
    assert read_return("37", 50) == Return(37, "agreed")


@pytest.mark.parametrize(
    ("text", "clock"),
    [("11:58", "14 11:58:00"), ("11:58:30", "14 11:58:30"), ("-5", "14 11:55:00"), ("-90m", "14 10:30:00")],
)
def test_a_time_is_of_today_or_minutes_ago(text: str, clock: str):
    """Of today, or minutes ago."""
    read = read_time(text, NOON, UTC)
    assert read is not None
    assert f"{datetime.fromtimestamp(read / 1_000_000, UTC):%d %H:%M:%S}" == clock


def test_shortly_after_midnight_late_is_yesterday():
    """A time that is hours ahead was the evening before."""
    read = read_time("23:58", NOON - 11 * 3_600_000_000, UTC)
    assert read is not None
    assert f"{datetime.fromtimestamp(read / 1_000_000, UTC):%d %H:%M}" == "13 23:58"


@pytest.mark.parametrize("text", ["", "now"])
def test_now_is_no_time_of_its_own(text: str):
    """The action happens when it is recorded."""
    assert read_time(text, NOON, UTC) is None


# --- prompts, on a store -----------------------------------------------------------------------------------------------


SINCE: dict[str, Callable[[MatchService, str], object]] = {
    "an action": lambda app, match: None,
    "an agreed end": lambda app, match: app.conclude(match, (1,), note="time was up"),
    "an action that was taken back": lambda app, match: app.undo(match),
    "a note": lambda app, match: app.annotate(match, Annotated(about=3, text="late")),
    "an inserted entry": lambda app, match: correct(
        app,
        Correction(
            match=match, changes=(RequestedEdit(Address(9), "insert", "reveal_card wes player=Ada"),), as_played=True
        ),
    ),
    "an end and a note": lambda app, match: (
        app.conclude(match, ()),
        app.annotate(match, Annotated(about=3, text="x")),
    ),
}
"""The last recorded entry."""
PURPOSES = ("take back", "note", "end", "time", "judge_called", "statement", "clock_started", "clock_paused")
PURPOSES = (*PURPOSES, "clock_ended", "extra_time")


@pytest.fixture(params=SINCE)
def match_id(request: pytest.FixtureRequest, app: MatchService) -> str:
    """Ada's gamble in the main phase, and what was recorded since."""
    made = open_sheet(app, "frc_card_game", MAIN_PHASE + 2)
    SINCE[request.param](app, made)
    return made


def asking(app: MatchService, match_id: str) -> tuple[Requests, Timeline]:
    """The prompts at the end of a match."""
    timeline = Timeline(app.history(match_id))
    return Requests(timeline, app, UTC), timeline


def standing(app: MatchService, match_id: str) -> list[Address]:
    """The current actions and the conclusion."""
    match = app.match(match_id)
    return [*(action.address for action in match.actions), *([Address(match.ended[0])] if match.ended else [])]


def test_going_back_and_redo_do_what_their_prompts_say(app: MatchService, match_id: str) -> None:
    """Undo, each take-back that is possible and redo name what they change, and show the board that they lead to."""
    line = app.match(match_id).line
    asked = [("undo", ""), *(("take back", f"{to} agreed") for to in line[-2:])]
    done = 0
    for purpose, text in asked:
        requests, timeline = asking(app, match_id)
        requests.ask(purpose, JUDGE)
        before = standing(app, match_id)
        try:
            meant = requests.intent(purpose, text, JUDGE)
        except InvalidText:
            continue
        done += 1
        assert isinstance(outcome_of(meant.act), Recorded)
        fallen = [address for address in before if address not in standing(app, match_id)]
        many = f"{len(fallen)} entries, {fallen[0]} to {fallen[-1]}: " if len(fallen) > 1 else f"{fallen[0]}: "
        assert meant.said.startswith(f"⏎ takes back {many}"), (purpose, text)
        assert timeline.frame(meant.position).state == app.match(match_id).state
        again, timeline = asking(app, match_id)
        again.ask("redo", JUDGE)
        back = again.intent("redo", "", JUDGE)
        assert back.said.startswith(f"⏎ brings back {many}")
        assert isinstance(outcome_of(back.act), Recorded)
        assert standing(app, match_id) == before
        assert timeline.frame(back.position).state == app.match(match_id).state
    assert done


def test_a_text_at_undo_is_told_as_its_reason(app: MatchService) -> None:
    """Given an action typed into the prompt of undo, then the prompt says that the text is the reason, before enter."""
    match_id = open_sheet(app, "frc_card_game", MAIN_PHASE + 1)
    requests, _ = asking(app, match_id)
    requests.ask("undo", JUDGE)
    assert requests.preview("undo", "play_mentor nia", JUDGE)[0].endswith("the text is its reason: “play_mentor nia”")
    assert "reason" not in requests.preview("undo", " ", JUDGE)[0]


def test_undo_after_an_agreed_end_names_the_end(app: MatchService) -> None:
    """It takes the conclusion back, and not the action before it."""
    match_id = open_sheet(app, "frc_card_game", MAIN_PHASE + 1)
    app.conclude(match_id, (1,), note="time was up")
    asked = asking(app, match_id)[0].ask("undo", JUDGE)
    assert "takes back 9: concluded: Bo wins" in asked.hint
    assert "wes" not in asked.hint


def test_every_example_of_a_prompt_is_taken_as_it_stands(app: MatchService, match_id: str) -> None:
    """The examples of a hint name entries and players of this match, and are recorded when typed."""
    for purpose in PURPOSES:
        requests, _ = asking(app, match_id)
        try:
            hint = requests.ask(purpose, JUDGE).hint
        except InvalidText:
            continue
        for example in hint.split(" · ")[:-2]:
            requests, _ = asking(app, match_id)
            requests.ask(purpose, JUDGE)
            act = requests.act(purpose, example, JUDGE)
            assert act is None or isinstance(outcome := act(), Recorded), (purpose, example, outcome)
            if purpose == "end":
                app.undo(match_id)


@pytest.mark.parametrize(
    ("purpose", "text"),
    [
        ("take back", ""),
        ("take back", "99"),
        ("note", "99: x"),
        ("end", ""),
        ("statement", ""),
        ("statement", "99: late"),
    ],
)
def test_a_refusal_offers_what_is_taken(app: MatchService, purpose: str, text: str) -> None:
    """An example in the words of a refusal is of this match, too."""
    match_id = open_sheet(app, "frc_card_game", MAIN_PHASE)
    requests, _ = asking(app, match_id)
    said, _ = requests.preview(purpose, text, JUDGE)
    assert not any(stranger in said for stranger in ("37", "12", "Kim"))
    assert "Ada" in said or "to" in said


TABLE_EVENTS = "how-to/note_table_events.md"
TUTORIAL = (
    ("note", "12: late"),
    ("extra_time", "5 late"),
    ("statement", "Ada: that was mine"),
    ("end", "Ada: time was up"),
    ("end", "draw"),
    ("end", "nobody"),
)


def test_every_example_of_the_tutorial_is_taken(app: MatchService) -> None:
    """Each text that the scorekeeper's pages give for a prompt, and the beginning that a blank completes."""
    docs = Path(__file__).parents[2] / "docs"
    tutorial = "".join((docs / page).read_text("utf-8") for page in ("tutorials/record_a_match.md", TABLE_EVENTS))
    match_id = open_sheet(app, "frc_card_game", 12)
    for purpose, text in TUTORIAL:
        assert f"`{text}`" in tutorial
        requests, _ = asking(app, match_id)
        requests.ask(purpose, JUDGE)
        assert isinstance(requests.act(purpose, text, JUDGE)(), Recorded), text
        if purpose == "end":
            app.undo(match_id)
    begun = app.match(open_sheet(app, "frc_card_game", 2))
    found = Suggester(begun.game, begun.state).suggest("dr")
    assert "`dr ` is `draw_opening_hand `" in tutorial
    assert on_space("dr", found, lambda _: False) == SetText("draw_opening_hand ")


def test_each_event_of_the_last_entry_is_told_at_80_columns(app: MatchService) -> None:
    """Text that does not fit on the first row is on the second; a wide screen uses one."""
    timeline = Timeline(app.history(open_sheet(app, "frc_tcg", 22)))
    narrow, wide = (record_lines(timeline, timeline.last, JUDGE, (Span("saved 25", "good"),), n) for n in (80, 140))
    said = [" ".join("".join(span.text for span in row).split()) for row in narrow]
    assert said[0].endswith("saved 25")
    assert "goes from 40 to 30 hit points · Ada's Zap goes to the shop" in " ".join(said).replace("saved 25 ", "")
    assert (len(narrow), len(wide)) == (2, 1)
