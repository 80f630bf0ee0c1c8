"""The library's PostgreSQL recorder, made append-only, ordered by commits, and without automatic repetition of
inserts."""

from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from types import ModuleType
from typing import Any, ClassVar, Final, TypeVar

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
from storage.recorder import Following, Setting, Verdict, check_tail
from storage.records import ANY_VERSION, CatalogueRow, LastEntry, NewRow, States
from storage.sidecar import SidecarKind
from storage.sql_recorder import SqlRecorder

T = TypeVar("T")

_GUARDS_HOLD: Final = 60.0
"""Seconds for which a check of tables and triggers remains valid."""


class PostgresRecorder(SqlRecorder, PostgresApplicationRecorder):
    """Records entries on a server and returns rows as plain tuples. The library's recorder repeats an insert whose
    answer was lost; this one raises OutcomeUnknown, so that the caller can compare the command id."""

    database = "PostgreSQL"
    schema: ClassVar[ModuleType] = schema
    datastore: Connections

    def __init__(self, connections: Connections) -> None:
        super().__init__(connections)
        self.place = connections.place
        self._guarded = -_GUARDS_HOLD
        """Time of the last successful check of tables and triggers."""

    # making ----------------------------------------------------------------------------------------------------------

    def prepare(self, *, create: bool, lazy_create: bool = False) -> None:
        """Create tables and triggers of a new store, or postpone that; an existing store is left unchanged. Raises
        StoreNotFound for a missing store without `create`, StoreTooNew, StoreUnwritable for an account without
        permission."""
        if self.select("SELECT to_regclass('matchbook.store')::text") == [(None,)]:
            if not create:
                raise StoreNotFound(f"{self.place}: no store there; create one with `matchbook init`")
            self.lazy_create = lazy_create
            if lazy_create:
                return
            self.make()
        for (found,) in self.select("SELECT format FROM matchbook.store"):
            if found > schema.FORMAT:
                raise StoreTooNew(
                    f"{self.place}: store of format {found}; this Matchbook knows {schema.FORMAT}: use a newer one"
                )

    def make(self, account: str = "") -> tuple[str, ...]:
        """Create missing parts of a store, and grant an account the privileges of a service. Return what was created.
        Altered or additional parts stay. Raises StoreUnwritable without permission, StoreUnsupported for a database
        that is not in UTF-8."""

        return self.on_connection(lambda connection: self._make(connection, account), writing=True)

    def _make(self, connection: Connection, account: str = "") -> tuple[str, ...]:
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [schema.MAKER_LOCK])
            [[encoding]] = connection.execute("SHOW server_encoding").fetchall()
            if encoding != "UTF8":
                raise StoreUnsupported(f"{self.place}: the database's encoding is {encoding}; use a database with UTF8")
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
        return tuple(sorted(schema.deviations(self.select(schema.SELECT_OBJECTS))))

    # writing ---------------------------------------------------------------------------------------------------------

    def insert_rows(
        self, rows: Sequence[NewRow], catalogues: Sequence[CatalogueRow] = (), follows: LastEntry | None = None
    ) -> None:
        """Record rows in one transaction: atomic, and on disk when it returns.

        A trigger admits one transaction at a time and notifies followers. One row or many need one statement and one
        round trip. Raises as `storage.recorder.Recorder` says."""
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
        """Raise StoreDamaged if the tables deviate. They may still change before the next statement; `verify` reports
        that."""
        if monotonic() - self._guarded > _GUARDS_HOLD:
            if found := self.deviations():
                raise unguarded(self.place, found)
            self._guarded = monotonic()

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int] | None:
        """The library's interface for `insert_rows`. Return the positions."""
        if not stored_events:
            return []
        self.insert_rows([(str(e.originator_id), e.originator_version, e.topic, e.state) for e in stored_events])
        positions = (
            "SELECT notification_id FROM matchbook.stored_events WHERE originator_id = %s AND originator_version = %s"
        )
        return [self.select(positions, str(e.originator_id), e.originator_version)[0][0] for e in stored_events]

    # reading ---------------------------------------------------------------------------------------------------------

    def select_states(self, match: str, upto: int | None = None) -> States | None:
        """Return entries up to that version as one JSON list; `None` if the match is unknown."""
        [(last, topics, states)] = self.select(schema.SELECT_STATES, match, ANY_VERSION if upto is None else upto)
        return None if last is None else States(last, tuple(topics), states)

    def follow(self, wake: Callable[[], None]) -> Following:
        """Call `wake` whenever any program may have recorded something."""
        return Listening(self.datastore, wake)

    def sidecar(self, what: SidecarKind) -> postgres_sidecar.TableSidecar:
        """Return the sidecar tables of the store."""
        return postgres_sidecar.TableSidecar(self, what)

    # checking --------------------------------------------------------------------------------------------------------

    def integrity_problems(self) -> list[str]:
        """Report what the extension `amcheck` finds wrong with the tables, if it is installed and permitted. Pages with
        a wrong checksum raise errors when they are read."""
        allowed = """SELECT coalesce(bool_and(has_function_privilege(oid, 'EXECUTE')), false)
            FROM pg_catalog.pg_proc WHERE proname = 'verify_heapam'"""
        if not self.select(allowed)[0][0]:
            return []
        found = """SELECT t.name, h.msg FROM (VALUES ('stored_events'), ('catalogues')) AS t(name),
            verify_heapam(('matchbook.' || t.name)::regclass) AS h LIMIT 20"""
        return [f"{name}: {problem}" for name, problem in self.select(found)]

    def select_stored_ids(self) -> list[bytes]:
        """Ids of the matches as bytes."""
        return [match.encode() for match in self.select_match_ids()]

    # durability ------------------------------------------------------------------------------------------------------

    def durability(self) -> Iterator[Setting]:
        """Report the server's version, and whether commits are safely on disk."""
        wanted = ("synchronous_commit", "fsync", "full_page_writes", "data_checksums")
        found = dict(self.select("SELECT name, setting FROM pg_catalog.pg_settings WHERE name = ANY(%s)", list(wanted)))
        [(version,)] = self.select("SHOW server_version")
        yield Setting("PostgreSQL", "fine", version)
        for name in wanted:
            fine = found.get(name) not in {"off", "local", "remote_write"}
            lacking: Verdict = "warning" if name == "data_checksums" else "wrong"
            yield Setting(name, "fine" if fine else lacking, found.get(name, "unknown"))

    # inside ----------------------------------------------------------------------------------------------------------

    def select(self, statement: str, *params: object, **named: object) -> list[tuple[Any, ...]]:
        """Return rows; ask once more if the server closed the connection, because reading twice is harmless."""

        def work(connection: Connection) -> list[tuple[Any, ...]]:
            return connection.cursor(binary=True).execute(statement, named or params).fetchall()

        return self.on_connection(work, writing=False)

    def on_connection(self, work: Callable[[Connection], T], *, writing: bool) -> T:
        """Run some work on a connection and return its result; reads are tried twice. A postponed store is created by
        the first write; before that, reads create it in a transaction that is rolled back. Raises the errors of
        `storage.errors`."""
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
    """The library's factory with our connections. Reads POSTGRES_PARAMETERS (JSON: libpq's parameters),
    POSTGRES_PASSWORD, POSTGRES_LOCK_TIMEOUT (seconds), CREATE_STORE, LAZY_CREATE and STORE_NAME (for messages)."""

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
        recorder.prepare(create=self.env["CREATE_STORE"] == "y", lazy_create=self.env["LAZY_CREATE"] == "y")
        return recorder
