"""The library's SQLite recorder, made durable and append-only, with following and faster reads.

It uses the library's table, so the library's own recorder can open the same file. We add triggers that prevent changes,
and a table of card catalogues."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Final

from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteConnection, SQLiteDatastore, SQLiteFactory
from eventsourcing.utils import Environment, EnvType

from domain.text import pluralize
from storage import schema
from storage.errors import StorageError, StoreDamaged, StoreTooNew, StoreUnsupported, unguarded
from storage.location import MEMORY, memory
from storage.recorder import FollowerThread, Following, Setting, check_tail
from storage.records import ANY_VERSION, CatalogueRow, LastEntry, NewRow, States, store_head
from storage.sidecar import FileSidecar, SidecarKind
from storage.sql_recorder import SqlRecorder
from storage.sqlite_connections import DurableDatastore
from storage.sqlite_errors import DATABASE_ERRORS, translated

POLL_SECONDS: Final = 0.01
_FIXED_SQLITE: Final = (3, 51, 3)
"""Before this version, a reset of the write-ahead log that races a checkpoint can damage a file with several
writers."""


class SqliteRecorder(SqlRecorder, SQLiteApplicationRecorder):
    """Records entries in a file and returns rows as plain tuples."""

    database = "SQLite"
    schema: ClassVar[ModuleType] = schema

    def __init__(self, datastore: SQLiteDatastore, place: str, file: SQLiteDatastore | None = None) -> None:
        """`place`: the name for messages. `file`: created with the first rows and used from then on; `datastore` is
        empty."""
        super().__init__(datastore)
        self.place = place
        self._file, self.lazy_create = file, file is not None
        self._guarded: tuple[object, tuple[str, ...]] = None, ()
        """The file's schema cookie (it changes with every table, index, view and trigger), and the deviations found for
        that cookie."""

    def construct_create_table_statements(self) -> list[str]:
        """Return the statements for the library's table, our table, and the triggers that make both append-only."""
        return list(schema.STATEMENTS)

    def create_table(self) -> None:
        """Create tables and triggers in an empty file. Any other file is left unchanged: repairs are always explicit.

        Raises StoreTooNew, and StoreDamaged for the file of another program.
        """
        owner, file_format = self.pragma("application_id"), self.pragma("user_version")
        if owner not in {0, schema.APPLICATION_ID}:
            raise StoreDamaged(f"{self.place}: not a store: the file belongs to another program")
        if isinstance(file_format, int) and file_format > schema.FILE_FORMAT:
            raise StoreTooNew(
                f"{self.place}: store of format {file_format}; this Matchbook knows {schema.FILE_FORMAT}: use a newer one"
            )
        names = {name for _, name, _ in self.select(schema.SELECT_OBJECTS)}
        if not names:
            self._make()
        elif owner == 0 and not names >= {"stored_events", "catalogues"}:
            raise StoreDamaged(f"{self.place}: not a store: a database without Matchbook's mark; left unchanged")

    def _make(self) -> None:
        with self._transaction() as cursor:
            if not cursor.execute(schema.SELECT_OBJECTS).fetchall():  # unless another program was faster
                for statement in self.create_table_statements:
                    cursor.execute(statement)

    def make(self, account: str = "") -> tuple[str, ...]:
        """Create the file now if creation was postponed. Existing files are never changed. Raises
        StoreUnsupported for an account."""
        if account:
            raise StoreUnsupported(f"{self.place}: a file has no accounts; give people rights to the file instead")
        if self._file is not None:
            SqliteRecorder(self._file, self.place).create_table()
            self.datastore, self._file, self._guarded = self._file, None, (None, ())
            self.lazy_create = False
        return ()

    def sidecar(self, what: SidecarKind) -> FileSidecar:
        """Return the rows of a file beside the store; a store in memory has no such file."""
        return FileSidecar(None if self.place == MEMORY else Path(f"{self.place}.{what}"))

    def deviations(self) -> tuple[str, ...]:
        """List the differences of tables, triggers and marks of this file from those of a new store."""
        marks = self.pragma("application_id"), self.pragma("user_version")
        return tuple(sorted(schema.deviations(self.select(schema.SELECT_OBJECTS), *marks)))

    def pragma(self, name: str) -> object:
        """The value of one of SQLite's settings."""
        return self.select(f"PRAGMA {name}")[0][0]

    def durability(self) -> Iterator[Setting]:
        """Report SQLite's version, the journal mode (`wal`; `memory` for a store in memory), and whether commits wait
        for the disk."""
        old = sqlite3.sqlite_version_info < _FIXED_SQLITE
        advice = "; let one program at a time record in a store" if old else ""
        yield Setting("SQLite", "warning" if old else "fine", f"{sqlite3.sqlite_version}{advice}")
        journal = str(self.pragma("journal_mode"))
        yield Setting("journal", "fine" if journal in {"wal", "memory"} else "wrong", journal)
        synced = int(str(self.pragma("synchronous"))) >= 2
        kept = "every entry is on disk before it is acknowledged" if synced else "entries can be lost in a power cut"
        yield Setting("synchronous", "fine" if synced else "wrong", kept)

    # writing ---------------------------------------------------------------------------------------------------------

    def insert_rows(
        self, rows: Sequence[NewRow], catalogues: Sequence[CatalogueRow] = (), follows: LastEntry | None = None
    ) -> None:
        """Record rows in one transaction: atomic, and on disk when it returns.

        `follows` is the entry that the first row is chained to. Raises Taken, BrokenChain if the last entry is another
        one, StoreDamaged if the file lacks its guards or stores fewer rows than it was given. The library's transaction
        layers are bypassed, because they cost a third of a commit on a fast disk."""
        self.make()
        with self._transaction(writing=True) as cursor:
            self._check_guards(cursor)
            if follows is not None:
                check_tail(cursor.execute(schema.SELECT_TAIL, (follows.match,)).fetchone(), follows)
            if catalogues:
                cursor.executemany(schema.INSERT_CATALOGUE, catalogues)
            if rows:
                cursor.executemany(self.insert_events_statement, rows)
                if cursor.rowcount != len(rows):
                    asked = pluralize(len(rows), "entry", "entries")
                    raise StoreDamaged(f"{self.place}: the file accepted {cursor.rowcount} of {asked}; not recorded")

    def _check_guards(self, cursor: sqlite3.Cursor) -> None:
        """Raise StoreDamaged if the tables deviate. The caller's transaction keeps them unchanged until its end."""
        [cookie] = cursor.execute("PRAGMA schema_version").fetchone()
        if cookie != self._guarded[0]:
            marks = (cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
            objects = cursor.execute(schema.SELECT_OBJECTS).fetchall()
            self._guarded = cookie, tuple(sorted(schema.deviations(objects, *marks)))
        if self._guarded[1]:
            raise unguarded(self.place, self._guarded[1])

    @contextmanager
    def _transaction(self, *, writing: bool = False) -> Iterator[sqlite3.Cursor]:
        try:
            with self._connection(is_writer=True) as connection:
                try:
                    cursor = connection.cursor().sqlite_cursor
                    cursor.row_factory = None
                    cursor.execute("BEGIN IMMEDIATE")
                    yield cursor
                    connection.commit()
                except BaseException:
                    with suppress(sqlite3.Error):  # raise the first error, not one of the rollback
                        connection.rollback()
                    raise
        except DATABASE_ERRORS as error:
            raise translated(error, self.place, writing=writing) from error

    # reading ---------------------------------------------------------------------------------------------------------

    def select_states(self, match: str, upto: int | None = None) -> States | None:
        """Return entries up to that version as one JSON list; `None` if the match is unknown."""
        upto = ANY_VERSION if upto is None else upto
        [(last, low, high, states)] = self.select(schema.SELECT_STATES, match, upto)
        if last is None or low is None:
            return None if last is None else States(last, None, states)
        several = low != high and (topic for (topic,) in self.select(schema.SELECT_TOPICS, match, upto))
        return States(last, tuple(several) if several else (low,), states)

    # checking --------------------------------------------------------------------------------------------------------

    def integrity_problems(self) -> list[str]:
        """Report what SQLite finds wrong with the file."""
        return [problem for (problem,) in self.select("PRAGMA integrity_check(20)") if problem != "ok"]

    def count_bad_ids(self) -> int:
        """Number of entries whose match id is not text."""
        return int(self.select(schema.COUNT_STRAYS)[0][0])

    def count_mistyped_catalogues(self) -> int:
        """Number of card definitions with a column that is not of the type that was stored."""
        return int(self.select(schema.COUNT_MISTYPED_CATALOGUES)[0][0])

    def select_stored_ids(self) -> list[bytes]:
        """Return the ids of the matches as bytes, because damaged ids may not be text."""
        return [match for (match,) in self.select(schema.SELECT_STORED_IDS)]

    def copy_to(self, path: Path) -> str:
        """Copy one state of the store into a new file. Return the store's head in it."""
        try:
            with closing(sqlite3.connect(path)) as target, self._connection(is_writer=False) as connection:
                connection.cursor().sqlite_cursor.connection.backup(target)
        except DATABASE_ERRORS as error:
            raise translated(error, self.place, writing=True) from error
        copied = DurableDatastore(path.absolute().as_uri())
        try:
            return store_head(SqliteRecorder(copied, str(path)).select_links())
        finally:
            copied.pool.close()

    def select(self, statement: str, *params: object, **named: object) -> list[tuple[Any, ...]]:
        """Return rows as plain tuples, because the library's row objects cost more than decoding. A single statement
        reads a consistent state, so it does not need a transaction."""
        try:
            with self._connection(is_writer=False) as connection:
                cursor = connection.cursor().sqlite_cursor
                cursor.row_factory = None
                try:
                    return cursor.execute(statement, named or params).fetchall()
                except sqlite3.OperationalError as error:
                    if "decode" not in str(error):
                        raise
                    return _past_broken_text(cursor, statement, named or params)
        except DATABASE_ERRORS as error:
            raise translated(error, self.place) from error

    @contextmanager
    def _connection(self, *, is_writer: bool) -> Iterator[SQLiteConnection]:
        pool = self.datastore.pool
        connection = pool.get_connection(is_writer=is_writer)
        try:
            yield connection
        finally:
            pool.put_connection(connection)

    def follow(self, wake: Callable[[], None]) -> Following:
        """Call `wake` whenever any program may have recorded something."""
        return Polling(self.head_position, wake)


def _past_broken_text(
    cursor: sqlite3.Cursor, statement: str, params: Sequence[object] | Mapping[str, object]
) -> list[tuple[Any, ...]]:
    """Return rows with invalid UTF-8, their bad bytes replaced: one damaged row must not hide all others."""
    cursor.connection.text_factory = lambda text: text.decode(errors="replace")
    try:
        return cursor.execute(statement, params).fetchall()
    finally:
        cursor.connection.text_factory = str


class Polling(FollowerThread):
    """Polls the end of the log every few milliseconds, because SQLite cannot notify other processes."""

    def __init__(self, look: Callable[[], int], wake: Callable[[], None]) -> None:
        self._look = look
        super().__init__("polling", wake)

    def _run(self) -> None:
        seen: int | None = None
        while not self._stopping.wait(POLL_SECONDS):
            try:
                position = self._look()
            except StorageError:
                position = -1
            if position != seen:
                seen = position
                self._wake()


class SqliteFactory(SQLiteFactory):
    """The library's factory with durable connections. Reads SQLITE_DBNAME, SQLITE_LOCK_TIMEOUT (seconds), LAZY_CREATE,
    and STORE_NAME (for messages)."""

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        pool = self.datastore.pool
        self.datastore = DurableDatastore(pool.db_name, lock_timeout=pool.lock_timeout)

    def application_recorder(self) -> SqliteRecorder:
        """Open the recorder of a store; an empty file gets its tables. Raises the errors of `storage.errors`."""
        place = self.env["STORE_NAME"]
        if self.env.get("LAZY_CREATE") == "y":
            recorder = SqliteRecorder(DurableDatastore(memory()), place, self.datastore)
        else:
            recorder = SqliteRecorder(self.datastore, place)
        recorder.create_table()
        return recorder
