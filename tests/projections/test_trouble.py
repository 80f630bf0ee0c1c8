"""Kills, damage, busy files, other people's files, hostile entries: never a wrong answer, never somebody else's data lost."""

import contextlib
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import duckdb
import msgspec
import pytest

from projections import adhoc
from projections.analytics import Analytics
from projections.entry_search import read_searched
from projections.errors import AnalyticsBusy, AnalyticsUnwritable, NotAnalytics, QueryRefused
from projections.file_marker import MARK, mark_of
from service.errors import UsageProblem
from service.outputs import whole_file
from storage.store import MatchStore
from tests.campaigns import some, tries
from tests.projections.scorebook import GAMES, Scorebook

KILLS = tries("MATCHBOOK_KILLS", few=2, many=6)
DAMAGES = tries("MATCHBOOK_DAMAGES", few=2, many=6)
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


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("template") / "store.db"
    with MatchStore.open(f"sqlite:///{path}", create=True, find_game=GAMES.__getitem__) as store:
        for number in range(3):
            Scorebook(store, f"m{number}", seed=number).play(15).take_back(9).play()
        Scorebook(store, "frc", "frc_card_game").play(30)
    return path


@pytest.fixture
def filled(template: Path, tmp_path: Path) -> Iterator[MatchStore]:
    """A store of four matches."""
    shutil.copy(template, tmp_path / "store.db")
    with MatchStore.open(f"sqlite:///{tmp_path / 'store.db'}", find_game=GAMES.__getitem__) as store:
        yield store


@pytest.fixture(scope="module")
def made(template: Path) -> Path:
    """The analytics of that store."""
    path = template.with_name("analytics.duckdb")
    with (
        MatchStore.open(f"sqlite:///{template}", find_game=GAMES.__getitem__) as store,
        contextlib.closing(Analytics(path, store)) as analytics,
    ):
        analytics.catch_up()
    return path


@pytest.fixture(scope="module")
def fresh_hash(template: Path, made: Path) -> str:
    """The content of a file that was built in one go."""
    with MatchStore.open(f"sqlite:///{template}", find_game=GAMES.__getitem__) as store:
        return Analytics(made, store).content_hash()


@pytest.fixture
def analytics(tmp_path: Path, filled: MatchStore, made: Path) -> Analytics:
    """Of the four matches, caught up with them: a copy."""
    for file in (made, mark_of(made)):
        shutil.copy(file, tmp_path)
    return Analytics(tmp_path / made.name, filled, wait=0.3)


@pytest.fixture
def unmade(tmp_path: Path, filled: MatchStore) -> Analytics:
    """Of the four matches, before anybody asked."""
    return Analytics(tmp_path / "analytics.duckdb", filled, wait=0.3)


@pytest.mark.slow
def test_kill_while_projecting(tmp_path: Path, filled: MatchStore, fresh_hash: str) -> None:
    """G12: after kill -9 at any moment the file is whole, and carries on to what a fresh one holds."""
    path, rng = tmp_path / "killed.duckdb", Random(3)
    for _ in range(KILLS):
        command = [sys.executable, "-c", _PROJECT_FOR_EVER, str(tmp_path / "store.db"), str(path)]
        worker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert worker.stdout is not None
        for _ in range(rng.randrange(1, 9)):
            worker.stdout.readline()
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        worker.stdout.close()
        analytics = Analytics(path, filled)
        assert analytics.content_hash() == fresh_hash
        assert not path.with_name("killed.duckdb.damaged-1").exists()


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
    """G12: flipped, cut, zeroed or overwritten files give the right answer or are rebuilt, without a prompt."""
    path, rng = tmp_path / "analytics.duckdb", Random(11)
    expected = (Analytics(path, filled).content_hash(), Analytics(path, filled).matches())
    whole = path.read_bytes()
    for _ in range(DAMAGES):
        data = bytearray(whole)
        harm(data, rng)
        path.write_bytes(data)
        analytics = Analytics(path, filled)
        assert analytics.matches() == expected[1]
        assert analytics.content_hash() == expected[0]


@pytest.mark.slow
def test_damaged_files_of_ours_are_set_aside_under_numbers(tmp_path: Path, filled: MatchStore) -> None:
    """An unreadable file of ours is rebuilt; each one that was set aside keeps its own number."""
    path = tmp_path / "analytics.duckdb"
    for number in (1, 2, 3):
        with contextlib.closing(Analytics(path, filled)) as analytics:
            assert len(analytics.matches()) == 4
        path.write_bytes(b"not a database %d" % number * 1000)
        assert len(Analytics(path, filled).matches()) == 4
        assert path.with_name(f"analytics.duckdb.damaged-{number}").read_bytes() == b"not a database %d" % number * 1000


def _written(data: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(data)


def _beside(end: str, data: bytes = b"mine", *, existing: bool = False) -> Callable[[Path], object]:
    """A file of somebody else's under the name of one of our helpers; the analytics file itself may be there, empty."""

    def make(path: Path) -> None:
        path.with_name(path.name + end).write_bytes(data)
        if existing:
            path.touch()

    return make


def _store(path: Path) -> None:
    MatchStore.open(f"sqlite:///{path}", create=True).close()


def _other_tables(path: Path) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute("create table mine as select 42 as x")


FOREIGN: dict[str, tuple[Callable[[Path], object], str]] = {
    "text": (_written(b"a thesis, ten years of work\n" * 1000), "theirs"),
    "short": (_written(b"x"), "theirs"),
    "zeroes": (_written(bytes(20_000)), "theirs"),
    "picture": (_written(b"\x89PNG\r\n\x1a\n" + bytes(5000)), "theirs"),
    "nearly DuckDB": (_written(bytes(8) + b"DUCK" + b"\1" * 20_000), "theirs"),
    "other tables": (_other_tables, "theirs holds other tables"),
    "an event store": (_store, "SQLite"),
    "a pipe": (os.mkfifo, "is not a file"),
    "our mark": (_beside(".owner"), r"\.owner"),
    "our staging file": (_beside(".staging"), r"\.staging"),
    "a log": (_beside(".wal"), r"theirs\.wal is not a file of Matchbook"),
    "a log beside an empty file": (_beside(".wal", existing=True), r"theirs\.wal is not a file of Matchbook"),
}


def _contents(folder: Path) -> dict[Path, bytes | None]:
    return {path: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


@pytest.mark.parametrize(("make", "said"), FOREIGN.values(), ids=FOREIGN)
def test_nobody_elses_file_is_touched(
    tmp_path: Path, filled: MatchStore, make: Callable[[Path], object], said: str
) -> None:
    """Files of others, where the analytics or what belongs to them would be, are refused by name, by every use, and stay byte
    for byte; a pipe or device is not even opened, which could wait for ever."""
    folder = tmp_path / "somebodys"
    folder.mkdir()
    make(folder / "theirs")
    before = _contents(folder)
    is_there = before.get(folder / "theirs")
    for use in ("matches", "rebuild", "catch_up", "content_hash", "tags", *(("status",) if is_there else ())):
        with pytest.raises(NotAnalytics, match=said) as refusal:
            getattr(Analytics(folder / "theirs", filled), use)()
        assert "\n" not in str(refusal.value)
        now = _contents(folder)
        assert {path: now.pop(path, None) for path in before} == before
        assert set(now) <= {mark_of(folder / "theirs")}


@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal"])
def test_no_part_of_a_store_is_taken_for_analytics_or_written_over(
    tmp_path: Path, filled: MatchStore, end: str
) -> None:
    """The files that SQLite keeps beside a store may be empty or missing, and be in use a moment later."""
    store = tmp_path / "other.db"
    _store(store)
    part = store.with_name(store.name + end)
    for existing in (False, True):
        if existing:
            part.touch()
        with pytest.raises(NotAnalytics, match="belongs to a SQLite file"):
            Analytics(part, filled).matches()
        with pytest.raises(UsageProblem, match="belongs to a SQLite file"), whole_file(part, replace=True):
            pass
        assert part.exists() is existing
    assert not list(tmp_path.glob("*.owner"))


def _a_folder(place: Path) -> None:
    place.mkdir()


LINKED: dict[str, Callable[[Path], object]] = {
    "nothing": lambda place: None,
    "a folder": _a_folder,
    "a pipe": os.mkfifo,
    "an empty file": Path.touch,
    "a text": lambda place: place.write_text("a thesis"),
    "an analytics file": lambda place: duckdb.connect(str(place)).close(),
}


@pytest.mark.parametrize(
    ("make", "beside", "end"),
    [
        *((make, beside, "") for make in LINKED for beside in (False, True)),
        *((make, False, end) for make in ("nothing", "a text") for end in (".owner", ".staging", ".wal")),
        ("a text", True, ".staging"),
    ],
)
def test_what_a_link_points_at_is_somebodys(
    tmp_path: Path, filled: MatchStore, make: str, *, beside: bool, end: str
) -> None:
    """Given a dangling link, a folder, a pipe or any file in the place of the analytics or of their side files, then it is refused
    by name and stays; the link's target is not created. A mark beside the link does not change that."""
    path, target = tmp_path / "linked.duckdb", tmp_path / "theirs"
    link = path.with_name(path.name + end)
    if not end and not beside:
        mark_of(path).write_text(MARK, encoding="utf-8")
    LINKED[make](target)
    before = target.exists(), target.is_file() and target.read_bytes()
    link.symlink_to(target)
    for use in ("matches", "rebuild", "status"):
        if use == "status" and not path.exists():
            continue
        with pytest.raises((NotAnalytics, AnalyticsUnwritable), match=r"linked\.duckdb") as refusal:
            getattr(Analytics(path, filled, beside=beside), use)()
        assert "\n" not in str(refusal.value)
    assert link.readlink() == target
    assert (target.exists(), target.is_file() and target.read_bytes()) == before
    assert not list(tmp_path.glob("*.damaged-*"))


def test_a_folder_may_be_a_link(tmp_path: Path, filled: MatchStore) -> None:
    """Given a link to a folder elsewhere, then the analytics are read and written there."""
    (tmp_path / "far").mkdir()
    (tmp_path / "near").symlink_to(tmp_path / "far")
    assert len(Analytics(tmp_path / "near" / "analytics.duckdb", filled).matches()) == 4
    assert (tmp_path / "far" / "analytics.duckdb").is_file()


def test_files_made_before_there_were_marks_are_ours(tmp_path: Path, filled: MatchStore) -> None:
    """An empty file, and one that opens and has our tables, are taken over; from then on a mark says whose they are."""
    path = tmp_path / "chosen.duckdb"
    path.touch()
    assert len(Analytics(path, filled).matches()) == 4
    mark = path.with_name("chosen.duckdb.owner")
    mark.unlink()
    with duckdb.connect(str(path)) as connection:
        connection.execute("update catchup set version = 'old'")
    assert len(Analytics(path, filled).matches()) == 4
    assert mark.exists()


@pytest.mark.parametrize(
    ("spoil", "is_damage"),
    [("update catchup set version = 'old'; delete from matches", False), ("delete from entries", True)],
)
def test_outdated_files_are_made_anew(analytics: Analytics, fresh_hash: str, spoil: str, *, is_damage: bool) -> None:
    """Given a file that other statements built, or whose rows end elsewhere than at its position, then it is rebuilt; damage is
    kept."""
    with duckdb.connect(str(analytics.path)) as connection:
        connection.execute(spoil)
    assert analytics.content_hash() == fresh_hash
    assert analytics.path.with_name(f"{analytics.path.name}.damaged-1").exists() is is_damage


@pytest.mark.makes_analytics
def test_a_log_left_behind_is_not_played(filled: MatchStore, analytics: Analytics, fresh_hash: str) -> None:
    """Remains of an interrupted rebuild do not get into the next one."""
    for end in (".wal", ".wal.checkpoint", ".wal.recovery"):
        analytics.path.with_name(analytics.path.name + end).write_bytes(b"left behind" * 100)
    assert analytics.content_hash() == fresh_hash
    analytics.rebuild()
    assert {path.name for path in analytics.path.parent.glob("analytics*")} == {
        analytics.path.name,
        mark_of(analytics.path).name,
    }


def test_files_of_another_store_are_made_anew(tmp_path: Path, filled: MatchStore, analytics: Analytics) -> None:
    """A file that was made from another store, longer or shorter, does not answer for this one."""
    analytics.catch_up()
    with MatchStore.open(f"sqlite:///{tmp_path / 'other.db'}", create=True, find_game=GAMES.__getitem__) as other:
        book = Scorebook(other, "x").play(5)
        assert [row.id for row in Analytics(analytics.path, other).matches()] == ["x"]
        book.play()
        assert len(Analytics(analytics.path, filled).matches()) == 4


_HOLD = """
import duckdb, sys
c = duckdb.connect(sys.argv[1], read_only=sys.argv[2] == 'reading')
print('held', flush=True)
sys.stdin.readline()
"""


@contextlib.contextmanager
def held(path: Path, how: str) -> Iterator[subprocess.Popen[str]]:
    """Another process has the file open."""
    command = [sys.executable, "-c", _HOLD, str(path), how]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        try:
            yield holder
        finally:
            holder.kill()


def _one_more(store: MatchStore) -> None:
    Scorebook(store, "late", seed=9).play(3)


def test_held_for_reading_is_answered_as_of_then(filled: MatchStore, analytics: Analytics) -> None:
    """While another process reads the file, answers are of when it was last written, and say so."""
    before = analytics.catch_up()
    with held(analytics.path, "reading"):
        _one_more(filled)
        answer = analytics.ask("length")
        assert answer.as_of.position == before.position < answer.as_of.head == filled.head_position()
        assert analytics.sql("select count(*) from matches").rows == ((4,),)
        assert analytics.sql("from matches limit 0").as_of.position == before.position
        assert len(analytics.matches()) == 4
    assert len(analytics.matches()) == 5


@pytest.mark.slow
def test_held_for_writing_is_answered_from_a_copy(filled: MatchStore, analytics: Analytics) -> None:
    """While another process writes the file, answers use an up-to-date copy; the file itself is unchanged."""
    analytics.catch_up()
    with held(analytics.path, "writing"):
        _one_more(filled)
        before = analytics.path.read_bytes()
        assert len(analytics.matches()) == 5
        assert analytics.ask("length").as_of.current
        assert analytics.sql("select count(*) from matches").rows == ((5,),)
        assert analytics.path.read_bytes() == before


def test_what_cannot_be_copied_names_its_holder(filled: MatchStore, analytics: Analytics, tmp_path: Path) -> None:
    """Where no copy can be made, and where the file itself is to be written, the error names file and process."""
    analytics.catch_up()
    with held(analytics.path, "writing") as holder:
        for use in (analytics.catch_up, analytics.rebuild):
            with pytest.raises(AnalyticsBusy, match=f"{re.escape(str(analytics.path))}.*{holder.pid}"):
                use()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
            with pytest.raises(AnalyticsBusy, match=f"{re.escape(str(analytics.path))}.*{holder.pid}"):
                analytics.matches()


def test_busy_files_are_waited_for(filled: MatchStore, analytics: Analytics) -> None:
    """A file that another process holds for a moment is waited for, and then brought up to date."""
    analytics.catch_up()
    with held(analytics.path, "reading") as holder:
        _one_more(filled)
        threading.Timer(0.2, holder.kill).start()
        assert len(Analytics(analytics.path, filled, wait=120).matches()) == 5


def test_sql_that_fails_in_duckdb_itself_makes_nothing_anew(
    analytics: Analytics, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A statement that ends in an internal error is refused in one line; the file, which can be read, stays."""
    analytics.catch_up()

    def failing(*_: object, **__: object) -> None:
        raise duckdb.InternalException("INTERNAL Error: assertion failed")

    monkeypatch.setattr(adhoc, "run", failing)
    with pytest.raises(QueryRefused, match="INTERNAL Error"):
        analytics.sql("select 1")
    assert not list(analytics.path.parent.glob("*.damaged*"))


def test_two_in_one_process_wait_for_each_other(filled: MatchStore, unmade: Analytics) -> None:
    """Threads with an Analytics each on one file all get their answer."""
    answers: list[int] = []
    threads = [
        threading.Thread(target=lambda: answers.append(len(Analytics(unmade.path, filled, wait=120).matches())))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [4] * 4


@pytest.mark.makes_analytics
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


@pytest.mark.slow
@pytest.mark.parametrize(
    "state",
    some(
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
        2,
    ),
)
def test_unreadable_entries_are_left_out_and_told(filled: MatchStore, unmade: Analytics, state: bytes) -> None:
    """An entry that cannot be read, or is filed under another address, is left out, counted and named; the rest counts."""
    _tampered(filled, 5, state)
    answer = unmade.ask("length")
    assert answer.as_of.damaged == 1
    assert answer.as_of.current
    assert any("1 stored entry could not be read" in note for note in answer.notes)
    assert unmade.sql("select match, version from damaged").rows == (("m0", 5),)
    assert unmade.sql("select count(*) from entries where match = 'm0' and version = 5").rows == ((0,),)
    assert len(unmade.matches()) == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    "changes",
    some(
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
        1,
    ),
)
def test_odd_payloads_change_no_table(filled: MatchStore, analytics: Analytics, changes: dict[str, object]) -> None:
    """Entries of a foreign shape leave the tables unchanged and do not stop the projection."""
    columns = (
        "select table_name, column_name, data_type from duckdb_columns() where database_name = 'matchbook' order by all"
    )
    before = analytics.sql(columns).rows
    envelope = {"match": "m0", "version": 5, "command_id": "c", "recorded_at": 1_750_000_000_000_000}
    _tampered(filled, 5, msgspec.json.encode({"envelope": envelope, **changes}))
    analytics.rebuild()
    assert analytics.sql(columns).rows == before
    assert analytics.status().current
    again = Analytics(analytics.path.with_name("again.duckdb"), filled, batch=70)
    assert analytics.content_hash() == again.content_hash()


@pytest.mark.parametrize("version", [0, -1, 2**31, 2**63 - 1])
def test_no_stored_version_is_too_large_for_the_analytics(
    tmp_path: Path, filled: MatchStore, analytics: Analytics, version: int
) -> None:
    """An entry under a version that no match reaches is left out and counted, whatever number a forger chose."""
    before = analytics.sql("select count(*) from entries").rows
    with contextlib.closing(sqlite3.connect(tmp_path / "store.db")) as shell, shell:
        shell.execute("INSERT INTO stored_events VALUES ('m0', ?, 'x/1', x'00')", [version])
    answer = analytics.sql("select count(*) from entries")
    assert (answer.rows, answer.as_of.damaged) == (before, 1)


@pytest.mark.makes_analytics
@pytest.mark.parametrize("size", [0, 4096, 50_000])
def test_a_full_disk_is_unavailable_and_leaves_nothing_lying(
    tmp_path: Path, unmade: Analytics, fresh_hash: str, size: int
) -> None:
    """Given a disk that fills at any point while the analytics are built, then they are unwritable and not damaged; repeated
    questions set aside zero files, and with room again the answer is right."""
    kept = resource.getrlimit(resource.RLIMIT_FSIZE)
    for _ in range(2):
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, kept[1]))
        try:
            with pytest.raises(AnalyticsUnwritable):
                unmade.sql("select count(*) from entries")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, kept)
    assert not list(tmp_path.glob("*.damaged-*"))
    assert unmade.content_hash() == fresh_hash


def test_an_action_is_seen_at_once(filled: MatchStore, analytics: Analytics) -> None:
    """An answer includes all entries recorded before the question."""
    book = Scorebook(filled, "m")
    for count in range(1, 6):
        book.act()
        assert analytics.match_row("m") is not None
        assert analytics.sql("select max(version) from entries where match = 'm'").rows == ((count,),)
    assert time.time_ns() // 1000 - analytics.status().updated_at < 60_000_000


def test_a_folder_that_cannot_be_written_answers_from_analytics_that_are_up_to_date(filled: MatchStore) -> None:
    """Given a read-only folder, then reading is answered as before; after a new entry, the error names the folder."""
    searched = read_searched("place_card")
    user = os.geteuid()
    with TemporaryDirectory() as name:
        folder, path = Path(name), Path(name, "analytics.duckdb")
        asked = Analytics(path, filled)
        wanted = asked.matches(), asked.sql("select count(*) from entries").rows, asked.find(searched).rows
        asked.close()
        for file, mode in ((folder, 0o555), *((file, 0o444) for file in folder.iterdir())):
            file.chmod(mode)
        if not user:
            os.seteuid(65534)  # root may write everywhere
        try:
            asked = Analytics(path, filled)
            assert (
                asked.matches(),
                asked.sql("select count(*) from entries").rows,
                asked.find(searched).rows,
            ) == wanted
            asked.close()
        finally:
            os.seteuid(user)
        Scorebook(filled, "later").play(1)
        os.seteuid(user or 65534)
        try:
            with pytest.raises(AnalyticsUnwritable, match=r"analytics\.duckdb"):
                Analytics(path, filled).matches()
        finally:
            os.seteuid(user)
            folder.chmod(0o755)
