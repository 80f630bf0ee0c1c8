"""The library's PostgreSQL recorder, append-only, in the order of commits, and never sending twice what it was told once."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Final, NoReturn, TypeVar

import psycopg
from eventsourcing.persistence import BaseInfrastructureFactory, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresFactory
from eventsourcing.utils import Environment, EnvType
from psycopg import sql

from domain.decoding import decoded
from storage import postgres_schema as schema
from storage import postgres_sidecar
from storage.errors import StoreNotFound, StoreTooNew, StoreUnsupported, Taken, unguarded
from storage.postgres_connections import Connection, Connections, Listening
from storage.postgres_errors import lost, translated
from storage.recorder import Following, LogSubscription, Setting, Verdict, check_tail
from storage.records import ANY_VERSION, CatalogueRow, LastEntry, NewRow, Row, States, StoredRow
from storage.sidecar import SidecarKind

T = TypeVar("T")

_ROWS_AT_ONCE: Final = 10_000
_GUARDS_HOLD: Final = 60.0
"""Seconds for which tables and triggers that were looked at are taken to be as they were."""


class PostgresRecorder(PostgresApplicationRecorder):
    """Records entries on a server, and gives them back as plain tuples. The library's own would send an insert again whose
    answer was lost; here that is said, and left to who knows the command."""

    database = "PostgreSQL"
    by = tag = ""
    supports_push = False
    datastore: Connections

    def __init__(self, connections: Connections) -> None:
        super().__init__(connections)
        self.place = connections.place
        self._guarded = -_GUARDS_HOLD
        """When tables and triggers were last looked at and found as they should be."""
        self.lazy_create = False

    # making ----------------------------------------------------------------------------------------------------------

    def prepare(self, *, create: bool, late: bool = False) -> None:
        """Create tables and triggers of a new store, or postpone that; an existing store is left unchanged. Raises
        StoreNotFound for a missing store without `create`, StoreTooNew, StoreUnwritable for an account without permission."""
        if self._select("SELECT to_regclass('matchbook.store')::text") == [(None,)]:
            if not create:
                raise StoreNotFound(f"{self.place}: no store there; `matchbook init` makes one")
            self.lazy_create = late
            if late:
                return
            self.make()
        for (found,) in self._select("SELECT format FROM matchbook.store"):
            if found > schema.FORMAT:
                raise StoreTooNew(
                    f"{self.place}: store of format {found}; this Matchbook knows {schema.FORMAT}: use a newer one"
                )

    def make(self, account: str = "") -> tuple[str, ...]:
        """Makes what is missing of a store, and gives an account what a service needs; returns what was made. What was altered
        or added is left. Raises StoreUnwritable for who may not, StoreUnsupported where texts are not kept as UTF-8."""

        return self.on_connection(lambda connection: self._make(connection, account), writing=True)

    def _make(self, connection: Connection, account: str = "") -> tuple[str, ...]:
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [schema.MAKER_LOCK])
            [[encoding]] = connection.execute("SHOW server_encoding").fetchall()
            if encoding != "UTF8":
                raise StoreUnsupported(f"{self.place}: the database keeps texts as {encoding}; make one with UTF8")
            connection.execute("CREATE SCHEMA IF NOT EXISTS matchbook")
            there = {row[:2] for row in connection.execute(schema.SELECT_OBJECTS).fetchall()}
            missing = [key for key in schema.MAKE if key not in there]
            for key in missing:
                connection.execute(schema.MAKE[key])
            if account:
                for grant in schema.GRANTS:
                    connection.execute(sql.SQL(grant).format(sql.Identifier(account)))
            beside = postgres_sidecar.make(connection, account)
            return (*(f"{kind} {name}" for kind, name in missing), *beside)

    def deviations(self) -> tuple[str, ...]:
        """List the differences of tables, indexes, functions and triggers from those of a new store."""
        return tuple(sorted(schema.deviations(self._select(schema.SELECT_OBJECTS))))

    # writing ---------------------------------------------------------------------------------------------------------

    def insert_rows(
        self, rows: Sequence[NewRow], catalogues: Sequence[CatalogueRow] = (), follows: LastEntry | None = None
    ) -> None:
        """Record rows in one transaction: atomic, and on disk when it returns.

        A trigger admits one transaction at a time and notifies followers. One row or many need one statement and one round
        trip. Raises as `storage.recorder.Recorder` says.
        """
        self._check_guards()

        def work(connection: Connection) -> None:
            if not catalogues:
                self._insert(connection, rows, follows)
                return
            with connection.transaction():
                connection.execute(schema.INSERT_CATALOGUES, _columns(catalogues))
                if rows:
                    self._insert(connection, rows, follows)

        self.on_connection(work, writing=True)

    def _insert(self, connection: Connection, rows: Sequence[NewRow], follows: LastEntry | None) -> None:
        if not rows:
            return
        tail = (
            (None, "", 0, b"")
            if follows is None
            else (follows.match, follows.match, follows.version, follows.head.encode())
        )
        if connection.execute(schema.INSERT_ROWS, [*_columns(rows), *tail]).rowcount or follows is None:
            return
        check_tail(connection.execute(schema.SELECT_TAIL, [follows.match], binary=True).fetchone(), follows)
        raise Taken(f"{self.place}: entry {follows.version + 1} of {follows.match} exists already")

    def _check_guards(self) -> None:
        """Raise StoreDamaged if the tables deviate. They may still change before the next statement; `verify` reports that."""
        if monotonic() - self._guarded > _GUARDS_HOLD:
            if found := self.deviations():
                raise unguarded(self.place, found)
            self._guarded = monotonic()

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int] | None:
        """The library's way in: as `insert_rows`; returns the positions."""
        if not stored_events:
            return []
        self.insert_rows([(str(e.originator_id), e.originator_version, e.topic, e.state) for e in stored_events])
        positions = (
            "SELECT notification_id FROM matchbook.stored_events WHERE originator_id = %s AND originator_version = %s"
        )
        return [self._select(positions, str(e.originator_id), e.originator_version)[0][0] for e in stored_events]

    # reading ---------------------------------------------------------------------------------------------------------

    def select_rows(self, match: str, after: int = 0, upto: int | None = None) -> list[tuple[int, str, bytes]]:
        """Version, topic and state of entries `after` < version <= `upto`, in order."""
        return self._select(schema.SELECT_ROWS, match, after, ANY_VERSION if upto is None else upto)

    def select_states(self, match: str, upto: int | None = None) -> States | None:
        """Return entries up to that version as one JSON list; `None` if the match is unknown."""
        [(last, topics, states)] = self._select(schema.SELECT_STATES, match, ANY_VERSION if upto is None else upto)
        return None if last is None else States(last, tuple(topics), states)

    def select_links(self) -> Iterator[tuple[bytes, bytes, bytes]]:
        """Match, version and head of every row as bytes, in order of recording."""
        first = -(2**63)
        while rows := self._select(schema.SELECT_LINKS, first, _ROWS_AT_ONCE):
            first = rows[-1][0]
            yield from (row[1:] for row in rows)

    def select_log(self, after: int, limit: int) -> list[Row]:
        """Up to `limit` rows recorded after that position, in order of recording. Positions rise, and have gaps."""
        return list(map(Row._make, self._select(schema.SELECT_LOG, after, limit)))

    def head_position(self) -> int:
        """Position of the row recorded last; 0 in an empty store."""
        return self._select(schema.SELECT_HEAD_POSITION)[0][0] or 0

    def last_version(self, match: str) -> int:
        """Return the number of the last entry; 0 for an unknown match."""
        return self._select(schema.SELECT_LAST_VERSION, match)[0][0] or 0

    def select_match_ids(self, prefix: str = "", limit: int = -1) -> list[str]:
        """Ids of the matches in order of their bytes. Jumps from id to id."""
        wanted = {"prefix": prefix, "limit": None if limit < 0 else limit}
        return [match for (match,) in self._select_named(schema.SELECT_MATCH_IDS, wanted)]

    def select_catalogue(self, digest: str) -> CatalogueRow | None:
        """The card definitions of that digest."""
        rows = self._select(schema.SELECT_CATALOGUE, digest)
        return CatalogueRow(*rows[0]) if rows else None

    def select_catalogues(self) -> list[CatalogueRow]:
        """All card definitions."""
        return list(map(CatalogueRow._make, self._select(schema.SELECT_CATALOGUES)))

    def follow(self, wake: Callable[[], None]) -> Following:
        """Calls `wake` whenever any program may have recorded something."""
        return Listening(self.datastore, wake)

    def cancel_reads(self) -> None:
        """No-op: reads are short."""

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> LogSubscription:
        """Follows the log: entries after that position now, and those that any process records later."""
        return LogSubscription(self, gt, topics)

    def sidecar(self, what: SidecarKind) -> postgres_sidecar.TableSidecar:
        """Rows that are kept beside the store."""
        return postgres_sidecar.TableSidecar(self, what)

    # checking --------------------------------------------------------------------------------------------------------

    def integrity_problems(self) -> list[str]:
        """Report what the extension `amcheck` finds wrong with the tables, if it is installed and permitted. Pages with a wrong
        checksum raise errors when they are read."""
        allowed = """SELECT coalesce(bool_and(has_function_privilege(oid, 'EXECUTE')), false)
            FROM pg_catalog.pg_proc WHERE proname = 'verify_heapam'"""
        if not self._select(allowed)[0][0]:
            return []
        found = """SELECT t.name, h.msg FROM (VALUES ('stored_events'), ('catalogues')) AS t(name),
            verify_heapam(('matchbook.' || t.name)::regclass) AS h LIMIT 20"""
        return [f"{name}: {problem}" for name, problem in self._select(found)]

    def count_bad_ids(self) -> int:
        """Return no rows: the server enforces column types."""
        return 0

    def count_bad_positions(self) -> int:
        """Return the number of entries before position 1, which followers of the log never see."""
        return int(self._select(schema.COUNT_UNPLACED)[0][0])

    def count_mistyped_catalogues(self) -> int:
        """Return no rows: the server enforces column types."""
        return 0

    def select_stored_ids(self) -> list[bytes]:
        """Ids of the matches as bytes."""
        return [match.encode() for match in self.select_match_ids()]

    def select_versions(self, match: str) -> list[int]:
        """Return the versions of a match, using only the index."""
        return [version for (version,) in self._select(schema.SELECT_VERSIONS, match)]

    def select_stored(self, match: str, first: int | None = None, last: int | None = None) -> list[StoredRow]:
        """A match's rows (from and up to these versions) in order, for checking."""
        asked = {"match": match, "first": first, "last": last}
        return list(map(StoredRow._make, self._select_named(schema.SELECT_STORED, asked)))

    # keeping ---------------------------------------------------------------------------------------------------------

    def durability(self) -> Iterator[Setting]:
        """The server's version, and whether commits wait for a disk that is told the truth."""
        wanted = ("synchronous_commit", "fsync", "full_page_writes", "data_checksums")
        found = dict(
            self._select("SELECT name, setting FROM pg_catalog.pg_settings WHERE name = ANY(%s)", list(wanted))
        )
        [(version,)] = self._select("SHOW server_version")
        yield Setting("PostgreSQL", "fine", version)
        for name in wanted:
            fine = found.get(name) not in {"off", "local", "remote_write"}
            lacking: Verdict = "warning" if name == "data_checksums" else "wrong"
            yield Setting(name, "fine" if fine else lacking, found.get(name, "unknown"))

    def copy_to(self, path: Path) -> NoReturn:  # noqa: ARG002
        """Raises StoreUnsupported: no file holds a server's store; it is copied entry by entry."""
        raise StoreUnsupported(f"{self.place}: a server's store is copied entry by entry")

    # inside ----------------------------------------------------------------------------------------------------------

    def _select(self, statement: str, *params: object) -> list[tuple[Any, ...]]:
        return self._select_named(statement, params)

    def _select_named(self, statement: str, params: Any) -> list[tuple[Any, ...]]:
        """Return rows; ask once more if the server closed the connection, because reading twice is harmless."""

        def work(connection: Connection) -> list[tuple[Any, ...]]:
            return connection.cursor(binary=True).execute(statement, params).fetchall()

        return self.on_connection(work, writing=False)

    def on_connection(self, work: Callable[[Connection], T], *, writing: bool) -> T:
        """Run some work on a connection and return its result; reads are tried twice. A postponed store is created for writing;
        for reading it is created and rolled back. Raises the errors of `storage.errors`."""
        tries = 1 if writing else 2
        while True:
            tries -= 1
            try:
                with self.datastore.lent() as connection:
                    if not self.lazy_create:
                        return work(connection)
                    with connection.transaction(force_rollback=not writing):
                        self._make(connection)
                        done = work(connection)
                    if writing:
                        self.lazy_create = False
                    return done
            except psycopg.Error as error:
                if lost(error):
                    self.datastore.forget()
                    if tries:
                        continue
                raise translated(error, self.place, writing=writing) from error


def _columns(rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


class PostgresStoreFactory(PostgresFactory):
    """The library's factory with our connections. Reads POSTGRES_PARAMETERS (JSON: libpq's parameters), POSTGRES_PASSWORD,
    POSTGRES_LOCK_TIMEOUT (seconds), CREATE_STORE, MAKE_LATE and STORE_NAME (for messages)."""

    def __init__(self, env: Environment | EnvType | None) -> None:
        BaseInfrastructureFactory.__init__(self, env)
        self.datastore = self.connections = Connections(
            decoded(self.env["POSTGRES_PARAMETERS"], dict[str, str]),
            self.env.get("POSTGRES_PASSWORD") or "",
            self.env["STORE_NAME"],
            int(self.env["POSTGRES_LOCK_TIMEOUT"]),
        )

    def application_recorder(self) -> PostgresRecorder:
        """Open the recorder of a store, creating missing tables if requested. Raises the errors of
        `storage.errors`."""
        recorder = PostgresRecorder(self.connections)
        recorder.prepare(create=self.env["CREATE_STORE"] == "y", late=self.env["MAKE_LATE"] == "y")
        return recorder
