import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from storage.errors import Busy, OutcomeUnknown, StorageError, StoreDamaged, StoreNotFound, StoreTooNew, StoreUnwritable
from storage.location import locate
from storage.schema import FILE_FORMAT
from storage.sqlite_errors import translated
from storage.store import MatchStore
from tests.connections import every_connection
from tests.storage.tables import find_game, note, record, sealed_match


def opened(path, **options) -> MatchStore:
    return MatchStore.open(str(path), find_game=find_game, **options)


def test_a_held_lock_is_busy_not_a_conflict(path):
    """Another program that holds the lock too long makes the store Busy; afterwards the same entry is recorded."""
    with (
        opened(path, create=True, lock_timeout=1) as store,
        closing(sqlite3.connect(path, isolation_level=None)) as other,
    ):
        match = record(store)
        entry = note(match)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Busy, match="try again"):
            store.append(match, [entry])
        assert match.version == 17
        other.execute("COMMIT")
        store.append(match, [entry])
        assert match.version == 18


def test_full_disk(store, path):
    """A full disk is named with its remedy; entries are whole or missing, and recording resumes when there is room."""
    match = record(store)
    every_connection(store, f"max_page_count={store.recorder.pragma('page_count')}")
    with pytest.raises(StoreUnwritable, match="disk is full; not recorded, free some space"):
        store.append(match, [note(match, "x" * 50_000)])
    assert (match.version, store.rebuild("match-0").version) == (17, 17)
    every_connection(store, "max_page_count=100000")
    store.append(match, [note(match, "x" * 50_000)])


READ_AND_WRITE = """
import os, sys
from storage.store import MatchStore
from tests.storage.tables import *
from storage.verify import verify_match
record(MatchStore.open(":memory:", find_game=find_game))
if os.getuid() == 0:
    os.setuid(65534)  # nothing is read-only to root
try:
    store = MatchStore.open(sys.argv[1], create=True, find_game=find_game)
    match = store.load("match-0")
    print(match.version, len(verify_match(store, "match-0").findings))
    store.append(match, [note(match)])
except Exception as error:
    print(type(error).__name__, error)
"""


@pytest.fixture
def open_folder():
    """A folder that another user can reach: not one of pytest's, which every run shuts to others again."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder
        folder.chmod(0o755)


@pytest.mark.parametrize(("file_mode", "folder_mode"), [(0o444, 0o777), (0o644, 0o555), (0o444, 0o555)])
def test_read_only_file_or_folder(open_folder, file_mode, folder_mode):
    """Given a read-only file or folder, then a match is read and verified; recording is refused by name."""
    path = open_folder / "store.db"
    with opened(path, create=True) as store:
        record(store)
    path.chmod(file_mode)
    open_folder.chmod(folder_mode)
    done = subprocess.run([sys.executable, "-c", READ_AND_WRITE, str(path)], capture_output=True, text=True, check=True)
    read, written = done.stdout.splitlines()
    assert read == "17 0"
    assert written.startswith(f"StoreUnwritable {path}: read-only")


def foreign_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.executescript("PRAGMA application_id=42; CREATE TABLE songs (title)")


def newer_store(path: Path) -> None:
    opened(path, create=True).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA user_version={FILE_FORMAT + 1}")


def damaged_store(path: Path) -> None:
    with opened(path, create=True) as store:
        record(store)
    data = bytearray(path.read_bytes())
    data[100:4096] = bytes(3996)
    path.write_bytes(data)


NO_STORES = {
    "nothing": (lambda path: None, "", StoreNotFound, r"store\.db: no store there"),
    "no folder": (lambda path: None, "no/store.db", StoreUnwritable, "the folder does not exist; make it first"),
    "a folder": (lambda path: path.mkdir(), "", StoreDamaged, "a folder, not a store"),
    "a pipe": (os.mkfifo, "", StoreDamaged, "a pipe or a device, not a store; name a file"),
    "another file": (lambda path: path.write_text("season,points\n" * 50), "", StoreDamaged, "not a store"),
    "a newer one": (newer_store, "", StoreTooNew, r"store\.db: .*use a newer one"),
    "a damaged one": (damaged_store, "", StoreDamaged, "restore a copy, or import its match files"),
    "another program's": (foreign_database, "", StoreDamaged, r"store\.db: .*belongs to another program"),
}


@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize("there", NO_STORES)
def test_what_is_no_store_is_named_and_left(tmp_path, there, create):
    """A folder, a pipe, a file of another kind, program or format, and a damaged one are named, and left. A store is not created by
    looking for it, or in a missing folder: a mistyped path would hide in it."""
    make, place, kind, said = NO_STORES[there]
    path = tmp_path / (place or "store.db")
    make(path)
    before = path.read_bytes() if path.is_file() else [*tmp_path.iterdir()]
    if there == "nothing" and create:
        return
    with pytest.raises(
        kind if create or not place else StoreNotFound, match=said if create or not place else "no store there"
    ):
        opened(path, create=create)
    if there != "another program's":  # its journal is another one then
        assert (path.read_bytes() if path.is_file() else [*tmp_path.iterdir()]) == before


@pytest.mark.parametrize("url", ["mysql://server/matches", "ftp://server", "sqlite://store.db"])
def test_stores_elsewhere(url):
    """A URL of a kind that is not supported says what to write."""
    with pytest.raises(StorageError, match="write sqlite:///PATH"):
        MatchStore.open(url)


def test_urls_name_files(tmp_path, monkeypatch):
    """Three slashes are a relative path, four an absolute one; signs that URLs use are plain in paths."""
    monkeypatch.chdir(tmp_path)
    odd = tmp_path / "a?b=c#d 100%.db"
    for url in ("sqlite:///a?b=c#d 100%.db", f"sqlite:///{odd}", str(odd), "a?b=c#d 100%.db"):
        assert locate(url, create=True).path == odd
    with opened(odd, create=True) as store:
        record(store)
    assert odd.stat().st_size > 0


def test_stray_settings_do_not_reach_the_store(path, monkeypatch):
    """The library's variables in the process's environment have no effect."""
    for name, value in {
        "PERSISTENCE_MODULE": "eventsourcing.popo",
        "COMPRESSOR_TOPIC": "zlib",
        "CREATE_TABLE": "n",
    }.items():
        monkeypatch.setenv(name, value)
    with opened(path, create=True) as store:
        record(store)
        assert list(store.raw("match-0")) == [s.row[1:] for s in sealed_match()]


def test_reading_errors_are_not_unknown_outcomes():
    """A disk error while reading is not an unknown outcome: it was not recording."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
    assert isinstance(translated(error, "x", writing=True), OutcomeUnknown)
    assert type(translated(error, "x")) is StorageError


def test_a_closed_store_is_one_file(store, path):
    """Recording in a store that was closed is an error of storage. Once every program has closed it, it is fit to be copied."""
    match = record(store)
    store.close()
    with pytest.raises(StorageError):
        store.append(match, [note(match)])
    assert list(path.parent.iterdir()) == [path]
