"""SQL as users type it: one statement that reads, a limit on rows and time, errors of one line."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Final

import duckdb

from projections.answers import Answer, AsOf
from projections.database import one_line
from projections.errors import QueryRefused

ROW_LIMIT: Final = 1000
TIME_LIMIT: Final = 30.0
"""Seconds."""
SIZE_LIMIT: Final = 64_000_000
"""Bytes of a result that are held at once. DuckDB hands rows over one batch after the other, and is asked for no more."""
_BATCH: Final = 256

_READING: Final = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN)
_USERS_FAULT: Final = (
    duckdb.BinderException,
    duckdb.CatalogException,
    duckdb.DataError,
    duckdb.InvalidInputException,
    duckdb.NotImplementedException,
    duckdb.OutOfMemoryException,
    duckdb.ParserException,
    duckdb.PermissionException,
    duckdb.SyntaxException,
)


def expect_reading(text: str) -> None:
    """Raises QueryRefused for anything but one SELECT (or FROM, DESCRIBE, SHOW, SUMMARIZE, VALUES) or EXPLAIN."""
    try:
        text.encode()
        found = duckdb.extract_statements(text)
    except duckdb.Error as error:
        raise QueryRefused(one_line(error)) from error
    except UnicodeEncodeError as error:
        raise QueryRefused(f"character {error.start + 1} is half of a pair; it stands for nothing") from error
    if len(found) != 1:
        raise QueryRefused(f"one statement at a time; this has {len(found)}")
    if found[0].type not in _READING:
        raise QueryRefused(f"{found[0].type.name.lower()} is not a reading statement; only SELECT and EXPLAIN are")
    if found[0].named_parameters:
        raise QueryRefused("parameters cannot be given here; write the values")


def run(connection: duckdb.DuckDBPyConnection, text: str, as_of: AsOf, *, limit: int, seconds: float) -> Answer:
    """The rows of a statement that `expect_reading` let pass, on a connection that cannot write. Raises QueryRefused."""
    try:
        with _stopped_after(connection, seconds):
            connection.execute(text)
            columns = tuple(str(column[0]) for column in connection.description or ())
            rows = list(fetch(connection, limit + 1))
    except _USERS_FAULT as error:
        raise QueryRefused(one_line(error)) from error
    return Answer(columns, tuple(rows[:limit]), len(rows[:limit]), as_of, truncated=len(rows) > limit)


def fetch(connection: duckdb.DuckDBPyConnection, limit: int) -> Iterator[tuple[object, ...]]:
    """Up to `limit` rows of the statement that was executed. Raises QueryRefused before they come to more than SIZE_LIMIT,
    give or take the last batch: batches grow from one row on, so that it is no larger than what went before."""
    taken, size, batch = 0, 0, 1
    while taken < limit and (rows := connection.fetchmany(min(batch, limit - taken))):
        for row in rows:
            size += _weight(row)
            if size > SIZE_LIMIT:
                raise QueryRefused(
                    f"the first {taken + 1} rows alone are more than {SIZE_LIMIT // 1_000_000} MB; ask for fewer or shorter columns"
                )
            taken += 1
            yield tuple(row)
        batch = min(2 * batch, _BATCH)


def _weight(value: object) -> int:
    """About how many bytes a value takes."""
    if isinstance(value, str | bytes):
        return 50 + len(value)
    if isinstance(value, dict):
        return 200 + sum(_weight(key) + _weight(item) for key, item in value.items())
    if isinstance(value, list | tuple):
        return 50 + sum(map(_weight, value))
    return 40


@contextmanager
def _stopped_after(connection: duckdb.DuckDBPyConnection, seconds: float) -> Iterator[None]:
    timer = Timer(seconds, connection.interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
