"""A digest of what the analytics hold, whatever the order of the rows."""

import hashlib
from typing import Final

import duckdb

ASIDE: Final = ["examined", "explored", "rated", "ratings", "situated", "situations", "steps", "words"]
"""Tables that questions fill, each with a position of its own."""

_OF_MATCHES: Final = """
    select distinct schema_name || '.' || table_name
    from duckdb_columns() join duckdb_tables() using (database_name, schema_name, table_name)
    where database_name = 'matchbook' and column_name = 'match' and not list_contains($aside, table_name)
    order by all
"""


def by_match(connection: duckdb.DuckDBPyConnection) -> dict[str, int]:
    """A digest of the rows of each match, in all tables that catching up fills."""
    tables = connection.execute(_OF_MATCHES, {"aside": ASIDE}).fetchall()
    rows = " union all ".join(f"select match, hash('{table}', r) as digest from {table} r" for (table,) in tables)  # noqa: S608 (names from the catalog)
    found = connection.execute(f"select match, sum(digest::hugeint) from ({rows}) group by match").fetchall()  # noqa: S608
    return {str(match): int(total) for match, total in found}


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
