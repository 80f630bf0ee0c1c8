"""The same question has the same digits, however many threads answer it and in whatever order they come to the rows."""

from collections.abc import Callable
from typing import Any

import duckdb
import pytest

from tests.projections.planting import measured, opened

ROWS = 600_000
"""Several row groups of a table, which threads share among them."""
FRACTION = "(hash(i, {0}) % 1000003) / 1000003"


@pytest.fixture(scope="module")
def connection() -> duckdb.DuckDBPyConnection:
    """Rows of 20,000 matches in seven groups, with fractions in them."""
    found = opened()
    columns = ", ".join(f"{FRACTION.format(n)} + {n // 2} as {name}" for n, name in enumerate(("y", "y2", "x", "x2")))
    found.execute(
        f"create temp table rows as select 'g' as game, i % 7 as k, hash(i) % 20000 as match, {columns} from range({ROWS}) t(i)"
    )
    return found


def same(connection: duckdb.DuckDBPyConnection, ask: Callable[[], object]) -> None:
    """Answers with one thread equal those with several to the last digit."""
    connection.execute("set threads = 1")
    wanted = ask()
    for threads in (2, 3, 8, 8, 8):
        connection.execute(f"set threads = {threads}")
        assert ask() == wanted, threads


KINDS = {
    "share": "k, value, low, high, baseline, shrunk, q",
    "mean": "k, value, low, high",
    "zscore": "k, value, low, high",
    "difference": "k, value, low, high",
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_numbers_hang_on_no_order(connection: duckdb.DuckDBPyConnection, kind: str) -> None:
    def ask() -> list[Any]:
        return sorted(measured(connection, kind, KINDS[kind], "game, k"))

    same(connection, ask)


@pytest.mark.parametrize(("number", "total"), [(0.1, 0.3), (2.0**99, 3 * 2.0**99), (7, 21), (2**62, 3 * 2.0**62)])
def test_sums_are_exact_and_never_too_large(number: float, total: float) -> None:
    """Three times a number, added up; what does not fit into twelve digits behind the point is added up as it comes."""
    with opened() as connection:
        found = connection.execute(
            "select exact_sum(x), exact_mean(x), exact_spread(x) from (select ?::double from range(3)) t(x)", [number]
        )
        [(added, mean, spread)] = found.fetchall()
    assert added == total
    assert mean == pytest.approx(number)
    assert spread == pytest.approx(0, abs=number * 1e-6)
