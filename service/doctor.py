"""The health of a store: its file, its settings, the room it has, its analytics."""

import platform
import shutil
import sqlite3
from collections import deque
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from secrets import token_hex
from typing import Literal

from msgspec import Struct

from domain.chain import STORE_BEGINNING, write_head
from domain.text import counted
from projections.analytics import Analytics
from projections.errors import AnalyticsError
from service.errors import UsageProblem
from storage.store import MatchStore
from storage.verify import Damage, verify_store

Verdict = Literal["fine", "warning", "wrong"]

_FIXED_SQLITE = (3, 51, 3)
"""Before this version, a reset of the write-ahead log that races a checkpoint can damage a file with several writers."""
_LITTLE_SPACE = 200_000_000


class Check(Struct, frozen=True):
    """One thing that was looked at."""

    what: str
    verdict: Verdict
    found: str


def examine(store: MatchStore, analytics: Analytics) -> tuple[Check, ...]:
    """Looks at everything; nothing is changed."""
    return (*_programs(), *_settings(store), *_file(store), *_analytics(store, analytics))


def _programs() -> Iterator[Check]:
    packages = ", ".join(
        f"{name} {version(name)}" for name in ("matchbook", "eventsourcing", "msgspec", "duckdb", "textual")
    )
    yield Check("versions", "fine", f"Python {platform.python_version()}, {packages}")
    old = sqlite3.sqlite_version_info < _FIXED_SQLITE
    advice = "; let one program at a time record in a store" if old else ""
    yield Check("SQLite", "warning" if old else "fine", f"{sqlite3.sqlite_version}{advice}")


def _settings(store: MatchStore) -> Iterator[Check]:
    if store.location.unwritable:
        yield Check("disk", "wrong", store.location.unwritable)
    else:
        yield from _durability(store)
    path = store.location.path
    if path is not None:
        free = shutil.disk_usage(path.parent).free
        yield Check(
            "free space", "warning" if free < _LITTLE_SPACE else "fine", f"{free / 1e9:.1f} GB at {path.parent}"
        )


def _durability(store: MatchStore) -> Iterator[Check]:
    journal, synchronous = store.recorder.durability()
    yield Check("journal", "fine" if journal in {"wal", "memory"} else "wrong", journal)
    kept = (
        "every entry is on disk before it is acknowledged" if synchronous >= 2 else "entries can be lost in a power cut"
    )
    yield Check("synchronous", "fine" if synchronous >= 2 else "wrong", kept)


def _file(store: MatchStore) -> Iterator[Check]:
    matches = entries = 0
    head, findings = "", list[Damage]()
    for verified in verify_store(store):
        matches += bool(verified.match)
        entries += verified.entries
        findings.extend(verified.findings)
        head = head if verified.match else verified.head
    guards = [found for found in findings if found.code == "guard"]
    yield Check("guards", "wrong" if guards else "fine", "; ".join(g.text for g in guards) or "as stores are made")
    others = [found for found in findings if found.code != "guard"]
    wrong = f", {counted(len(others), 'finding')}: {others[0]}" if others else ""
    found = f"{counted(matches, 'match', 'matches')}, {counted(entries, 'entry', 'entries')}{wrong}"
    yield Check("record", "wrong" if others else "fine", found)
    if head and not findings:
        yield Check("head", "fine", f"{head} (of the whole store: `matchbook verify --all --expect HEAD` looks for it)")


def _analytics(store: MatchStore, analytics: Analytics) -> Iterator[Check]:
    try:
        as_of = analytics.status()
    except AnalyticsError as error:
        yield Check("analytics", "warning", str(error))
        return
    behind = store.head_position() - as_of.position
    word = "up to date" if not behind else f"{counted(behind, 'entry', 'entries')} behind; the next question catches up"
    yield Check("analytics", "warning" if as_of.damaged else "fine", word)


def back_up(store: MatchStore, path: Path) -> str:
    """Copies a store into a new file, which is complete or not there; returns the head of the copy.

    Raises UsageProblem where something stands there already, and the store's errors.
    """
    if path.exists() or path.is_symlink():
        raise UsageProblem(f"{path}: there is something already; name a new file")
    if not path.absolute().parent.is_dir():
        raise UsageProblem(f"{path}: there is no such folder; name a file in one that there is")
    part = path.absolute().with_name(f".{path.name}.{token_hex(4)}.part")
    try:
        store.backup(part)
        with MatchStore.open(f"sqlite:///{part}") as copy:
            head = next(iter(deque(copy.heads(), maxlen=1)), STORE_BEGINNING)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return write_head(head)
