"""Opening the analytics file: settings, waiting for another process that holds it, and classification of errors."""

import re
import shutil
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock, RLock
from typing import Final, Protocol

import duckdb

from projections.errors import (
    ELSEWHERE,
    AnalyticsBusy,
    AnalyticsError,
    AnalyticsUnwritable,
    DamagedAnalytics,
    QueryRefused,
)
from projections.file_marker import set_aside

SETTINGS: Final[dict[str, str | bool | int | float | list[str]]] = {
    # Fetching missing extensions from the network would take seconds on a machine that is offline.
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "memory_limit": "1GB",
    "checkpoint_threshold": "256MB",
    "checkpoint_on_detach": "DISABLED",
}
ROW_GROUP: Final = 16_384
"""Rows in a block of a table. A transaction that fills whole blocks writes them once, past the write-ahead log: with
DuckDB's default of 122,880, a rebuild takes half as long again."""
_GATES: Final[dict[Path, RLock]] = {}
_GATES_GATE: Final = Lock()
LOGS: Final = (".wal", ".wal.checkpoint", ".wal.recovery")
"""The files that DuckDB keeps beside the database."""
LOG_SIZE: Final = 16_384
"""If the write-ahead log exceeds this size in bytes (about eight actions), it is checkpointed. A shorter log is cheaper
to replay when the file is opened next."""
_HEADERS: Final = 3 * 4096
"""Bytes of the headers of a DuckDB file."""
_COPIES_TRIED: Final = 5
_POLL_SECONDS: Final = 0.02
_HELD: Final = re.compile(r"Could not set lock|Conflicting lock|Unique file handle conflict|being used by another")
_UNWRITABLE: Final = re.compile(
    "Permission denied|Read-only file system|No space left|File too large|Disk quota exceeded|Is a directory|Not a directory"
    "|Could not write"
)
_HOLDER: Final = re.compile(r"PID (\d+)")
STORAGE_VERSION: Final = "v1.4.0"
"""The oldest DuckDB whose programs can open the file."""

_DAMAGE: Final = (
    duckdb.IOException,
    duckdb.InternalException,
    duckdb.FatalException,
    duckdb.SerializationException,
    duckdb.CatalogException,
    duckdb.ConstraintException,
)


class Reader(Protocol):
    """Opens a connection that only reads: `read_only`."""

    def __call__(self, path: Path, *, wait: float) -> AbstractContextManager[duckdb.DuckDBPyConnection]: ...


class Engine:
    """DuckDB itself, kept between questions. The file is attached only during a question, so that other processes can
    use it in between.

    Starting and ending it takes longer than most questions. It is not safe for threads.
    """

    def __init__(self, path: Path, readable: Path, reads: Path | None = None) -> None:
        """`path`: the analytics file. `readable`: the only other file that SQL may read. `reads`: a folder whose files
        it may read."""
        self._reads = reads
        self._path = path
        self._readable = readable
        self._instance: duckdb.DuckDBPyConnection | None = None

    @contextmanager
    def attached(self, *, wait: float) -> Iterator[duckdb.DuckDBPyConnection]:
        """Yield a writable connection with the file attached as the current database. Temporary objects are dropped
        afterwards.

        `wait` is in seconds. Raises AnalyticsBusy, AnalyticsUnwritable, DamagedAnalytics.
        """
        try:
            with _translating(self._path), self._running().cursor() as connection:
                _attach_when_free(connection, self._path, writable=True, wait=wait)
                yield connection
                self._detach(connection)
        except BaseException:
            # The connection is in an unknown state; the next question opens a new one.
            self.close()
            raise

    def _running(self) -> duckdb.DuckDBPyConnection:
        if self._instance is None:
            files = [self._readable, *(self._path.with_name(self._path.name + end) for end in ("", *LOGS))]
            self._instance = duckdb.connect(":memory:", config=SETTINGS)
            self._instance.execute(f"set allowed_paths = [{', '.join(quoted(str(file)) for file in files)}]")
            if self._reads is not None:
                self._instance.execute(f"set allowed_directories = [{quoted(str(self._reads))}]")
            self._instance.execute("set enable_external_access = false")
        return self._instance

    def _detach(self, connection: duckdb.DuckDBPyConnection) -> None:
        try:
            if _size(self._path.with_name(self._path.name + ".wal")) > LOG_SIZE:
                connection.execute("checkpoint matchbook")
            connection.execute("use memory")
            connection.execute("detach matchbook")
        except duckdb.Error:
            # Committed data and the answer are valid even without a checkpoint.
            self.close()

    def close(self) -> None:
        """Close DuckDB and detach all files."""
        if self._instance is not None:
            with suppress(duckdb.Error):
                self._instance.close()
            self._instance = None


@contextmanager
def read_only(
    path: Path, *, wait: float, writes: Path | None = None, reads: Path | None = None
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield a separate connection that cannot change the file or its settings; it is closed afterwards. It may write
    only to `writes` (a file, or a folder for files), and read files in the folder `reads`.

    `wait` is in seconds. Raises AnalyticsBusy, AnalyticsUnwritable, DamagedAnalytics.
    """
    with _translating(path), duckdb.connect(":memory:", config=SETTINGS) as connection:
        _attach_when_free(connection, path, writable=False, wait=wait)
        folders = [folder for folder in (writes, reads) if folder is not None and folder.is_dir()]
        if writes in folders:
            connection.execute("set threads = 1")  # several threads would write rows in any order
        connection.execute(f"set allowed_directories = [{', '.join(quoted(str(folder)) for folder in folders)}]")
        if writes is not None and not writes.is_dir():
            connection.execute(f"set allowed_paths = [{quoted(str(writes))}]")
        connection.execute("set enable_external_access = false")
        connection.execute("set lock_configuration = true")
        yield connection


def is_read_only(connection: duckdb.DuckDBPyConnection) -> bool:
    """Return True if the attached file is read-only."""
    [(readonly,)] = connection.execute(
        "select readonly from duckdb_databases() where database_name = 'matchbook'"
    ).fetchall()
    return bool(readonly)


@contextmanager
def _translating(path: Path) -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:
        if isinstance(error, duckdb.Error) or str(error) != "Query interrupted":
            raise
        raise KeyboardInterrupt from error  # DuckDB's way to report Ctrl-C during a statement
    except duckdb.Error as error:
        problem = translated(error, path)
        if problem is error:
            raise
        raise problem from error


@contextmanager
def alone(path: Path, wait: float) -> Iterator[None]:
    """Keep other threads of this process from opening the file inside the block. Locks on files belong to a process, so
    closing the file would also release another thread's lock."""
    with _GATES_GATE:
        gate = _GATES.setdefault(path.absolute(), RLock())
    if not gate.acquire(timeout=max(wait, 0)):
        raise AnalyticsBusy(f"{path} is in use by this process; try again when that is done")
    try:
        yield
    finally:
        gate.release()


@contextmanager
def copied(path: Path, busy: AnalyticsBusy) -> Iterator[Path]:
    """Yield a temporary copy of the file and its log, made while another process has it open for writing.

    Raises `busy` if the file cannot be read, or keeps changing: a copy made of two states would be inconsistent."""
    try:
        scratch = TemporaryDirectory(prefix="matchbook-")
    except OSError as error:
        raise busy from error
    with scratch as folder:
        copy = Path(folder) / path.name
        _copy(path, copy, busy)
        yield copy


def _copy(path: Path, copy: Path, busy: AnalyticsBusy) -> None:
    pairs = [(path.with_name(path.name + end), copy.with_name(copy.name + end)) for end in ("", ".wal")]
    for _ in range(_COPIES_TRIED):
        try:
            before = [_written(source) for source, _ in pairs]
            for source, target in pairs:
                target.unlink(missing_ok=True)
                if source.exists():
                    shutil.copyfile(source, target)
            if before == [_written(source) for source, _ in pairs]:
                return
        except OSError as error:
            raise busy from error
    raise busy


def _written(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except FileNotFoundError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size)


def _attach_when_free(connection: duckdb.DuckDBPyConnection, path: Path, *, writable: bool, wait: float) -> None:
    """Attach the file under a fixed name, so that the file's name cannot affect SQL."""
    how = f"row_group_size {ROW_GROUP}, storage_version '{STORAGE_VERSION}'" if writable else "read_only"
    deadline = time.monotonic() + wait
    while True:
        try:
            connection.execute(f"attach {quoted(str(path))} as matchbook ({how})")
            connection.execute("use matchbook")
            return
        except duckdb.Error as error:
            problem = translated(error, path)
            if not isinstance(problem, AnalyticsBusy) or time.monotonic() >= deadline:
                raise problem from error
        time.sleep(_POLL_SECONDS)


def translated(error: duckdb.Error, path: Path) -> Exception:
    """Return a typed error for errors that users can act on. Other errors are defects of this program and are returned
    unchanged."""
    text = one_line(error)
    if isinstance(error, duckdb.InterruptException):
        return QueryRefused("the query took too long and was stopped; narrow it")
    if _HELD.search(text):
        holder = _HOLDER.search(text)
        by = f"process {holder[1]}" if holder else "another program"
        return AnalyticsBusy(f"{path} is in use by {by}; try again when that is done")
    if isinstance(error, OSError | duckdb.IOException | duckdb.FatalException | duckdb.TransactionException) and (
        found := _UNWRITABLE.search(text)
    ):
        return AnalyticsUnwritable(f"{path}: {found[0].lower()}; make it writable or {ELSEWHERE}")
    if isinstance(error, duckdb.OutOfMemoryException):
        return AnalyticsError(f"{path}: not enough memory for this; {text}")
    if isinstance(error, _DAMAGE) or type(error) is duckdb.Error:
        return DamagedAnalytics(f"{path} cannot be read: {text}")
    return error


_IN_JSON: Final = re.compile(r'"exception_message":"((?:[^"\\]|\\.)*)"')


def one_line(error: duckdb.Error) -> str:
    """Return the first line of DuckDB's message. Some messages are JSON objects that contain the text."""
    line = str(error).strip().partition("\n")[0]
    found = _IN_JSON.search(line) if line.startswith("{") else None
    return found[1] if found else line


def quoted(text: str) -> str:
    """Return a text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def is_empty_database(path: Path) -> bool:
    """Return True if the file is empty, or if even its headers are incomplete, for example because the disk was
    full."""
    size = _size(path)
    if size >= _HEADERS:
        return False
    with suppress(OSError):
        return not size or path.read_bytes()[8:12] == b"DUCK"
    return False


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def remove(path: Path) -> None:
    """Delete the file and DuckDB's files beside it."""
    remove_logs(path)
    path.unlink(missing_ok=True)


def remove_logs(path: Path) -> None:
    """Delete the write-ahead logs. They must be deleted before the file, because DuckDB would replay them into the next
    file of that name."""
    for end in LOGS:
        path.with_name(path.name + end).unlink(missing_ok=True)


def clear_away(path: Path) -> None:
    """Make room for a new analytics file: delete an empty one, set any other aside."""
    remove_logs(path)
    if is_empty_database(path):
        path.unlink(missing_ok=True)
        return
    with suppress(FileNotFoundError):
        set_aside(path)
