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
            rows = [tuple(row) for row in connection.fetchmany(limit + 1)]
    except _USERS_FAULT as error:
        raise QueryRefused(one_line(error)) from error
    return Answer(columns, tuple(rows[:limit]), len(rows[:limit]), as_of, truncated=len(rows) > limit)


@contextmanager
def _stopped_after(connection: duckdb.DuckDBPyConnection, seconds: float) -> Iterator[None]:
    timer = Timer(seconds, connection.interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
