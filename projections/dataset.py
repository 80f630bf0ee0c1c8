"""A dataset: the tables of matches as Parquet files, one file per shard, table, game and month, and queries on them.

The data stays in the Parquet files: the tables of the analytics file are views of them. Everything else is as in any
analytics file."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NoReturn

import duckdb
from msgspec import Struct

from projections.analytics import Analytics
from projections.catchup import CatchupTable, fingerprint
from projections.content import FILLED_BY_QUESTIONS
from projections.database import SETTINGS, STORAGE_VERSION, Engine, quoted
from projections.errors import AnalyticsError
from projections.projector import Projector
from projections.publishing import PublishedTable, relations, write_table
from projections.source import Source, SourceRow
from projections.staging import staging_of

RESULTS: Final = frozenset({"matches", "seats", "kits", "endings", "firsts"})
"""Only the tables about how matches ended."""
LARGEST: Final = 512_000_000
"""Most bytes of a file that is merged from parts."""
_TABLES: Final = """
    select if(schema_name = 'main', '', schema_name || '.') || table_name from duckdb_tables()
    where database_name = 'matchbook' and not temporary
"""
_EXAMINED: Final = """
    create view examined as select match, entries, null::integer as version, null::varchar as problem from matches
"""
"""Datasets have no damaged matches: they are written directly from simulated matches, not from a store."""


def write_shard(source: Source, scratch: Path, dataset: Path, number: int, *, results: bool) -> None:
    """Project a source in an empty folder, with the same statements as for a store, and move one file per table into
    the dataset. An existing file of the same shard is replaced. `results`: only RESULTS."""
    path, out = scratch / "shard.duckdb", scratch / "out"
    engine = Engine(path, staging_of(path))
    try:
        with engine.attached(wait=0) as connection:
            Projector(connection, source, path).catch_up()
    finally:
        engine.close()
    out.mkdir()
    with duckdb.connect(":memory:", config={**SETTINGS, "threads": 1}) as connection:  # one thread: one file
        connection.execute(f"attach {quoted(str(path))} as matchbook (read_only)")
        connection.execute("use matchbook")
        for table in _tables(connection):
            if not results or table.name in RESULTS:
                write_table(connection, table, out)
    for part in sorted(out.rglob("*.parquet")):
        target = dataset / part.relative_to(out).with_name(f"part-{number:012}.parquet")
        target.parent.mkdir(parents=True, exist_ok=True)
        part.replace(target)


def compact(dataset: Path, into: Path, numbers: Collection[int], largest: int = LARGEST) -> int:
    """Write the rows of these shards into another folder, with as few files of at most `largest` bytes as possible per
    table, game and month; return their number. A larger part gets a file of its own. Rows keep their order."""
    named = {f"part-{number:012}.parquet" for number in numbers}
    folders = {part.parent for part in dataset.glob("table=*/**/*.parquet") if part.name in named}
    with duckdb.connect(":memory:", config=SETTINGS) as connection:
        return sum(
            _put_together(connection, parts, into / folder.relative_to(dataset))
            for folder in sorted(folders)
            for parts in _batches(sorted(part for part in folder.iterdir() if part.name in named), largest)
        )


def _batches(parts: Sequence[Path], largest: int) -> Iterator[Sequence[Path]]:
    batch: list[Path] = []
    size = 0
    for part in parts:
        more = part.stat().st_size
        if batch and size + more > largest:
            yield batch
            batch, size = [], 0
        batch.append(part)
        size += more
    yield batch


def _put_together(connection: duckdb.DuckDBPyConnection, parts: Sequence[Path], folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    sources = ", ".join(quoted(str(part)) for part in parts)
    target = quoted(str(folder / parts[0].name))
    query = f"select * from read_parquet([{sources}], hive_partitioning = false, union_by_name = true)"  # noqa: S608 (quoted)
    connection.execute(f"copy ({query}) to {target} (format parquet, compression zstd, row_group_size 100_000)")
    return 1


def _tables(connection: duckdb.DuckDBPyConnection) -> Sequence[PublishedTable]:
    """Return the published tables. Views are omitted, because they are created again from the tables."""
    names = {name for (name,) in connection.execute(_TABLES).fetchall()}
    return [
        table
        for table in relations(connection)
        if table.name in names and table.name not in {*FILLED_BY_QUESTIONS} - {"catalogue_cards"}
    ]


@contextmanager
def opened_dataset(dataset: Path, *, results: bool) -> Iterator[Analytics]:
    """Open a dataset for queries inside the block. Tables that were not kept are missing, so that queries of them
    fail."""
    with TemporaryDirectory(prefix="matchbook-") as folder:
        path = Path(folder) / "dataset.duckdb"
        source = _DatasetSource(dataset, _index(dataset, path, results=results))
        analytics = Analytics(path, source, beside=True, reads=dataset)
        with closing(analytics):
            yield analytics


def _index(dataset: Path, path: Path, *, results: bool) -> int:
    """Create the analytics file with the views. Return the position of the last entry."""
    with duckdb.connect(":memory:", config=SETTINGS) as connection:
        connection.execute(f"attach {quoted(str(path))} as matchbook (storage_version '{STORAGE_VERSION}')")
        connection.execute("use matchbook")
        CatchupTable(connection, _DatasetSource(dataset, 0), path).create()
        connection.execute("drop table examined")
        for table in _tables(connection):
            files = dataset / f"table={table.name}"
            if files.is_dir():
                columns = ", ".join(f't."{column.name}"::{column.type} as "{column.name}"' for column in table.columns)
                parts = quoted(str(files / "**" / "*.parquet"))
                how = "hive_partitioning = true, hive_types_autocast = false, union_by_name = true"
                connection.execute(f"drop table {table.name}")
                connection.execute(
                    f"create view {table.name} as select {columns} from read_parquet({parts}, {how}) t"  # noqa: S608 (names from the catalog)
                )
            elif results and table.name not in {*RESULTS, "entries"}:  # the last entry determines the file's position
                connection.execute(f"drop table {table.name}")
        connection.execute(_EXAMINED)
        [(last,)] = connection.execute("select coalesce(max(position), 0)::bigint from entries").fetchall()
        connection.execute("update catchup set position = ?, head = ?", [last, _DatasetSource(dataset, last).mark])
        return int(last)


class _Row(Struct, frozen=True):
    position: int
    match: str = ""
    version: int = 0
    topic: str = ""
    state: bytes = b""


class _DatasetSource:
    """The source of a dataset, which has no store: it never has new entries."""

    def __init__(self, dataset: Path, last: int) -> None:
        self._dataset, self._row = dataset, _Row(last)

    @property
    def mark(self) -> str:
        """Return the digest by which the file remembers its last projected entry."""
        return fingerprint(self._row)

    def select(self, after: int, _: int, /) -> Sequence[SourceRow]:
        return [self._row] if after < self._row.position else []

    def head_position(self) -> int:
        return self._row.position

    def definitions(self, _: str, __: str, /) -> None:
        return None

    def damage(self, _: str, /) -> None:
        return None

    def followed(self, _: str, __: int, /) -> NoReturn:
        raise AnalyticsError(f"{self._dataset}: a dataset contains tables only, not the records")

    def raw(self, _: str, /) -> NoReturn:
        raise AnalyticsError(f"{self._dataset}: a dataset contains tables only, not the records")
