"""The table `catchup` of an analytics file: its position, its store and the program that wrote it."""

import hashlib
import time
from functools import cache
from pathlib import Path
from typing import Final

import duckdb
from msgspec import Struct

from domain.registry import game_releases
from projections.answers import AsOf
from projections.database import STORAGE_VERSION
from projections.errors import DamagedAnalytics, NotAnalytics, OutdatedAnalytics
from projections.facts import create_tables
from projections.game_defects import FactsDefect, changed_game, note
from projections.sections import game_texts, sql_text, sql_texts
from projections.source import Source, SourceRow

_POSITION: Final = """
    select
        position, head, version, updated_at, (select count(*) from damaged),
        greatest((select coalesce(max(position), 0) from entries), (select coalesce(max(position), 0) from damaged))
    from catchup
"""
"""The position that the file claims, the number of unreadable entries, and the position of the last rows."""
_AS_OF: Final = "select position, updated_at, (select count(*) from damaged) from catchup"


class Catchup(Struct, frozen=True):
    """The position reached, the digest of the row there, the version of the tables, when they were written, and how many
    entries up to there could not be read."""

    position: int
    head: str
    version: str
    updated_at: int
    damaged: int

    def as_of(self, head: int) -> AsOf:
        """Return the position relative to a store that ends at `head`."""
        return AsOf(self.position, max(head, self.position), self.updated_at, self.damaged)


@cache
def schema_version() -> str:
    """Digest of all statements that create and fill the tables: a file made by different statements is rebuilt."""
    texts = [STORAGE_VERSION, duckdb.__version__]  # row hashes depend on the engine
    texts += [text for folder in ("schema", "steps") for pair in sql_texts(folder) for text in pair]
    texts += [text for fact in game_texts("") for text in fact]
    texts += game_releases()  # games may be installed, removed or updated
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:32]


class CatchupTable:
    """The table `catchup` of one open analytics file."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, source: Source, path: Path) -> None:
        self._connection = connection
        self._source = source
        self._path = path

    def create(self) -> Catchup:
        """Create the empty tables. Return the initial position."""
        defects: dict[str, FactsDefect] = {}
        while True:
            self._connection.begin()
            for name in ("tables", "macros", "views"):
                self._connection.execute(sql_text("schema", name))
            try:
                create_tables(self._connection, defects)
                break
            except FactsDefect as fault:
                self._connection.rollback()
                defects[fault.game] = fault
        for found in defects.values():
            note(self._connection, found.game, found.part, found.problem, None)
        self._connection.execute("insert into catchup values (0, '', ?, 0)", [schema_version()])
        self._connection.commit()
        return Catchup(0, "", schema_version(), 0, 0)

    def read(self) -> Catchup | None:
        """Return the stored position; `None` for a file without tables. Raises DamagedAnalytics, NotAnalytics."""
        try:
            rows = self._connection.execute(_POSITION).fetchall()
        except duckdb.CatalogException:
            _expect_no_tables(self._connection, self._path)
            return None
        if len(rows) != 1 or rows[0][0] != rows[0][-1]:
            raise DamagedAnalytics(f"{self._path}: its rows end at another position than it states")
        return Catchup(*rows[0][:-1])

    def expect_same_store(self, catchup: Catchup, head: int) -> None:
        """Raise OutdatedAnalytics for a file of another program version, DamagedAnalytics for a file of another store.
        `head`: the last position of this store."""
        if catchup.version != schema_version():
            raise OutdatedAnalytics("made by another version of Matchbook")
        if game := changed_game(self._connection):
            raise OutdatedAnalytics(f"made while game {game!r} was defective")
        if catchup.position == 0:
            return
        last = self._source.select(catchup.position - 1, 1) if catchup.position <= head else ()
        if not last or last[0].position != catchup.position or fingerprint(last[0]) != catchup.head:
            raise DamagedAnalytics("made from another store, or from one that was truncated since")

    def standing(self) -> AsOf:
        """Return how much of the store a read-only file covers. Raises as `expect_same_store`, OutdatedAnalytics for
        a file without tables."""
        head = self._source.head_position()
        catchup = self.read()
        if catchup is None:
            raise OutdatedAnalytics("not created yet")
        self.expect_same_store(catchup, head)
        return catchup.as_of(head)

    def expect_tables(self) -> bool:
        """Return True if the file has our tables, False if it is empty. Raises NotAnalytics if it has tables of another
        program."""
        found = self._connection.execute(
            "select column_name from duckdb_columns() where table_name = 'catchup' and database_name = 'matchbook'"
        ).fetchall()
        ours = {"position", "head", "version", "updated_at"} <= {str(name) for (name,) in found}
        if not ours:
            _expect_no_tables(self._connection, self._path)
        return ours

    def as_of(self, head: int) -> AsOf:
        """Return how much of a store with the last position `head` the file covers."""
        try:
            rows = self._connection.execute(_AS_OF).fetchall()
        except duckdb.CatalogException:
            _expect_no_tables(self._connection, self._path)
            return AsOf(0, head, 0)
        [(position, updated_at, damaged)] = rows
        return AsOf(position, max(head, position), updated_at, damaged)

    def commit(self, last: SourceRow) -> None:
        """Commit the projected rows with the new position, that of `last`."""
        self._connection.execute(
            "update catchup set position = ?, head = ?, updated_at = ?",
            [last.position, fingerprint(last), time.time_ns() // 1000],
        )
        self._connection.commit()


def _expect_no_tables(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Raise NotAnalytics for a file with tables of another program."""
    if connection.execute("show tables").fetchall():
        raise NotAnalytics(f"{path} holds other tables; choose another path for the analytics")


def fingerprint(row: SourceRow) -> str:
    """Return the digest by which the file remembers its last projected row."""
    return hashlib.sha256(b"%d\n%b" % (row.position, row.state)).hexdigest()[:32]
