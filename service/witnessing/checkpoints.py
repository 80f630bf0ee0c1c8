"""Checkpoints: signed by a device of its record, kept by others, and held against the record later."""

from collections.abc import Sequence
from datetime import UTC, datetime

from msgspec.structs import replace

from domain.chain import STORE_BEGINNING, write_head
from domain.text import counted
from service.recording.matchbook import Matchbook
from service.witnessing.keys import KeyRing
from storage.errors import BrokenChain, NoteRejected
from storage.notes import Checkpoint, sign
from storage.verify import Verified, verify_match


def sign_match(app: Matchbook, ring: KeyRing, match_id: str, venue: str, key: str = "") -> bytes:
    """A signed checkpoint of a match as it stands. Raises MatchNotFound, BrokenChain, UsageProblem, NoteRejected."""
    verified = verify_match(app.store, match_id)
    if verified.findings:
        raise BrokenChain(match_id, max(1, min(finding.version for finding in verified.findings)))
    return _signed(app, ring, Checkpoint(venue, match_id, verified.entries, verified.head, ""), key)


def sign_store(app: Matchbook, ring: KeyRing, venue: str, key: str = "") -> bytes:
    """A signed checkpoint of the whole store. Raises UsageProblem, NoteRejected and the store's errors."""
    entries, head = 0, STORE_BEGINNING
    for entries, head in enumerate(app.store.heads(), start=1):  # noqa: B007 - the last of both is wanted
        pass
    return _signed(app, ring, Checkpoint(venue, "", entries, write_head(head), ""), key)


def _signed(app: Matchbook, ring: KeyRing, checkpoint: Checkpoint, key: str) -> bytes:
    now = datetime.fromtimestamp(app.clock() / 1_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return sign(replace(checkpoint, signed=now), ring.signing(key, now[:10]))


def held_against(reports: Sequence[Verified], checkpoint: Checkpoint, *, whole: bool) -> tuple[Verified, ...]:
    """What was verified with the checkpoint's head expected, where that is not found in the checkpoint's own words. `whole`: a
    store with all its matches. Raises NoteRejected where it is a checkpoint of something else."""
    first, *others = reports
    if whole is bool(checkpoint.match) or first.match not in ("", checkpoint.match):
        of, this = (f"the match {name}" if name else "a whole store" for name in (checkpoint.match, first.match))
        raise NoteRejected(f"a checkpoint of {of}; this is {this}")
    entries = first.entries if first.match else sum(one.entries for one in others)
    signed = f"when the checkpoint was signed ({checkpoint.signed})"
    if entries < checkpoint.entries:
        text = f"{counted(checkpoint.entries, 'entry', 'entries')} {signed}, {entries} now: the end was cut off"
    else:
        text = f"another head after {counted(checkpoint.entries, 'entry', 'entries')} than {signed}: written anew or altered"
    findings = tuple(replace(one, text=text) if one.code == "head" else one for one in first.findings)
    return (replace(first, findings=findings), *others)
