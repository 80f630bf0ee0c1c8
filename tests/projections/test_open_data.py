"""Open data: other tools, with only DuckDB and without our code, read the content of the analytics."""

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import duckdb
import msgspec
import pytest

from projections.analytics import Analytics
from projections.database import read_only
from projections.publishing import MANIFEST, Manifest, is_published, relations, write_table
from projections.schema import described
from storage.store import MatchStore
from tests.campaigns import WHOLE
from tests.projections.archived import NAMES
from tests.projections.made_once import archive_of
from tests.projections.retold import Retold, simulated

GOLDEN = Path(__file__).parent.parent / "golden" / "open_data.txt"
SAID = """
    select schema_name || '.' || table_name || '.' || column_name, comment from duckdb_columns() where not internal
    union all select schema_name || '.' || table_name, comment from duckdb_tables() where not internal
    union all select schema_name || '.' || view_name, comment from duckdb_views() where not internal
    union all select schema_name || '.' || function_name, comment from duckdb_functions() where not internal
"""


def taken_back(store: MatchStore) -> None:
    """A match of each game with something taken back."""
    for number, game in enumerate(NAMES):
        book = Retold(store, f"m{number}", game, simulated(game, number)).play(20)
        book.take_back(book.match.line[-4])
        book.play()


archive = archive_of(taken_back)


def published(analytics: Analytics, folder: Path, copy: str = "") -> Manifest:
    folder.mkdir()
    return analytics.publish(folder, copy)


def parquet(folder: Path, table: str) -> str:
    return (
        f"read_parquet('{folder}/table={table}/**/*.parquet', hive_partitioning=true, hive_types={{'game': varchar}})"
    )


def digests(folder: Path) -> dict[Path, str]:
    """The content of each Parquet file of a folder."""
    return {
        file.relative_to(folder): sha256(file.read_bytes()).hexdigest() for file in sorted(folder.rglob("*.parquet"))
    }


@pytest.mark.slow
def test_a_file_of_many_rows_has_the_same_bytes_each_time(archive: Analytics, tmp_path: Path) -> None:
    """Also where its rows fill several blocks of a table, which several threads would read and write."""
    archive.catch_up()
    path = shutil.copy(archive.path, tmp_path / "large.duckdb")
    with duckdb.connect(str(path)) as plain:
        plain.execute(
            "insert into firsts select f.* replace (n / 1000 as position) from (from firsts limit 1) f, range(200_000) t(n)"
        )
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        with read_only(Path(path), wait=0, writes=tmp_path / name) as connection:
            [firsts] = [table for table in relations(connection) if table.name == "firsts"]
            write_table(connection, firsts, tmp_path / name)
    assert digests(tmp_path / "first") == digests(tmp_path / "second") != {}


@pytest.mark.slow
def test_every_table_reads_back_equal(archive: Analytics, tmp_path: Path) -> None:
    """Given all tables as Parquet files, when plain DuckDB reads them, then each has the same columns and rows."""
    manifest = published(archive, tmp_path / "out")
    assert manifest == msgspec.json.decode((tmp_path / "out" / MANIFEST).read_bytes(), type=Manifest)
    assert len(manifest.tables) > 30
    assert sum(table.rows > 0 for table in manifest.tables) > 20
    with duckdb.connect() as plain:
        plain.execute(f"attach '{archive.path}' as ours (read_only)")
        plain.execute("use ours")
        for table in manifest.tables:
            [(rows,)] = plain.execute(f"select count(*) from {table.name}").fetchall()
            assert rows == table.rows, table.name
            found = list((tmp_path / "out" / f"table={table.name}").rglob("*.parquet"))
            assert bool(found) == bool(rows)
            if rows:
                columns = ", ".join(f'"{column.name}"' for column in table.columns)
                read = f"select {columns} from {parquet(tmp_path / 'out', table.name)}"
                own = f"select {columns} from {table.name}"
                for first, second in ((read, own), (own, read)):
                    assert plain.execute(f"({first}) except all ({second}) limit 1").fetchall() == [], table.name
                types = plain.execute(f"describe {read}").fetchall()
                assert [(name, kind) for name, kind, *_ in types] == [(c.name, c.type) for c in table.columns]


@pytest.mark.slow
def test_files_lie_by_game_and_month(archive: Analytics, tmp_path: Path) -> None:
    """`table=T/game=G/month=YYYY-MM`, the month in which the match was opened; the same analytics give the same bytes."""
    for name in ("out", "again"):
        published(archive, tmp_path / name)
    assert digests(tmp_path / "out") == digests(tmp_path / "again")
    with duckdb.connect() as plain:
        months = plain.execute(
            f"select distinct match, game, month from {parquet(tmp_path / 'out', 'events')}"
        ).fetchall()
    opened = archive.sql("select match, game, strftime(opened_at, '%Y-%m') from matches").rows
    assert sorted(months) == sorted(opened)


def test_names_and_types_are_a_promise(archive: Analytics, tmp_path: Path) -> None:
    """Changes of the published format are noticed: if this test fails because something changed or went, raise the format's version
    (`projections.publishing.FORMAT_VERSION`), say so in docs/reference/open_data.md, and renew the file (MATCHBOOK_RENEW=1)."""
    manifest = published(archive, tmp_path / "out")
    lines = [f"{table.name}.{column.name} {column.type}" for table in manifest.tables for column in table.columns]
    text = "\n".join([f"version {manifest.format_version}", *lines]) + "\n"
    if os.environ.get("MATCHBOOK_RENEW"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")
    assert all(column.meaning for table in manifest.tables for column in table.columns)


def test_the_file_says_what_it_holds(archive: Analytics, tmp_path: Path) -> None:
    """Given the file beside the store and a copy, when plain DuckDB opens them, then every table, view, column and macro
    bears the same words as the SQL reference; and the copy has the same rows."""
    archive.catch_up()
    published(archive, tmp_path / "out", "copy.duckdb")
    expected = {}
    for one in described():
        name = one.name.partition("(")[0]
        name = name if "." in name else f"main.{name}"
        expected |= {name: one.meaning} | {f"{name}.{column}": text for column, _, text in one.columns}
    for path in (archive.path, tmp_path / "out" / "copy.duckdb"):
        with duckdb.connect(str(path), read_only=True) as plain:
            said = {
                name: text for name, text in plain.execute(SAID).fetchall() if not name.startswith("main.published")
            }
            [(tags,)] = plain.execute("select tags from duckdb_databases() where not internal").fetchall()
        assert said == expected
        assert tags["storage_version"].startswith("v1.4")
    with duckdb.connect(str(tmp_path / "out" / "copy.duckdb"), read_only=True) as plain:
        assert plain.execute("from published").fetchall() == [("matchbook-open-data", 1)]
        [(events,)] = plain.execute("select count(*) from events").fetchall()
        assert archive.sql("select count(*) from events").rows == ((events,),)
        assert plain.execute("select count(*), wilson_low(7, 10) from results").fetchall()[0][0] > 0


def test_what_was_published_is_told_from_other_files(archive: Analytics, tmp_path: Path) -> None:
    """Only a folder or file of ours may be replaced; one more file in a folder, and it is somebody's."""
    published(archive, tmp_path / "out")
    published(archive, tmp_path / "copy", "copy.duckdb")
    assert is_published(tmp_path / "out")
    assert is_published(tmp_path / "copy" / "copy.duckdb")
    assert not is_published(archive.path)
    assert not is_published(Path(__file__))
    (tmp_path / "out" / "notes.txt").write_text("mine")
    assert not is_published(tmp_path / "out")


@pytest.mark.skipif(not WHOLE, reason="installs another DuckDB")
def test_the_oldest_duckdb_reads_the_file(archive: Analytics, tmp_path: Path) -> None:
    """Given DuckDB 1.4 in an environment of its own, when it opens the file, then it reads tables, views, macros and comments."""
    archive.catch_up()
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "old")], check=True, capture_output=True)
    python = tmp_path / "old" / "bin" / "python"
    installing = [str(python), "-m", "pip", "install", "-q", "duckdb>=1.4,<1.5"]
    if subprocess.run(installing, check=False, capture_output=True).returncode:
        pytest.skip("DuckDB 1.4 cannot be installed here")
    asked = (
        f"import duckdb; c = duckdb.connect({str(archive.path)!r}, read_only=True); print(duckdb.__version__, c.execute("
        "'select count(*), max(wilson_low(7, 10)) from results').fetchall(), c.execute("
        "'select count(comment) > 400 from duckdb_columns()').fetchall())"
    )
    told = subprocess.run([str(python), "-c", asked], check=True, capture_output=True, text=True).stdout
    assert told.startswith("1.4.")
    assert told.endswith("[(True,)]\n")
