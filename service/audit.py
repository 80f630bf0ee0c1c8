"""The audit of a match: the chain over the stored bytes first, then every action checked and resolved again."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from domain.audit import Finding, recheck
from service.matchbook import Matchbook, history_game
from service.resources import MAX_FILE_BYTES, UnreadableFile
from storage.errors import CatalogueNotFound, DamagedEntry
from storage.match_file import verify_file as verify_file_bytes
from storage.match_view import is_view, verify_view
from storage.verify import Verified, verify_match, verify_store


class AuditReport(Struct, frozen=True):
    """What an audit found."""

    match: str
    entries: int
    head: str
    """The match's fingerprint: compare it with the one on a result slip."""
    findings: tuple[Finding, ...]


def audit_match(app: Matchbook, match_id: str) -> AuditReport:
    """Audits one match. Where stored bytes were altered, actions are not checked again. Raises MatchNotFound."""
    verified = verify_match(app.store, match_id)
    altered = tuple(Finding(f.version, "altered", f.text) for f in verified.findings)
    if altered:
        return AuditReport(match_id, verified.entries, verified.head, altered)
    try:
        entries = app.store.entries(match_id)
        game, catalogue = history_game(entries, app.store)
    except (DamagedEntry, CatalogueNotFound) as error:
        broken = Finding(getattr(error, "version", 0), "broken", str(error))
        return AuditReport(match_id, verified.entries, verified.head, (broken,))
    return AuditReport(match_id, len(entries), verified.head, tuple(recheck(game, catalogue, entries)))


def verify_matches(app: Matchbook, matches: Sequence[str], expect: str = "") -> tuple[Verified, ...]:
    """Verifies some matches. Raises MatchNotFound."""
    return tuple(verify_match(app.store, match, expect) for match in matches)


def verify_everything(app: Matchbook, expect: str = "") -> tuple[Verified, ...]:
    """Verifies the store's file and every match of it; `expect` is a head that the whole store had."""
    return tuple(verify_store(app.store, expect))


def verify_file(app: Matchbook | None, path: Path, expect: str = "") -> Verified:
    """Verifies a match file, or a copy for one viewpoint; neither needs a store. Raises UnreadableFile, ImportRejected."""
    from storage.records import Codecs

    data = read_bytes(path)
    if is_view(data):
        return verify_view(data, expect)
    codecs = app.store.codecs if app is not None else Codecs()
    return verify_file_bytes(data, codecs, expect)


def is_copy(path: Path) -> bool:
    """Whether a file is a copy for one viewpoint. Raises UnreadableFile."""
    return is_view(read_bytes(path))


def read_bytes(path: Path, limit: int = 16 * MAX_FILE_BYTES) -> bytes:
    """A file's bytes. Raises UnreadableFile."""
    try:
        if path.stat().st_size > limit:
            raise UnreadableFile(f"{path}: larger than {limit:,} bytes")
        return path.read_bytes()
    except OSError as error:
        raise UnreadableFile(f"{path}: {error.strerror or error}") from None
