"""Kills, damage, busy files, other people's files, hostile entries: never a wrong answer, never somebody else's data lost."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import duckdb
import msgspec
import pytest

from projections.analytics import Analytics
from projections.errors import AnalyticsBusy, AnalyticsUnwritable, NotAnalytics
from storage.store import MatchStore
from tests.projections.scorebook import GAMES, Scorebook

_PROJECT_FOR_EVER = """
import sys
from pathlib import Path
from projections.analytics import Analytics
from storage.store import MatchStore
from tests.projections.scorebook import GAMES
store = MatchStore.open("sqlite:///" + sys.argv[1], find_game=GAMES.__getitem__)
analytics = Analytics(Path(sys.argv[2]), store, batch=20)
print("ready", flush=True)
while True:
    analytics.catch_up(lambda *_: print("batch", flush=True))
    analytics.rebuild(lambda *_: print("batch", flush=True))
"""


def fresh_hash(store: MatchStore, folder: Path) -> str:
    path = folder / "fresh.duckdb"
    path.unlink(missing_ok=True)
    return Analytics(path, store).content_hash()


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("template") / "store.db"
    with MatchStore.open(f"sqlite:///{path}", create=True, find_game=GAMES.__getitem__) as store:
        for number in range(3):
            Scorebook(store, f"m{number}", seed=number).play(15).take_back(9).play()
        Scorebook(store, "frc", "frc_card_game").play(60)
    return path


@pytest.fixture
def filled(template: Path, tmp_path: Path) -> Iterator[MatchStore]:
    """A store of four matches."""
    shutil.copy(template, tmp_path / "store.db")
    with MatchStore.open(f"sqlite:///{tmp_path / 'store.db'}", find_game=GAMES.__getitem__) as store:
        yield store


@pytest.fixture
def analytics(tmp_path: Path, filled: MatchStore) -> Analytics:
    return Analytics(tmp_path / "analytics.duckdb", filled, wait=0.3)


def test_kill_while_projecting(tmp_path: Path, filled: MatchStore) -> None:
    """G12: after kill -9 at any moment the file is whole, and carries on to what a fresh one holds."""
    path, expected, rng = tmp_path / "killed.duckdb", fresh_hash(filled, tmp_path), Random(3)
    for _ in range(int(os.environ.get("MATCHBOOK_KILLS", "6"))):
        command = [sys.executable, "-c", _PROJECT_FOR_EVER, str(tmp_path / "store.db"), str(path)]
        worker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert worker.stdout is not None
        for _ in range(rng.randrange(1, 9)):
            worker.stdout.readline()
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        worker.stdout.close()
        analytics = Analytics(path, filled)
        assert analytics.content_hash() == expected
        assert not path.with_name("killed.duckdb.damaged").exists()


def _flip(data: bytearray, rng: Random) -> None:
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def _cut(data: bytearray, rng: Random) -> None:
    del data[rng.randrange(len(data)) :]


def _blank(data: bytearray, rng: Random) -> None:
    start = rng.randrange(len(data))
    end = min(len(data), start + rng.randrange(1, 20_000))
    data[start:end] = bytes(end - start)


def _header(data: bytearray, rng: Random) -> None:
    data[:4096] = rng.randbytes(4096)


@pytest.mark.parametrize("harm", [_flip, _cut, _blank, _header])
def test_damage_never_answers_wrongly(
    tmp_path: Path, filled: MatchStore, harm: Callable[[bytearray, Random], None]
) -> None:
    """G12: flipped, cut, zeroed or overwritten files give the right answer or are made anew, without being asked."""
    path, rng = tmp_path / "analytics.duckdb", Random(11)
    expected = (Analytics(path, filled).content_hash(), Analytics(path, filled).matches())
    whole = path.read_bytes()
    for _ in range(int(os.environ.get("MATCHBOOK_DAMAGES", "6"))):
        data = bytearray(whole)
        harm(data, rng)
        path.write_bytes(data)
        analytics = Analytics(path, filled)
        assert analytics.matches() == expected[1]
        assert analytics.content_hash() == expected[0]


def test_a_damaged_file_is_kept_beside_the_new_one(tmp_path: Path, filled: MatchStore) -> None:
    """What could not be read is set aside under another name."""
    path = tmp_path / "analytics.duckdb"
    path.write_bytes(b"not a database" * 1000)
    assert len(Analytics(path, filled).matches()) == 4
    assert path.with_name("analytics.duckdb.damaged").read_bytes().startswith(b"not a database")


def test_files_of_another_version_are_made_anew(filled: MatchStore, analytics: Analytics) -> None:
    """A file that other statements made is made anew; nothing is wrong with it, and it is not kept."""
    expected = analytics.content_hash()
    with duckdb.connect(str(analytics.path)) as connection:
        connection.execute("update catchup set version = 'old'")
        connection.execute("delete from matches")
    assert analytics.content_hash() == expected
    assert not analytics.path.with_name(f"{analytics.path.name}.damaged").exists()


def test_rows_and_position_must_agree(filled: MatchStore, analytics: Analytics) -> None:
    """A file whose rows end elsewhere than at its position is made anew."""
    expected = analytics.content_hash()
    with duckdb.connect(str(analytics.path)) as connection:
        connection.execute("delete from entries")
    assert analytics.content_hash() == expected


def test_a_log_left_behind_is_not_played(filled: MatchStore, analytics: Analytics) -> None:
    """What an interrupted rebuild may leave beside the file does not get into the next one."""
    expected = analytics.content_hash()
    for end in (".wal", ".wal.checkpoint", ".wal.recovery"):
        analytics.path.with_name(analytics.path.name + end).write_bytes(b"left behind" * 100)
        assert analytics.content_hash() == expected
        analytics.rebuild()
        assert not analytics.path.with_name(analytics.path.name + end).exists()


def test_files_of_another_store_are_made_anew(tmp_path: Path, filled: MatchStore, analytics: Analytics) -> None:
    """A file that was made from another store, longer or shorter, does not answer for this one."""
    analytics.catch_up()
    with MatchStore.open(f"sqlite:///{tmp_path / 'other.db'}", create=True, find_game=GAMES.__getitem__) as other:
        book = Scorebook(other, "x").play(5)
        assert [row.id for row in Analytics(analytics.path, other).matches()] == ["x"]
        book.play()
        assert len(Analytics(analytics.path, filled).matches()) == 4


def test_sqlite_files_are_left_alone(tmp_path: Path, filled: MatchStore) -> None:
    """The event store itself, given as the analytics file, is refused and not touched."""
    path = tmp_path / "store.db"
    before = path.read_bytes()
    with pytest.raises(NotAnalytics, match="SQLite"):
        Analytics(path, filled).matches()
    with pytest.raises(NotAnalytics):
        Analytics(path, filled).rebuild()
    assert path.read_bytes() == before


def test_other_duckdb_files_are_left_alone(tmp_path: Path, filled: MatchStore) -> None:
    """A DuckDB file that holds other tables is refused and not touched, by a rebuild too."""
    path = tmp_path / "mine.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("create table mine as select 42 as x")
    for use in (Analytics(path, filled).matches, Analytics(path, filled).rebuild):
        with pytest.raises(NotAnalytics, match=r"mine\.duckdb holds other tables"):
            use()
    with duckdb.connect(str(path)) as connection:
        assert connection.execute("from mine").fetchall() == [(42,)]


def test_busy_files_are_waited_for_then_named(filled: MatchStore, analytics: Analytics) -> None:
    """A file that another process holds is waited for; then the error names the file and that process."""
    analytics.catch_up()
    hold = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('held', flush=True); sys.stdin.readline()"
    holder = subprocess.Popen(
        [sys.executable, "-c", hold, str(analytics.path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdin is not None
    holder.stdout.readline()
    with pytest.raises(AnalyticsBusy) as busy:
        analytics.matches()
    assert str(analytics.path) in str(busy.value)
    assert str(holder.pid) in str(busy.value)
    patient = Analytics(analytics.path, filled, wait=30)
    threading.Timer(0.2, holder.stdin.close).start()
    assert len(patient.matches()) == 4
    holder.wait()
    holder.stdout.close()


def test_two_in_one_process_wait_for_each_other(filled: MatchStore, analytics: Analytics) -> None:
    """Threads with an Analytics each on one file all get their answer."""
    answers: list[int] = []
    threads = [
        threading.Thread(target=lambda: answers.append(len(Analytics(analytics.path, filled, wait=30).matches())))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [4] * 4


def test_a_place_that_cannot_be_written(tmp_path: Path, filled: MatchStore) -> None:
    """A folder in place of the file, or a file in place of the folder, is named in one line."""
    folder = tmp_path / "folder.duckdb"
    folder.mkdir()
    (tmp_path / "file").write_text("")
    for path in (folder, tmp_path / "file" / "analytics.duckdb"):
        with pytest.raises(AnalyticsUnwritable) as refusal:
            Analytics(path, filled).matches()
        assert str(tmp_path) in str(refusal.value)
        assert "\n" not in str(refusal.value)


def _tampered(store: MatchStore, version: int, state: bytes) -> None:
    """Writes over a stored entry, as someone with the sqlite3 shell could."""
    assert store.location.path is not None
    with sqlite3.connect(store.location.path) as connection:
        for (name,) in connection.execute("select name from sqlite_master where type = 'trigger'").fetchall():
            connection.execute(f'drop trigger "{name}"')
        connection.execute(
            "update stored_events set state = ? where originator_id = 'm0' and originator_version = ?", (state, version)
        )


ENTRY = (
    b'{"envelope":{"match":"m0","version":5,"command_id":"c","recorded_at":1},"payload":{"kind":"annotated","about":1}}'
)


@pytest.mark.parametrize(
    "state",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"null",
        b"{",
        b"{}",
        b'{"envelope":7,"payload":[]}',
        ENTRY.replace(b"m0", b"m1"),
        ENTRY.replace(b'"version":5', b'"version":6'),
        ENTRY.replace(b'"recorded_at":1', b'"recorded_at":99999999999999999999999'),
        ENTRY.replace(b'"about":1', b'"events":{"type":1}').replace(b"annotated", b"action") + b'{"position":1}',
        b"[" * 100_000,
        ENTRY + b"\n" + ENTRY,
        b'{"a":1},"position":1,"x":{"a":1}',
    ],
)
def test_unreadable_entries_are_left_out_and_told(filled: MatchStore, analytics: Analytics, state: bytes) -> None:
    """An entry that cannot be read, or is filed under another address, is left out, counted and named; the rest counts."""
    _tampered(filled, 5, state)
    answer = analytics.ask("length")
    assert answer.as_of.damaged == 1
    assert answer.as_of.current
    assert any("1 stored entries could not be read" in note for note in answer.notes)
    assert analytics.sql("select match, version from damaged").rows == (("m0", 5),)
    assert analytics.sql("select count(*) from entries where match = 'm0' and version = 5").rows == ((0,),)
    assert len(analytics.matches()) == 4


@pytest.mark.parametrize(
    "changes",
    [
        {"payload": {"kind": "no such kind", "new_field": [1, {"a": None}]}},
        {
            "payload": {
                "kind": "action",
                "command": {"type": "x" * 50_000},
                "events": [{"type": None}, {}, 7, "x", None],
            }
        },
        {"payload": {"kind": "action", "command": {"type": "'; drop table matches --"}, "events": []}},
        {"payload": {"kind": "taken_back", "to": -5}},
        {"payload": {"kind": "taken_back", "to": 10**9}},
        {"payload": {"kind": "action", "command": {}, "events": [{"type": "match_started", "players": 3}]}},
    ],
)
def test_odd_payloads_change_no_table(filled: MatchStore, analytics: Analytics, changes: dict[str, object]) -> None:
    """Entries of a shape that no program of ours writes neither change the tables nor stop the projection."""
    columns = (
        "select table_name, column_name, data_type from duckdb_columns() where database_name = 'matchbook' order by all"
    )
    before = analytics.sql(columns).rows
    envelope = {"match": "m0", "version": 5, "command_id": "c", "recorded_at": 1_750_000_000_000_000}
    _tampered(filled, 5, msgspec.json.encode({"envelope": envelope, **changes}))
    analytics.rebuild()
    assert analytics.sql(columns).rows == before
    assert analytics.status().current
    assert (
        analytics.content_hash() == Analytics(analytics.path.with_name("again.duckdb"), filled, batch=7).content_hash()
    )


def test_no_lines_are_left_lying(filled: MatchStore, analytics: Analytics) -> None:
    """The staged lines, which hold what every player holds, are gone afterwards."""
    analytics.catch_up()
    assert sorted(p.name for p in analytics.path.parent.glob("analytics*")) == ["analytics.duckdb"]


def test_an_action_is_seen_at_once(filled: MatchStore, analytics: Analytics) -> None:
    """What was recorded before a question is in its answer."""
    book = Scorebook(filled, "m")
    for count in range(1, 6):
        book.act()
        assert analytics.match_row("m") is not None
        assert analytics.sql("select max(version) from entries where match = 'm'").rows == ((count,),)
    assert time.time_ns() // 1000 - analytics.status().updated_at < 60_000_000
