import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import islice
from threading import Timer

import pytest
from eventsourcing.persistence import IntegrityError
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

from storage.errors import StoreDamaged, StoreUnsupported
from storage.schema import OBJECTS
from storage.store import MatchStore
from tests.minigame import CATALOGUE
from tests.storage.tables import find_game, note, record, sealed_match

CHANGES = {
    "update": "UPDATE stored_events SET state = x'7b7d' WHERE originator_version = 2",
    "delete": "DELETE FROM stored_events WHERE originator_version = 17",
    "replace": "REPLACE INTO stored_events VALUES ('match-0', 2, 'high_card/1', x'7b7d')",
    "replace by position": "INSERT OR REPLACE INTO stored_events (rowid, originator_id, originator_version) VALUES (3, 'x', 1)",
    "ignore and update": "INSERT INTO stored_events VALUES ('match-0', 2, 't', x'7b7d') "
    "ON CONFLICT DO UPDATE SET state = excluded.state",
    "update cards": "UPDATE catalogues SET body = x'5b5d'",
    "delete cards": "DELETE FROM catalogues",
    "replace cards": "REPLACE INTO catalogues SELECT digest, game, name, x'5b5d' FROM catalogues",
}


@pytest.mark.parametrize("change", CHANGES)
def test_no_row_is_ever_changed(store, path, change):
    """No statement changes, deletes or replaces what was recorded, in whatever program it is given."""
    record(store)
    connection = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"), connection:
        connection.execute(CHANGES[change])
    connection.close()
    assert [row[1:] for row in store.select(0, 100)] == [s.row for s in sealed_match()]
    assert store.catalogues.row(CATALOGUE.digest, "high_card").body == CATALOGUE.to_json()


def test_the_stock_recorder_opens_the_file(store, path):
    """The library's own recorder reads a store, whose table of entries is the library's own, and what it adds is read here."""
    record(store)
    stock = SQLiteApplicationRecorder(SQLiteDatastore(str(path), originator_id_type="text"))
    stock.create_table()
    assert [(e.originator_version, e.topic, e.state) for e in stock.select_events("match-0")] == list(
        store.raw("match-0")
    )
    stock.insert_events([store.mapper.to_stored_event(sealed_match(1)[0])])
    assert store.entries("match-1") == [sealed_match(1)[0].entry]
    with pytest.raises(IntegrityError):
        stock.insert_events([store.mapper.to_stored_event(sealed_match(1)[0])])
    stock = SQLiteApplicationRecorder(SQLiteDatastore(":memory:", originator_id_type="text"))
    assert stock.construct_create_table_statements()[0] == OBJECTS[0].replace("TABLE", "TABLE IF NOT EXISTS")


def test_a_database_of_the_stock_recorder_is_left_alone(path):
    """Tables and triggers are created only in an empty file: one that the library's own recorder created is refused."""
    stock = SQLiteApplicationRecorder(SQLiteDatastore(str(path), originator_id_type="text"))
    stock.create_table()
    stock.datastore.close()
    with pytest.raises(StoreDamaged, match="without Matchbook's mark; left unchanged"):
        MatchStore.open(str(path), create=True, find_game=find_game)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master WHERE sql IS NOT NULL").fetchall() == [
            ("stored_events",)
        ]


def test_reads_and_connections(store, path):
    """Each commit is synced (`synchronous` is FULL) to a write-ahead log. Reading a match at once gives the entries that reading
    its rows gives, up to any version."""
    datastore = store.recorder.datastore
    with datastore.get_connection(commit=False) as one, datastore.get_connection(commit=False) as two:
        for connection in (one, two):
            cursor = connection.cursor().sqlite_cursor
            assert cursor.execute("PRAGMA synchronous").fetchone()[0] == 2
            assert cursor.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    record(store)
    for upto in (None, 1, 9, 17, 99):
        rows = store.recorder.select_rows("match-0", 0, upto)
        assert store.events.entries("match-0", upto=upto) == [store.mapper.read("match-0", *row) for row in rows]


def test_whole_read_falls_back_to_rows(store):
    """Given several mixed schemas, or wrong numbers, then the rows are read one by one."""
    sealed = sealed_match()
    store.append_rows(s.row for s in sealed if s.originator_version != 4)
    assert store.events._entries_at_once("match-0", None) is None
    assert [e.originator_version for e in store.entries("match-0")] == [v for v in range(1, 18) if v != 4]


def test_subscriptions(store, path):
    """A subscription gives what is there, then what other processes record, without a gap. Leaving it ends its threads."""
    record(store)
    code = (
        "import sys; from storage.store import MatchStore; from tests.storage.tables import *\n"
        "store = MatchStore.open(sys.argv[1], find_game=find_game); match = store.load('match-0')\n"
        "[store.append(match, [note(match)]) for _ in range(30)]"
    )
    with store.recorder.subscribe(gt=10) as subscription:
        writer = subprocess.Popen([sys.executable, "-c", code, str(path)])
        found = [n.id for n in islice(subscription, 37)]
        assert writer.wait(120) == 0
    assert found == list(range(11, 48))
    record(store)
    with store.recorder.subscribe() as subscription:
        assert next(subscription).id == 1
    assert list(subscription) == []
    assert not subscription._following._thread.is_alive()


def test_a_new_store_waits_for_the_program_that_makes_it(tmp_path):
    """Given another program that has begun to make the same new store, then opening it waits until that is done."""
    path = tmp_path / "new.db"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        done = Timer(0.3, other.rollback)
        done.start()
        with MatchStore.open(str(path), create=True, find_game=find_game, lock_timeout=120) as store:
            assert record(store).version == 17
        done.join()


def test_positions_have_no_gap_after_a_refusal(store, path):
    """A refused entry leaves no hole in the positions that followers read."""
    match = record(store)
    with pytest.raises(IntegrityError):
        store.events.put([sealed_match()[3]])
    store.append(match, [note(match)])
    assert [row.position for row in store.select(0, 100)] == list(range(1, 19))


def test_a_file_is_whole_and_has_no_accounts(store, path):
    """Creating an existing store has no effect; giving an account to a file gets the hint to give rights to it instead."""
    before = path.read_bytes()
    assert store.maintenance.make() == ()
    with pytest.raises(StoreUnsupported, match=r"store\.db: a file has no accounts"):
        store.maintenance.make("reader")
    assert path.read_bytes() == before
