"""G7: every class of forgery, found by the chain or with a witness, on a store's rows.

The chain itself cannot reveal a whole record: one that was cut off, or resealed from some entry on.
"""

from collections.abc import Callable
from itertools import takewhile
from random import Random

import pytest

from domain.chain import write_head
from storage.records import Codecs, StoredRow
from storage.signed_notes import Checkpoint, PrivateKey, open_note, sign
from storage.verify import verify_rows
from tests.campaigns import tries
from tests.storage.forging import rewritten
from tests.storage.tables import find_game, sealed_match

TIMES = tries("MATCHBOOK_FORGERIES", few=5, many=100)
CODECS = Codecs(find_game)
KEY = PrivateKey("desk-1", bytes(range(32)))
Rows = list[StoredRow]


def stored(sealed) -> Rows:
    return [StoredRow(version, True, topic.encode(), state) for _, version, topic, state in (one.row for one in sealed)]


def true_rows(seed: int) -> Rows:
    return stored(sealed_match(seed, "match-0"))


def placed(rows: Rows) -> Rows:
    """Numbered one after the other, as the table's key wants it."""
    return [row._replace(version=number) for number, row in enumerate(rows, start=1)]


def edit(rows: Rows, rng: Random) -> Rows:
    """One byte of an entry's stored text is another one."""
    at = rng.randrange(len(rows))
    state = rows[at].state
    place = rng.randrange(len(state))
    changed = state[:place] + bytes([state[place] ^ rng.randrange(1, 256)]) + state[place + 1 :]
    return [*rows[:at], rows[at]._replace(state=changed), *rows[at + 1 :]]


def delete_middle(rows: Rows, rng: Random) -> Rows:
    at = rng.randrange(len(rows) - 1)
    return [*rows[:at], *rows[at + 1 :]]


def delete_middle_and_close_up(rows: Rows, rng: Random) -> Rows:
    return placed(delete_middle(rows, rng))


def reinsert_last(rows: Rows, rng: Random) -> Rows:
    """The last entry is deleted and another put in its place, with what it said changed and its head left as it was."""
    return [*rows[:-1], rows[-1]._replace(state=rows[-1].state.replace(b'"by":"', b'"by":"x', 1))]


def swap(rows: Rows, rng: Random) -> Rows:
    first, second = rng.sample(range(len(rows)), 2)
    swapped = list(rows)
    swapped[first], swapped[second] = rows[second], rows[first]
    return placed(swapped)


def duplicate(rows: Rows, rng: Random) -> Rows:
    at = rng.randrange(len(rows))
    return placed([*rows[: at + 1], *rows[at:]])


def insert(rows: Rows, rng: Random) -> Rows:
    """An entry of the forger's own making somewhere."""
    at = rng.randrange(len(rows) + 1)
    made = rows[min(at, len(rows) - 1)]
    made = made._replace(state=made.state.replace(b'"command_id":"', b'"command_id":"z', 1))
    return placed([*rows[:at], made, *rows[at:]])


def splice(rows: Rows, rng: Random) -> Rows:
    """From some entry on, another match."""
    other = stored(sealed_match(rng.randrange(10_000, 20_000), "match-1"))
    at = rng.randrange(1, min(len(rows), len(other)))
    return placed([*rows[:at], *other[at:]])


def splice_one(rows: Rows, rng: Random) -> Rows:
    """One entry of another match under the same id."""
    other = true_rows(rng.randrange(10_000, 20_000))
    at = rng.choice([n for n, (one, two) in enumerate(zip(rows, other, strict=False)) if one != two])
    return [*rows[:at], other[at], *rows[at + 1 :]]


def append_copy(rows: Rows, rng: Random) -> Rows:
    return placed([*rows, rows[-1]])


def relabel(rows: Rows, rng: Random) -> Rows:
    at = rng.randrange(len(rows))
    return [*rows[:at], rows[at]._replace(topic=b"high_card/1"), *rows[at + 1 :]]


def add_a_space(rows: Rows, rng: Random) -> Rows:
    at = rng.randrange(len(rows))
    return [*rows[:at], rows[at]._replace(state=rows[at].state + b" "), *rows[at + 1 :]]


FOUND_BY_THE_CHAIN: dict[Callable[[Rows, Random], Rows], str] = {
    edit: "",
    delete_middle: "gap",
    delete_middle_and_close_up: "chain",
    reinsert_last: "chain",
    swap: "chain",
    duplicate: "chain",
    insert: "chain",
    splice: "chain",
    splice_one: "chain",
    append_copy: "chain",
    relabel: "chain",
    add_a_space: "form",
}
"""The forgery, and the code under which it is found if it is always the same."""


def cut_tail(seed: int, rng: Random) -> Rows:
    rows = true_rows(seed)
    return rows[: rng.randrange(1, len(rows))]


def rewrite_all(seed: int, rng: Random) -> Rows:
    return stored(rewritten(1, seed))


def rewrite_from_the_middle(seed: int, rng: Random) -> Rows:
    return stored(rewritten(rng.randrange(1, len(true_rows(seed)) + 1), seed))


def reinsert_last_sealed(seed: int, rng: Random) -> Rows:
    """The last entry, changed and sealed again."""
    return stored(rewritten(len(true_rows(seed)), seed))


WHOLE_RECORDS = (cut_tail, rewrite_all, rewrite_from_the_middle, reinsert_last_sealed)


def witnessed_head(rows: Rows) -> str:
    """The head that a signed checkpoint of these rows names."""
    checked = verify_rows("match-0", rows, CODECS)
    note = sign(Checkpoint("hall", "match-0", len(rows), checked.head, "2026-03-14T15:09:26Z"), KEY)
    return open_note(note, [KEY.public])[0].head


@pytest.mark.parametrize("seed", range(TIMES))
def test_what_was_not_forged_is_not_accused(seed: int) -> None:
    """The control: a record as it was made, with and without a witness."""
    rows = true_rows(seed)
    for expect in ("", witnessed_head(rows)):
        checked = verify_rows("match-0", rows, CODECS, expect)
        assert (checked.findings, checked.witnessed) == ((), bool(expect))


@pytest.mark.parametrize("forge", FOUND_BY_THE_CHAIN, ids=lambda forge: forge.__name__)
def test_the_chain_finds_what_was_done_to_a_record(forge: Callable[[Rows, Random], Rows]) -> None:
    """Edits, deletions, exchanges, insertions and splices are found without a witness, and with one."""
    for seed in range(TIMES):
        rng, rows = Random(f"{forge.__name__} {seed}"), true_rows(seed)
        forged = forge(rows, rng)
        assert forged != rows
        findings = verify_rows("match-0", forged).findings
        assert findings, seed
        assert FOUND_BY_THE_CHAIN[forge] in ("", *(finding.code for finding in findings)), seed
        same = sum(
            one == other for one, other in takewhile(lambda pair: pair[0] == pair[1], zip(rows, forged, strict=False))
        )
        assert min(finding.version for finding in findings) in (same + 1, same + 2), seed
        assert verify_rows("match-0", forged, CODECS, witnessed_head(rows)).findings, seed


@pytest.mark.parametrize("forge", WHOLE_RECORDS, ids=lambda forge: forge.__name__)
def test_a_witness_finds_what_the_chain_cannot(forge: Callable[[int, Random], Rows]) -> None:
    """A cut tail and a resealed record are internally valid and not called witnessed; an earlier checkpoint reveals each."""
    for seed in range(TIMES):
        rng, rows = Random(f"{forge.__name__} {seed}"), true_rows(seed)
        forged = forge(seed, rng)
        assert forged != rows
        alone = verify_rows("match-0", forged, CODECS)
        assert (alone.findings, alone.witnessed) == ((), False), seed
        checked = verify_rows("match-0", forged, CODECS, witnessed_head(rows))
        assert [finding.code for finding in checked.findings] == ["head"], seed


def test_a_witness_knows_nothing_of_what_came_after_it() -> None:
    """A checkpoint after entry 2 finds changes up to there, and not a resealed part after it."""
    rows = true_rows(0)
    early = witnessed_head(rows[:2])
    assert verify_rows("match-0", stored(rewritten(3)), CODECS, early).witnessed
    assert not verify_rows("match-0", stored(rewritten(2)), CODECS, early).witnessed
    assert early != write_head(b"\0" * 32)
