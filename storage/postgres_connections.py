"""Connections to a PostgreSQL server: durable commits, short waits for locks, and replacement of closed connections."""

import select
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final, Self, TypeAlias

import psycopg
from eventsourcing.postgres import PostgresDatastore
from psycopg.conninfo import make_conninfo
from psycopg.rows import dict_row, tuple_row

from storage.errors import StorageError, Unreachable
from storage.postgres_errors import translated
from storage.postgres_schema import CHANNEL
from storage.recorder import FollowerThread

Connection: TypeAlias = psycopg.Connection[tuple[Any, ...]]

_IDLE: Final = 8
"""Most idle connections that are kept."""
_LOOK_SECONDS: Final = 1.0
"""Seconds between two checks of the log, in case a notification was lost."""
_PATIENCE: Final = {
    "connect_timeout": "5",
    # Notice a silent server after about ten seconds instead of hours.
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}


class Connections(PostgresDatastore):
    """The library's datastore with our own connection pool.

    A connection is an idle one, or is opened in the caller's thread. So the first request after a restart of the server
    works, and an unreachable server raises its own error. The library's pool opens connections in the background, and
    hands out each closed connection once before it replaces it."""

    def __init__(self, parameters: Mapping[str, str], password: str, place: str, lock_timeout: int) -> None:
        """`parameters`: libpq's names; `place`: the name for messages; `lock_timeout`: seconds."""
        super().__init__("", "", "", "", "", originator_id_type="text", schema="matchbook")
        self.place = place
        settings = f"-c lock_timeout={lock_timeout}s -c synchronous_commit=on {parameters.get('options', '')}"
        self._parameters = {
            "application_name": "matchbook",
            **_PATIENCE,
            **parameters,
            **({"password": password} if password else {}),
            "options": settings.strip(),
            "client_encoding": "UTF8",
        }
        self._at_hand: deque[Connection] = deque()
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def register_type_adapters(self) -> None:
        """No-op: rows are sent as arrays, which do not need the library's types."""

    def opened(self) -> Connection:
        """Return a new connection that commits each statement. Raises Unreachable without a running server, or its
        other errors."""
        if self._closed:
            raise StorageError(f"{self.place}: the store was closed")
        try:
            return psycopg.connect(make_conninfo(**self._parameters), autocommit=True)
        except psycopg.OperationalError as error:
            if error.sqlstate is None:
                raise self._unreached(error) from error
            raise translated(error, self.place) from error
        except psycopg.Error as error:
            raise translated(error, self.place) from error

    def _unreached(self, error: psycopg.OperationalError) -> StorageError:
        """Return the typed error for a failed connection. Such errors have no code; libpq passes the server's answer on
        as text."""
        lines = [line.strip() for line in str(error).splitlines()]
        failed = next((line for line in lines if "failed: " in line), lines[0])
        said = failed.rpartition("failed: ")[2].removeprefix("FATAL:").strip()
        for words, code in (
            ('database "', "3D000"),
            ('role "', "28000"),
            ("password", "28P01"),
            ("authentication", "28000"),
        ):
            if "FATAL:" in failed and words in said:
                return translated(psycopg.errors.lookup(code)(said), self.place)
        return Unreachable(f"{self.place}: cannot be reached ({said}); check address and server, then try again")

    @contextmanager
    def get_connection(self) -> Iterator[Any]:
        """Yield a connection for the library's own reads, which use rows by column name."""
        with self.lent() as connection:
            connection.row_factory = dict_row  # type: ignore[assignment]
            try:
                yield connection
            finally:
                connection.row_factory = tuple_row

    @contextmanager
    def lent(self) -> Iterator[Connection]:
        """Yield a connection for exclusive use inside the block."""
        connection = self._taken()
        try:
            yield connection
        finally:
            # An error left a connection in the middle of a command: it cannot be reused.
            idle = connection.info.transaction_status == psycopg.pq.TransactionStatus.IDLE
            if idle and not self._closed and len(self._at_hand) < _IDLE:
                self._at_hand.append(connection)
            else:
                connection.close()

    def _taken(self) -> Connection:
        while self._at_hand:
            try:
                connection = self._at_hand.pop()
            except IndexError:  # another thread took it
                break
            # Data on an idle connection means that the server has closed it.
            waiting = select.poll()
            waiting.register(connection.fileno(), select.POLLIN)
            if not waiting.poll(0):
                return connection
            connection.close()
        return self.opened()

    def forget(self) -> None:
        """Close all idle connections, because the server closed one of them."""
        with suppress(IndexError):
            while True:
                self._at_hand.pop().close()

    def close(self) -> None:
        """Close every connection and refuse new ones."""
        self._closed = True
        self.forget()


class Listening(FollowerThread):
    """A thread that the server notifies of each commit. It also checks the log once a second, in case a notification
    was lost."""

    def __init__(self, connections: Connections, wake: Callable[[], None]) -> None:
        self._connections = connections
        super().__init__("listening", wake)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._listen()
            except (psycopg.Error, StorageError):
                self._wake()
                self._stopping.wait(_LOOK_SECONDS)

    def _listen(self) -> None:
        with self._connections.opened() as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._wake()
            while not self._stopping.is_set():
                for _ in connection.notifies(timeout=_LOOK_SECONDS, stop_after=1):
                    pass
                self._wake()
