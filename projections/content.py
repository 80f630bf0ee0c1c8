"""Digests of the analytics' content, independent of the order of rows."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import duckdb

FILLED_BY_QUESTIONS: Final = [
    "catalogue_cards",
    "digests",
    "examined",
    "explored",
    "rated",
    "ratings",
    "situated",
    "situations",
    "steps",
    "words",
]
"""Tables that are filled by questions and not by catching up, and the table of digests."""

_TABLES: Final = """
    select schema_name || '.' || table_name
    from duckdb_columns()
    where database_name = 'matchbook' and column_name = $column and table_name in (select table_name from duckdb_tables())
    order by all
"""
Rows = Sequence[tuple[str, str]]
"""Rows of matches: tables with their schemas, each with the condition that chooses from it."""


class ContentDigest:
    """Maintains a digest of each match's rows: written rows are added to it, replaced rows are subtracted first. So a change by
    another program remains detectable, and unchanged rows are not read."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection
        self._sums: Counter[str] = Counter()

    def add(self, rows: Rows, **values: object) -> None:
        """Add rows after they were written."""
        for match, digest in self._summed("match", rows, values):
            self._sums[match] += digest

    def remove(self, rows: Rows, **values: object) -> frozenset[str]:
        """Subtract rows before they are changed or deleted. Return the tables that have any."""
        found = self._summed("name, match", rows, values)
        for _, match, digest in found:
            self._sums[match] -= digest
        return frozenset(name for name, *_ in found)

    def remove_row(self, match: str, digest: int) -> None:
        """Subtract one row before it is changed, by its hash."""
        self._sums[match] -= digest

    @contextmanager
    def replacing(self, rows: Rows, **values: object) -> Iterator[frozenset[str]]:
        """Subtract the rows, and add them again after the block has changed them; the conditions must select the same rows."""
        tables = self.remove(rows, **values)
        yield tables
        self.add([(table, condition) for table, condition in rows if table in tables], **values)

    def _summed(self, keys: str, rows: Rows, values: Mapping[str, object]) -> list[tuple[Any, ...]]:
        """Return the sums of the row hashes, grouped by `keys`."""
        if not rows:
            return []
        # Planning a union is expensive, and planning single tables more so: only tables that can have rows are included.
        union = " union all ".join(f"{_hashed(table)} where {condition}" for table, condition in rows)
        query = f"select {keys}, sum(digest::hugeint) from ({union}) group by {keys}"  # noqa: S608 (our own conditions)
        return self._connection.execute(query, {key: values[key] for key in values if f"${key}" in union}).fetchall()

    def write(self) -> None:
        """Write the digests, once per transaction."""
        self._connection.execute(
            "insert into digests select unnest(?), unnest(?)::hugeint",
            [list(self._sums), [str(total) for total in self._sums.values()]],
        )


def edited(connection: duckdb.DuckDBPyConnection) -> tuple[str, ...]:
    """Return the matches whose rows differ from the written ones."""
    tables = [table for table in tables_with(connection, "match") if not is_filled_by_questions(table)]
    rows = " union all ".join(map(_hashed, tables))
    found = connection.execute(f"""
        select coalesce(d.match, r.match) as match
        from (select match, sum(digest) as digest from digests group by match) d
        full join (select match, sum(digest::hugeint) as digest from ({rows}) group by match) r using (match)
        where d.digest is distinct from r.digest order by match
    """).fetchall()  # noqa: S608 (names from the catalog)
    return tuple(str(match) for (match,) in found)


def is_filled_by_questions(table: str) -> bool:
    """Return True if a table is filled by questions."""
    return table.partition(".")[2] in FILLED_BY_QUESTIONS


def tables_with(connection: duckdb.DuckDBPyConnection, column: str) -> tuple[str, ...]:
    """The tables that have a column, with their schemas."""
    found = connection.execute(_TABLES, {"column": column}).fetchall()
    return tuple(str(table) for (table,) in found)


def _hashed(table: str) -> str:
    return f"select '{table}' as name, match, hash('{table}', r) as digest from {table} r"  # noqa: S608 (a name from the catalog)


def digest(connection: duckdb.DuckDBPyConnection) -> str:
    """Return the SHA-256 over count and sum of the row hashes of every table that catching up fills. Times of writing, and the
    results of damage scans, exploring and rating, do not count."""
    tables = connection.execute(
        """
        select schema_name || '.' || table_name from duckdb_tables()
        where database_name = 'matchbook' and not temporary and not list_contains($filled, table_name) order by all
        """,
        {"filled": FILLED_BY_QUESTIONS},
    ).fetchall()
    total = hashlib.sha256()
    for (table,) in tables:
        columns = "* exclude (updated_at)" if table == "main.catchup" else "*"
        [sums] = connection.execute(
            f"select count(*), sum(hash(r)::hugeint) from (select {columns} from {table}) r"  # noqa: S608 (names from the catalog)
        ).fetchall()
        total.update(f"{table} {sums}\n".encode())
    return total.hexdigest()
