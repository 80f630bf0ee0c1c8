"""Proofs: their facts, and that a forged one is refused, here and in the verifier of the documents."""

import json
from pathlib import Path
from random import Random

import pytest

from domain.chain import first_head, write_head
from storage.errors import BrokenChain, MatchNotFound, NoteForged, NoteRejected
from storage.proofs import Inclusion, check_proof, prove_continued, prove_entry, write_proof
from tests.campaigns import tries
from tests.storage.tables import sealed_match

VERIFIER = Path(__file__).parents[2] / "docs" / "verify.py"
PLAIN: dict[str, object] = {"__name__": "verifier"}
exec(compile(VERIFIER.read_text(), str(VERIFIER), "exec"), PLAIN)
SAMPLES = tries("MATCHBOOK_FORGERIES", few=4, many=100)


def rows(seed=0):
    return [sealed.row[1:] for sealed in sealed_match(seed, "match-0")]


def heads(seed=0):
    return [write_head(first_head("match-0")), *(sealed.entry.head for sealed in sealed_match(seed, "match-0"))]


def shown(data: bytes) -> str:
    """The head that the program computes from a proof; empty if it is refused."""
    try:
        return check_proof(data).head
    except (NoteForged, NoteRejected):
        return ""


def shown_plainly(data: bytes) -> str:
    """The same, for the verifier of the documents."""
    try:
        return PLAIN["verify"](data)  # type: ignore[operator,no-any-return]
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return ""


def proofs(seed=0):
    """Proofs of the first, a middle and the last entry, and between all sorts of heads."""
    stored, known = rows(seed), heads(seed)
    last = len(stored)
    for version in (1, last // 2, last):
        yield prove_entry("match-0", stored, version)
    for before, upto in ((0, last), (1, last // 2), (last // 2, last), (last, last)):
        yield prove_continued("match-0", stored[:upto], known[before]) if before <= upto else None


def all_proofs():
    return [proof for seed in range(SAMPLES) for proof in proofs(seed) if proof is not None]


def test_a_proof_comes_to_the_head_of_its_record():
    """Every entry is proven for every later head, every head for every later one, by both verifiers. The proof has the stored
    entry; of the others it has only digests."""
    stored, known = rows(), heads()
    for upto in range(1, len(stored) + 1):
        made = [prove_entry("match-0", stored[:upto], version) for version in range(1, upto + 1)]
        made += [prove_continued("match-0", stored[:upto], before) for before in known[: upto + 1]]
        for proof in made:
            data = write_proof(proof)
            assert shown(data) == shown_plainly(data) == known[upto]
        assert [check_proof(write_proof(p)).version for p in made[:upto]] == list(range(1, upto + 1))
    stored = rows()
    proof = prove_entry("match-0", stored, 2)
    assert f'{{"envelope":{proof.envelope},"payload":{proof.payload},'.encode() in stored[1][2]
    for number in (0, 2, 3):
        payload = json.loads(stored[number][2])["salt"]
        assert payload.encode() not in write_proof(proof)


@pytest.mark.slow
@pytest.mark.parametrize("proof", all_proofs()[:7], ids=lambda proof: f"{type(proof).__name__}-{len(proof.leaves)}")
def test_every_byte_of_a_proof_that_is_changed_is_found(proof):
    """Given any byte replaced by any of a few others, left out or doubled, then both verifiers refuse the proof."""
    data, rng = write_proof(proof), Random(7)
    for place, byte in enumerate(data):
        for other in {byte ^ 1, byte ^ 32, rng.randrange(32, 127), rng.randrange(256), ord("A")} - {byte}:
            forged = data[:place] + bytes([other]) + data[place + 1 :]
            assert (shown(forged), shown_plainly(forged)) == ("", ""), (place, other)
        for forged in (data[:place] + data[place + 1 :], data[: place + 1] + data[place:]):
            assert forged == data or (shown(forged), shown_plainly(forged)) == ("", ""), place


@pytest.mark.parametrize("proof", all_proofs(), ids=lambda proof: f"{type(proof).__name__}-{len(proof.leaves)}")
def test_every_part_of_a_proof_that_is_moved_is_found(proof):
    """Leaves dropped, doubled, exchanged or put in; keys dropped, doubled, exchanged; parts of another record's proof."""
    tree = json.loads(write_proof(proof))
    stranger = heads(SAMPLES)[-1]  # of a record that none of these proofs is of
    forgeries = []
    leaves = tree["leaves"]
    for n in range(len(leaves)):
        forgeries += [
            {**tree, "leaves": leaves[:n] + leaves[n + 1 :]},
            {**tree, "leaves": [*leaves[: n + 1], *leaves[n:]]},
            {**tree, "leaves": [*leaves[:n], stranger, *leaves[n:]]},
            {**tree, "leaves": [*leaves[:n], stranger, *leaves[n + 1 :]]},
        ]
        forgeries += [
            {**tree, "leaves": [*leaves[:n], leaves[m], *leaves[n + 1 : m], leaves[n], *leaves[m + 1 :]]}
            for m in range(n + 1, len(leaves))
        ]
    for key, value in tree.items():
        forgeries.append({k: v for k, v in tree.items() if k != key})
        forgeries.append({**{k: v for k, v in tree.items() if k != key}, key: value} if key != "head" else {})
        forgeries += [{**tree, key: tree[other]} for other in tree if tree[other] != value]
        forgeries.append({**tree, key: stranger})
    forgeries.append({**tree, "more": 1})
    other = json.loads(write_proof(prove_entry("match-0", rows(SAMPLES + 1), 1)))
    forgeries += [{**tree, key: other[key]} for key in tree if other[key] != tree[key]]
    for forged in forgeries:
        data = json.dumps(forged, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        assert (shown(data), shown_plainly(data)) == ("", ""), forged


def test_parts_cannot_be_moved_into_each_other():
    """Hashed texts cannot be cut elsewhere: a payload begins with a brace, which salts do not have. Entry 1 follows only the head
    that its match begins with."""
    proof = prove_entry("match-0", rows(), 2)
    moved = [
        Inclusion(
            proof.before, proof.topic, proof.envelope, proof.salt[-1] + proof.payload, proof.salt[:-1], *_rest(proof)
        ),
        Inclusion(proof.before, proof.topic, proof.envelope, proof.payload[1:], proof.salt + "{", *_rest(proof)),
    ]
    for forged in moved:
        assert (shown(write_proof(forged)), shown_plainly(write_proof(forged))) == ("", "")
    proof = prove_entry("match-0", rows(), 1)
    inner = prove_entry("match-0", rows(), 2)
    forged = Inclusion(inner.before, proof.topic, proof.envelope, proof.payload, proof.salt, *_rest(proof))
    assert (shown(write_proof(forged)), shown_plainly(write_proof(forged))) == ("", "")


def _rest(proof):
    return proof.leaves, proof.head


def test_nothing_is_proven_of_an_altered_record():
    """A proof is made of a chain that is whole, of entries that there are, and of heads that it had."""
    stored = rows()
    version, topic, state = stored[1]
    altered = [stored[0], (version, topic, state.replace(b'"by":"', b'"by":"x')), *stored[2:]]
    with pytest.raises(BrokenChain, match="from entry 2 on"):
        prove_entry("match-0", altered, 1)
    with pytest.raises(BrokenChain, match="from entry 1 on"):
        prove_entry("match-0", [*stored[:1], *stored[:1]][1:] and [(1, topic, b"{}")], 1)
    for version in (0, len(stored) + 1):
        with pytest.raises(MatchNotFound, match=f"no entry {version}"):
            prove_entry("match-0", stored, version)
    with pytest.raises(NoteRejected, match="never had the head"):
        prove_continued("match-0", stored, heads(5)[-1])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"\xff\n",
        b"[" * 100_000,
        b'{"proof":"inclusion"}\n',
        b'{"proof":1}\n',
        b'{"proof":"consistency","before":"","leaves":[],"head":""}\n',
    ],
)
def test_what_is_no_proof_is_refused_in_one_line(data):
    """G15: other errors are not raised, for any bytes."""
    with pytest.raises((NoteRejected, NoteForged)) as refused:
        check_proof(data)
    assert "\n" not in str(refused.value)
    assert shown_plainly(data) == ""
