"""A digest of what the analytics hold, whatever the order of the rows."""

import hashlib
from typing import Final

import duckdb

ASIDE: Final = ["examined", "explored", "rated", "ratings", "situated", "situations", "steps", "words"]
"""Tables that questions fill, each with a position of its own."""


def digest(connection: duckdb.DuckDBPyConnection) -> str:
    """SHA-256 over count and sum of row hashes of every table that catching up fills; when the file was written, and what was
    looked at, explored or rated when, does not count."""
    tables = connection.execute(
        """
        select schema_name || '.' || table_name from duckdb_tables()
        where database_name = 'matchbook' and not temporary and not list_contains($aside, table_name) order by all
        """,
        {"aside": ASIDE},
    ).fetchall()
    total = hashlib.sha256()
    for (table,) in tables:
        columns = "* exclude (updated_at)" if table == "main.catchup" else "*"
        [sums] = connection.execute(
            f"select count(*), sum(hash(r)::hugeint) from (select {columns} from {table}) r"  # noqa: S608 (names from the catalog)
        ).fetchall()
        total.update(f"{table} {sums}\n".encode())
    return total.hexdigest()
