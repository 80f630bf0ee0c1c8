"""SQL from users: one read-only statement, with limits on time and memory, and errors in one line."""

import re
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from threading import Timer
from typing import Final

import duckdb

from domain.text import pluralize
from projections import result_files
from projections.answers import Answer, AsOf, Cell, cut_notes
from projections.damage_scan import damage_notes
from projections.database import one_line
from projections.errors import QueryRefused
from projections.game_defects import defect_notes
from projections.result_files import Form, WrittenFile

TIME_LIMIT: Final = 30.0
"""Default time limit of a statement, in seconds."""
SIZE_LIMIT: Final = 64_000_000
"""Most bytes of a result that are held in memory. DuckDB returns rows in batches, and no further batch is fetched
beyond this."""
_BATCH: Final = 256
ROOM: Final = 1 << 30
"""Bytes of memory that a statement may use in addition to those in use at its start. DuckDB enforces its own limit for
sorting and grouping, but not for a single long value."""
_TOO_LARGE: Final = (duckdb.OutOfMemoryException, MemoryError)
_GREEDY: Final = "this takes more than 1 GB of memory; ask for fewer rows or shorter values"
_INFINITE: Final = {datetime.max: "infinity", datetime.min: "-infinity"}  # noqa: DTZ901 (TIMESTAMP has no zone)
_TAKEN: Final = Path("/proc/self/statm")
_UNSURE: Final = "its later rows are not reliable"

_READING: Final = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN)
_PLAIN: Final = re.compile(
    r'("NULL"|BOOLEAN|U?(TINY|SMALL|BIG)?INT(EGER)?|UINTEGER|FLOAT|DOUBLE|VARCHAR|JSON|TIMESTAMP)(\[\d*\])*'
    r"|U?HUGEINT|DECIMAL\(\d+,\d+\)"
)
"""Column types whose values exist in Python and in JSON."""
_USERS_FAULT: Final = (
    duckdb.BinderException,
    duckdb.CatalogException,
    duckdb.DataError,
    duckdb.InvalidInputException,
    duckdb.NotImplementedException,
    duckdb.ParserException,
    duckdb.PermissionException,
    duckdb.SyntaxException,
)


def expect_reading(text: str, given: Collection[str] = ()) -> None:
    """Raise QueryRefused unless the text is one read-only statement: SELECT (or FROM, DESCRIBE, SHOW, SUMMARIZE,
    VALUES) or EXPLAIN."""
    try:
        text.encode()
        found = duckdb.extract_statements(text)
    except duckdb.Error as error:
        said = one_line(error).removeprefix("Parser Error: ")
        raise QueryRefused(f"it is not SQL: {said}; the mistake is there or just before") from error
    except UnicodeEncodeError as error:
        raise QueryRefused(f"character {error.start + 1} is an unpaired surrogate") from error
    if len(found) != 1:
        raise QueryRefused(f"one statement at a time; this has {len(found)}")
    if found[0].type not in _READING:
        raise QueryRefused(f"{found[0].type.name.lower()} is not allowed; only SELECT and EXPLAIN are")
    named = set(map(str, found[0].named_parameters))
    if named and not given:
        raise QueryRefused("parameters cannot be given here; write the values")
    if named != set(given):
        raise QueryRefused(f"give a value for each parameter, and no others: {', '.join(sorted(named ^ set(given)))}")


def run(connection: duckdb.DuckDBPyConnection, text: str, as_of: AsOf, *, limit: int | None, seconds: float) -> Answer:
    """Run a statement that passed `expect_reading`, on a read-only connection. Raises QueryRefused."""
    try:
        with _stopped_after(connection, seconds), _bounded_memory():
            columns = _execute(connection, text)
            rows = [tuple(map(_fitting, row)) for row in fetch(connection, None if limit is None else limit + 1)]
            total = len(rows)
            if limit is not None and total > limit:
                [(total,)] = connection.execute(f"select count(*) from ({inner(text)})").fetchall()  # noqa: S608
    except _TOO_LARGE as error:
        raise QueryRefused(_GREEDY) from error
    except _USERS_FAULT as error:
        raise QueryRefused(one_line(error)) from error
    shown = tuple(rows[:limit])
    notes = (*cut_notes(len(shown), total), *damage_notes(connection, None, _UNSURE), *defect_notes(connection))
    return Answer(columns, shown, len(shown), as_of, notes, total)


def save(
    connection: duckdb.DuckDBPyConnection,
    text: str,
    as_of: AsOf,
    *,
    limit: int | None,
    target: Path,
    form: Form,
    values: Mapping[str, object],
) -> WrittenFile:
    """Write the result of a statement that passed `expect_reading`, without a time limit. Raises QueryRefused."""
    if duckdb.extract_statements(text)[0].type == duckdb.StatementType.EXPLAIN:
        raise QueryRefused("the output of EXPLAIN is printed; it cannot be saved")
    try:
        with _bounded_memory():
            rows, total = result_files.save(connection, inner(text), values, limit=limit, target=target, form=form)
    except _TOO_LARGE as error:
        raise QueryRefused(_GREEDY) from error
    except _USERS_FAULT as error:
        raise QueryRefused(one_line(error)) from error
    return WrittenFile(
        rows,
        total,
        as_of,
        (*cut_notes(rows, total), *damage_notes(connection, None, _UNSURE), *defect_notes(connection)),
    )


def inner(text: str) -> str:
    """Return a read-only statement for use in brackets. A line break at its end keeps a trailing comment from hiding
    the closing bracket."""
    return text.rstrip().rstrip(";") + "\n"


def _execute(connection: duckdb.DuckDBPyConnection, text: str) -> tuple[str, ...]:
    """Run the statement and return its columns. Values of types that Python lacks are returned as DuckDB's text."""
    connection.execute(text)
    found = connection.description or []
    plain = [_PLAIN.fullmatch(str(column[1])) is not None for column in found]
    if not all(plain):
        names = [f"c{number}" for number in range(len(found))]
        chosen = ", ".join(name if known else f"{name}::varchar" for name, known in zip(names, plain, strict=True))
        connection.execute(f"select {chosen} from ({inner(text)}) as q({', '.join(names)})")  # noqa: S608
    return tuple(str(column[0]) for column in found)


def _fitting(cell: Cell) -> Cell:
    """Return a cell for JSON: integers outside its range as text, and infinite times (`datetime.max` and
    `datetime.min`) as DuckDB's `infinity` and `-infinity`."""
    if isinstance(cell, datetime):
        return _INFINITE.get(cell, cell)
    return str(cell) if isinstance(cell, int) and not -(2**63) <= cell < 2**64 else cell


def fetch(connection: duckdb.DuckDBPyConnection, limit: int | None) -> Iterator[tuple[Cell, ...]]:
    """Yield up to `limit` rows of the executed statement, or all of them. Raises QueryRefused if they exceed
    SIZE_LIMIT. Batches grow from one row, so that memory never exceeds the limit by much."""
    taken, size, batch = 0, 0, 1
    most = sys.maxsize if limit is None else limit
    while taken < most and (rows := connection.fetchmany(min(batch, most - taken))):
        for row in rows:
            size += _weight(row)
            if size > SIZE_LIMIT:
                first = pluralize(taken + 1, "row")
                raise QueryRefused(
                    f"{first} with more than {SIZE_LIMIT // 1_000_000} MB; ask for fewer or shorter columns"
                )
            taken += 1
            yield tuple(row)
        batch = min(2 * batch, _BATCH)


def _weight(value: object) -> int:
    """Return the approximate size of a value in bytes."""
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


@contextmanager
def _bounded_memory() -> Iterator[None]:
    """Limit the memory of this process: inside the block, allocations beyond ROOM fail in every thread, before an
    oversized value is built. No effect on systems that cannot limit or report memory."""
    try:
        import resource

        taken = int(_TAKEN.read_text("ascii").split()[0]) * resource.getpagesize()
    except (ImportError, OSError):
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    limits = [limit for limit in (soft, hard, taken + ROOM) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min(limits), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
