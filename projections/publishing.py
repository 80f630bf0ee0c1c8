"""Open data: the analytics as files for other tools. `docs/reference/open_data.md` describes the guarantees.

`tables` is a folder of Parquet files, `table=T/game=G/month=YYYY-MM/part-N.parquet`, with a manifest beside them; `copy` is one
DuckDB file, with the meaning of tables, columns and macros as comments in it."""

import re
from pathlib import Path
from typing import Final

import duckdb
import msgspec
from msgspec import Struct

from domain.decoding import decoded
from projections.answers import AsOf
from projections.catchup import schema_version
from projections.content import FILLED_BY_QUESTIONS
from projections.database import STORAGE_VERSION, one_line, quoted, read_only
from projections.errors import AnalyticsError, AnalyticsUnwritable
from projections.schema import comment, described

FORMAT: Final = "matchbook-open-data"
FORMAT_VERSION: Final = 1
"""Increased when a name, type or meaning changes or is removed. Added tables and columns do not increase it."""
MANIFEST: Final = "manifest.json"
BOOKKEEPING: Final = frozenset({*FILLED_BY_QUESTIONS, "catchup", "damaged", "defects"} - {"ratings", "catalogue_cards"})
"""Bookkeeping tables of the file, which are not published."""
_RELATIONS: Final = """
    select if(schema_name = 'main', '', schema_name || '.') || table_name as name,
        list([column_name, data_type] order by column_index)
    from duckdb_columns()
    where database_name = 'matchbook' and not internal and not list_contains($without, table_name)
    group by name order by name
"""
_PART: Final = re.compile(r"table=[a-z_.]+/game=[^/]+/month=\d+-\d\d/part-\d+\.parquet")
_ORDER: Final = ("position", "k", "match", "number", "seat", "round", "turn")
"""Columns by which rows are sorted, if the table has them."""


class PublishedColumn(Struct, frozen=True):
    """A column of a table."""

    name: str
    type: str
    """DuckDB's name of the type."""
    meaning: str
    """Its meaning, with the unit if it has one."""


class PublishedTable(Struct, frozen=True):
    """A published table or view."""

    name: str
    meaning: str
    columns: tuple[PublishedColumn, ...]
    rows: int = 0


class Manifest(Struct, frozen=True, kw_only=True):
    """Describes a publication: its format, position and tables."""

    format: str = FORMAT
    format_version: int = FORMAT_VERSION
    schema: str
    """Digest of the statements that make the tables."""
    position: int
    """Store position of the last included entry."""
    head: int
    """Position of the store's last entry at the time of publishing."""
    left_out: int
    """Stored entries that could not be read."""
    tables: tuple[PublishedTable, ...]


def publish(connection: duckdb.DuckDBPyConnection, as_of: AsOf, folder: Path, copy: str = "") -> Manifest:
    """Write the analytics into an empty folder: as Parquet files, or as one DuckDB file with the name `copy`.
    Raises AnalyticsUnwritable.

    The connection must be allowed to write there (see `database.read_only`).
    """
    try:
        if copy:
            _write_copy(connection, folder / copy)
        tables = tuple(
            _counted(connection, table) if copy else write_table(connection, table, folder)
            for table in relations(connection)
        )
        manifest = Manifest(
            schema=schema_version(), position=as_of.position, head=as_of.head, left_out=as_of.damaged, tables=tables
        )
        if not copy:
            encoded = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
            folder.joinpath(MANIFEST).write_bytes(encoded + b"\n")
    except (OSError, duckdb.IOException) as error:
        problem = one_line(error) if isinstance(error, duckdb.Error) else error.strerror
        raise AnalyticsUnwritable(f"{folder} cannot be written: {problem}") from error
    return manifest


def _write_copy(connection: duckdb.DuckDBPyConnection, target: Path) -> None:
    connection.execute(f"attach {quoted(str(target))} as published (storage_version '{STORAGE_VERSION}')")
    connection.execute("copy from database matchbook to published")
    connection.execute("use published")
    comment(connection)
    connection.execute("create table published as select ? as format, ? as version", [FORMAT, FORMAT_VERSION])
    connection.execute("use matchbook")
    connection.execute("checkpoint published")
    connection.execute("detach published")


def is_published(path: Path) -> bool:
    """True if a file or folder was published before and has only published content, so that a later publication may replace it."""
    if path.is_dir():
        return not path.is_symlink() and all(_is_part(file, path) for file in path.rglob("*") if not file.is_dir())
    try:
        with read_only(path, wait=0) as connection:
            return bool(connection.execute("from published").fetchall())
    except (AnalyticsError, duckdb.Error):
        return False


def _is_part(file: Path, folder: Path) -> bool:
    """Return True if a file in a folder is a part of a publication."""
    name = file.relative_to(folder).as_posix()
    if name != MANIFEST:
        return bool(_PART.fullmatch(name))
    try:
        return decoded(file.read_bytes(), Manifest).format == FORMAT
    except (msgspec.DecodeError, UnicodeDecodeError, OSError):
        return False


def relations(connection: duckdb.DuckDBPyConnection) -> tuple[PublishedTable, ...]:
    """Return the published tables and views, with their meanings."""
    said = {one.name: one for one in described()}
    tables = []
    for name, columns in connection.execute(_RELATIONS, {"without": sorted(BOOKKEEPING)}).fetchall():
        meanings = {column: text for column, _, text in said[name].columns} if name in said else {}
        found = tuple(PublishedColumn(column, kind, meanings.get(column, "")) for column, kind in columns)
        tables.append(PublishedTable(name, said[name].meaning if name in said else "", found))
    return tuple(tables)


def _counted(connection: duckdb.DuckDBPyConnection, table: PublishedTable) -> PublishedTable:
    [(rows,)] = connection.execute(f"select count(*) from {table.name}").fetchall()  # noqa: S608 (names from the catalog)
    return msgspec.structs.replace(table, rows=rows)


def write_table(connection: duckdb.DuckDBPyConnection, table: PublishedTable, folder: Path) -> PublishedTable:
    """Write one table, and return it with its number of rows. Empty tables do not get a file."""
    names = [column.name for column in table.columns]
    game = "t.game" if "game" in names else "m.game"
    others = "" if "game" in names else f", {game}"
    order = ", ".join(["game", "month", *(f't."{name}"' for name in _ORDER if name in names), "t"])
    query = f"""
        select t.*{others}, strftime(m.opened_at, '%Y-%m') as month
        from {table.name} t join matches m on m.match = t.match
        order by {order}
    """  # noqa: S608 (names from the catalog)
    target = quoted(str(folder / f"table={table.name}"))
    how = "format parquet, compression zstd, partition_by (game, month), filename_pattern 'part-{i}', row_group_size 100_000"
    [(rows,)] = connection.execute(f"copy ({query}) to {target} ({how})").fetchall()
    return msgspec.structs.replace(table, rows=rows)
