"""An altered record is not continued without a reason; with one, the entry states it."""

import subprocess
import sys

import pytest

from domain.chain import first_head
from storage.errors import BrokenChain, Conflict, DamagedEntry, StoreDamaged
from storage.match_file import export_match
from storage.records import ChainPosition, StoredRow, chain_along
from storage.store import MatchStore
from storage.verify import verify_match
from tests.storage.forging import edited, rewritten, unguarded
from tests.storage.tables import find_game, note, notes, record, sealed_match

DAMAGE = {
    "edited": ([edited(5)], 5),
    "edited first": ([edited(1)], 1),
    "edited last": ([edited(17)], 17),
    "another head": ([edited(9, '"head":"', '"head":"A')], 9),
    "another form": ([edited(9, '{"envelope"', '{ "envelope"')], 9),
}


def opened(path) -> MatchStore:
    return MatchStore.open(str(path), find_game=find_game)


@pytest.mark.parametrize("damage", DAMAGE)
def test_nothing_is_recorded_on_a_broken_chain(store, path, damage):
    """An altered entry is found before the first entry of a process is recorded, and named; the new entry is not
    stored. Said to be recorded all the same, an entry follows the head that is stored, and the damage stays what
    verification finds."""
    record(store)
    store.close()
    statements, version = DAMAGE[damage]
    unguarded(path, *statements)
    with opened(path) as again:
        match = again.load("match-0")
        with pytest.raises(BrokenChain, match=f"broken from entry {version} on.*not recorded") as broken:
            again.append(match, [note(match)])
        assert (broken.value.version, match.version, again.rebuild("match-0").version) == (version, 17, 17)
        again.append(match, [note(match)], on_damaged=True)
        with pytest.raises(BrokenChain):
            again.append(match, [note(match)])
        assert {f.version for f in verify_match(again, "match-0").findings} == {version}
        assert again.rebuild("match-0").version == 18


def test_an_entry_below_the_first_breaks_the_chain(store, path):
    """Given the last entry with a number below the first, then it is missed: recording after the one before it is
    refused."""
    record(store)
    store.close()
    unguarded(path, "update stored_events set originator_version = -3 where originator_version = 17")
    with opened(path) as again:
        match = again.load("match-0")
        with pytest.raises(BrokenChain, match=r"broken from entry 1 on.*not recorded"):
            again.append(match, [note(match)])


def test_the_quick_look_finds_what_verification_finds():
    """The look along the chain before recording stops at the first finding of the thorough one, for every flipped bit
    of an entry's topic and state that leaves it text."""
    clean = [StoredRow(s.originator_version, True, s.topic.encode(), s.state) for s in sealed_match()]
    beginning = ChainPosition(0, first_head("match-0"))
    assert chain_along(beginning, clean)[::2] == (17, 0)
    for index in (0, 8, 16):
        version, _, topic, state = clean[index]
        for bit in range(8 * len(state)):
            flipped = bytearray(state)
            flipped[bit // 8] ^= 1 << bit % 8
            rows = [*clean[:index], clean[index]._replace(state=bytes(flipped)), *clean[index + 1 :]]
            assert chain_along(beginning, rows).broken == version, bit
        for changed in (
            StoredRow(version, True, topic + b"1", state),
            StoredRow(version + 1, True, topic, state),
            StoredRow(version, False, topic, state),
            StoredRow(version, True, b"", state),
            StoredRow(version, True, topic, b"x"),
        ):
            assert chain_along(beginning, [*clean[:index], changed]).broken == version


def test_a_match_that_is_kept_is_compared_in_the_transaction(store, path):
    """Given a program that keeps a match in memory, then it does not record on another end of it: a rewritten one, or
    one without the last entries."""
    match = record(store)
    unguarded(
        path, *[("UPDATE stored_events SET state = ? WHERE originator_version = ?", (s.state, s.originator_version))
                for s in rewritten(17)]
    )  # fmt: skip
    with pytest.raises(BrokenChain, match="from entry 17 on"):
        store.append(match, [note(match)])
    unguarded(path, "DELETE FROM stored_events WHERE originator_version > 15")
    with pytest.raises(BrokenChain, match="from entry 16 on"):
        store.append(match, [note(match)])
    with pytest.raises(BrokenChain):
        store.append(match, [note(match)], on_damaged=True)
    assert store.rebuild("match-0").version == 15


def test_what_others_added_is_looked_at_too(store, path):
    """Entries that a program reads from others are verified as well: an altered one stops it."""
    match = record(store)
    store.append(match, [note(match)])
    with opened(path) as other:
        theirs = other.load("match-0")
        other.append(theirs, notes(theirs, ["one", "two"]))
    unguarded(path, edited(19, '"by":"ada"', '"by":"eve"'))
    match = store.load("match-0")
    with pytest.raises(BrokenChain, match="from entry 19 on"):
        store.append(match, [note(match)])


def test_who_comes_second_is_told_so(store, path):
    """An end that others recorded on is a conflict as ever, not a broken chain."""
    match = record(store)
    with opened(path) as other:
        other.append(other.load("match-0"), [note(other.load("match-0"), by="grace")])
    with pytest.raises(Conflict, match=r"grace recorded entry \d+ first"):
        store.append(match, [note(match)])


def test_each_entry_is_looked_at_once(store, path, monkeypatch):
    """The chain is verified when a process first records in a match, not at every entry."""
    record(store)
    looked = []
    select_stored = type(store.recorder).select_stored
    monkeypatch.setattr(
        type(store.recorder), "select_stored", lambda self, *args: looked.append(args) or select_stored(self, *args)
    )
    with opened(path) as again:
        match = again.load("match-0")
        for _ in range(3):
            again.append(match, [note(match)])
    assert looked == [("match-0", None, 17)]


def test_two_processes_record_on_a_whole_chain(store, path):
    """Two programs that record in turn, each on what the other recorded, are never told that the chain is broken."""
    record(store)
    code = (
        "import sys; from storage.store import MatchStore; from storage.errors import Conflict\n"
        "from tests.storage.tables import *\n"
        "store = MatchStore.open(sys.argv[1], find_game=find_game, lock_timeout=120); left = 30\n"
        "while left:\n"
        "    match = store.load('match-0')\n"
        "    try: store.append(match, [note(match, command_id=f'{sys.argv[2]}-{left}')]); left -= 1\n"
        "    except Conflict: pass\n"
    )
    programs = [subprocess.Popen([sys.executable, "-c", code, str(path), name]) for name in ("a", "b")]
    assert [program.wait(120) for program in programs] == [0, 0]
    assert (store.load("match-0").version, verify_match(store, "match-0").findings) == (77, ())


@pytest.mark.parametrize(
    "change", ["state = 'text'", "state = NULL", "topic = NULL", "originator_version = 0", "originator_version = NULL"]
)
def test_columns_of_another_type_are_damage_wherever_rows_are_read(store, path, change):
    """The log of the store gives every row as what it should be, and a match file is refused or names the damage."""
    record(store)
    store.close()
    unguarded(path, f"UPDATE stored_events SET {change} WHERE originator_version = 1")
    with opened(path) as again:
        for row in again.select(0, 100):
            assert tuple(map(type, row)) == (int, str, int, str, bytes)
        with pytest.raises((DamagedEntry, StoreDamaged, ValueError)):
            export_match(again, "match-0")
