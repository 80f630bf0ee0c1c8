"""The interface between the store and a database. Each kind of database has its own recorder, which hides its
driver."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Event, Thread
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from eventsourcing.persistence import ListenNotifySubscription

from storage.errors import BrokenChain, StoreUnsupported
from storage.records import CatalogueRow, LastEntry, NewRow, Row, States, StoredRow
from storage.sidecar import Sidecar, SidecarKind

Verdict: TypeAlias = Literal["fine", "warning", "wrong"]


class Setting(NamedTuple):
    """A setting of a database that affects the safety of entries."""

    what: str
    verdict: Verdict
    found: str


class Following(Protocol):
    """A thread that reports new entries until it is closed."""

    trouble: str
    """Why the store cannot be followed or read, if known; else empty."""

    def close(self) -> None:
        """Stop following; later changes wake no follower."""


class FollowerThread:
    """A thread that wakes a follower until it is closed."""

    trouble = ""

    def __init__(self, name: str, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._stopping = Event()
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread and wait for its end."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        """Wake the follower until `_stopping` is set."""
        raise NotImplementedError


class Recorder(Protocol):
    """Records and reads the rows of one store. Thread-safe. Methods raise the errors of `storage.errors`, never a
    driver's."""

    database: str
    """Name of the database in messages."""
    by: str
    """Recorder's name in all entries made here; empty if each person gives their own."""
    tag: str
    """A tag required of all matches opened here; empty without one."""
    supports_push: bool
    """True if `follow` is notified of new entries, False if it polls."""

    # writing

    def insert_rows(
        self, rows: Sequence[NewRow], catalogues: Sequence[CatalogueRow] = (), follows: LastEntry | None = None
    ) -> None:
        """Record rows in one transaction: atomic, and on disk when it returns. Existing card definitions are kept.

        `follows` is the entry that the first row is chained to. Raises Taken if a version exists already, BrokenChain
        if another entry is the last one, StoreDamaged if the tables lack their guards, Busy, OutcomeUnknown,
        StoreUnwritable."""

    # reading

    def select_rows(self, match: str, after: int = 0, upto: int | None = None) -> list[tuple[int, str, bytes]]:
        """Version, topic and state of entries `after` < version <= `upto`, in order."""

    def select_states(self, match: str, upto: int | None = None) -> States | None:
        """Return entries up to that version as one JSON list; `None` if the match is unknown."""

    def select_log(self, after: int, limit: int) -> list[Row]:
        """Up to `limit` rows recorded after that position, in order of recording."""

    def head_position(self) -> int:
        """Position of the row recorded last; 0 in an empty store. Cheap enough to poll."""

    def last_version(self, match: str) -> int:
        """Return the number of the last entry; 0 for an unknown match."""

    def select_match_ids(self, prefix: str = "", limit: int = -1) -> list[str]:
        """Ids of the matches in order of their bytes; -1: all. The cost is the number of matches, not of entries."""

    def select_catalogue(self, digest: str) -> CatalogueRow | None:
        """The card definitions of that digest."""

    def select_catalogues(self) -> list[CatalogueRow]:
        """All card definitions."""

    def follow(self, wake: Callable[[], None]) -> Following:
        """Call `wake` from a separate thread: at once, then whenever any program may have recorded something, and when
        the log can no longer be read (the follower then gets the error when it reads)."""

    def cancel_reads(self) -> None:
        """Cancel pending reads; writes continue to their end."""

    def sidecar(self, what: SidecarKind) -> Sidecar:
        """Return a sidecar of the store: rows that can be deleted and are not part of copies."""


class Maintenance:
    """Integrity checks, copies and creation of a store. The defaults are for databases that enforce column types, and
    for servers that check their own tables."""

    place: str
    """Name of the store in messages."""
    lazy_create = False
    """True until the first write creates the store; it reads as an empty one."""

    def make(self, account: str = "") -> tuple[str, ...]:  # noqa: ARG002
        """Create missing parts of a store, and grant a server account the privileges of a service; return what was
        created. Raises StoreUnsupported for stores without accounts."""
        raise StoreUnsupported(f"{self.place}: create the store on the server that holds it")

    def copy_to(self, path: Path) -> str:  # noqa: ARG002
        """Write one state of the store into a new file while recording goes on; return the head of the store in it.
        Raises StoreUnsupported if the store is not a file."""
        raise StoreUnsupported(f"{self.place}: only a store in a file can be copied as a whole")

    def durability(self) -> Iterator[Setting]:
        """Report the version of the database, and whether every entry is on disk before it is acknowledged."""
        raise NotImplementedError

    def deviations(self) -> tuple[str, ...]:
        """List the differences of tables and triggers from those of a new store."""
        return ()

    def integrity_problems(self) -> list[str]:
        """Report what the database finds wrong with its own pages."""
        return []

    def count_bad_ids(self) -> int:
        """Return the number of entries whose match id is not text."""
        return 0

    def count_bad_positions(self) -> int:
        """Return the number of entries before position 1, which no follower of the log sees."""
        return 0

    def count_mistyped_catalogues(self) -> int:
        """Return the number of card definitions with a column that is not of the type that was stored."""
        return 0

    def select_links(self) -> Iterator[tuple[bytes, bytes, bytes]]:
        """Yield match, version and head of every row as bytes, in order of recording. Damaged rows may have values of
        other types."""
        raise NotImplementedError

    def select_stored_ids(self) -> list[bytes]:
        """Return the ids of the matches as bytes, because damaged ids may not be text."""
        raise NotImplementedError

    def select_versions(self, match: str) -> list[int]:
        """Return the versions of a match, using only the index."""
        raise NotImplementedError

    def select_stored(self, match: str, first: int | None = None, last: int | None = None) -> list[StoredRow]:
        """A match's rows (from and up to these versions) in order, for checking."""
        raise NotImplementedError


def check_tail(stored: tuple[int, bytes] | None, follows: LastEntry) -> None:
    """Raise BrokenChain if that entry is missing or different. Later entries by others are a conflict instead: the
    database refuses the row. `stored`: version and head of the last entry."""
    version, head = stored or (0, b"")
    if version < follows.version:
        raise BrokenChain(follows.match, version + 1)
    if version == follows.version and head != follows.head.encode():
        raise BrokenChain(follows.match, version)


class LogSubscription(ListenNotifySubscription[Any]):
    """The library's subscription to a log, woken by the recorder."""

    def __init__(self, recorder: Any, gt: int | None = None, topics: Sequence[str] = ()) -> None:
        super().__init__(recorder, gt, topics)
        self._following: Following = recorder.follow(self._has_been_notified.set)

    def __exit__(self, *args: object, **kwargs: Any) -> None:
        super().__exit__(*args, **kwargs)
        self._following.close()
