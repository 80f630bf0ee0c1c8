"""Answers as tables: rows of Python values, pandas, polars, Arrow and DuckDB."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any, Final
from weakref import finalize

from domain.text import pluralize
from projections.answers import Answer, Cell

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation
    from matplotlib.figure import Figure
    from pandas import DataFrame

    from projections.result_files import WrittenFile
    from service.analysis.charts import ColumnShape

_SHOWN: Final = 20
"""Rows that a notebook shows."""


class ResultTable:
    """An answer: its rows, the names of its `columns`, and `notes` on how reliable it is. Rows of large answers stay on disk until
    you read them.

    Iterate to get each row as a dict by column name; `len` counts the rows. The table is also an Arrow stream."""

    def __init__(self, relation: "DuckDBPyRelation", notes: Sequence[str], keep: object = None) -> None:
        self._relation = relation
        self._keep = keep
        self.columns: tuple[str, ...] = tuple(relation.columns)
        self.notes: tuple[str, ...] = tuple(notes)
        self.shape: ColumnShape | None = None
        """The intervals and the chart of the answer; `None` if it has none."""

    @classmethod
    def of(cls, answer: Answer) -> "ResultTable":
        """Return the table of an answer in memory."""
        return cls.made(answer.columns, answer.rows, answer.notes)

    @classmethod
    def made(cls, columns: Sequence[str], rows: Sequence[Sequence[object]], notes: Sequence[str] = ()) -> "ResultTable":
        """Return a table of rows in memory."""
        import duckdb

        listed = ", ".join(f"unnest(${place}) as {quoted_name(name)}" for place, name in enumerate(columns, 1))
        connection = duckdb.connect()
        cells = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in columns]
        connection.execute(f"create table answer as select {listed}", cells)
        return cls(connection.table("answer"), notes, connection)

    @classmethod
    def saved(cls, save: Callable[[Path], "WrittenFile"]) -> "ResultTable":
        """Return a table of rows in a temporary file, which is deleted with the table. `save` writes the Parquet file."""
        import duckdb

        folder = Path(mkdtemp(prefix="matchbook-"))
        path = folder / "rows.parquet"
        try:
            written = save(path)
        except BaseException:
            rmtree(folder)
            raise
        connection = duckdb.connect()
        made = cls(connection.read_parquet(str(path)), written.notes, connection)
        finalize(made, rmtree, folder, ignore_errors=True)
        return made

    def __repr__(self) -> str:
        return f"ResultTable({pluralize(len(self), 'row')}: {', '.join(self.columns)})"

    def __len__(self) -> int:
        [(rows,)] = self._relation.count("*").fetchall()
        return int(rows)

    @property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """All rows as tuples, in memory."""
        return tuple(self._relation.fetchall())

    def __iter__(self) -> Iterator[dict[str, Cell]]:
        """Yield each row as a dict by column name."""
        return (dict(zip(self.columns, row, strict=True)) for row in self._relation.fetchall())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the rows as an Arrow stream, for libraries that read one."""
        return self._relation.__arrow_c_stream__(requested_schema)

    def relation(self) -> "DuckDBPyRelation":
        """Return the rows as a DuckDB relation, which you can filter, join and aggregate."""
        return self._relation

    def arrow(self) -> Any:
        """Return a pyarrow table. Raises ImportError without pyarrow, which is optional."""
        import_module("pyarrow")
        return self._relation.to_arrow_table()

    def pl(self) -> Any:
        """Return a polars data frame. Raises ImportError without polars, which is optional."""
        import_module("polars")
        return self._relation.pl()

    def df(self) -> "DataFrame":
        """Return a pandas data frame. Raises ImportError without pandas, which is optional."""
        import_module("pandas")
        return self._relation.df()

    def plot(self) -> "Figure":
        """Draw the chart of the answer with matplotlib (extra `plots`). Terminal and page draw the same chart.

        Raises UsageProblem for an answer without a chart, ImportError without matplotlib."""
        from matchbook.plots import plotted

        return plotted(self.columns, self.rows, self.shape)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(column)}</th>" for column in self.columns)
        shown = self._relation.limit(_SHOWN).fetchall()
        rows = "".join(f"<tr>{''.join(f'<td>{escape(str(c))}</td>' for c in row)}</tr>" for row in shown)
        more = len(self) - len(shown)
        notes = (*((pluralize(more, "more row"),) if more > 0 else ()), *self.notes)
        return f"<table><tr>{head}</tr>{rows}</table>" + "".join(f"<p>{escape(note)}</p>" for note in notes)


def quoted_name(name: str) -> str:
    """Return a column name quoted for SQL."""
    return '"' + name.replace('"', '""') + '"'
