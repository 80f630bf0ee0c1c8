"""What can go wrong with a store, each kind a type of its own. Messages are one line: what, where, what to do."""

import sqlite3
from collections.abc import Sequence
from typing import Final

from eventsourcing.domain import EventSourcingError
from eventsourcing.persistence import ConnectionPoolClosedError

from domain.game import Command, Event
from domain.match import Entry


class StorageError(Exception):
    """Base of all errors of this package."""


class StoreUnsupported(StorageError):
    """The address names no kind of store that this program keeps."""


class StoreNotFound(StorageError):
    """There is no store at that place."""


class StoreUnwritable(StorageError):
    """Nothing was recorded: the file or folder is read-only, or the disk is full. Reading may still work."""


class DiskFull(StoreUnwritable):
    """There is no room on the disk, or it refuses to be written to."""


class StoreDamaged(StorageError):
    """The file is not a store, or its pages are damaged."""


class StoreTooNew(StorageError):
    """Written by a newer Matchbook than this one."""


class Busy(StorageError):
    """Another program held the store locked for too long. Nothing was recorded; trying again is safe."""


class OutcomeUnknown(StorageError):
    """The disk reported an error: what was being recorded may or may not be there. Read the end of the match again."""


class Conflict(StorageError):
    """Someone else recorded first. Nothing of this attempt was kept."""

    def __init__(self, match: str, version: int, entries: Sequence[Entry[Command, Event]]) -> None:
        self.match = match
        self.version = version
        self.entries = tuple(entries)
        """What stands in the store from that version on."""
        self.by = self.entries[0].envelope.by if self.entries else ""
        """Who recorded it."""
        if self.entries:
            found = f"entry {version} was recorded first by {self.by or 'someone else'}; look at it"
        else:
            found = f"it has not come to entry {version - 1}; look where it stands"
        super().__init__(f"{match}: {found}, then enter yours again")


class MatchNotFound(StorageError, LookupError):
    """No match, or no entry, of that name."""


class AmbiguousMatch(StorageError, LookupError):
    """The beginning of an id fits several matches."""

    def __init__(self, prefix: str, candidates: Sequence[str]) -> None:
        self.candidates = tuple(candidates)
        super().__init__(f"{prefix!r} fits several matches: {', '.join(self.candidates)}; type more of the id")


class CatalogueNotFound(StorageError, LookupError):
    """The store lacks the card definitions of that digest."""


class DamagedEntry(StorageError):
    """An entry cannot be read back."""

    def __init__(self, match: str, version: int, why: str) -> None:
        self.match = match
        self.version = version
        self.why = why.removeprefix(f"{match}: ")
        super().__init__(f"{match}: entry {version} cannot be read: {self.why}; `matchbook audit {match}` tells more")


class BrokenChain(StorageError):
    """What is stored of a match is not what was recorded: nothing is added to it unasked."""

    def __init__(self, match: str, version: int) -> None:
        self.match = match
        self.version = version
        """The first entry that does not follow from the one before it."""
        super().__init__(
            f"{broken_text(match, version)}; nothing was recorded; with --on-damaged REASON it is recorded all the same"
        )


def broken_text(match: str, version: int) -> str:
    """Says that entries of a match were altered, and from which one on."""
    return f"{match}: the chain is broken from entry {version} on: `matchbook verify {match}` tells more"


class Fork(StorageError):
    """Two copies of one match were continued separately."""

    def __init__(self, match: str, version: int) -> None:
        self.match = match
        self.version = version
        super().__init__(
            f"{match}: the file and the store hold different entries {version}: two copies went apart; nothing was imported"
        )


class ImportRejected(StorageError):
    """A file that is not a match file. Nothing was imported."""

    def __init__(self, code: str, line: int, column: int, message: str) -> None:
        self.code = code
        self.line = line
        """From 1."""
        self.column = column
        """Byte in the line, from 1."""
        self.message = message
        super().__init__(f"line {line}, column {column}: {message} [{code}]")


class NoteRejected(StorageError):
    """A checkpoint, key or proof that cannot be used: it is none, its key is not trusted or expired, or it is of another match."""


class NoteForged(StorageError):
    """A checkpoint that the key it names did not sign, or a proof that proves nothing."""


def translated(error: Exception, place: str, *, writing: bool = False) -> StorageError:
    """The typed error that an error of the database or of the library stands for.

    A constraint that failed is for the caller to translate: only it can tell who recorded first.
    """
    if isinstance(error, ConnectionPoolClosedError):
        return StorageError(f"{place}: the store was closed")
    cause = error if isinstance(error, sqlite3.Error) else error.__cause__
    code = getattr(cause, "sqlite_errorcode", None)
    primary = code & 0xFF if isinstance(code, int) else None
    if isinstance(error, TimeoutError) or primary in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return Busy(
            f"{place}: another program is recording and held the store for too long; nothing was recorded, try again"
        )
    if primary in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}:
        return StoreUnwritable(f"{place}: read-only; make the file and its folder writable, or choose another store")
    if primary == sqlite3.SQLITE_FULL:
        return DiskFull(f"{place}: {FULL}")
    if primary == sqlite3.SQLITE_CANTOPEN:
        return StoreUnwritable(f"{place}: cannot be opened; check that the folder exists and that you may write there")
    if isinstance(error, UnicodeDecodeError) or primary in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
        return StoreDamaged(
            f"{place}: not a store, or damaged ({cause or error}); restore a copy, or import its match files"
        )
    if primary == sqlite3.SQLITE_IOERR and writing:
        return OutcomeUnknown(
            f"{place}: the disk reported an error ({cause}); reload the match to see what was recorded"
        )
    if code in _NO_ROOM:
        return DiskFull(f"{place}: {FULL}")
    return StorageError(f"{place}: {cause or error}")


FULL: Final = "the disk is full; nothing was recorded, free some space and try again"
_NO_ROOM: Final = frozenset(
    {
        sqlite3.SQLITE_IOERR_SHMSIZE,
        sqlite3.SQLITE_IOERR_SHMOPEN,
        sqlite3.SQLITE_IOERR_SHMMAP,
        sqlite3.SQLITE_IOERR_WRITE,
    }
)
"""What SQLite says where it cannot make the files that it wants beside a store even for reading."""
DATABASE_ERRORS = (EventSourcingError, sqlite3.Error, UnicodeDecodeError)
"""What the library and SQLite raise; the last for text in a damaged file."""
