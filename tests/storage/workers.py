"""Programs that record in a store of their own process, to be killed, raced or starved.

`python -m tests.storage.workers <what> <store> [argument]`
"""

import os
import resource
import sqlite3
import sys
from functools import partial
from pathlib import Path
from time import sleep
from typing import Any

from storage.errors import Conflict, StorageError
from storage.store import MatchStore
from tests.storage.tables import find_game, note, notes, record

MATCH = "match-0"


def scribble(store: MatchStore, _: str) -> None:
    """Records three notes at a time, for ever; says the number of the last when they are stored."""
    match = store.load(MATCH)
    while True:
        store.append(match, notes(match, ["x" * 300] * 3))
        sys.stdout.write(f"{match.version}\n")
        sys.stdout.flush()


def crowd(store: MatchStore, name: str) -> None:
    """Records in a match of its own, for ever; says when it has begun."""
    match = record(store, int(name), f"crowd-{name}")
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    while True:
        store.append(match, [note(match)])


def unwatched_crowd(store: MatchStore, name: str) -> None:
    """As `crowd`, in a store whose guards were taken away: it does not look."""
    store.recorder._check_guards = lambda: None
    crowd(store, name)


def race(store: MatchStore, name: str) -> None:
    """Records until the match has 100 notes; says which versions it won and how often it lost."""
    start = Path(name)
    Path(f"{name}-ready-{sys.argv[4]}").touch()
    while not start.exists():
        sleep(0.001)
    won, lost = [], 0
    while (match := store.load(MATCH)).version < 117:
        try:
            stored = store.append(match, [note(match, by=str(id(won)), command_id=f"{name}-{len(won)}-{sys.argv[4]}")])
            won.append(stored[0].envelope.version)
        except Conflict as conflict:
            lost += 1
            assert conflict.entries[0].envelope.version == conflict.version
    sys.stdout.write(f"{lost} {' '.join(map(str, won))}")


def starve(store: MatchStore, room: str) -> None:
    """Records until the file may not grow any more; says what it was told; then records one more."""
    match = store.load(MATCH)
    log = Path(f"{store.location.path}-wal")
    size = log.stat().st_size + int(room)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    try:
        while True:
            store.append(match, [note(match, "x" * 300)])
    except StorageError as error:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        sys.stdout.write(f"{type(error).__name__} {match.version} {error}")
        match = store.load(MATCH)
        store.append(match, [note(match, "there is room again")])


def endure(path: str) -> None:
    """Records a dozen notes, whatever the disk does; says of each what came of it."""
    for number in range(12):
        text = f"note {number}"
        try:
            with MatchStore.open(path, find_game=find_game) as store:
                match = store.load(MATCH)
                store.append(match, [note(match, text)])
            said = "recorded"
        except StorageError as error:
            said = type(error).__name__
        sys.stdout.write(f"{said} {text}\n")


class Careless(sqlite3.Connection):
    """A connection that waits for the disk in another way than it is told to."""

    synchronous = "FULL"

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        return super().execute(sql.replace("synchronous=FULL", f"synchronous={self.synchronous}"), *parameters)


def promise(path: str, number: str, synchronous: str) -> None:
    """Records so many notes one by one, waiting for the disk so; keeps the version of what is stored in a file beside the store."""
    Careless.synchronous = synchronous
    sqlite3.connect = partial(sqlite3.connect, factory=Careless)
    acked = os.open(Path(path).with_name("acked"), os.O_CREAT | os.O_WRONLY)
    with MatchStore.open(path, find_game=find_game) as store:
        match = store.load(MATCH)
        for longer in range(int(number)):
            store.append(match, [note(match, "x" * 300 * (1 + longer % 30))])
            os.pwrite(acked, str(match.version).encode(), 0)
    os.close(acked)


def main() -> None:
    what, path, *rest = sys.argv[1:]
    if what in (alone := {"endure": endure, "promise": promise}):
        alone[what](path, *rest)
        return
    with MatchStore.open(path, find_game=find_game, lock_timeout=120) as store:
        work = (crowd, unwatched_crowd, scribble, race, starve)
        {one.__name__: one for one in work}[what](store, rest[0] if rest else "")


if __name__ == "__main__":
    main()
