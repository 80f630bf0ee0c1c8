"""Analysts' questions by the size of the archive, and a few stock questions in SQLite for comparison.

    python benchmarks/questions.py [--events 10000 100000 1000000] [--times 5] [--rows]

An archive of four simulated games is projected once. Its rows are then multiplied in the analytics file itself, as other
matches, which makes ten million events in a minute; questions treat them the same. Only the question is timed, with the
file attached; the first call, which may compute ratings or archetypes, is excluded. `--rows`: a line for each question.
"""

import argparse
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

import duckdb

from benchmarks.projections_rebuild import copies, simulated
from domain.registry import load_game
from projections import entry_search, opening_explorer, statements
from projections.analytics import Analytics
from projections.answers import AsOf
from projections.database import ROW_GROUP, SETTINGS, STORAGE_VERSION
from projections.entry_search import read_searched
from projections.filters import dimensions
from projections.grammar import read_filters
from projections.opening_explorer import read_explored
from projections.questions import metric_questions, prepared_questions
from projections.statements import read_request
from service.resources import load_catalogue
from storage.store import MatchStore

GAMES: Final = ("frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood")
TEMPLATES: Final = 4
SEARCHES: Final = ("points:>0 before t4", "ever (in t1) then within 2 turns (lead:>=0)")
AS_OF: Final = AsOf(1, 1, 0)
STOCK: Final = {
    "events by type": "select game, type, count(*) from events where not undone group by game, type order by 3 desc, 1, 2",
    "cards played": "select card, count(*), count(distinct match) from cards where action = 'played' and not undone "
    "group by card order by 2 desc, 1 limit 50",
    "points by turn": "select game, turn, avg(delta), count(*) from points where not undone group by game, turn order by 1, 2",
    "length by who began": "select m.game, m.first_seat, avg(m.turns), count(*) from matches m join seats s "
    "on s.match = m.match and s.seat = m.first_seat where m.status = 'finished' group by m.game, m.first_seat order by 1, 2",
    "cards by how it ended": "select c.card, count(*), avg(m.turns) from cards c join matches m on m.match = c.match "
    "where c.action = 'drawn' and not c.undone group by c.card order by 2 desc, 1 limit 50",
}
"""The same words for both, over the same rows."""
TABLES: Final = {
    "matches": "match, game, first_seat, turns, status",
    "seats": "match, seat, player",
    "events": "match, game, turn, undone, type",
    "cards": "match, turn, undone, card, action",
    "points": "match, game, turn, undone, delta",
}
"""The rows copied to SQLite."""
_OF_MATCHES: Final = """
    select schema_name || '.' || table_name, list(column_name)
    from duckdb_columns()
    where database_name = 'matchbook' and table_name in (select table_name from duckdb_tables())
    group by all
    having list_contains(list(column_name), 'match')
"""


def archive(folder: Path) -> Path:
    """The analytics file of a small archive of four games, with all laid out that is laid out when it is asked for."""
    with MatchStore.open(f"sqlite:///{folder / 'store.db'}", create=True) as store:
        for name in GAMES:
            game = load_game(name)
            catalogue = load_catalogue(game)
            store.save_catalogue(name, catalogue)
            templates = [simulated(game, catalogue, seed) for seed in range(TEMPLATES)]
            for number, (rows, _) in enumerate(copies(game, templates, sum(events for _, events in templates))):
                new = f"{name}-{number}"
                store.append_rows(
                    (new, v, topic, state.replace(rows[0][0].encode(), new.encode())) for _, v, topic, state in rows
                )
        analytics = Analytics(folder / "small.duckdb", store)
        analytics.ask("length")  # looks at each match
        for name in GAMES:
            analytics.explore(read_explored(name, (), read_filters("kind:all")))
        analytics.close()
    return folder / "small.duckdb"


def attached(path: Path) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(":memory:", config=SETTINGS)
    connection.execute(
        f"attach '{path}' as matchbook (row_group_size {ROW_GROUP}, storage_version '{STORAGE_VERSION}')"
    )
    connection.execute("use matchbook")
    return connection


def multiplied(small: Path, large: Path, events: int) -> tuple[int, int]:
    """The archive with its matches as often as it takes to have that many events; returns its events and matches."""
    large.write_bytes(small.read_bytes())
    with attached(large) as connection:
        [(had,)] = connection.execute("select count(*) from events").fetchall()
        [(last,)] = connection.execute("select max(position)::bigint from entries").fetchall()
        times = max(1, round(events / had))
        for table, columns in connection.execute(_OF_MATCHES).fetchall():
            places = [f"{name} + i * {last} as {name}" for name in ("position", "first_position") if name in columns]
            moved = ", ".join(["match || '-' || i as match", *places])
            copied = f"select * exclude (i) replace ({moved}) from {table}, range(1, {times}) other(i)"
            # In the order of recording, as a store is taken in: blocks of a table hold neighbours.
            connection.execute(f"insert into {table} by name {copied} order by i")
        connection.execute("update matches set line = match, duplicate_of = ''")
        connection.execute("delete from rated")
        connection.execute("checkpoint matchbook")
        [(found,)] = connection.execute("select count(*) from events").fetchall()
        [(matches,)] = connection.execute("select count(*) from matches").fetchall()
    return int(found), int(matches)


Ask = Callable[[duckdb.DuckDBPyConnection], object]


def asked() -> Iterator[tuple[str, str, Ask]]:
    """A question: its kind, its name, and the query."""
    for name in prepared_questions():
        preset = read_request(name, {"kind": "all"})
        yield "presets", name, lambda c, wanted=preset: statements.answer(c, wanted, AS_OF)  # type: ignore[misc]
    for name, metric in metric_questions().items():
        own = [one for one in metric.splits if dimensions()[one].needs and "archetype" not in one]
        by = "card" if "card" in own else own[0] if own else "month"
        wanted = read_request([name, "by", by, "kind:all"])
        kind = "metrics of cards" if "card" in own else "other metrics"
        yield kind, f"{name} by {by}", lambda c, wanted=wanted: statements.answer(c, wanted, AS_OF)  # type: ignore[misc]
    for game in GAMES:
        whole = read_explored(game, (), read_filters("kind:all"))
        yield "explorer", game, lambda c, whole=whole: opening_explorer.answer(c, whole, AS_OF)  # type: ignore[misc]
    for text in SEARCHES:
        searched = read_searched(text, {"kind": "all"})
        yield "search", text, lambda c, searched=searched: entry_search.answer(c, searched, AS_OF)  # type: ignore[misc]


def spent(work: Callable[[], object], times: int) -> tuple[float, float]:
    """Median milliseconds by the clock, and of processor time."""
    walls, processors = [], []
    for _ in range(times):
        wall, processor = time.perf_counter(), time.process_time()
        work()
        walls.append(time.perf_counter() - wall)
        processors.append(time.process_time() - processor)
    return median(walls) * 1e3, median(processors) * 1e3


def measure(large: Path, times: int, *, rows: bool) -> None:
    """Prints what the questions take, by kind."""
    found: dict[str, list[tuple[float, float]]] = {}
    with attached(large) as connection:
        for kind, name, ask in asked():
            ask(connection)
            took = spent(lambda ask=ask: ask(connection), times)  # type: ignore[misc]
            found.setdefault(kind, []).append(took)
            if rows:
                print(f"    {kind:18} {name:42} {took[0]:7.0f} ms {took[1]:7.0f} ms")
    for kind, all_took in found.items():
        walls, processors = zip(*all_took, strict=True)
        print(
            f"  {kind:18} {len(all_took):3} asked   {min(walls):6.0f} to {max(walls):6.0f} ms   median {median(walls):6.0f} ms"
            f"   processor {min(processors):6.0f} to {max(processors):6.0f} ms"
        )


def _fetched(connection: duckdb.DuckDBPyConnection | sqlite3.Connection, text: str) -> object:
    return connection.execute(text).fetchall()


def against_sqlite(large: Path, folder: Path, times: int) -> None:
    """The stock questions in both, over the same rows, SQLite without an index and with one on the match."""
    lite = sqlite3.connect(folder / "lite.db")
    with attached(large) as duck:
        for table, columns in TABLES.items():
            lite.execute(f"create table {table} ({columns})")
            cursor = duck.execute(f"select {columns} from {table}")
            marks = ", ".join("?" * len(columns.split(",")))
            while block := cursor.fetchmany(50_000):
                lite.executemany(f"insert into {table} values ({marks})", block)
        lite.commit()
        for table in TABLES:
            lite.execute(f"create index {table}_match on {table} (match)")
        for name, text in STOCK.items():
            there = duck.execute(text).fetchall()
            here = lite.execute(text).fetchall()
            assert [row[:1] for row in there] == [row[:1] for row in here], name
            one, two = (spent(partial(_fetched, c, text), max(1, times // 2)) for c in (duck, lite))
            print(f"  {name:24} {one[0]:6.0f} ms   SQLite {two[0]:7.0f} ms   {two[0] / one[0]:5.1f} times")
    lite.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--rows", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small = archive(folder)
        for events in options.events:
            large = folder / "large.duckdb"
            count, matches = multiplied(small, large, events)
            print(f"{count:,} events in {matches:,} matches, {large.stat().st_size / count:.0f} bytes an event")
            measure(large, options.times, rows=options.rows)
        against_sqlite(large, folder, options.times)


if __name__ == "__main__":
    main()
