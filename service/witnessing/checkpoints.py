"""Checkpoints: a device signs the head hash of a record, others keep it and compare the record with it later."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from domain.entries import Concluded
from domain.judging import Confirmed, Ruled
from domain.match import AnyMatch
from domain.text import pluralize
from service.errors import UsageProblem
from service.outputs import whole_file
from service.recording.match_service import MatchService
from service.resources import UnreadableFile
from service.witnessing.keys import KeyRing
from storage.errors import BrokenChain, NoteRejected, StorageError, StoreDamaged
from storage.records import AnyEntry
from storage.signed_notes import Checkpoint, sign
from storage.verify import Verified, verify_match, verify_store


def sign_match(app: MatchService, ring: KeyRing, match_id: str, venue: str, key: str = "") -> bytes:
    """Return a signed checkpoint of the current match. Raises MatchNotFound, BrokenChain, UsageProblem, NoteRejected."""
    verified = verify_match(app.store, match_id)
    if verified.findings:
        raise BrokenChain(match_id, max(1, min(finding.version for finding in verified.findings)), witnessed=True)
    return _signed(app, ring, Checkpoint(venue, match_id, verified.entries, verified.head, ""), key)


def sign_store(app: MatchService, ring: KeyRing, venue: str, key: str = "") -> bytes:
    """Return a signed checkpoint of the whole store. Raises BrokenChain or StoreDamaged for a damaged store, UsageProblem,
    NoteRejected, and the errors of the store."""
    entries, head = 0, ""
    for verified in verify_store(app.store):
        for finding in verified.findings:
            if finding.match:
                raise BrokenChain(finding.match, max(1, finding.version), witnessed=True)
            raise StoreDamaged(f"{finding.text}; damaged records cannot be witnessed")
        entries, head = entries + verified.entries, head or verified.head
    return _signed(app, ring, Checkpoint(venue, "", entries, head, ""), key)


def _signed(app: MatchService, ring: KeyRing, checkpoint: Checkpoint, key: str) -> bytes:
    return _signed_at(app.clock(), ring, checkpoint, key)


def _signed_at(clock: int, ring: KeyRing, checkpoint: Checkpoint, key: str = "") -> bytes:
    now = datetime.fromtimestamp(clock / 1_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return sign(replace(checkpoint, signed=now), ring.signing(key, now[:10]))


class CheckpointWriter(Struct, frozen=True):
    """Writes a checkpoint into a folder after each end of a turn, ruling, confirmation and end of a match."""

    folder: Path
    ring: KeyRing
    venue: str
    tell: Callable[[str], None]
    """Called with one line if a checkpoint could not be written; recording continues."""

    def __call__(self, match: AnyMatch, entries: Sequence[AnyEntry]) -> None:
        """Write a checkpoint, if needed, after these entries were stored."""
        if not _closes(match, entries):
            return
        checkpoint = Checkpoint(self.venue, match.id, match.version, match.head, "")
        try:
            note = _signed_at(entries[-1].envelope.recorded_at, self.ring, checkpoint)
            with whole_file(self.folder / f"{match.id}-{match.version}.note", replace=True) as part:
                part.write_bytes(note)
        except (StorageError, UsageProblem, UnreadableFile, OSError) as error:
            self.tell(f"no checkpoint of {match.id}/{match.version}: {error}")


def _closes(match: AnyMatch, entries: Sequence[AnyEntry]) -> bool:
    """Return True if the entries end a turn or the match, or are a ruling or confirmation."""
    if any(isinstance(entry.payload, Ruled | Confirmed | Concluded) for entry in entries):
        return True
    before, now = entries[0].envelope.moment, match.game.turn_info(match.state)
    return (before.round, before.turn) != (now.round, now.turn) or match.outcome is not None


def held_against(reports: Sequence[Verified], checkpoint: Checkpoint, *, whole: bool) -> tuple[Verified, ...]:
    """Return the verification results, with a finding if the checkpoint's head is not in the record. `whole`: a
    store with all its matches. Raises NoteRejected for a checkpoint of another store or match."""
    first, *others = reports
    if whole is bool(checkpoint.match) or first.match not in ("", checkpoint.match):
        of, this = (f"the match {name}" if name else "a whole store" for name in (checkpoint.match, first.match))
        raise NoteRejected(f"a checkpoint of {of}; this is {this}")
    entries = first.entries if first.match else sum(one.entries for one in others)
    signed = f"when the checkpoint was signed ({checkpoint.signed})"
    if entries < checkpoint.entries:
        text = f"{pluralize(checkpoint.entries, 'entry', 'entries')} {signed}, {entries} now: the end was cut off"
    else:
        text = f"another head after {pluralize(checkpoint.entries, 'entry', 'entries')} than {signed}: rewritten or altered"
    findings = tuple(replace(one, text=text) if one.code == "head" else one for one in first.findings)
    return (replace(first, findings=findings), *others)
