"""Frames: a match folded once, every event a step."""

from itertools import pairwise
from typing import Any

import pytest

from domain.match import Annotated, BrokenHistory, Entry, TakenBack
from domain.replay import History, open_history
from tests.minigame import CATALOGUE, GAME
from tests.minigame.matches import match_entries, next_entry

ENTRIES: list[Any] = match_entries(seed=1)


def history(entries: list[Entry[Any, Any]]) -> History[Any, Any, Any]:
    return open_history(GAME, CATALOGUE, entries)


def test_one_frame_an_event() -> None:
    """Every event is a frame with the state before and after it; each begins where the one before ends."""
    frames = history(ENTRIES).frames
    assert [f.event for f in frames] == [event for entry in ENTRIES for event in entry.payload.events]
    for earlier, later in pairwise(frames):
        assert later.before == earlier.state
        assert later.event is not None
        assert GAME.evolve(later.before, later.event) == later.state


def test_last_frame_of_a_version() -> None:
    """The last frame of a version holds the state of that version, the very same: a replay keeps no state twice."""
    told = history(ENTRIES)
    assert told.last_frame_of[0] == -1
    for version in range(1, len(ENTRIES) + 1):
        frame = told.frames[told.last_frame_of[version]]
        assert frame.version == version
        assert frame.state is told.match.states[version]


def test_moments_go_with_frames() -> None:
    """There is a moment for each frame: the one after it."""
    told = history(ENTRIES)
    assert told.moments == [GAME.moment(frame.state) for frame in told.frames]


def test_addresses_of_frames() -> None:
    """A frame is cited as match, version and number of the event; without events, as match and version."""
    entries = [*ENTRIES[:3], next_entry(GAME, ENTRIES[:3], Annotated(about=1), GAME.initial(CATALOGUE))]
    assert [f.address for f in history(entries).frames][-2:] == ["match-1/3.1", "match-1/4"]


def test_take_back_is_a_frame() -> None:
    """A take-back is one frame without an event that leads from the state before it to the one gone back to."""
    before = history(ENTRIES[:6]).match.state
    told = history([*ENTRIES[:6], next_entry(GAME, ENTRIES[:6], TakenBack(to=4), before)])
    frame = told.frames[-1]
    assert (frame.event, frame.number, frame.version) == (None, 0, 7)
    assert (frame.before, frame.state) == (before, told.match.states[4])


def test_growing_while_watched() -> None:
    """A history that grows entry by entry is the history folded at once."""
    grown = history(ENTRIES[:1])
    for entry in ENTRIES[1:]:
        grown.extend([entry])
    whole = history(ENTRIES)
    assert (grown.frames, grown.moments, grown.last_frame_of) == (whole.frames, whole.moments, whole.last_frame_of)


def test_broken_tail_leaves_what_was_read() -> None:
    """Entries up to a gap stay readable."""
    told = history(ENTRIES[:5])
    with pytest.raises(BrokenHistory):
        told.extend([ENTRIES[5], ENTRIES[8]])
    assert (told.match.version, len(told.entries), len(told.last_frame_of)) == (6, 6, 7)
