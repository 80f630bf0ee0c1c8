"""Streams query results into files, with only a few rows in memory at a time."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

import duckdb
from msgspec import Struct

from projections.answers import AsOf, Cell
from projections.database import one_line, quoted
from projections.errors import AnalyticsUnwritable

Form = Literal["csv", "parquet", "json", "markdown"]

_COPIED: Final[Mapping[Form, str]] = {
    "csv": "format csv, header",
    "parquet": "format parquet",
    "json": "format json, array true",
}
"""The file types that DuckDB writes itself."""
_PAGE: Final = 1000
_FORMULA: Final = r"^[=+@\t\r-]."
"""Texts that spreadsheets run as formulas. Names of players, for example, come from whoever records."""


class WrittenFile(Struct, frozen=True):
    """The content written to a file."""

    rows: int
    total: int
    """Number of rows without the limit."""
    as_of: AsOf
    notes: tuple[str, ...] = ()


def cell_of_csv(cell: object) -> object:
    """Return a cell as CSV files have it: an apostrophe before a text that spreadsheets would run as a formula."""
    return f"'{cell}" if isinstance(cell, str) and re.match(_FORMULA, cell, re.DOTALL) else cell


def _for_csv(connection: duckdb.DuckDBPyConnection, query: str, values: Mapping[str, object]) -> str:
    """Return a query whose texts are those of `cell_of_csv`."""
    columns = connection.execute(f"select * from ({query}\n) limit 0", values).description or ()  # noqa: S608 (our own, or the user's)
    texts = [_name(str(column[0])) for column in columns if str(column[1]) in ("VARCHAR", "STRING")]
    if not texts:
        return query
    pattern = quoted(_FORMULA)
    safe = (f"if(regexp_matches({one}, {pattern}, 's'), chr(39) || {one}, {one}) as {one}" for one in texts)
    return f"select * replace ({', '.join(safe)}) from ({query}\n)"  # noqa: S608 (names are quoted)


def _name(column: str) -> str:
    """Return a column's name as SQL has it."""
    return '"' + column.replace('"', '""') + '"'


def save(
    connection: duckdb.DuckDBPyConnection,
    query: str,
    values: Mapping[str, object],
    *,
    limit: int | None,
    target: Path,
    form: Form,
) -> tuple[int, int]:
    """Write the result of a query. Return the number of written rows and of all rows. Raises AnalyticsUnwritable.

    The connection must be allowed to write `target` (see `database.read_only`).
    """
    cut = query if limit is None else f"select * from ({query}\n) limit {limit}"  # noqa: S608 (the limit is a number)
    try:
        if form == "markdown":
            rows = _write_markdown(connection, cut, values, target)
        else:
            cut = _for_csv(connection, cut, values) if form == "csv" else cut
            how = f"{_COPIED[form]}, use_tmp_file false"
            [(rows,)] = connection.execute(f"copy ({cut}\n) to {quoted(str(target))} ({how})", values).fetchall()
    except (OSError, duckdb.IOException) as error:
        problem = one_line(error) if isinstance(error, duckdb.Error) else error.strerror
        raise AnalyticsUnwritable(f"{target} cannot be written: {problem}") from error
    if limit is None or rows < limit:
        return rows, rows
    [(total,)] = connection.execute(f"select count(*) from ({query}\n)", values).fetchall()  # noqa: S608
    return rows, total


def _write_markdown(
    connection: duckdb.DuckDBPyConnection, query: str, values: Mapping[str, object], target: Path
) -> int:
    cursor = connection.execute(f"select columns(*)::varchar from ({query}\n)", values)  # noqa: S608
    columns = [str(column[0]) for column in cursor.description or ()]
    count = 0
    with target.open("w", encoding="utf-8", newline="\n") as file:
        file.write(_row(columns) + _row(["---"] * len(columns)))
        while rows := cursor.fetchmany(_PAGE):
            file.writelines(map(_row, rows))
            count += len(rows)
    return count


def _row(cells: "list[str] | tuple[Cell, ...]") -> str:
    texts = ("" if cell is None else " ".join(str(cell).split()).replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(texts)} |\n"
