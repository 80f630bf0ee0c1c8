"""A match as ruled: read as if it had been recorded right from the start."""

from typing import Any

from msgspec.structs import replace

from domain.corrected_history import act_frames, corrected_history, state_found
from domain.entries import ActionEntry, Annotated
from domain.replay import Frame, History, open_history
from tests.domain.test_correcting import SHEET, Book
from tests.minigame import CATALOGUE, GAME


def history(book: Book) -> History[Any, Any, Any]:
    return open_history(GAME, CATALOGUE, book.entries)


def steps(told: History[Any, Any, Any], upto: int) -> list[tuple[Any, Any, Any]]:
    """Event, state before and after of all steps up to an entry."""
    return [(one.event, one.before, one.state) for one in told.frames[: told.last_frame_of[upto] + 1]]


def numbered(told: History[Any, Any, Any]) -> list[list[tuple[int, int]]]:
    """Entry and number of the steps of each entry."""
    last = told.last_frame_of
    return [
        [(frame.version, frame.number) for frame in told.frames[last[n - 1] + 1 : last[n] + 1]]
        for n in range(1, len(last))
    ]


def commands(told: History[Any, Any, Any]) -> list[Any]:
    return [entry.payload.command for entry in told.entries if hasattr(entry.payload, "command")]


def test_a_replaced_act_reads_as_the_right_one() -> None:
    """Given wrong entries that were put right, then the match as ruled has the commands, events, states and moments of the one
    that was recorded right, entry for entry; without a correction it is what was recorded."""
    told = history(Book(*SHEET))
    assert corrected_history(told) is told
    wrong = list(SHEET)
    wrong[1], wrong[3], wrong[8] = "draw Ada [cedar, ivy, ??]", "place_card Ada ivy", "place_card Ada cedar"
    book, right = Book(*wrong), history(Book(*SHEET))
    book.correct(*((number, SHEET[number - 1]) for number in (2, 4, 9)))
    told = corrected_history(history(book))
    last = len(SHEET)
    assert steps(told, last) == steps(right, last)
    assert commands(told) == commands(right)
    assert told.last_frame_of[: last + 1] == right.last_frame_of
    assert told.moments[: len(right.moments)] == right.moments
    assert told.entries[last] == book.entries[last]
    assert told.frames[-1].state == book.match.state


def test_an_inserted_act_is_read_before_the_one_it_precedes() -> None:
    """Given an act that was forgotten, then its steps are the first of the entry that it precedes."""
    forgotten = SHEET[:6] + SHEET[7:]
    book, right = Book(*forgotten), history(Book(*SHEET))
    book.correct((7, f"+{SHEET[6]}"))
    told = corrected_history(history(book))
    assert steps(told, len(forgotten)) == steps(right, len(SHEET))
    assert len(told.entries) == len(forgotten) + 1
    counts = [len(one) for one in numbered(history(Book(*SHEET)))]
    counts[6:8] = [counts[6] + counts[7]]
    assert numbered(told)[:-1] == [
        [(version, number) for number in range(1, count + 1)] for version, count in enumerate(counts, start=1)
    ]


def test_a_struck_act_stays_where_nothing_stands_for_it() -> None:
    """Given an act that was struck, then its entry reads as it was recorded, and those after it as if it had not been."""
    book = Book(*SHEET[:8], SHEET[7].replace("larch", "cedar"))
    recorded = history(book)
    book.correct((9, "-"))
    told = corrected_history(history(book))
    assert steps(told, 9) == steps(recorded, 9)
    assert told.frames[-1].state == book.match.state == Book(*SHEET[:8]).match.state


def test_entries_that_are_no_acts_stay() -> None:
    """Given a note between acts, then it is one step without an event, in its place, also as ruled."""
    wrong = Book(*SHEET[:3])
    wrong.add(Annotated(about=1, text="seen"))
    wrong.play("place_card Ada ivy")
    wrong.correct((5, "place_card Ada fir"))
    told = corrected_history(history(wrong))
    notes: list[Frame[Any, Any, Any]] = [frame for frame in told.frames if frame.version == 4]
    assert [(note.event, note.number) for note in notes] == [(None, 0)]
    payload = told.entries[4].payload
    assert isinstance(payload, ActionEntry)
    assert payload.command == Book(*SHEET[:4]).entries[3].payload.command
    assert told.entries[3] == wrong.entries[3]
    assert numbered(told) == numbered(history(wrong))


def test_an_opening_and_a_last_act_read_as_they_were_put_right() -> None:
    """Given an opening that was wrong, then the first entry as ruled is the right one; given the last act recorded wrong, the
    right one inserted before it and the wrong one struck, then the right one is read."""
    book, right = Book("start_match [Ada, Bo] [30, 31]", *SHEET[1:4]), history(Book(*SHEET[:4]))
    book.correct((1, SHEET[0]))
    assert steps(corrected_history(history(book)), 4) == steps(right, 4)
    book, right = Book(*SHEET[:8], "place_card Bo larch"), Book(*SHEET[:9])
    book.correct((9, f"+{SHEET[8]}"))
    book.correct((9, "-"))
    told = corrected_history(history(book))
    assert told.frames[-1].state == book.match.state == right.match.state
    assert [frame.event for frame in told.frames if frame.version == 11] == list(right.entries[-1].payload.events)


def test_the_steps_of_an_act_are_numbered() -> None:
    """Numbered from 1, each from the state after the one before; an action without events has one empty frame."""
    wrong = [*SHEET[:3], "place_card Ada ivy", *SHEET[4:6]]
    book = Book(*wrong)
    book.correct((4, SHEET[3]))
    for action in book.match.actions:
        frames = list(act_frames(book.match, action, book.entries))
        assert [frame.number for frame in frames] == list(range(1, len(action.events) + 1))
        assert [frame.event for frame in frames] == list(action.events)
        assert frames[0].before == state_found(book.match, action)
        assert frames[-1].state == action.state
        assert {frame.entry.payload.command for frame in frames} == {action.command}
        (frame,) = act_frames(book.match, replace(action, events=()), book.entries)
        assert (frame.number, frame.event, frame.before, frame.state) == (
            0,
            None,
            state_found(book.match, action),
            action.state,
        )
