"""Maps SQLite's errors to those of a store."""

import sqlite3
from typing import Final

from eventsourcing.domain import EventSourcingError
from eventsourcing.persistence import ConnectionPoolClosedError

from storage.errors import (
    FULL,
    Busy,
    DiskFull,
    OutcomeUnknown,
    StorageError,
    StoreDamaged,
    StoreUnwritable,
    Taken,
    busy_text,
)


def translated(error: Exception, place: str, *, writing: bool = False) -> StorageError:
    """Return the typed error for an error of SQLite or of the library."""
    if isinstance(error, sqlite3.IntegrityError):
        return Taken(f"{place}: {error}")
    if isinstance(error, ConnectionPoolClosedError):
        return StorageError(f"{place}: the store was closed")
    cause = error if isinstance(error, sqlite3.Error) else error.__cause__
    code = getattr(cause, "sqlite_errorcode", None)
    primary = code & 0xFF if isinstance(code, int) else None
    if isinstance(error, TimeoutError) or primary in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return Busy(busy_text(place))
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


_NO_ROOM: Final = frozenset(
    {
        sqlite3.SQLITE_IOERR_SHMSIZE,
        sqlite3.SQLITE_IOERR_SHMOPEN,
        sqlite3.SQLITE_IOERR_SHMMAP,
        sqlite3.SQLITE_IOERR_WRITE,
    }
)
"""SQLite's errors when it cannot create the files that it needs beside a store, even for reading."""
DATABASE_ERRORS = (EventSourcingError, sqlite3.Error, UnicodeDecodeError)
"""Errors raised by the library and SQLite; the last one for invalid text in a damaged file."""
