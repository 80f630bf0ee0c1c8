"""Proofs about a record for someone who has one of its head hashes but not the record.

An inclusion proof contains the head before an entry, the stored entry and the leaves after it, which lead to the named
head. It reveals this one entry only. A consistency proof contains the leaves between two heads: it shows that the
record with the first head was continued to the record with the second. The last head binds everything in a proof.

    {"proof":"inclusion","before":"…","topic":"…","envelope":"{…}","payload":"{…}","salt":"…","leaves":["…"],"head":"…"}
    {"proof":"consistency","before":"…","leaves":["…"],"head":"…"}
"""

import re
from collections.abc import Iterable
from itertools import accumulate
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from domain.chain import first_head, head_over, leaf_of, payload_digest, read_head, write_head
from domain.entries import Envelope
from domain.upcasting import parse_topic
from domain.validation import InvalidValue, validated_json
from storage.errors import BrokenChain, MatchNotFound, NoteForged, NoteRejected
from storage.records import UNREADABLE, split

_SALT: Final = re.compile(r"[A-Za-z0-9_-]*")


class Inclusion(Struct, frozen=True, tag="inclusion", tag_field="proof", forbid_unknown_fields=True):
    """Proof that an entry is in the record with this head."""

    before: str
    """The head before the entry."""
    topic: str
    envelope: str
    payload: str
    """Envelope and payload as stored, because the stored bytes are hashed."""
    salt: str
    leaves: tuple[str, ...]
    """Leaves of the entries after it."""
    head: str


class Consistency(Struct, frozen=True, tag="consistency", tag_field="proof", forbid_unknown_fields=True):
    """Proof that the record with this head continues the record with the head `before`."""

    before: str
    leaves: tuple[str, ...]
    head: str


Proof: TypeAlias = Inclusion | Consistency


class Proven(Struct, frozen=True):
    """The facts that a proof shows, provided that its head belongs to the record."""

    match: str
    """Match id; empty for a consistency proof."""
    version: int
    """Version of the entry; 0 for a consistency proof."""
    before: str
    later: int
    """Number of entries after it."""
    head: str


def is_proof(data: bytes) -> bool:
    """Return True if a file looks like a proof."""
    return data.startswith(b'{"proof":')


def write_proof(proof: Proof) -> bytes:
    """Return a proof as one line of JSON."""
    return msgspec.json.encode(proof) + b"\n"


def prove_entry(match: str, rows: Iterable[tuple[int, str, bytes]], version: int) -> Inclusion:
    """Return a proof that an entry is in a record. `rows`: the record up to the head that the proof is for.

    Raises MatchNotFound for a missing entry, BrokenChain.
    """
    rows = list(rows)
    leaves, heads = _followed(match, rows)
    if not 0 < version <= len(rows):
        raise MatchNotFound(f"{match} has no entry {version} among its first {len(rows)}")
    _, topic, state = rows[version - 1]
    parts = split(state)
    envelope, payload = bytes(parts.envelope).decode(), bytes(parts.payload).decode()
    return Inclusion(heads[version - 1], topic, envelope, payload, parts.salt, tuple(leaves[version:]), heads[-1])


def prove_continued(match: str, rows: Iterable[tuple[int, str, bytes]], before: str) -> Consistency:
    """Return a proof that a record continues an earlier head. Raises NoteRejected if it never had that head,
    BrokenChain."""
    leaves, heads = _followed(match, rows)
    if before not in heads:
        raise NoteRejected(f"{match} never had the head {before} up to there, so there is no proof")
    return Consistency(before, tuple(leaves[heads.index(before) :]), heads[-1])


def _followed(match: str, rows: Iterable[tuple[int, str, bytes]]) -> tuple[list[str], list[str]]:
    """Return the leaves of a record, and its heads, beginning with the one before the first entry. Raises
    BrokenChain."""
    leaves, head = [], first_head(match)
    heads = [write_head(head)]
    for number, (version, topic, state) in enumerate(rows, start=1):
        try:
            parts = split(state)
            digest = payload_digest(parts.salt, bytes(parts.payload))
        except UNREADABLE:
            raise BrokenChain(match, number, witnessed=True) from None
        leaf = leaf_of(topic, bytes(parts.envelope), digest)
        head = head_over(head, leaf)
        leaves.append(write_head(leaf))
        heads.append(write_head(head))
        if (version, parts.head) != (number, heads[-1]):
            raise BrokenChain(match, number, witnessed=True)
    return leaves, heads


def check_proof(data: bytes) -> Proven:
    """Return the facts that a proof shows. Raises NoteRejected for a malformed proof, NoteForged if it leads to another
    head."""
    try:
        inclusion = data.startswith(b'{"proof":"inclusion"')
        proof: Proof = validated_json(data, Inclusion) if inclusion else validated_json(data, Consistency)
    except InvalidValue as error:
        raise NoteRejected(f"no proof: {error}") from None
    if write_proof(proof) != data:
        raise NoteForged("altered: its bytes differ from those of a proof with this content")
    try:
        before, leaves = read_head(proof.before), [read_head(leaf) for leaf in proof.leaves]
        match, version, first = _entry(proof, before) if isinstance(proof, Inclusion) else ("", 0, [])
    except (*UNREADABLE, ValueError) as error:
        raise NoteForged(f"altered: {error}") from None
    *_, head = accumulate([*first, *leaves], head_over, initial=before)
    if write_head(head) != proof.head:
        raise NoteForged("altered or forged: its hashes do not give the head that it names")
    return Proven(match, version, proof.before, len(leaves), proof.head)


def _entry(proof: Inclusion, before: bytes) -> tuple[str, int, list[bytes]]:
    """Return match, version and leaf (in a list) of the proved entry. Raises ValueError, and the errors of decoding."""
    parse_topic(proof.topic)
    envelope = validated_json(proof.envelope.encode(), Envelope)
    whole = proof.envelope[:1] == proof.payload[:1] == "{" and "\n" not in proof.envelope
    if not whole or not _SALT.fullmatch(proof.salt) or envelope.version < 1:
        raise ValueError("no entry of a match")
    if envelope.version == 1 and before != first_head(envelope.match):
        raise ValueError(f"the record of {envelope.match} does not begin with that head")
    digest = payload_digest(proof.salt, proof.payload.encode())
    return envelope.match, envelope.version, [leaf_of(proof.topic, proof.envelope.encode(), digest)]
