"""Sidecar rows of a store on a server: tables in a separate schema, whose rows can be deleted, and which are not part
of copies of the store."""

from collections.abc import Callable, Iterable
from time import monotonic
from typing import Any, Final, Protocol, TypeVar, get_args

import msgspec
import psycopg
from msgspec import Raw
from psycopg import sql

from storage.postgres_connections import Connection
from storage.sidecar import Rows, SidecarKind, unreadable

T = TypeVar("T")

_AGE: Final = 0.25
"""Seconds for which rows are cached."""

_IS_THERE: Final = "SELECT to_regclass(%s)::text IS NOT NULL"
_MAKE: Final = (
    'CREATE TABLE matchbook_beside.{} (name text COLLATE "C" PRIMARY KEY, row jsonb NOT NULL, number bigserial)'
)
_GRANTS: Final = (
    "GRANT USAGE ON SCHEMA matchbook_beside TO {0}",
    "GRANT SELECT, INSERT, DELETE ON ALL TABLES IN SCHEMA matchbook_beside TO {0}",
    "GRANT USAGE ON ALL SEQUENCES IN SCHEMA matchbook_beside TO {0}",
)
_MARK: Final = "SELECT count(*), max(number) FROM matchbook_beside.{}"
"""A mark that changes with every added or deleted row."""
_READ: Final = "SELECT name, row::text FROM matchbook_beside.{} ORDER BY number"
_PUT: Final = """INSERT INTO matchbook_beside.{} (name, row)
    SELECT name, row::jsonb FROM unnest(%s::text[], %s::text[]) WITH ORDINALITY AS given(name, row, number) ORDER BY number
    ON CONFLICT (name) DO NOTHING RETURNING name"""
_DROP: Final = "DELETE FROM matchbook_beside.{} WHERE name = ANY(%s) RETURNING name"


def make(connection: Connection, account: str = "") -> tuple[str, ...]:
    """Create missing tables, and allow an account to add and delete rows. Return what was created."""
    connection.execute("CREATE SCHEMA IF NOT EXISTS matchbook_beside")
    made = []
    for what in get_args(SidecarKind):
        if connection.execute(_IS_THERE, [f"matchbook_beside.{what}"]).fetchone() == (False,):
            connection.execute(sql.SQL(_MAKE).format(sql.Identifier(what)))
            made.append(f"table {what}")
    for grant in _GRANTS if account else ():
        connection.execute(sql.SQL(grant).format(sql.Identifier(account)))
    return tuple(made)


class ConnectionSource(Protocol):
    """An object with connections to the server."""

    place: str

    def on_connection(self, work: Callable[[Connection], T], *, writing: bool) -> T:
        """Run some work on a connection and return its result. Raises the errors of `storage.errors`."""


class TableSidecar:
    """Rows of one kind in a table."""

    def __init__(self, asked: ConnectionSource, what: SidecarKind) -> None:
        self.place = f"{asked.place} (matchbook_beside.{what})"
        self._asked = asked
        self._table = sql.Identifier(what)
        self._mark: object = ()
        self._read_at = -_AGE

    def read(self) -> Rows | None:
        if monotonic() - self._read_at < _AGE:
            return None
        mark, rows = self._asked.on_connection(self._look, writing=False)
        self._read_at = monotonic()
        if rows is None:
            return None
        self._mark = mark
        try:
            return {name: Raw(row.encode()) for name, row in rows}
        except (AttributeError, msgspec.MsgspecError) as error:
            raise unreadable(self.place, error) from error

    def put(self, rows: Rows) -> frozenset[str]:
        return self._change(_PUT, [[*rows], [bytes(row).decode() for row in rows.values()]])

    def drop(self, names: Iterable[str]) -> frozenset[str]:
        return self._change(_DROP, [[*names]])

    def _look(self, connection: Connection) -> tuple[object, list[tuple[Any, ...]] | None]:
        """Return the mark of the rows, and the rows if the mark changed."""
        try:
            with connection.transaction():
                mark = self._run(connection, _MARK)
                return (mark, None) if mark == self._mark else (mark, self._run(connection, _READ))
        except psycopg.errors.UndefinedTable:  # an older store without these tables, so there are no rows
            return (), []

    def _change(self, statement: str, parameters: list[Any]) -> frozenset[str]:
        changed = self._asked.on_connection(
            lambda connection: self._run(connection, statement, parameters), writing=True
        )
        self._read_at = -_AGE
        return frozenset(name for (name,) in changed)

    def _run(
        self, connection: Connection, statement: str, parameters: list[Any] | None = None
    ) -> list[tuple[Any, ...]]:
        return connection.execute(sql.SQL(statement).format(self._table), parameters).fetchall()
