"""The head of the whole store: a deleted match and an older copy are found by whoever holds one."""

import shutil
from hashlib import sha256
from itertools import pairwise

import pytest

from domain.chain import write_head
from storage.store import MatchStore
from storage.verify import verify_store
from tests.storage.forging import edited, unguarded
from tests.storage.tables import find_game, note, record


def checked(path, expect: str = ""):
    with MatchStore.open(str(path), find_game=find_game) as store:
        return next(verify_store(store, expect))


def head_of(path) -> str:
    return checked(path).head


def test_the_head_of_a_store_is_what_the_documents_say(store, path):
    """H is SHA-256 over the head before it, match, version and the head of the entry, from "matchbook-store"."""
    for seed in range(3):
        record(store, seed)
    head = sha256(b"matchbook-store").digest()
    for row in store.select(0, 1000):
        entry_head = row.state[-45:-2].decode()
        head = sha256(head + f"{row.match}\n{row.version}\n{entry_head}".encode()).digest()
    assert head_of(path) == write_head(head)


def test_every_head_on_the_way_is_a_witness(store, path):
    """Any head that the store ever had is found again, of the empty store too, however far it went on."""
    heads = [head_of(path)]
    match = record(store)
    for _ in range(3):
        store.append(match, [note(match)])
        heads.append(head_of(path))
    record(store, 1)
    assert all(checked(path, head).witnessed and not checked(path, head).findings for head in heads)
    assert len(set(heads)) == 4
    assert all(left != right for left, right in pairwise(heads))


FORGERIES = {
    "a match deleted": "DELETE FROM stored_events WHERE originator_id = 'match-1'",
    "the last match deleted": "DELETE FROM stored_events WHERE originator_id = 'match-2'",
    "the end of a match cut off": "DELETE FROM stored_events WHERE originator_id = 'match-2' AND originator_version > 9",
    "two matches exchanged": "UPDATE stored_events SET rowid = 1000 - rowid",
    "a match renamed": "UPDATE stored_events SET originator_id = 'match-x' WHERE originator_id = 'match-1'",
    "everything deleted": "DELETE FROM stored_events",
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_deleted_match_is_found_by_a_witness(store, path, forgery):
    """A deleted match, and every other change of rows, is found by a head from outside."""
    for seed in range(3):
        record(store, seed)
    head = head_of(path)
    unguarded(path, FORGERIES[forgery])
    found = checked(path, head)
    assert ([f.code for f in found.findings], found.head, found.witnessed) == (["head"], "", False)


def test_an_older_copy_is_found_by_a_witness(store, path, tmp_path):
    """A store that was replaced by an older copy of itself does not know the head of today; the other way round it does."""
    record(store)
    store.close()
    older = tmp_path / "older.db"
    shutil.copy(path, older)
    earlier = head_of(path)
    with MatchStore.open(str(path), find_game=find_game) as again:
        record(again, 1)
    assert [f.code for f in checked(older, head_of(path)).findings] == ["head"]
    assert checked(path, earlier).findings == ()


def test_damage_has_no_head(store, path):
    """A damaged store prints an empty head, so that it is not taken for its fingerprint."""
    record(store)
    unguarded(path, edited(5), "UPDATE stored_events SET originator_id = x'00' WHERE originator_version = 17")
    assert [(v.head, bool(v.findings)) for v in verify_store(store)] == [("", True), ("", True)]


def test_entries_moved_before_the_first_place_are_found(store, path):
    """Followers of the log begin after place 0, so entries moved before it would be invisible: that is a finding, although order
    and chain, and so the head, are unchanged."""
    record(store)
    unguarded(path, "UPDATE stored_events SET rowid = rowid - 1000")
    found = checked(path)
    assert ([f.code for f in found.findings], found.head) == (["form"], "")


def test_a_text_that_is_no_utf8_hides_no_other_row(store, path):
    """One row whose match id or topic is not UTF-8 is damage; all other rows are listed and followed as before."""
    match = record(store)
    rows = store.select(0, 1000)
    unguarded(
        path,
        "INSERT INTO stored_events VALUES (x'ff00', 1, 'x/1', x'7b7d')",
        "INSERT INTO stored_events VALUES (CAST(x'ff01' AS TEXT), 1, CAST(x'ff' AS TEXT), x'7b7d')",
    )
    with MatchStore.open(str(path), find_game=find_game) as damaged:
        assert match.id in damaged.match_ids()
        assert damaged.select(0, 1000)[: len(rows)] == rows
        assert damaged.entries(match.id) == store.entries(match.id)
        findings = [f for verified in verify_store(damaged) for f in verified.findings]
    assert {f.code for f in findings} == {"form"}
