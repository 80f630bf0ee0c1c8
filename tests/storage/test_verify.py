from random import Random

import pytest

from domain.chain import first_head, write_head
from storage.errors import MatchNotFound, StorageError
from storage.records import Codecs, StoredRow, seal
from storage.store import MatchStore
from storage.verify import verify_match, verify_rows, verify_store
from tests.campaigns import WHOLE, tries
from tests.storage.forging import run
from tests.storage.tables import find_game, note, record, sealed_match

CODECS = Codecs(find_game)


def stored(match_id: str = "match-0", seed: int = 0) -> list[StoredRow]:
    return [StoredRow(version, True, topic.encode(), state) for _, version, topic, state in rows(match_id, seed)]


def rows(match_id: str = "match-0", seed: int = 0):
    return [s.row for s in sealed_match(seed, match_id)]


def codes(checked) -> set[str]:
    return {finding.code for finding in checked.findings}


def first_bad(checked) -> int:
    """The earliest damaged entry, or 0."""
    return min((finding.version for finding in checked.findings), default=0)


EACH = 1 if WHOLE else 11
"""Every bit, or one of so many."""
FLIPS = tries("MATCHBOOK_DAMAGES", few=30, many=300)


def tamper(path, *statements: str) -> None:
    """Changes a store with SQL as someone with a shell would: the triggers go first."""
    run(path, *(f"DROP TRIGGER stored_events_no_{act}" for act in ("update", "delete", "replace")), *statements)


def test_clean_matches_have_no_findings(store):
    """An unaltered record has zero findings: in the store, its matches, and with a match's own head as witness. Verifying a missing
    match is not a clean result."""
    for seed in range(20):
        match = record(store, seed)
        assert verify_match(store, match.id, expect=match.head).witnessed
    assert [f for checked in verify_store(store) for f in checked.findings] == []
    with pytest.raises(MatchNotFound):
        verify_match(store, "nobody")


def test_every_flipped_bit_of_an_entry_is_found():
    """Any single bit of an entry's topic or state that is flipped is found, and names that entry or the one it breaks. The
    normal run flips each eleventh, whichever bit of a byte that is."""
    clean = stored()
    for index in range(17):
        for column in ("topic", "state"):
            value = getattr(clean[index], column)
            for bit in range(index % EACH, 8 * len(value), EACH):
                flipped = bytearray(value)
                flipped[bit // 8] ^= 1 << bit % 8
                changed = clean[index]._replace(**{column: bytes(flipped)})
                checked = verify_rows("match-0", [*clean[:index], changed, *clean[index + 1 :]])
                assert first_bad(checked) == index + 1, (index, column, bit)


@pytest.mark.parametrize("version", [1, 2, 9, 16, 17])
@pytest.mark.parametrize("bit", range(6))
def test_flipped_version_is_found(store, path, version, bit):
    """A version with a flipped bit leaves a gap, a misfiled entry or a cut end; a witness finds all of them."""
    head = record(store).head
    tamper(
        path,
        f"UPDATE OR IGNORE stored_events SET originator_version = {version ^ 1 << bit} "
        f"WHERE originator_version = {version}",
    )
    changed = [row.version for row in store.select(0, 99)] != list(range(1, 18))
    assert bool(verify_match(store, "match-0", expect=head).findings) is changed


@pytest.mark.parametrize("version", [1, 9, 17])
def test_flipped_match_id_is_found(store, path, version):
    """An entry that went to another match is found there, whichever entry it was."""
    record(store)
    tamper(path, f"UPDATE stored_events SET originator_id = 'match-1' WHERE originator_version = {version}")
    found = [f for checked in verify_store(store) for f in checked.findings if f.match == "match-1"]
    assert {f.code for f in found} >= {"misfiled"}


@pytest.mark.parametrize("value", ["NULL", "x'ff'", "CAST(x'ff80' AS TEXT)", "99"])
@pytest.mark.parametrize("column", ["originator_id", "originator_version", "topic", "state"])
def test_values_of_other_types_are_found(store, path, column, value):
    """A column whose type differs from the stored one is found, and does not stop the check."""
    record(store)
    record(store, 1)
    tamper(
        path, f"UPDATE stored_events SET {column} = {value} WHERE originator_version = 5 AND originator_id = 'match-0'"
    )
    checked = list(verify_store(store))
    assert {f.code for c in checked if c.match != "match-1" for f in c.findings} > {
        "guard"
    } or column == "originator_version"
    assert [c.findings for c in checked if c.match == "match-1"] == [()]
    assert any(c.findings for c in (checked[0], *checked[1:]) if {f.code for f in c.findings} != {"guard"})


def test_an_entry_of_another_match_is_found(store):
    """An entry spliced in from another match does not fit, even one that opens the same game."""
    mixed = [*rows()[:4], *((m, v, t, s) for m, v, t, s in rows("match-1", 1)[4:5]), *rows()[5:]]
    checked = verify_rows("match-0", [StoredRow(v, True, t.encode(), s) for _, v, t, s in mixed], CODECS)
    assert codes(checked) == {"chain", "misfiled"}
    assert first_bad(checked) == 5


def test_damage_does_not_hide_what_follows():
    """After an unreadable entry the check continues: a second damage is found too, without false findings. A finding prints its
    place, what is wrong, and a code, in one line."""
    damaged = stored()
    damaged[3] = damaged[3]._replace(state=b"{")
    damaged[9] = damaged[9]._replace(state=damaged[9].state.replace(b'"ada"', b'"eve"'))
    checked = verify_rows("match-0", damaged, CODECS)
    assert [(f.version, f.code) for f in checked.findings] == [(4, "unreadable"), (10, "chain")]
    assert checked.entries == 17
    damaged = stored()
    damaged[3] = damaged[3]._replace(state=b"{")
    [finding] = verify_rows("match-0", damaged).findings
    assert str(finding).startswith("match-0/4: cannot be read: ")
    assert str(finding).endswith("[unreadable]")


def test_newer_schema_and_unknown_game_are_told_apart():
    """An entry for a newer program is a finding; a missing game is only a note. The chain is still checked."""
    for topic, found, noted in (("high_card/3", {"schema"}, 0), ("chess/1", set(), 1)):
        head = write_head(first_head("match-0"))
        sealed = seal(topic, sealed_match()[0].entry.envelope, sealed_match()[0].entry.payload, head)
        row = StoredRow(1, True, topic.encode(), sealed.state)
        checked = verify_rows("match-0", [row], CODECS)
        assert (codes(checked), len(checked.notes)) == (found, noted)


WHOLE_STORE = {
    "an id that is no text": ("UPDATE stored_events SET originator_id = CAST(x'ff80' AS TEXT)", {"form"}),
    "an id of another type": ("UPDATE stored_events SET originator_id = x'ff'", {"form"}),
    "a place before the first": ("UPDATE stored_events SET rowid = -rowid", {"form"}),
}


@pytest.mark.parametrize("damage", WHOLE_STORE)
def test_what_is_wrong_with_a_whole_store_is_of_no_entry(store, path, damage):
    """Findings on the file, and on rows that are of no match, name no entry, and no head has witnessed anything."""
    record(store)
    statement, expected = WHOLE_STORE[damage]
    tamper(path, f"{statement} WHERE originator_version = 5")
    checked = list(verify_store(store))
    whole = [one for one in checked if not one.match]
    assert {(f.match, f.version) for one in whole for f in one.findings} == {("", 0)}
    assert {f.code for one in whole for f in one.findings} == {"guard", *expected}
    assert not any(one.witnessed or one.head for one in whole)


def test_a_damaged_page_hides_one_entry_alone(store, path):
    """Given a damaged page of the file, then its entry is named and all the others are still checked."""
    match = record(store)
    store.append(match, [note(match, "x" * 20_000)])
    store.append(match, [note(match)])
    store.close()
    data = bytearray(path.read_bytes())
    page = data.index(b"x" * 4000) // 4096
    data[page * 4096 : (page + 1) * 4096] = bytes(4096)
    path.write_bytes(data)
    with MatchStore.open(str(path), find_game=find_game) as damaged:
        with pytest.raises(StorageError):
            damaged.load("match-0")
        checked = verify_match(damaged, "match-0")
        whole = next(verify_store(damaged))
    assert [(f.version, f.code) for f in checked.findings] == [(18, "page")]
    assert checked.entries == 18
    assert {f.code for f in whole.findings} <= {"file"}


def test_random_damage_of_the_file_is_found_or_harmless(store, path):
    """Given flipped bits anywhere in the file, then they are found, or do not change readable data; a crash never happens."""
    for seed in range(3):
        record(store, seed)
    store.append(store.load("match-0"), [note(store.load("match-0"), "x" * 9000)])
    truth = {match: list(store.raw(match)) for match in store.match_ids()}
    store.close()
    clean, rng, found = path.read_bytes(), Random(11), 0
    for _ in range(FLIPS):
        damaged = bytearray(clean)
        damaged[rng.randrange(len(clean))] ^= 1 << rng.randrange(8)
        found += damage_is_found(path, bytes(damaged), truth)
    assert found > FLIPS // 2, "too few of the flips did harm: the test is void"


def damage_is_found(path, damaged: bytes, truth) -> bool:
    """Return True if verification reports the damage; assert that it does if any reading differs."""
    path.write_bytes(damaged)
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    try:
        with MatchStore.open(str(path), find_game=find_game, read_only=True) as store:
            findings = [f for checked in verify_store(store) for f in checked.findings]
            if not findings:
                assert {match: list(store.raw(match)) for match in store.match_ids()} == truth
            return bool(findings)
    except StorageError:
        return True
