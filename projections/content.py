"""A digest of what the analytics hold, whatever the order of the rows."""

import hashlib

import duckdb


def digest(connection: duckdb.DuckDBPyConnection) -> str:
    """SHA-256 over count and sum of row hashes of every table; when the file was written, and what was looked at when, does not
    count."""
    tables = connection.execute(
        """
        select schema_name || '.' || table_name from duckdb_tables()
        where database_name = 'matchbook' and not temporary and table_name <> 'examined' order by all
        """
    ).fetchall()
    total = hashlib.sha256()
    for (table,) in tables:
        columns = "* exclude (updated_at)" if table == "main.catchup" else "*"
        [sums] = connection.execute(
            f"select count(*), sum(hash(r)::hugeint) from (select {columns} from {table}) r"  # noqa: S608 (names from the catalog)
        ).fetchall()
        total.update(f"{table} {sums}\n".encode())
    return total.hexdigest()
