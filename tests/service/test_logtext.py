"""The log as text: notation, consequences, turns, violations, take-backs, and the view of each viewpoint."""

import pytest

from domain.entries import Annotated, Concluded, TakenBack
from domain.outcome import Outcome
from domain.registry import game_names, load_game
from domain.replay import AnyHistory
from domain.seats import JUDGE
from domain.simulation import simulate
from service.reading import page_data
from service.reading.log import entry_lines, event_text, frames_of, log_lines, titled_text, told_texts
from service.reading.page_data import view_of
from service.reading.record_acts import outcome_text
from service.resources import load_catalogue
from tests.replay_tui.memory import extend, finished, running
from tests.service.test_noninterference import recorded


def test_entries_in_words():
    """The action, its events, broken rules with `!`, and entries that were taken back with `x`."""
    assert list(entry_lines(finished(), 8, "judge")) == [
        "    8  turn_up [dogwood, juniper]",
        "       8.1 Dogwood 5 against Juniper 11: Bo takes it",
        "       8.2 round 2",
    ]
    assert list(entry_lines(finished(), 7, "judge"))[-1] == "     ! [MG-P03] a card was placed already"
    assert next(iter(entry_lines(running(), 9, "judge"))) == "x   9  draw Bo [birch]  (taken back by entry 14)"


def test_record_acts_in_words():
    history = extend(
        finished(),
        TakenBack(to=5, reason="wrong card"),
        Annotated(about=3, event=1, glyph="!?", text="bold"),
        Annotated(about=3, bookmark=True),
        Concluded(outcome=Outcome(winners=(0,), reason="agreed"), note="time"),
    )
    assert [next(iter(entry_lines(history, v, "judge"))).strip() for v in (19, 20, 21, 22)] == [
        "19  back to entry 5: wrong card; revealed to Bo: Dogwood, Juniper; revealed to all: Birch, Ivy; revealed to Ada: Dogwood; "
        "revealed to Ada: Juniper, Katsura; revealed to Bo: Acorn",
        "20  note on 3.1: !? bold",
        "21  bookmark on 3",
        "22  concluded: Ada wins (agreed): time",
    ]


def test_turns_viewpoints_and_outcomes_in_words():
    """Turns are headings, a viewpoint reads what it knew, and ends are worded apart."""
    lines = list(log_lines(finished(), "judge"))
    assert lines[0] == "High Card · match match-3 · Ada, Bo · as judge"
    assert [line for line in lines if line.startswith("──")] == [
        "── round 1 · Ada ──",
        "── round 2 · Ada ──",
        "── round 3 · Ada ──",
    ]
    for viewpoint in (0, "spectator"):
        assert list(entry_lines(finished(), 9, viewpoint)) == ["    9  draw Bo [??]", "       9.1 Bo draws 1"]  # type: ignore[arg-type]
    assert "birch" in "".join(entry_lines(finished(), 9, 1))
    seats = finished().match.state.seats
    assert outcome_text(Outcome(winners=(0, 1), reason="points", rule="X-1"), seats) == "Ada and Bo win (points, X-1)"
    assert outcome_text(Outcome(winners=(), reason="agreed", drawn=True), seats) == "drawn (agreed)"
    assert outcome_text(Outcome(winners=(), reason="left_open"), seats) == "no winner (left open)"


PLAYED = tuple(name for name in game_names() if load_game(name).kind == "game")


@pytest.fixture(scope="module", params=PLAYED)
def history(request: pytest.FixtureRequest) -> AnyHistory:
    """A simulated match."""
    game = load_game(request.param)
    catalogue = load_catalogue(game)
    return recorded(game, catalogue, [action.command for action in simulate(game, catalogue, 31)])


def test_a_turn_is_named_after_whose_it_is(history: AnyHistory) -> None:
    """Headings of turns, of the log and of the page, name only players whom the board names, with any player to act first in it."""
    names = [seat.name for seat in history.match.state.seats]
    log = "\n".join(log_lines(history, JUDGE))
    for turn in view_of(history, JUDGE).turns:
        moment = history.match.game.board(history.match.states[turn.entry], JUDGE).moment
        whose = [name for name in names if name in moment]
        assert not whose or [name for name in names if name in turn.words] == whose
        assert f"── {turn.words} ──" in log or turn.entry == history.match.version or turn.entry == 1


def test_minor_events_are_told_where_nothing_greater_follows(history: AnyHistory) -> None:
    """Phases passed by an ended turn and cards shown in order to be played are left out."""
    for version in range(1, history.match.version + 1):
        frames = [frame for frame in frames_of(history, version) if frame.event is not None]
        words = {frame.number: event_text(history.match.game, frame, JUDGE) for frame in frames}
        minor = {frame.number: frame.event is not None and frame.event.is_bookkeeping for frame in frames}
        greater = [number for number, small in minor.items() if not small]
        kept = [words[n] for n, small in minor.items() if not small or not greater or n > greater[-1]]
        if frames:
            assert told_texts(history, version, JUDGE) == kept


def test_a_title_stands_before_the_notation_of_an_action():
    """Pages show both; the log is only notation, ready to be read back, and a record act has an empty title."""
    history = extend(finished(), Annotated(about=3, bookmark=True))
    assert titled_text(history, 8, "judge") == "Turn up · turn_up [dogwood, juniper]"
    assert titled_text(history, 19, "judge") == "bookmark on 3"
    assert view_of(history, "judge").steps[7].command == titled_text(history, 8, "judge")


def test_a_note_is_looked_up_at_its_entry_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given many notes, then the page looks for each at the entry that it is about, so that a page costs no more by the square."""
    looked, real = list[int](), page_data.superseded_text
    notes = [Annotated(about=3, text=f"note {number}") for number in range(20)]
    history = extend(finished(), *notes)
    monkeypatch.setattr(page_data, "superseded_text", lambda of, at, by: looked.append(at) or real(of, at, by))
    assert view_of(history, JUDGE).steps[2].notes == tuple(note.text for note in notes)
    assert len(looked) == history.match.version + len(notes)
