"""What the store asks of a database. Each kind of database has its recorder, which alone knows the driver and its errors."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from eventsourcing.persistence import ListenNotifySubscription

from storage.beside import Beside, What
from storage.errors import BrokenChain
from storage.records import CatalogueRow, NewRow, Row, States, StoredRow, Tail

Verdict: TypeAlias = Literal["fine", "warning", "wrong"]


class Setting(NamedTuple):
    """Something of a database that keeps entries safe, or does not."""

    what: str
    verdict: Verdict
    found: str


class Following(Protocol):
    """A thread that tells of what is recorded, until it is closed."""

    trouble: str
    """Why nothing can be told and nothing read, where that is known; else empty."""

    def close(self) -> None:
        """Ends it: nobody is woken any more."""


class Recorder(Protocol):
    """Rows of one store. Safe for threads. Every method raises the errors of `storage.errors`, nothing of a driver's own."""

    database: str
    """What the database is called in messages."""
    by: str
    """Whose name entries bear; empty: whoever records says."""
    tag: str
    """A tag that all matches bear which are opened here; empty: none has to."""
    streams: bool
    """Whether `follow` waits to be told, and does not look itself again and again."""

    @property
    def late(self) -> bool:
        """Whether the store is made with what is recorded first; until then it reads as an empty one."""

    # writing

    def insert_rows(
        self, rows: Sequence[NewRow], catalogues: Sequence[CatalogueRow] = (), follows: Tail | None = None
    ) -> None:
        """Records rows in one transaction: all or nothing, on disk when it returns. Card definitions that stand already stay.

        `follows` is the entry that the first row is chained to. Raises Taken where a version stands already, BrokenChain where
        another entry stands at the end, StoreDamaged where the tables are not guarded as they should be, Busy, OutcomeUnknown,
        StoreUnwritable.
        """

    # reading

    def select_rows(self, match: str, after: int = 0, upto: int | None = None) -> list[tuple[int, str, bytes]]:
        """Version, topic and state of entries `after` < version <= `upto`, in order."""

    def select_states(self, match: str, upto: int | None = None) -> States | None:
        """Entries up to that version as one JSON list; None if there are none."""

    def select_links(self) -> Iterator[tuple[bytes, bytes, bytes]]:
        """Match, version and head of every row as bytes, in order of recording."""

    def select_log(self, after: int, limit: int) -> list[Row]:
        """Up to `limit` rows recorded after that position, in order of recording."""

    def head_position(self) -> int:
        """Position of the row recorded last; 0 in an empty store. Cheap enough to poll."""

    def last_version(self, match: str) -> int:
        """Number of the last entry; 0 where there is no such match."""

    def select_match_ids(self, prefix: str = "", limit: int = -1) -> list[str]:
        """Ids of the matches in order of their bytes; -1: all. The cost is the number of matches, not of entries."""

    def select_catalogue(self, digest: str) -> CatalogueRow | None:
        """The card definitions of that digest."""

    def select_catalogues(self) -> list[CatalogueRow]:
        """All card definitions."""

    def follow(self, wake: Callable[[], None]) -> Following:
        """Calls `wake` from a thread of its own, first at once and then whenever any program may have recorded something, or
        when the end of the log can no longer be seen: who is woken then meets the error where it reads."""

    def leave(self) -> None:
        """Nobody waits for what is being read any more; acts go on to their end."""

    # keeping

    def beside(self, what: What) -> Beside:
        """Rows that are kept beside the store, and can be forgotten. They are in no copy of it."""

    def make(self, account: str = "") -> tuple[str, ...]:
        """Makes what is missing of a store, and gives an account of the server what a service needs; returns what was made.
        Raises StoreUnsupported where there are no accounts."""

    # checking

    def deviations(self) -> tuple[str, ...]:
        """How tables and triggers differ from those that a store is made with; empty for none."""

    def integrity_problems(self) -> list[str]:
        """What the database finds wrong with its own pages."""

    def count_strays(self) -> int:
        """Number of entries whose match id is not text."""

    def count_unplaced(self) -> int:
        """Number of entries that stand before the first place: who follows the log begins behind them."""

    def count_mistyped_catalogues(self) -> int:
        """Number of card definitions with a column that is not of the type that was stored."""

    def select_stored_ids(self) -> list[bytes]:
        """Ids of the matches as bytes: damage may have made them other than text."""

    def select_versions(self, match: str) -> list[int]:
        """Versions of a match, from the index alone."""

    def select_stored(self, match: str, first: int | None = None, last: int | None = None) -> list[StoredRow]:
        """A match's rows (from and up to these versions) in order, for checking."""

    def durability(self) -> Iterator[Setting]:
        """The version of the database, and whether every entry is on disk before it is acknowledged."""

    def copy_to(self, path: Path) -> str:
        """Writes one state of the store into a new file while recording goes on; returns the head of the store in it. Raises
        StoreUnsupported where no file holds the store."""


def check_tail(stored: tuple[int, bytes] | None, follows: Tail) -> None:
    """Raises BrokenChain where that entry is gone, or is another. What others recorded after it is a conflict instead: the
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
