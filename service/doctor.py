"""Health checks of a store: its file, settings, disk space and analytics."""

import platform
import re
import shutil
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final

from msgspec import Struct

from domain.text import pluralize
from projections.analytics import Analytics
from projections.comparison import edits_text
from projections.errors import AnalyticsError
from storage.recorder import Verdict
from storage.store import MatchStore
from storage.verify import Damage, verify_store

_LITTLE_SPACE: Final = 200_000_000
_MOUNTS: Final = Path("/proc/self/mountinfo")
_REMOTE: Final = re.compile(r"9p|afs|beegfs|ceph|cifs|glusterfs|lustre|ncpfs|nfs4?|smb[23]|smbfs|virtiofs")
"""File systems on other machines, or shared with them."""


class Check(Struct, frozen=True):
    """Result of one check."""

    what: str
    verdict: Verdict
    found: str


def examine(store: MatchStore, analytics: Analytics) -> tuple[Check, ...]:
    """Run all checks without changing the store."""
    return (*_programs(), *_settings(store), *_file(store), *_analytics(store, analytics))


def _programs() -> Iterator[Check]:
    packages = ", ".join(
        f"{name} {version(name)}" for name in ("matchbook", "eventsourcing", "msgspec", "duckdb", "textual")
    )
    yield Check("versions", "fine", f"Python {platform.python_version()}, {packages}")


def _settings(store: MatchStore) -> Iterator[Check]:
    if store.location.unwritable:
        yield Check("disk", "wrong", store.location.unwritable)
    else:
        yield from (Check(*setting) for setting in store.maintenance.durability())
    path = store.location.path
    if path is not None:
        yield from _file_system(path)
        free = shutil.disk_usage(path.parent).free
        yield Check(
            "free space", "warning" if free < _LITTLE_SPACE else "fine", f"{free / 1e9:.1f} GB at {path.parent}"
        )


def _file_system(path: Path) -> Iterator[Check]:
    """Yield a warning for a network file system. SQLite shares its log index through memory, which two machines cannot."""
    kind = file_system(path, _MOUNTS.read_text("utf-8", "surrogateescape")) if _MOUNTS.exists() else ""
    if _REMOTE.fullmatch(kind) or kind.startswith("fuse."):
        found = f"{kind}: entries can be lost or damaged there; keep the store on a disk of this machine, or on a PostgreSQL server"
        yield Check("file system", "warning" if kind.startswith("fuse.") else "wrong", found)
    elif kind:
        yield Check("file system", "fine", kind)


def file_system(path: Path, mounts: str) -> str:
    """Return the file system of a path according to Linux's `/proc/self/mountinfo`; empty if unknown."""
    root, kind, path = Path("/"), "", path.resolve()
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        point = Path(before.split(" ")[4].encode().decode("unicode_escape", "surrogateescape"))
        if path.is_relative_to(point) and point.is_relative_to(root):
            root, kind = point, after.split(" ")[0]
    return kind


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
    wrong = f", {pluralize(len(others), 'finding')}: {others[0]}" if others else ""
    found = f"{pluralize(matches, 'match', 'matches')}, {pluralize(entries, 'entry', 'entries')}{wrong}"
    yield Check("record", "wrong" if others else "fine", found)
    if head and not findings:
        yield Check("head", "fine", f"{head} (of the whole store: `matchbook verify --all --expect HEAD` looks for it)")


def _analytics(store: MatchStore, analytics: Analytics) -> Iterator[Check]:
    try:
        as_of = analytics.status()
        edited = edits_text(analytics)
    except AnalyticsError as error:
        yield Check("analytics", "warning", str(error))
        return
    behind = store.head_position() - as_of.position
    word = (
        "up to date" if not behind else f"{pluralize(behind, 'entry', 'entries')} behind; the next question catches up"
    )
    verdict: Verdict = "wrong" if edited else "warning" if as_of.damaged else "fine"
    yield Check("analytics", verdict, edited or word)
