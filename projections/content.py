"""A digest of what the analytics hold, whatever the order of the rows."""

import hashlib
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

import duckdb

ASIDE: Final = ["digests", "examined", "explored", "rated", "ratings", "situated", "situations", "steps", "words"]
"""Tables that questions fill, each with a position of its own, and the digests of the others."""

_OF_MATCHES: Final = """
    select schema_name || '.' || table_name, bool_or(column_name = 'position')
    from duckdb_columns() join duckdb_tables() using (database_name, schema_name, table_name)
    where database_name = 'matchbook' and not list_contains($aside, table_name)
    group by all having bool_or(column_name = 'match') order by all
"""
_CHANGED: Final = """
    select m.match, hash('main.matches', m)::hugeint - coalesce(l.digest, 0) from matches m left join listed l using (match)
    where hash('main.matches', m) is distinct from l.digest
"""
_ADDED: Final = """
    update digests set digest = digests.digest + a.digest from added a where digests.match = a.match;
    insert into digests select match, digest from added where match not in (select match from digests)
"""


class Signing:
    """Keeps a digest of the rows of each match while rows are written: what is written adds to it, so that what another program
    changed since stays a difference for ever."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, matches: Sequence[str], games: Collection[str], start: int
    ) -> None:
        """Before rows of these matches are written, those of a game and from position `start` on."""
        self._connection, self._matches = connection, matches
        marks = ", ".join("?" * len(matches))
        query = f"select min(first_position) from matches where match in ({marks})"  # noqa: S608 (marks alone)
        [(first,)] = connection.execute(query, matches).fetchall()
        low = min(start, int(start if first is None else first))
        # Planning a union is expensive, and planning single tables more so: only tables that can have rows are included.
        self._query = " union all ".join(
            _hashed(table) + f" where match in ({marks})" + (f" and position >= {low}" if placed else "")
            for table, placed in _tables(connection)
            if table.partition(".")[0] in {"main", *games} and table != "main.matches"
        )
        # All matches are listed: a new one may be what makes another a duplicate.
        connection.execute(
            "create or replace temp table listed as select match, hash('main.matches', m) as digest from matches m"
        )
        self._before = {} if first is None else self._summed()

    def sign(self) -> None:
        """After they were written."""
        added = Counter(self._summed())
        added.subtract(self._before)
        added.update(dict(self._connection.execute(_CHANGED).fetchall()))
        self._connection.execute(
            "create or replace temp table added as select unnest(?) as match, unnest(?)::hugeint as digest",
            [list(added), list(map(str, added.values()))],
        )
        self._connection.execute(_ADDED)

    def _summed(self) -> dict[str, int]:
        tables = self._query.count("union all") + 1
        query = f"select match, sum(digest::hugeint) from ({self._query}) group by match"  # noqa: S608 (names from the catalog)
        return {
            str(match): int(digest)
            for match, digest in self._connection.execute(query, [*self._matches] * tables).fetchall()
        }


def edited(connection: duckdb.DuckDBPyConnection) -> tuple[str, ...]:
    """The matches whose rows are not those that were written."""
    rows = " union all ".join(_hashed(table) for table, _ in _tables(connection))
    found = connection.execute(f"""
        select coalesce(d.match, r.match) as match
        from digests d full join (select match, sum(digest::hugeint) as digest from ({rows}) group by match) r using (match)
        where d.digest is distinct from r.digest order by match
    """).fetchall()  # noqa: S608 (names from the catalog)
    return tuple(str(match) for (match,) in found)


def _tables(connection: duckdb.DuckDBPyConnection) -> list[tuple[str, bool]]:
    """The tables with rows of matches that catching up fills, and whether these have positions."""
    return connection.execute(_OF_MATCHES, {"aside": ASIDE}).fetchall()


def _hashed(table: str) -> str:
    return f"select match, hash('{table}', r) as digest from {table} r"  # noqa: S608 (a name from the catalog)


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
