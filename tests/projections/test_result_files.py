"""Files of rows: what a spreadsheet makes of texts that people chose."""

import csv
from pathlib import Path
from typing import Any, cast

import duckdb
import pytest

from projections.answers import Answer, AsOf
from projections.result_files import Form, save
from service.analysis.statistics import save_csv

_RUN = ('=HYPERLINK("http://x","Ada")', "+1", "@SUM(A1)", "-2+3", "\t=1", "\r=1", "=1\n2")
_KEPT = ("Ada", "-", "=", "a=b", "", "'=1")


@pytest.mark.parametrize("limit", [None, 100])
def test_a_csv_file_has_no_formulas(tmp_path: Path, limit: int | None) -> None:
    """Texts that a spreadsheet would run begin with an apostrophe in CSV files, in whichever way they are written; numbers, other
    texts and other kinds of files stay as they are."""
    texts = (*_RUN, *_KEPT)
    rows = [(text, -number) for number, text in enumerate(texts)]
    query = 'select unnest($texts::varchar[]) as "a ""name", unnest($numbers::integer[]) as n'
    values = {"texts": list(texts), "numbers": [number for _, number in rows]}
    for form in ("csv", "json"):
        with duckdb.connect() as connection:
            target = tmp_path / f"rows.{form}"
            assert save(connection, query, values, limit=limit, target=target, form=cast("Form", form))[0] == len(rows)
    assert '"=HYPERLINK' in (tmp_path / "rows.json").read_text("utf-8")
    answer = Answer(('a "name', "n"), cast("Any", tuple(rows)), len(rows), AsOf(0, 0, 0), (), len(rows))
    for written in (tmp_path / "rows.csv", save_csv(answer, tmp_path / "answer.csv")):
        with written.open(encoding="utf-8", newline="") as file:
            header, *read = csv.reader(file)
        assert header == ['a "name', "n"]
        assert [name for name, _ in read] == [*(f"'{text}" for text in _RUN), *_KEPT]
        assert [number for _, number in read] == [str(number) for _, number in rows]
