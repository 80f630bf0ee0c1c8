"""The fold of a match: what stands after each entry, and what is no history."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.amending import Restored
from domain.digest import digest_of
from domain.entries import Acted, Annotated, Concluded, Entry, Opened, TakenBack, entry_type, payload_commands
from domain.game import Outcome, evolve_all
from domain.match import BrokenHistory, Match, fold
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


def test_version_counts_entries() -> None:
    """Version n is the state after entry n; version 0 is the empty table."""
    match = folded(ENTRIES)
    assert match.version == len(ENTRIES)
    assert match.states[0] == GAME.initial(CATALOGUE)
    state = match.states[0]
    for number, entry in enumerate(ENTRIES, start=1):
        _, events, _ = payload_commands(entry.payload)
        state = evolve_all(GAME, state, events)
        assert match.states[number] == state


def test_fold_keeps_what_the_service_needs() -> None:
    """The head and the command ids are those of the entries."""
    match = folded(ENTRIES)
    assert match.head == ENTRIES[-1].head
    assert match.command_ids == {entry.envelope.command_id: entry.envelope.version for entry in ENTRIES}
    assert isinstance(match.opened, Opened)


def test_what_the_opening_says_holds_for_the_match() -> None:
    """How illegal commands are met and what it branched from are the opening's; before it, rules are kept."""
    assert (Match("m", GAME, CATALOGUE).strictness, Match("m", GAME, CATALOGUE).forked_from) == ("strict", "")
    first = ENTRIES[0]
    payload = msgspec.structs.replace(first.payload, strictness="warn", forked_from="m/3")
    match = folded([msgspec.structs.replace(first, payload=payload), *ENTRIES[1:5]])
    assert (match.strictness, match.forked_from) == ("warn", "m/3")


def test_outcome_comes_from_the_rules() -> None:
    """A match that was played to its end has the outcome that the game's rules give it."""
    assert folded(ENTRIES[:-1]).outcome is None
    assert folded(ENTRIES).outcome == GAME.outcome(folded(ENTRIES).state)


@given(st.data())
def test_folding_in_two_parts(data: st.DataObject) -> None:
    """A match folded to any version and then on is the match folded at once."""
    cut = data.draw(st.integers(1, len(ENTRIES)))
    resumed = fold(folded(ENTRIES[:cut]), ENTRIES[cut:])
    assert resumed.states == folded(ENTRIES).states
    assert resumed.line == folded(ENTRIES).line


def test_take_back() -> None:
    """After a take-back the state is that of the entry gone back to; what came between is undone, and stays in the record."""
    match = folded(with_acts(8, TakenBack(to=5)))
    assert match.state == match.states[5]
    assert match.version == 9
    assert match.line == [1, 2, 3, 4, 5]
    assert match.undone == {6: 9, 7: 9, 8: 9}


def test_playing_on_after_a_take_back() -> None:
    """The match goes on from the state gone back to, under new versions."""
    entries = with_acts(8, TakenBack(to=5), ENTRIES[5].payload, ENTRIES[6].payload)
    match = folded(entries)
    assert match.state == folded(ENTRIES[:7]).state
    assert match.line == [1, 2, 3, 4, 5, 10, 11]


def test_take_back_after_a_take_back() -> None:
    """A second take-back goes further back; what the first one undid is undone by the second, as the first one is."""
    match = folded(with_acts(8, TakenBack(to=5), ENTRIES[5].payload, TakenBack(to=3)))
    assert match.state == match.states[3]
    assert match.undone == dict.fromkeys(range(4, 11), 11)
    assert match.standing_before(11) == 3


@pytest.mark.parametrize("to", [0, 6, 7, 9, 10, 99, -1])
def test_take_back_to_nowhere(to: int) -> None:
    """Going back to what does not stand (undone, not yet there, before the opening) is no history."""
    entries = with_acts(8, TakenBack(to=5))
    with pytest.raises(BrokenHistory, match="does not stand"):
        folded([*entries, next_entry(GAME, entries, TakenBack(to=to), folded(entries).state)])


def test_undo_goes_to_the_action_before() -> None:
    """What an undo of an entry goes back to is the action before it that stands, notes left out."""
    match = folded(with_acts(5, Annotated(about=2, text="slow"), ENTRIES[5].payload))
    assert match.line == [1, 2, 3, 4, 5, 7]
    assert (match.standing_before(7), match.standing_before(1)) == (5, 0)


def test_notes_change_no_state() -> None:
    """A note leaves the state as it was and takes a version of its own."""
    match = folded(with_acts(5, Annotated(about=5, event=1, text="why?", glyph="?!", bookmark=True)))
    assert match.state is match.states[5]
    assert match.version == 6


def test_a_note_falls_with_the_entry_that_it_is_about() -> None:
    """A note on an entry that stands stays when play after it is taken back; one on what was taken back falls with it, and comes
    back with it."""
    acts = [Annotated(about=3, text="look"), Annotated(about=7, text="look"), TakenBack(to=5)]
    assert sorted(folded(with_acts(8, *acts)).undone) == [6, 7, 8, 10]
    assert folded(with_acts(8, *acts, Restored(to=10))).undone == {11: 12}
    assert folded(with_acts(8, *acts, TakenBack(to=2))).undone == dict.fromkeys(range(3, 12), 12)


def test_what_is_undone_is_undone_by_an_entry_that_stands() -> None:
    """Taken back by an entry that is itself undone, an entry is undone by the later one, whatever came between."""
    acts = [TakenBack(to=6), ENTRIES[6].payload, TakenBack(to=5), Annotated(about=7), TakenBack(to=4), TakenBack(to=2)]
    for count in range(1, len(acts) + 1):
        undone = folded(with_acts(8, *acts[:count])).undone
        assert not set(undone.values()) & set(undone)


@pytest.mark.parametrize("about", [0, -1, 6, 7])
def test_note_on_nothing(about: int) -> None:
    """A note is about an entry before it."""
    with pytest.raises(BrokenHistory, match="is not before it"):
        folded(with_acts(5, Annotated(about=about)))


def test_conclusion_by_agreement() -> None:
    """What the players agreed is the outcome, though the rules give none."""
    assert folded(with_acts(5, Concluded(outcome=AGREED))).outcome == AGREED


def test_conclusion_is_taken_back() -> None:
    """Going back behind a conclusion undoes it."""
    assert folded(with_acts(5, Concluded(outcome=AGREED), TakenBack(to=4))).outcome is None


def test_conclusion_that_still_stands() -> None:
    """Going back to an action after a conclusion leaves the conclusion standing."""
    adjusted = Acted(command=ENTRIES[1].payload.command, events=(PointsSet(seat=0, points=1),))
    match = folded(with_acts(5, Concluded(outcome=AGREED), adjusted, adjusted, TakenBack(to=7)))
    assert match.outcome == AGREED


def test_gap_is_no_history() -> None:
    """A missing or repeated entry is named."""
    with pytest.raises(BrokenHistory, match="entry 4 follows entry 2"):
        folded([*ENTRIES[:2], ENTRIES[3]])
    with pytest.raises(BrokenHistory, match="entry 2 follows entry 2"):
        folded([*ENTRIES[:2], ENTRIES[1]])


def test_second_opening_is_no_history() -> None:
    """A match is opened once."""
    with pytest.raises(BrokenHistory, match="entry 3 opens the match again"):
        folded(with_acts(2, ENTRIES[0].payload))


@pytest.mark.parametrize(
    "payload", [ENTRIES[1].payload, Concluded(outcome=AGREED), Annotated(about=1), TakenBack(to=1)]
)
def test_nothing_comes_before_the_opening(payload: Any) -> None:
    """The first entry opens the match; any other is refused."""
    with pytest.raises(BrokenHistory, match="entry 1 comes before the match is opened"):
        folded([next_entry(GAME, [], payload, GAME.initial(CATALOGUE), "m")])


def test_entry_of_another_match() -> None:
    """An entry that belongs to another match is refused."""
    stray = match_entries(seed=1, match_id="other")[1]
    with pytest.raises(BrokenHistory, match="entry 2 is of another match, other"):
        folded([ENTRIES[0], stray])


def test_events_that_do_not_fit() -> None:
    """Events that the game cannot apply are a broken history, not a crash, and leave the match as it was."""
    forged = Acted(command=ENTRIES[1].payload.command, events=(CardPlaced(seat=0, token=9999),))
    match = folded(ENTRIES[:3])
    with pytest.raises(BrokenHistory, match=r"event 1 \(card_placed\) of entry 4 does not fit"):
        match.apply(next_entry(GAME, ENTRIES[:3], forged, match.state))
    assert (match.version, match.line) == (3, [1, 2, 3])
    assert fold(match, ENTRIES[3:]).outcome is not None


RECORD_ACTS = (TakenBack(to=2, reason="slip"), Annotated(about=1, glyph="!"), Concluded(outcome=AGREED, note="tea"))


@pytest.mark.parametrize("entry", [*ENTRIES, *with_acts(3, *RECORD_ACTS)[3:]], ids=lambda e: type(e.payload).__name__)
def test_entries_read_back(entry: Entry[Any, Any]) -> None:
    """Every kind of entry written as JSON reads back equal, through the game's own types."""
    data = msgspec.json.encode(entry)
    assert list(msgspec.json.decode(data)) == ["envelope", "payload", "salt", "head"]
    read = msgspec.json.decode(data, type=entry_type(GAME))
    assert read == entry
    assert msgspec.json.encode(read) == data


def test_envelope_holds_the_moment_before() -> None:
    """An entry tells the moment in which it was made, and when it happened at the table."""
    for entry, state in zip(ENTRIES, folded(ENTRIES).states, strict=False):
        assert entry.envelope.moment == GAME.moment(state)
    envelope = ENTRIES[3].envelope
    assert envelope.happened_at == envelope.recorded_at
    assert msgspec.structs.replace(envelope, at=7).happened_at == 7


def test_addresses() -> None:
    """An entry is cited by its match and version."""
    assert ENTRIES[3].address == "match-1/4"


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 30)), max_size=12))
def test_any_take_backs_lead_to_states_seen_before(acts: list[tuple[bool, int]]) -> None:
    """Whatever is taken back and played again, the line's last entry holds the state that stands."""
    entries = list(ENTRIES[:4])
    for back, number in acts:
        match = folded(entries)
        standing = match.line[number % len(match.line)]
        payload = TakenBack(to=standing) if back else Annotated(about=1)
        entries.append(next_entry(GAME, entries, payload, match.state))
    match = folded(entries)
    assert digest_of(match.state) == digest_of(match.states[match.line[-1]])
    assert not set(match.line) & set(match.undone)
