"""The log as text: notation, consequences, turns, violations, what was taken back, and what a viewpoint may read of it."""

from domain.entries import Annotated, Concluded, TakenBack
from domain.game import Outcome
from domain.notation import Names, parse_command
from service.reading.log import entry_lines, log_lines
from service.reading.record_acts import outcome_text
from tests.minigame import GAME
from tests.replay_tui.memory import extend, finished, running


def test_an_entry_is_its_action_and_what_followed():
    """The action is one line in notation, its events are indented below it under their own numbers."""
    assert list(entry_lines(finished(), 8, "judge")) == [
        "    8  turn_up [dogwood, juniper]",
        "       8.1 Dogwood 5 against Juniper 11: Bo takes it",
        "       8.2 round 2",
    ]


def test_violations_are_flagged():
    """A broken rule stands under its entry with a `!`, its id and its text."""
    assert list(entry_lines(finished(), 7, "judge"))[-1] == "     ! [MG-P03] a card was placed already"


def test_undone_entries_are_marked():
    """An entry that was taken back stays, with an `x` and the entry that undid it."""
    assert next(iter(entry_lines(running(), 9, "judge"))) == "x   9  draw Bo [birch]  (taken back by entry 14)"


def test_record_acts_in_words():
    """Take-backs, notes and conclusions say what they did."""
    history = extend(
        finished(),
        TakenBack(to=5, reason="wrong card"),
        Annotated(about=3, event=1, glyph="!?", text="bold"),
        Annotated(about=3, bookmark=True),
        Concluded(outcome=Outcome(winners=(0,), reason="agreed"), note="time"),
    )
    assert [next(iter(entry_lines(history, v, "judge"))).strip() for v in (19, 20, 21, 22)] == [
        "19  back to entry 5: wrong card",
        "20  note on 3.1: !? bold",
        "21  bookmark on 3",
        "22  concluded: Ada wins (agreed): time",
    ]


def test_turns_are_headings():
    """Each turn has a heading before its first entry; the log names game, match, players and viewpoint."""
    lines = list(log_lines(finished(), "judge"))
    assert lines[0] == "High Card · match match-3 · Ada, Bo · as judge"
    assert [line for line in lines if line.startswith("──")] == [
        "── round 1 · Ada ──",
        "── round 2 · Ada ──",
        "── round 3 · Ada ──",
    ]


def test_actions_parse_back():
    """What the log prints for an action is read back as that very command."""
    history = finished()
    for version, entry in enumerate(history.entries, start=1):
        text = next(iter(entry_lines(history, version, "judge")))[7:]
        names = Names(history.match.state.catalogue, history.match.state.seats)
        assert parse_command(text, GAME.commands, names) == entry.payload.command


def test_a_viewpoint_reads_what_it_knew():
    """Another seat's draw and placed card are left out of the log of a seat and of the spectator."""
    for viewpoint in (0, "spectator"):
        assert list(entry_lines(finished(), 9, viewpoint)) == ["    9  draw Bo [??]", "       9.1 Bo draws 1"]  # type: ignore[arg-type]
    assert "birch" in "".join(entry_lines(finished(), 9, 1))


def test_outcomes_in_words():
    """Winners, draws and matches without a result are worded apart."""
    seats = finished().match.state.seats
    assert outcome_text(Outcome(winners=(0, 1), reason="points", rule="X-1"), seats) == "Ada and Bo win (points, X-1)"
    assert outcome_text(Outcome(winners=(), reason="agreed", drawn=True), seats) == "drawn (agreed)"
    assert outcome_text(Outcome(winners=(), reason="left_open"), seats) == "no winner (left open)"
