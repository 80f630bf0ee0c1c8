"""Connections to a SQLite file with durable commits and fast short statements."""

import sqlite3
from collections import deque
from time import monotonic, sleep
from typing import Final

from eventsourcing.sqlite import SQLITE3_DEFAULT_LOCK_TIMEOUT, SQLiteConnection, SQLiteConnectionPool, SQLiteDatastore

_BUSY_SECONDS: Final = 0.01
"""Seconds between two tries while another program holds a lock."""


class DurablePool(SQLiteConnectionPool):
    """Connections that wait for the disk at every commit, whatever SQLite was compiled to do.

    Short statements are fast for two reasons: connections keep all their statements prepared (the library's keep one), and one
    connection per file is reused without the pool's bookkeeping. SQLite itself admits only one writer at a time.
    """

    def __init__(self, db_name: str, lock_timeout: int | None) -> None:
        self._at_hand: deque[SQLiteConnection] = deque()
        super().__init__(db_name=db_name, lock_timeout=lock_timeout)

    def get_connection(self, timeout: float | None = None, *, is_writer: bool | None = None) -> SQLiteConnection:
        """Return a connection for exclusive use until it is put back. Raises ConnectionPoolClosedError."""
        if self.is_sqlite_memory_mode:
            return super().get_connection(timeout, is_writer=is_writer)
        try:
            return self._at_hand.pop()
        except IndexError:
            return super().get_connection(timeout)

    def put_connection(self, conn: SQLiteConnection) -> None:
        """Return a connection to the pool."""
        if self.is_sqlite_memory_mode or self._at_hand or self.closed:
            super().put_connection(conn)
        else:
            self._at_hand.append(conn)

    def close(self) -> None:
        """Close every connection, including the reused one."""
        self._at_hand.clear()
        super().close()

    def _create_connection(self) -> SQLiteConnection:
        patience = self.lock_timeout or SQLITE3_DEFAULT_LOCK_TIMEOUT
        connection = sqlite3.connect(
            self.db_name, uri=True, check_same_thread=False, isolation_level=None, timeout=patience
        )
        try:
            if not self.is_sqlite_memory_mode:
                _write_ahead(connection, patience)
            connection.execute("PRAGMA synchronous=FULL")
        except BaseException:
            connection.close()
            raise
        connection.row_factory = sqlite3.Row
        return SQLiteConnection(connection, self.max_age)


def _write_ahead(connection: sqlite3.Connection, patience: float) -> None:
    """Switch a file to the write-ahead log. This waits for other programs that do the same, which SQLite itself does not do
    here."""
    last = monotonic() + patience
    while connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return  # file systems without shared memory keep another journal mode
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > last:
                raise
            sleep(_BUSY_SECONDS)


class DurableDatastore(SQLiteDatastore):
    """The library's datastore over durable connections."""

    def __init__(self, db_name: str, *, lock_timeout: int | None = None) -> None:
        super().__init__(db_name, lock_timeout=lock_timeout, originator_id_type="text")
        self.pool = DurablePool(db_name, lock_timeout)
