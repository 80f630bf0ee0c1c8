"""The fold of a match: current actions after each entry, and broken histories."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.entries import ActionEntry, Annotated, Concluded, Entry, Opened, Restored, TakenBack, action_parts
from domain.game import evolve_all
from domain.match import Match, fold
from domain.outcome import Outcome
from domain.timeline import BrokenHistory
from tests.minigame import CATALOGUE, GAME
from tests.minigame.events import CardPlaced, PointsSet
from tests.minigame.matches import match_entries, next_entry

ENTRIES: list[Any] = match_entries(seed=1)
"""A whole match of some twenty entries."""
AGREED = Outcome((0,), "agreement")


def folded(entries: list[Entry[Any, Any]]) -> Match[Any, Any, Any]:
    return fold(Match(entries[0].envelope.match, GAME, CATALOGUE), entries)


def with_acts(count: int, *payloads: Any) -> list[Entry[Any, Any]]:
    """The first entries of the match, and further ones."""
    entries = list(ENTRIES[:count])
    for payload in payloads:
        entries.append(next_entry(GAME, entries, payload, folded(entries).state))
    return entries


def test_versions_and_what_the_opening_says() -> None:
    """Version n is the state after entry n; version 0 is the empty table. Strictness and origin are those of the opening."""
    match = folded(ENTRIES)
    assert match.version == len(ENTRIES)
    assert match.states[0] == GAME.initial(CATALOGUE)
    state = match.states[0]
    for number, entry in enumerate(ENTRIES, start=1):
        _, events, _ = action_parts(entry.payload)
        state = evolve_all(GAME, state, events)
        assert match.states[number] == state
    assert (Match("m", GAME, CATALOGUE).strictness, Match("m", GAME, CATALOGUE).forked_from) == ("strict", "")
    first = ENTRIES[0]
    payload = msgspec.structs.replace(first.payload, strictness="warn", forked_from="m/3")
    match = folded([msgspec.structs.replace(first, payload=payload), *ENTRIES[1:5]])
    assert (match.strictness, match.forked_from) == ("warn", "m/3")


def test_fold_keeps_what_the_service_needs() -> None:
    """The head, the command ids and the moments are those of the entries. An outcome is that of the rules."""
    match = folded(ENTRIES)
    assert match.head == ENTRIES[-1].head
    assert match.command_ids == {entry.envelope.command_id: entry.envelope.version for entry in ENTRIES}
    assert isinstance(match.opened, Opened)
    assert folded(ENTRIES[:-1]).outcome is None
    assert folded(ENTRIES).outcome == GAME.outcome(folded(ENTRIES).state)
    for entry, state in zip(ENTRIES, folded(ENTRIES).states, strict=False):
        assert entry.envelope.moment == GAME.turn_info(state)
    envelope = ENTRIES[3].envelope
    assert envelope.happened_at == envelope.recorded_at
    assert msgspec.structs.replace(envelope, at=7).happened_at == 7
    assert ENTRIES[3].address == "match-1/4"


@given(st.data())
def test_folding_in_two_parts(data: st.DataObject) -> None:
    """A match folded to any version and then on is the match folded at once."""
    cut = data.draw(st.integers(1, len(ENTRIES)))
    resumed = fold(folded(ENTRIES[:cut]), ENTRIES[cut:])
    assert resumed.states == folded(ENTRIES).states
    assert resumed.line == folded(ENTRIES).line


ADJUSTED = ActionEntry(command=ENTRIES[1].payload.command, events=(PointsSet(seat=0, points=1),))
NOTED = [Annotated(about=3, text="look"), Annotated(about=7, text="look"), TakenBack(to=5)]
ON = ENTRIES[5].payload


@pytest.mark.parametrize(
    ("count", "acts", "line", "undone"),
    [
        (8, [TakenBack(to=5)], [1, 2, 3, 4, 5], {6: 9, 7: 9, 8: 9}),
        (8, [TakenBack(to=5), ON, ENTRIES[6].payload], [1, 2, 3, 4, 5, 10, 11], {6: 9, 7: 9, 8: 9}),
        (8, [TakenBack(to=5), ON, TakenBack(to=3)], [1, 2, 3], {4: 11, 5: 11, 6: 9, 7: 9, 8: 9, 9: 11, 10: 11}),
        (5, [Annotated(about=2, text="slow"), ON], [1, 2, 3, 4, 5, 7], {}),
        # A note falls with the entry that it is about, and comes back with it.
        (8, NOTED, [1, 2, 3, 4, 5], dict.fromkeys((6, 7, 8, 10), 11)),
        (8, [*NOTED, Restored(to=10)], [1, 2, 3, 4, 5, 6, 7, 8], {11: 12}),
        (8, [*NOTED, TakenBack(to=2)], [1, 2], dict.fromkeys(range(3, 12), 12) | dict.fromkeys((6, 7, 8, 10), 11)),
    ],
)
def test_take_backs(count: int, acts: list[Any], line: list[int], undone: dict[int, int]) -> None:
    """Given a take-back, then its target and the later actions are current; the first entry that undid an action is named."""
    match = folded(with_acts(count, *acts))
    assert (match.line, match.undone, match.version) == (line, undone, count + len(acts))
    assert match.state == match.states[line[-1]]


def test_take_backs_and_notes_in_the_line() -> None:
    """The match goes on from the state gone back to. An undo goes to the previous current action, skipping notes; a note leaves the
    state unchanged and takes a version."""
    assert folded(with_acts(8, TakenBack(to=5), ON, ENTRIES[6].payload)).state == folded(ENTRIES[:7]).state
    match = folded(with_acts(5, Annotated(about=2, text="slow"), ON))
    assert (match.standing_before(7), match.standing_before(1)) == (5, 0)
    assert folded(with_acts(8, TakenBack(to=5), ON, TakenBack(to=3))).standing_before(11) == 3
    match = folded(with_acts(5, Annotated(about=5, event=1, text="why?", glyph="?!", bookmark=True)))
    assert match.state is match.states[5]
    assert match.version == 6


def test_what_is_undone_keeps_the_entry_that_undid_it_first() -> None:
    """Taken back by an entry that is itself undone, an entry was still taken back by that one; so say log and statistics."""
    acts = [TakenBack(to=6), ENTRIES[6].payload, TakenBack(to=5), Annotated(about=7), TakenBack(to=4), TakenBack(to=2)]
    before: dict[int, int] = {}
    for count in range(1, len(acts) + 1):
        undone = folded(with_acts(8, *acts[:count])).undone
        assert undone.items() >= before.items()
        before = undone


@pytest.mark.parametrize(
    ("acts", "outcome"),
    [
        ([Concluded(outcome=AGREED)], AGREED),
        ([Concluded(outcome=AGREED), TakenBack(to=4)], None),
        ([Concluded(outcome=AGREED), ADJUSTED, ADJUSTED, TakenBack(to=7)], AGREED),
    ],
)
def test_conclusions(acts: list[Any], outcome: Outcome | None) -> None:
    """Given a result agreed by the players, then it is the outcome although the rules give no result; a take-back to before it
    undoes it, one to after it does not."""
    assert folded(with_acts(5, *acts)).outcome == outcome


def before_the_opening(payload: Any) -> list[Any]:
    return [next_entry(GAME, [], payload, GAME.initial(CATALOGUE), "m")]


STRAY = match_entries(seed=1, match_id="other")[1]


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        *((lambda to=to: with_acts(8, TakenBack(to=5), TakenBack(to=to)), "was undone") for to in (0, 6, 7, 9, 10, 99, -1)),
        *((lambda about=about: with_acts(5, Annotated(about=about)), "is not before it") for about in (0, -1, 6, 7)),
        (lambda: [*ENTRIES[:2], ENTRIES[3]], "entry 4 follows entry 2"),
        (lambda: [*ENTRIES[:2], ENTRIES[1]], "entry 2 follows entry 2"),
        (lambda: with_acts(2, ENTRIES[0].payload), "entry 3 opens the match again"),
        *((lambda act=act: before_the_opening(act), "entry 1 comes before the match is opened")
          for act in (ENTRIES[1].payload, Concluded(outcome=AGREED), Annotated(about=1), TakenBack(to=1))),
        (lambda: [ENTRIES[0], STRAY], "entry 2 is of another match, other"),
    ],
)  # fmt: skip
def test_what_is_no_history(entries: Any, said: str) -> None:
    """Given a take-back to an undone entry, a note on a missing entry, a gap, a second or missing opening, or a stray entry, then
    the error names it."""
    with pytest.raises(BrokenHistory, match=said):
        folded(entries())


def test_events_that_do_not_fit() -> None:
    """Events that the game cannot apply are a broken history, not a crash, and leave the match as it was."""
    forged = ActionEntry(command=ENTRIES[1].payload.command, events=(CardPlaced(seat=0, token=9999),))
    match = folded(ENTRIES[:3])
    with pytest.raises(BrokenHistory, match=r"event 1 \(card_placed\) of entry 4 does not fit"):
        match.apply(next_entry(GAME, ENTRIES[:3], forged, match.state))
    assert (match.version, match.line) == (3, [1, 2, 3])
    assert fold(match, ENTRIES[3:]).outcome is not None
