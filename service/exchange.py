"""Match files in and out."""

from pathlib import Path

from msgspec import Struct

from service.audit import read_bytes
from service.matchbook import Matchbook
from storage.match_file import export_match as write_match
from storage.match_file import import_match


class Taken(Struct, frozen=True):
    """What the import of a file came to."""

    file: str
    match: str
    entries: int
    added: int
    """Entries that the store did not hold before."""


def export_match(app: Matchbook, match_id: str) -> bytes:
    """A match as a match file. Raises MatchNotFound, DamagedEntry."""
    return write_match(app.store, match_id)


def import_file(app: Matchbook, path: Path) -> Taken:
    """Reads a match file into the store, whole or not at all. Raises UnreadableFile, ImportRejected, Fork."""
    imported = import_match(app.store, read_bytes(path))
    return Taken(str(path), imported.match, imported.entries, imported.appended)
