"""SQL from users: only reading, one statement, no files, no network, limits, one-line errors."""

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from projections import adhoc
from projections.analytics import Analytics
from projections.errors import QueryRefused
from projections.schema import described
from storage.store import MatchStore
from tests.projections.scorebook import Scorebook


@pytest.fixture(scope="module")
def begun(read_only: tuple[MatchStore, Analytics]) -> Iterator[Analytics]:
    """Analytics of a match in progress. After all tests of this module they have the content that they had before."""
    store, analytics = read_only
    Scorebook(store, "m").play(3)
    before = analytics.content_hash()
    yield analytics
    assert analytics.content_hash() == before


@pytest.mark.parametrize(
    "text",
    [
        "drop table matches",
        "insert into matches select * from matches",
        "create temp table t as select 1",
        "attach '/tmp/other.db'",
        "copy matches to '/tmp/matches.csv'",
        "set enable_external_access = true",
        "install sqlite",
        "begin",
        "select 1; drop table matches",
        "explain analyze delete from matches",
        "with x as (delete from matches returning *) from x",
        "select $1",
        "",
        "  -- nothing",
        "selec 1",
        "select '",
        "select 1 / 'x'",
        "select '\ud800'",
        "select error('boo')",
    ],
)
def test_refused(begun: Analytics, text: str) -> None:
    """Only a single reading statement is accepted; others are refused in one line without a change (`begun` compares)."""
    with pytest.raises(QueryRefused) as refusal:
        begun.sql(text)
    assert str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "text",
    [
        "from read_text('{file}')",
        "from read_csv('{file}')",
        "from read_blob('{file}')",
        "from '{file}'",
        "from read_text('{staging}')",
        "from read_csv('https://example.org/x.csv')",
    ],
)
def test_no_files_and_no_network(tmp_path: Path, analytics: Analytics, text: str) -> None:
    """A reading statement gets at no file, the staging file of the projections included, and at no address."""
    file = tmp_path / "secret.csv"
    file.write_text("a,b\n1,2\n")
    staging = tmp_path / "analytics.duckdb.staging"
    staging.write_text('{"position":0}\n')
    with pytest.raises(QueryRefused):
        analytics.sql(text.format(file=file, staging=staging))


@pytest.mark.parametrize(
    "text",
    [
        "from matches",
        "select count(*) from entries;",
        "describe matches",
        "show tables",
        "summarize entries",
        "explain from seats",
    ],
)
def test_reading_is_let_through(begun: Analytics, text: str) -> None:
    """Statements that read give their columns and rows, with how much of the store they cover."""
    answer = begun.sql(text)
    assert answer.columns
    assert answer.rows
    assert answer.as_of.current


def test_rows_and_time_are_limited(analytics: Analytics) -> None:
    """A long answer is cut and says so; a query that takes too long is stopped, and the next one works."""
    answer = analytics.sql("from range(100)", limit=7)
    assert (len(answer.rows), answer.total, answer.notes) == (7, 100, ("7 of 100 rows",))
    assert analytics.sql("from range(7)", limit=7).notes == ()
    with pytest.raises(QueryRefused, match="took too long"):
        analytics.sql(
            "select count(*) from range(1000000) a, range(1000000) b where (a.range * b.range) % 7 = 3", seconds=0.2
        )
    assert analytics.sql("select 1").rows == ((1,),)


def test_everything_in_the_file_is_described(analytics: Analytics) -> None:
    """The described tables and columns are exactly those of the file."""
    found = analytics.sql(
        """
        select case schema_name when 'main' then '' else schema_name || '.' end || table_name, column_name
        from duckdb_columns() where database_name = 'matchbook' and not internal order by all
        """
    ).rows
    written = sorted((one.name, column) for one in described() if one.kind != "macro" for column, _, _ in one.columns)
    assert written == [(str(table), str(column)) for table, column in found]
    assert all(one.meaning for one in described())
    assert all(meaning for one in described() for _, _, meaning in one.columns)


def _peak(work: str, analytics: Analytics) -> tuple[int, str]:
    """The most that Python held while a statement was answered, in bytes, and what was refused."""
    refused = ""
    tracemalloc.start()
    try:
        analytics.sql(work, limit=10_000_000)
    except QueryRefused as error:
        refused = str(error)
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return peak, refused


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "select repeat('x', 100000) from range(1000000)",
        "select range(20000) from range(100000)",
        "select {'a': repeat('x', 1000), 'b': range(20)} from range(10000000)",
    ],
)
def test_a_result_is_bounded_before_it_is_built(
    store: MatchStore, analytics: Analytics, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many and however large the rows of a statement are, those held at once stay under a stated size."""
    monkeypatch.setattr(adhoc, "SIZE_LIMIT", 4_000_000)
    Scorebook(store, "m").play(3)
    peak, refused = _peak(text, analytics)
    assert "; ask for fewer" in refused  # rows counted one by one, or one that DuckDB has no room to make
    assert peak < 3 * adhoc.SIZE_LIMIT


def test_what_fits_is_not_refused(store: MatchStore, analytics: Analytics) -> None:
    """A result below the limit arrives whole, over all batches."""
    Scorebook(store, "m").play(3)
    answer = analytics.sql("select range, repeat('x', 100) from range(5000)", limit=10_000)
    assert [row[0] for row in answer.rows] == list(range(5000))


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="how much memory is taken is read there")
@pytest.mark.parametrize(
    "text",
    [
        "select repeat('x', 1000000000)",
        "select printf('%2000000000d', 1)",
        pytest.param("select string_agg(repeat('x', 1000)) from range(10000000)", marks=pytest.mark.slow),
    ],
)
def test_one_huge_value_is_never_built(tmp_path: Path, store: MatchStore, analytics: Analytics, text: str) -> None:
    """One line refuses a statement whose value is larger than its room, asked or saved, before the value is made. Afterwards
    the limits are off, and the next statement is answered."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    for ask in (analytics.sql, lambda text: analytics.save_sql(text, tmp_path / "rows.csv", "csv")):
        with pytest.raises(QueryRefused, match="more than 1 GB of memory"):
            ask(text)
        assert resource.getrlimit(resource.RLIMIT_AS) == before
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 3_000_000
    assert analytics.sql("select 42").rows == ((42,),)


def test_infinite_times_are_called_so(analytics: Analytics) -> None:
    """Infinite dates and times print as such, and not as the last or first that Python knows; the last day stays what it is."""
    asked = "select timestamp 'infinity', timestamp '-infinity', date 'infinity', date '-infinity', date '9999-12-31'"
    assert analytics.sql(asked).rows == (("infinity", "-infinity", "infinity", "-infinity", "9999-12-31"),)


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("with recursive t(n) as (select 1 union all select n + 1 from t) select max(n) from t", "too long"),
        ("with a as (from b), b as (from a) select * from a", "b"),
        ("select list(a.range) from range(100000) a, range(100000) b", ""),
    ],
)
def test_sql_that_loops_goes_round_in_circles_or_is_huge_ends_in_a_line(
    begun: Analytics, statement: str, why: str
) -> None:
    """It is stopped, says why in one line, and the next question is answered."""
    with pytest.raises(QueryRefused) as refusal:
        begun.sql(statement, seconds=0.3)
    assert why in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert begun.sql("select 1").rows == ((1,),)


TYPES: dict[str, object] = {
    "map {'a': 1}": "{a=1}",
    "map {1: [2, 3]}": "{1=[2, 3]}",
    "timestamptz '2026-03-14 15:09:26+00'": "2026-03-14 15:09:26+00",
    "[timestamptz '2026-03-14 15:09:26+00']": "['2026-03-14 15:09:26+00']",
    "interval 3 months": "3 months",
    "170141183460469231731687303715884105727::hugeint": "170141183460469231731687303715884105727",
    "sum(i)": 3,
    "'\\x00ab'::blob": "\\x00ab",
    "{'a': 1}": "{'a': 1}",
    "['Ada', null]": ["Ada", None],
    "[[1], []]": [[1], []],
    "time '12:00:30'": "12:00:30",
    "uuid '123e4567-e89b-12d3-a456-426614174000'": "123e4567-e89b-12d3-a456-426614174000",
    "'101'::bit": "101",
    "union_value(number := 1)": "1",
    "'a'::enum('a', 'b')": "a",
    "timestamp_ns '2026-03-14 15:09:26.123456789'": "2026-03-14 15:09:26.123456789",
    "[10::hugeint]": "[10]",
}


@pytest.mark.parametrize("expression", list(TYPES))
def test_every_type_of_result_comes(begun: Analytics, expression: str) -> None:
    """Values without a Python type arrive as DuckDB writes them; names and order stay."""
    answer = begun.sql(f"select 1 as x, {expression} as x, null as z from range(3) t(i) group by all -- a remark")
    assert answer.columns == ("x", "x", "z")
    assert [row[1] for row in answer.rows][:1] == [TYPES[expression]]
    assert (
        begun.sql(f"select {expression} as a, i from range(9) t(i) group by i order by i desc limit 3").rows[0][1] == 8
    )


def test_a_misspelt_keyword_is_told_in_the_words_of_the_program() -> None:
    """The engine names the word behind the mistake: the line says so, and is not in the engine's name."""
    with pytest.raises(
        QueryRefused, match=r"^it is not SQL: syntax error at .*matches.*; the mistake is there or just before$"
    ):
        adhoc.expect_reading("select * form matches")
