"""Proofs, made from a recorded match and verified without it."""

from domain.text import pluralize
from service.errors import UsageProblem
from service.recording.match_service import MatchService
from storage.errors import BrokenChain, MatchNotFound
from storage.proofs import check_proof, prove_continued, prove_entry, write_proof
from storage.verify import Damage, Verified


def proof_of(app: MatchService, match_id: str, version: int | None, before: str | None, upto: int | None) -> bytes:
    """Return a proof that entry `version` is in the record, or that the record continues the head `before`. It is for the head
    after entry `upto`, by default the last one.

    Raises UsageProblem, MatchNotFound, BrokenChain, NoteRejected.
    """
    if (version is None) == (before is None):
        raise UsageProblem(f"either an entry is proven, {match_id}/N, or that the record goes on, --from HEAD")
    rows = [row for row in app.store.raw(match_id) if upto is None or row[0] <= upto]
    if upto is not None and len(rows) < upto:
        raise MatchNotFound(f"{match_id} has {pluralize(len(rows), 'entry', 'entries')}, and no entry {upto}")
    if broken := app.store.chained(match_id, upto=upto).broken:
        raise BrokenChain(match_id, broken, witnessed=True)
    if before is not None:
        return write_proof(prove_continued(match_id, rows, before))
    return write_proof(prove_entry(match_id, rows, version or 0))


def verify_proof(data: bytes, expect: str = "") -> Verified:
    """Verify a proof and compare its head with the expected one. Raises NoteRejected, NoteForged."""
    proven = check_proof(data)
    heads = (proven.head,) if proven.version else (proven.head, proven.before)
    entries = proven.version + proven.later
    note = (
        f"the record with this head goes on from {proven.before}, {pluralize(proven.later, 'entry', 'entries')} later"
    )
    if proven.version:
        note = f"entry {proven.version} of {proven.match} reads as in the file, where entry {entries} has this head"
    missed = Damage(proven.match, 0, "proof", f"does not prove anything about the record with the head {expect}")
    findings = (missed,) if expect and expect not in heads else ()
    head = "" if findings else proven.head
    return Verified(proven.match, entries, head, findings, bool(expect) and not findings, (note,), proof=True)
