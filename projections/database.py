"""Opening the analytics file: settings, waiting for its holder, telling damage from other trouble."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import duckdb

from projections.errors import (
    AnalyticsBusy,
    AnalyticsError,
    AnalyticsUnwritable,
    DamagedAnalytics,
    NotAnalytics,
    QueryRefused,
)

_SETTINGS: Final[dict[str, str | bool | int | float | list[str]]] = {
    # Missing extensions would be fetched from the network, which takes seconds where there is none.
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "memory_limit": "1GB",
    "checkpoint_threshold": "256MB",
}
ROW_GROUP: Final = 16_384
"""Rows in a block of a table. A transaction that fills whole blocks writes them once, past the write-ahead log: with
DuckDB's own 122,880 a rebuild takes half as long again."""
_POLL_SECONDS: Final = 0.02
_HELD: Final = re.compile(r"Could not set lock|Conflicting lock|Unique file handle conflict|being used by another")
_UNWRITABLE: Final = re.compile(r"Permission denied|Read-only file system|No space left|Is a directory|Not a directory")
_HOLDER: Final = re.compile(r"PID (\d+)")
_SQLITE_MAGIC: Final = b"SQLite format 3\0"

_DAMAGE: Final = (
    duckdb.IOException,
    duckdb.InternalException,
    duckdb.FatalException,
    duckdb.SerializationException,
    duckdb.CatalogException,
    duckdb.ConstraintException,
)


@contextmanager
def opened(
    path: Path, *, writable: bool, readable: Path | None = None, wait: float
) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection whose schema is the file, closed afterwards. `readable` is the one other file that SQL may read.

    `wait` is in seconds. Raises AnalyticsBusy, AnalyticsUnwritable, NotAnalytics, DamagedAnalytics.
    """
    refuse_foreign(path)
    connection = _attach_when_free(path, writable=writable, wait=wait)
    try:
        if readable is not None:
            connection.execute(f"set allowed_paths = [{quoted(str(readable))}]")
        connection.execute("set enable_external_access = false")
        if not writable:
            connection.execute("set lock_configuration = true")
        yield connection
    except duckdb.Error as error:
        problem = translated(error, path)
        if problem is error:
            raise
        raise problem from error
    finally:
        # Closing writes the last checkpoint; a failing disk has been reported by then.
        with suppress(duckdb.Error):
            connection.close()


def refuse_foreign(path: Path) -> None:
    """Raises NotAnalytics for a SQLite file: the event store itself, given by mistake."""
    try:
        with path.open("rb") as file:
            start = file.read(16)
    except FileNotFoundError:
        return
    except OSError as error:
        raise AnalyticsUnwritable(f"{path}: {error.strerror}; choose another analytics file") from error
    if start == _SQLITE_MAGIC:
        raise NotAnalytics(f"{path} is a SQLite file, not an analytics file; choose another path")


def _attach_when_free(path: Path, *, writable: bool, wait: float) -> duckdb.DuckDBPyConnection:
    deadline = time.monotonic() + wait
    while True:
        try:
            return _attach(path, writable=writable)
        except duckdb.Error as error:
            problem = translated(error, path)
            if not isinstance(problem, AnalyticsBusy) or time.monotonic() >= deadline:
                raise problem from error
        time.sleep(_POLL_SECONDS)


def _attach(path: Path, *, writable: bool) -> duckdb.DuckDBPyConnection:
    # Attached under a name of its own, so that the file's name means nothing to SQL.
    connection = duckdb.connect(":memory:", config=_SETTINGS)
    how = f"row_group_size {ROW_GROUP}" if writable else "read_only"
    try:
        connection.execute(f"attach {quoted(str(path))} as matchbook ({how})")
        connection.execute("use matchbook")
    except BaseException:
        connection.close()
        raise
    return connection


def translated(error: duckdb.Error, path: Path) -> Exception:
    """The error that a user can act on; the error itself where it is a defect of ours."""
    text = one_line(error)
    if isinstance(error, duckdb.InterruptException):
        return QueryRefused("the query took too long and was stopped; narrow it")
    if _HELD.search(text):
        holder = _HOLDER.search(text)
        by = f"process {holder[1]}" if holder else "this process"
        return AnalyticsBusy(f"{path} is in use by {by}; try again when that is done")
    if isinstance(error, OSError | duckdb.IOException) and (found := _UNWRITABLE.search(text)):
        return AnalyticsUnwritable(f"{path}: {found[0].lower()}; make it writable or choose another analytics file")
    if isinstance(error, duckdb.OutOfMemoryException):
        return AnalyticsError(f"{path}: not enough memory for this; {text}")
    if isinstance(error, _DAMAGE) or type(error) is duckdb.Error:
        return DamagedAnalytics(f"{path} cannot be read: {text}")
    return error


def one_line(error: duckdb.Error) -> str:
    """The first line of DuckDB's message."""
    return str(error).strip().partition("\n")[0]


def quoted(text: str) -> str:
    """A text as a SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def set_aside(path: Path) -> None:
    """Makes room for a new file; the damaged one is kept beside it, in place of the one before."""
    _remove_logs(path)
    with suppress(FileNotFoundError):
        path.replace(path.with_name(path.name + ".damaged"))


def remove(path: Path) -> None:
    """Deletes the file and what DuckDB keeps beside it."""
    _remove_logs(path)
    path.unlink(missing_ok=True)


def _remove_logs(path: Path) -> None:
    """Deletes the write-ahead logs. They go first: left behind, they would be played into the next file of that name."""
    for end in (".wal", ".wal.checkpoint", ".wal.recovery"):
        path.with_name(path.name + end).unlink(missing_ok=True)
