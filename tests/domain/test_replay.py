"""Frames: a match folded once, every event a step."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from domain.entries import Annotated, Entry, TakenBack, action_parts
from domain.match import Match, fold
from domain.rendering import first_unrenderable
from domain.replay import History, frames_made, open_history
from domain.seats import JUDGE
from domain.timeline import BrokenHistory
from tests.minigame import CATALOGUE, GAME
from tests.minigame.matches import match_entries, next_entry

ENTRIES: list[Any] = match_entries(seed=1)


def history(entries: list[Entry[Any, Any]]) -> History[Any, Any, Any]:
    return open_history(GAME, CATALOGUE, entries)


def test_frames() -> None:
    """Every event is a frame with the state before and after it and the moment after it; each begins where the one before ends.
    The last frame of a version holds the state of that version, the very same."""
    frames = history(ENTRIES).frames
    assert [f.event for f in frames] == [event for entry in ENTRIES for event in entry.payload.events]
    for earlier, later in pairwise(frames):
        assert later.before == earlier.state
        assert later.event is not None
        assert GAME.evolve(later.before, later.event) == later.state
    told = history(ENTRIES)
    assert told.last_frame_of[0] == -1
    for version in range(1, len(ENTRIES) + 1):
        frame = told.frames[told.last_frame_of[version]]
        assert frame.version == version
        assert frame.state is told.match.states[version]
    told = history(ENTRIES)
    assert told.moments == [GAME.turn_info(frame.state) for frame in told.frames]


def test_frames_of_one_entry() -> None:
    """An entry that is folded by itself has the frames of the replay, cited as match, version and number. Opening a match folds
    each event once."""
    entries = [*ENTRIES, next_entry(GAME, ENTRIES, Annotated(about=1), history(ENTRIES).match.state)]
    told = history(entries)
    for version, entry in enumerate(entries, start=1):
        frames = frames_made(GAME, entry, told.match.states[version - 1])
        assert frames == [frame for frame in told.frames if frame.version == version]
        assert [frame.number for frame in frames] == [*range(1, len(action_parts(entry.payload)[1]) + 1)] or [0]
    entries = [*ENTRIES[:3], next_entry(GAME, ENTRIES[:3], Annotated(about=1), GAME.initial(CATALOGUE))]
    assert [f.address for f in history(entries).frames][-2:] == ["match-1/3.1", "match-1/4"]
    evolved: list[object] = []

    def counting(state: Any, event: Any) -> Any:
        evolved.append(event)
        return GAME.evolve(state, event)

    counted = open_history(replace(GAME, evolve=counting), CATALOGUE, ENTRIES)
    opening = len(action_parts(ENTRIES[0].payload)[1])
    events = sum(frame.event is not None for frame in counted.frames)
    assert len(evolved) <= events + opening
    assert all(frame.state is later.before for frame, later in pairwise(counted.frames) if later.number > 1)


def test_growing_while_watched() -> None:
    """A history that grows entry by entry is the history folded at once. A take-back is one frame without an event. Entries up to
    a gap stay readable; the history says where it ends and takes no more."""
    grown = history(ENTRIES[:1])
    for entry in ENTRIES[1:]:
        grown.extend([entry])
    whole = history(ENTRIES)
    assert (grown.frames, grown.moments, grown.last_frame_of) == (whole.frames, whole.moments, whole.last_frame_of)
    before = history(ENTRIES[:6]).match.state
    told = history([*ENTRIES[:6], next_entry(GAME, ENTRIES[:6], TakenBack(to=4), before)])
    frame = told.frames[-1]
    assert (frame.event, frame.number, frame.version) == (None, 0, 7)
    assert (frame.before, frame.state) == (before, told.match.states[4])
    told = history(ENTRIES[:5])
    told.extend([ENTRIES[5], ENTRIES[8], ENTRIES[6]])
    assert (told.match.version, len(told.entries), len(told.last_frame_of)) == (6, 6, 7)
    assert told.broken
    assert "damaged from entry 9 on, told up to entry 6" in told.damage
    with pytest.raises(BrokenHistory, match="damaged from entry 9"):
        told.expect_whole()
    with pytest.raises(BrokenHistory):
        history(ENTRIES[3:])


def test_what_cannot_be_shown_is_told_in_its_place() -> None:
    """A record that folds and cannot be drawn or told gives boards and lines that say so, and is noted as damaged. Given a moment
    that cannot be shown, then the history ends before it, and that entry leaves no trace in it."""

    def boom(*_: object) -> Any:
        raise KeyError("boom")

    told = open_history(
        replace(GAME, board=boom, narrate=boom, outcome=boom, hidden=replace(GAME.hidden, hand=boom), redact=boom),
        CATALOGUE,
        ENTRIES,
    )
    assert (told.damage, told.broken) == ("", False)
    game, frame = told.match.game, told.frames[3]
    assert "cannot be drawn" in game.board(frame.state, JUDGE).moment
    assert "cannot be told" in game.narrate(frame.before, frame.event, JUDGE)
    assert (game.outcome(frame.state), game.hidden.hand(frame.state, 0)) == (None, ())
    with pytest.raises(BrokenHistory, match="cannot be told"):
        game.redact(frame.before, ENTRIES[2].payload.command, JUDGE)
    assert "damaged" in told.damage
    whole = open_history(GAME, CATALOGUE, ENTRIES)
    bad = whole.match.states[6]
    moment = GAME.turn_info
    unsayable = open_history(replace(GAME, turn_info=lambda s: boom() if s == bad else moment(s)), CATALOGUE, ENTRIES)
    assert (unsayable.match.version, len(unsayable.entries), unsayable.broken) == (5, 5, True)
    assert unsayable.match.line == [v for v in whole.match.line if v < 6]
    assert len(unsayable.frames) == len(unsayable.moments) == unsayable.last_frame_of[5] + 1


@pytest.mark.parametrize("part", ["board", "narrate", "redact", "outcome", "turn_info", "hand", "registered"])
def test_what_is_shown_to_anybody_is_tried(part: str) -> None:
    """Given any failure of a game on a record, for any viewpoint, then it is reported at the first entry with it."""
    match = fold(Match(ENTRIES[0].envelope.match, GAME, CATALOGUE), ENTRIES)
    assert first_unrenderable(match, ENTRIES) is None
    hidden = part in ("hand", "registered")
    real, bad = getattr(GAME.hidden if hidden else GAME, part), match.states[5]

    def failing(state: Any, *rest: Any) -> Any:
        if state == bad and rest[-1:] in ((), (1,)):  # for the second seat alone, where a viewpoint is asked for
            raise IndexError("list index out of range")
        return real(state, *rest)

    change: dict[str, Any] = {part: failing}
    match.game = replace(GAME, hidden=replace(GAME.hidden, **change)) if hidden else replace(GAME, **change)
    found = first_unrenderable(match, ENTRIES)
    assert found is not None
    assert found[0] in (5, 6)
    assert found[1].startswith("cannot be drawn or told as ")
    assert "IndexError: list index out of range (test_replay.py:" in found[1], "what the game raised, and where"
