"""What keys do to the command line, and what notes, take-backs and times mean: without a screen."""

from datetime import UTC, datetime

import pytest
from msgspec import structs

from domain.entries import Annotated
from domain.notation import Names
from domain.table import Seat
from replay_tui.scorekeeping.line_keys import Put, Send, Stay, left_over, on_close, on_digit, on_enter, on_space, on_tab
from replay_tui.scorekeeping.notes import NotMeant, Return, read_end, read_note, read_return, read_time
from service.typing.suggestions import Asked, Suggestion, Suggestions, Verdict

STUDENT = Suggestion("play_student ", "play_student", count=7)
END = Suggestion("end_turn", "end_turn", complete=True)
NOON = int(datetime(2026, 3, 14, 12, 0, tzinfo=UTC).timestamp() * 1_000_000)


def offered(*rows: Suggestion, standing: str = "empty", line: str = "", typed_first: bool = True, dice: bool = False):
    """An answer to some line."""
    asked = Asked("dice", "a list of a whole number", required=True, numeric=True, listed=True) if dice else None
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
    assert on_digit(text, digit, offered(STUDENT, END)) == (Put(put) if put else None)


@pytest.mark.parametrize("text", ["", "score ", "score target=", "draw ["])
def test_a_digit_without_a_row_is_not_text(text: str):
    """Where a digit chooses it never types: a ninth row that is not there is told."""
    assert on_digit(text, "9", offered(STUDENT, END)) == Stay("there is no row 9")


def test_enter_takes_no_row_of_several():
    """What is begun and can mean two rows is not recorded and not filled in, until one is chosen."""
    two = structs.replace(offered(END, STUDENT, standing="incomplete", typed_first=False), sole=False)
    assert isinstance(on_enter("e", two, None), Stay)
    assert on_enter("e", two, 0) == Send("end_turn")


def test_enter_takes_no_row_of_several_that_a_quick_key_names():
    """The letters of a command that can be meant in several ways lead to the command, and record nothing."""
    two = structs.replace(offered(END, STUDENT, standing="incomplete", typed_first=False), sole=False, quick="end_turn")
    assert on_enter("et", two, None) == Put("end_turn ")


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
    """Where all rows go on with one word that begins as typed, or its quick letters are typed; a command's name stays as it is."""
    rows = (Suggestion("play_student wes", "wes", quick="ps"),)
    found = structs.replace(offered(*rows), quick="play_student" if text == "ps" else "")
    assert on_space(text, found, {"concede"}.__contains__) == (Put(put) if put else None)
    other = Suggestion("place_card wes", "wes")
    assert on_space("pl", offered(*rows, other), str.isdigit) is None


@pytest.mark.parametrize(
    ("text", "put"), [("roll 6", "roll 6,5"), ("roll 6,5", "roll 6,5,5"), ("roll [6", None), ("roll ", None)]
)
def test_digits_are_dice_where_dice_are_due(text: str, put: str | None):
    """Bare dice get their commas; in brackets, where numbers of two digits can stand, nothing is added."""
    assert on_digit(text, "5", offered(STUDENT, dice=True)) == (Put(put) if put else None)


def test_enter_does_nothing_on_an_empty_line():
    """No action is recorded by pressing enter once too often."""
    assert isinstance(on_enter("", offered(END), None), Stay)


def test_enter_takes_the_row_that_was_moved_to():
    """Whole rows are recorded; others go into the line."""
    assert on_enter("", offered(STUDENT, END), 1) == Send("end_turn")
    assert on_enter("", offered(STUDENT, END), 0) == Put("play_student ")


def test_enter_takes_a_readable_line_as_typed():
    """Also an illegal one: it is for the scorekeeper to say what happened."""
    assert on_enter("draw", offered(END, standing="illegal", line="draw"), None) == Send("draw")


def test_enter_takes_the_first_row_of_a_beginning():
    """What is only begun means the row that begins so."""
    assert on_enter("e", offered(END, standing="incomplete", typed_first=False), None) == Send("end_turn")


def test_enter_after_a_blank_chooses_nothing():
    """Where an argument is due, the first candidate is not taken unasked."""
    assert on_enter("score ", offered(END, standing="incomplete", typed_first=False), None) == Stay("needs card")


def test_tab_takes_the_row_into_the_line():
    """The highlighted one, else the first."""
    assert on_tab(offered(STUDENT, END), 1) == Put("end_turn")
    assert on_tab(offered(STUDENT, END), None) == Put("play_student ")
    assert isinstance(on_tab(offered(), None), Stay)


def test_closing_a_list_drops_the_last_comma():
    """`]` right after an item that was completed."""
    assert on_close("draw [a, b, ") == Put("draw [a, b]")
    assert on_close("draw [a, b") is None


@pytest.mark.parametrize(("text", "left"), [("wes", ""), ("wes end", "end"), ("something else", "something else")])
def test_what_was_typed_since_stays(text: str, left: str):
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
def test_notes(text: str, note: Annotated):
    """A glyph or a bookmark stands apart before the text."""
    assert read_note(text, 4, 9) == note


def test_notes_are_about_any_entry():
    """`3:` before the note names its entry, `3.2:` one event of it; an entry that is not there is told."""
    assert read_note("3: late", 4, 9) == Annotated(about=3, text="late")
    assert read_note("3.2: * key", 4, 9) == Annotated(about=3, event=2, bookmark=True, text="key")
    with pytest.raises(NotMeant, match="1 to 9"):
        read_note("10: late", 4, 9)


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
    """Who won, or that it was drawn or left, then a colon and why."""
    assert read_end(text, Names(None, (Seat("Ada", 0), Seat("Bo", 1)))) == end


@pytest.mark.parametrize(("text", "said"), [("", "who won"), ("Zoe", "no player 'Zoe'")])
def test_an_end_that_cannot_be_is_told(text: str, said: str):
    """What can be written is said."""
    with pytest.raises(NotMeant, match=said):
        read_end(text, Names(None, (Seat("Ada", 0), Seat("Bo", 1))))


@pytest.mark.parametrize("text", ["", "  "])
def test_an_empty_note_is_none(text: str):
    """Nothing is recorded for it."""
    with pytest.raises(NotMeant):
        read_note(text, 4, 9)


def test_returns():
    """The entry, then the reason; without one, that it was agreed."""
    assert read_return("37 miscounted twice", 50) == Return(37, "miscounted twice")
    assert read_return("37", 50) == Return(37, "agreed")


@pytest.mark.parametrize("text", ["", "x", "0", "50", "-3", "²"])
def test_returns_to_nowhere(text: str):
    """Only to an entry before the last."""
    with pytest.raises(NotMeant, match="1 to 49"):
        read_return(text, 50)


@pytest.mark.parametrize(
    ("text", "clock"),
    [("11:58", "14 11:58:00"), ("11:58:30", "14 11:58:30"), ("-5", "14 11:55:00"), ("-90m", "14 10:30:00")],
)
def test_times(text: str, clock: str):
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


@pytest.mark.parametrize("text", ["25:00", "12:60", "soon", "12"])
def test_no_times(text: str):
    """What can be written is said."""
    with pytest.raises(NotMeant):
        read_time(text, NOON, UTC)
