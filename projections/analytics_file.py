"""An analytics file that follows a store: it is built from the store, caught up before each answer, and rebuilt if it is
damaged.

The file is attached only while a question is being answered: while it is open for writing, other processes cannot read it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import RLock
from typing import Final, TypeVar

import duckdb

from projections import content
from projections.answers import AsOf
from projections.catchup import CatchupTable
from projections.database import Engine, Reader, alone, clear_away, copied, read_only, remove
from projections.errors import (
    AnalyticsBusy,
    AnalyticsError,
    AnalyticsUnwritable,
    DamagedAnalytics,
    OutdatedAnalytics,
    QueryRefused,
)
from projections.file_marker import expect_ours, expect_staging_ours
from projections.projector import BATCH, Progress, Projector
from projections.redacted.cache import kept_files
from projections.schema import comment
from projections.source import Source
from projections.staging import staging_of

T = TypeVar("T")
Ask = Callable[[duckdb.DuckDBPyConnection, AsOf], T]

WAIT_SECONDS: Final = 1.0
"""Seconds to wait for another holder of the file before answering without it."""


class AnalyticsFile:
    """The analytics file of a store. Safe for threads, and for several processes on one file.

    If another process holds the file for longer than `wait` seconds, it is read in place or copied, and the answer states the
    position that it covers. All methods raise errors of `projections.errors`: AnalyticsBusy if that fails too,
    AnalyticsUnwritable, NotAnalytics if the file has other content.
    """

    def __init__(
        self,
        path: Path,
        source: Source,
        *,
        beside: bool = False,
        wait: float = WAIT_SECONDS,
        batch: int = BATCH,
        progress: Progress | None = None,
        reads: Path | None = None,
    ) -> None:
        """`beside`: the path is the default one beside the store, so a file there is an analytics file.

        `progress` is called for each catch-up without a callback of its own. `reads`: the folder with the files that
        the tables read, for a dataset.
        """
        self.path = path
        self._source = source
        self._beside = beside
        self._wait = wait
        self._batch = batch
        self._progress = progress
        self._mutex = RLock()
        self._engine = Engine(path, staging_of(path), reads)
        self._reads = reads
        self._read_only = partial(read_only, reads=reads)

    def close(self) -> None:
        """Stop DuckDB; the next question starts it again."""
        with self._mutex:
            self._engine.close()

    def catch_up(self, progress: Progress | None = None) -> AsOf:
        """Project the entries recorded since the last catch-up, and update the comments of tables and columns. Raises
        AnalyticsBusy if another process holds the file."""

        def commented(connection: duckdb.DuckDBPyConnection, as_of: AsOf) -> AsOf:
            comment(connection)
            return as_of

        with self._ours():
            return self._healed(commented, progress)

    def rebuild(self, progress: Progress | None = None) -> AsOf:
        """Rebuild the file from the store. Raises AnalyticsBusy if another process holds it."""
        with self._ours():
            self._discard()
            return self.catch_up(progress)

    def discard(self) -> None:
        """Delete the file and its sidecar files, so that no data remains that the store has forgotten; the next question
        rebuilds it. Raises AnalyticsBusy if another process holds it."""
        if self.path.exists():
            with self._ours():
                self._discard()

    def _discard(self) -> None:
        try:
            with self._engine.attached(wait=self._wait) as connection:
                self._catchup(connection).as_of(0)  # raises NotAnalytics for other files
        except DamagedAnalytics:
            clear_away(self.path)
        else:
            remove(self.path)
        for kept in kept_files(self.path):
            kept.unlink(missing_ok=True)

    def status(self) -> AsOf:
        """Return how much of the store the file covers, without catching up."""
        head = self._source.head_position()
        if not self.path.exists():
            return AsOf(0, head, 0)
        with self._ours(), self._read_only(self.path, wait=self._wait) as connection:
            return self._catchup(connection).as_of(head)

    def _fresh(self, ask: Ask[T], progress: Progress | None = None, *, reading: Reader | None = None) -> T:
        """Catch up and ask; with `reading`, on a connection that it opens. If another process holds the file, answer
        from its present content. A read-only file is used only if it is up to date."""
        try:
            with self._ours():
                try:
                    return self._healed(ask, progress, reading=reading)
                except AnalyticsBusy as busy:
                    return self._meanwhile(ask, progress, busy, reading=reading)
        except AnalyticsUnwritable as problem:
            opened = (reading or self._read_only)(self.path, wait=self._wait)
            with suppress(AnalyticsError), self._mutex, alone(self.path, self._wait), opened as connection:
                if (as_of := self._catchup(connection).standing()).current:
                    return ask(connection, as_of)
            raise problem from None

    def _healed(self, ask: Ask[T], progress: Progress | None, *, reading: Reader | None = None) -> T:
        """Rebuild a damaged file once, without asking the user."""
        try:
            return self._once(ask, progress, reading=reading)
        except DamagedAnalytics as error:
            if self._reads is not None:  # a dataset: there is no store to rebuild it from
                told = str(error.__cause__ or error).partition("\n")[0]
                raise AnalyticsError(f"{self._reads}: missing or unreadable: {told}") from error
            if isinstance(error, OutdatedAnalytics):
                remove(self.path)
            else:
                clear_away(self.path)
        try:
            return self._once(ask, progress, reading=reading)
        except DamagedAnalytics as error:
            raise AnalyticsError(f"the analytics were rebuilt and still cannot be read: {error}") from error

    def _once(self, ask: Ask[T], progress: Progress | None, *, reading: Reader | None) -> T:
        with self._engine.attached(wait=self._wait) as connection:
            projector = Projector(connection, self._source, self.path, self._batch)
            as_of = projector.catch_up(progress or self._progress)
            if reading is None:
                return ask(connection, as_of)
        try:
            with reading(self.path, wait=self._wait) as connection:
                # Read the position again: another process may have caught up in the meantime, and rows must not be newer than
                # it.
                return ask(connection, self._catchup(connection).standing())
        except OutdatedAnalytics:
            raise
        except DamagedAnalytics as error:
            # User input may fail in DuckDB itself: the file is damaged only if it cannot be read completely.
            with self._read_only(self.path, wait=self._wait) as connection:
                content.digest(connection)
            raise QueryRefused(f"DuckDB cannot answer this: {error}") from error

    def _meanwhile(self, ask: Ask[T], progress: Progress | None, busy: AnalyticsBusy, *, reading: Reader | None) -> T:
        """Answer while another process holds the file: from its current content if it can be read, else from a copy."""
        with suppress(AnalyticsBusy, DamagedAnalytics), (reading or self._read_only)(self.path, wait=0) as connection:
            return ask(connection, self._catchup(connection).standing())
        with copied(self.path, busy) as copy:
            aside = AnalyticsFile(copy, self._source, beside=True, wait=self._wait, batch=self._batch)
            try:
                return aside._fresh(ask, progress or self._progress, reading=reading)
            finally:
                aside.close()

    def _catchup(self, connection: duckdb.DuckDBPyConnection) -> CatchupTable:
        return CatchupTable(connection, self._source, self.path)

    @contextmanager
    def _ours(self) -> Iterator[None]:
        """Hold the file exclusively within this process, with the right to write and replace it."""
        with self._mutex, alone(self.path, self._wait):
            expect_ours(self.path, beside=self._beside, opens=self._opens)
            expect_staging_ours(staging_of(self.path))
            yield

    def _opens(self) -> bool:
        try:
            with self._read_only(self.path, wait=self._wait) as connection:
                return self._catchup(connection).expect_tables()
        except DamagedAnalytics:
            return False
