"""Backups: folders with one state of a store and its manifest, and restored stores.

    store.db         the matches as a SQLite store, whatever kind of store they come from: `--store` opens it
    manifest.json    Manifest: every match with its entries and head, and the SHA-256 of store.db

Backups omit access tokens and the names behind pseudonyms, because both must remain deletable.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import file_digest
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import Annotated, Final, Literal, NoReturn

import msgspec
from msgspec import Meta, Struct

from domain.chain import STORE_BEGINNING, write_head
from domain.decoding import decoded
from domain.text import pluralize
from service.clock import Clock, format_time, system_clock
from service.errors import UsageProblem
from service.outputs import part_of
from service.resources import UnreadableFile, read_bytes
from storage.errors import DamagedEntry, Fork, StoreDamaged
from storage.location import locate
from storage.records import UNREADABLE, split
from storage.store import MatchStore

STORE: Final = "store.db"
MANIFEST: Final = "manifest.json"
_AT_ONCE: Final = 1_000
"""Entries that are copied in one transaction."""
_NAMED: Final = 3
"""Most damaged matches that a message names."""
_MOST_MANIFEST: Final = 1 << 30

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class BackedUpMatch(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A match in a backup."""

    entries: int
    head: str
    """Head hash after the last intact entry."""
    broken: int = 0
    """The first damaged entry, if the match was damaged when the backup was made; else 0."""


class BackupManifest(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a backup."""

    format: Literal["matchbook-backup"]
    format_version: Literal[1]
    made_at: str
    """UTC."""
    made_by: str
    """The program and its version."""
    sha256: Digest
    """SHA-256 of `store.db`."""
    head: str
    """Head hash of the whole store."""
    matches: dict[str, BackedUpMatch]

    @property
    def damage(self) -> str:
        """One line that names its damaged matches; empty if all are intact."""
        broken = [f"{match} from entry {kept.broken} on" for match, kept in self.matches.items() if kept.broken]
        more = ", …" if len(broken) > _NAMED else ""
        damaged = pluralize(len(broken), "damaged match", "damaged matches")
        return (
            f"{damaged} in it: {', '.join(broken[:_NAMED])}{more}; `matchbook verify --all` tells more"
            if broken
            else ""
        )


class StoreDifference(Struct, frozen=True):
    """The differences between a store and a backup."""

    same: int
    """Matches that are the same in both."""
    ahead: int
    """Matches that only the store has, or that continued in it."""
    behind: int
    """Matches that only the backup has, or that are longer in it."""
    forks: tuple[tuple[str, int], ...]
    """Matches that were continued separately, each with its first entry that differs."""

    def __str__(self) -> str:
        told = [
            f"{pluralize(number, 'match', 'matches')} {what}"
            for number, what in (
                (self.same, "as in the backup"),
                (self.ahead, "of which the store has more"),
                (self.behind, "of which the backup has more"),
                (len(self.forks), "continued separately"),
            )
            if number
        ]
        return ", ".join(told) or "both are empty"


# making ----------------------------------------------------------------------------------------------------------------


def back_up(store: MatchStore, target: Path, clock: Clock = system_clock) -> tuple[Path, BackupManifest]:
    """Make a backup while recording goes on; it is either complete or absent. Return its folder and content.

    `target` is a new folder; in an existing one, a folder named after the time is created.
    Raises UsageProblem if `target` has other content, and the errors of the store.
    """
    store.location.expect_at_hand("a copy is made, or fetched by an organiser at /api/backup,")
    folder = _place(target.absolute(), clock)
    try:
        with part_of(folder) as part:
            part.mkdir(0o700)
            manifest = _write(store, part, clock)
            part.rename(folder)
    except OSError as error:
        raise UsageProblem(f"{folder} cannot be written: {error.strerror}; choose another folder") from error
    return folder, manifest


def _place(target: Path, clock: Clock) -> Path:
    if (target / MANIFEST).exists():
        raise UsageProblem(f"{target}: that is a backup itself; name the folder around it, or a new one")
    if target.is_dir():
        name = format_time(clock()).replace(" ", "T").replace(":", "")
        named = (target / (f"{name}-{number}" if number > 1 else name) for number in count(1))
        return next(folder for folder in named if not folder.exists())
    if target.exists() or target.is_symlink():
        raise UsageProblem(f"{target}: there is something already; name a folder, or a new one")
    if not target.parent.is_dir():
        raise UsageProblem(f"{target}: the folder is missing; name one in an existing folder")
    return target


def _write(store: MatchStore, folder: Path, clock: Clock) -> BackupManifest:
    file = folder / STORE
    if store.location.path is not None:
        store.backup(file)
    else:
        with MatchStore.open(f"sqlite:///{file}", create=True) as copy:
            _copy(store, copy)
    with MatchStore.open(f"sqlite:///{file}") as copy:
        head, matches = _heads(copy)
    manifest = BackupManifest(
        "matchbook-backup",
        1,
        format_time(clock()),
        f"matchbook {version('matchbook')}",
        _sha256(file),
        head,
        matches,
    )
    (folder / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")
    return manifest


def _heads(store: MatchStore) -> tuple[str, dict[str, BackedUpMatch]]:
    """Return the head hash of a store, and for each match its intact part."""
    head = next(iter(deque(store.heads(), maxlen=1)), STORE_BEGINNING)
    links = {match: store.chained(match) for match in store.match_ids()}
    lengths = {
        match: sum(1 for _ in store.raw(match)) if link.broken else link.version for match, link in links.items()
    }
    return write_head(head), {
        match: BackedUpMatch(lengths[match], write_head(link.head), link.broken) for match, link in links.items()
    }


def _copy(source: MatchStore, target: MatchStore) -> None:
    """Card definitions, and every entry in the order of recording."""
    target.append_rows((), source.recorder.select_catalogues())
    after, upto = 0, source.head_position()
    while rows := [row for row in source.select(after, _AT_ONCE) if row.position <= upto]:
        after = rows[-1].position
        target.append_rows(row[1:] for row in rows)


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()


# restoring -------------------------------------------------------------------------------------------------------------


def restore(folder: Path, url: str) -> BackupManifest:
    """Build a store from a backup in recorded order, and verify every hash chain against the manifest. A store that is a file
    is either complete or absent.

    Raises UsageProblem (also for a store with entries), UnreadableFile, StoreDamaged (a backup that was changed), Fork, and
    the errors of recording.
    """
    with opened_backup(folder) as (manifest, copy), _target(url) as store:
        if store.head_position():
            _refuse(store, copy)
        _copy(copy, store)
        _expect(store, manifest, url)
    return manifest


@contextmanager
def opened_backup(folder: Path) -> Iterator[tuple[BackupManifest, MatchStore]]:
    """Open an unchanged backup for reading. Raises UsageProblem, UnreadableFile, and StoreDamaged for a changed one."""
    manifest = read_manifest(folder)
    file = folder / STORE
    if not file.is_file():
        raise StoreDamaged(f"{folder}: the backup lacks its {STORE}; use another backup")
    if _sha256(file) != manifest.sha256:
        raise StoreDamaged(f"{file}: not as it was made (its SHA-256 is another); use another backup")
    with MatchStore.open(f"sqlite:///{file}") as copy:  # not read-only: that would leave SQLite's files beside it
        _expect(copy, manifest, str(file))
        yield manifest, copy


def read_manifest(folder: Path) -> BackupManifest:
    """Raise UsageProblem for a folder that is not a backup, UnreadableFile."""
    file = folder / MANIFEST
    if not file.is_file():
        inside = sorted(folder.glob(f"*/{MANIFEST}"), key=lambda found: found.stat().st_mtime)
        newest = f"; the newest in it is {inside[-1].parent}" if inside else ""
        raise UsageProblem(f"{folder}: not a backup: {MANIFEST} is missing{newest}")
    try:
        return decoded(read_bytes(file, _MOST_MANIFEST), BackupManifest)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableFile(f"{file}: no manifest of a backup: {error}") from None


def _expect(store: MatchStore, manifest: BackupManifest, name: str) -> None:
    head, matches = _heads(store)
    wrong = sorted(m for m in matches.keys() | manifest.matches.keys() if matches.get(m) != manifest.matches.get(m))
    if wrong:
        raise StoreDamaged(f"{name}: {wrong[0]} is not as the manifest says (of {len(wrong)}); use another backup")
    if head != manifest.head:
        raise StoreDamaged(f"{name}: its entries are not in the order that the manifest says; use another backup")


@contextmanager
def _target(url: str) -> Iterator[MatchStore]:
    """Yield a store for a URL. A new file appears only after success."""
    location = locate(url, create=True)
    location.expect_at_hand("a store is restored")
    path = location.path
    if path is None or path.exists():
        with MatchStore.open(url, create=True) as store:
            yield store
        return
    with part_of(path) as part:
        with MatchStore.open(f"sqlite:///{part}", create=True) as store:
            yield store
        if path.exists():
            raise UsageProblem(f"{path}: another program created it meanwhile; not restored")
        part.rename(path)


def _refuse(store: MatchStore, copy: MatchStore) -> NoReturn:
    parted = compare(store, copy)
    if parted.forks:
        raise Fork(*parted.forks[0])
    raise UsageProblem(f"{store.location.name} is not empty ({parted}); not restored: name a new store")


def compare(store: MatchStore, copy: MatchStore) -> StoreDifference:
    """Compare a store with a backup. Copies that were continued separately are reported, never merged. Raises the errors of
    the store."""
    here, there = set(store.match_ids()), set(copy.match_ids())
    same = ahead = behind = 0
    forks: list[tuple[str, int]] = []
    for match in sorted(here | there):
        mine, kept = _written(store, match, here), _written(copy, match, there)
        common = min(len(mine), len(kept))
        apart = next((n for n in range(common) if mine[n] != kept[n]), None)
        if apart is not None:
            forks.append((match, apart + 1))
        else:
            same += len(mine) == len(kept)
            ahead += len(mine) > len(kept)
            behind += len(mine) < len(kept)
    return StoreDifference(same, ahead, behind, tuple(forks))


def _written(store: MatchStore, match: str, known: set[str]) -> list[str]:
    """The heads of a match's entries."""
    try:
        return [split(state).head for _, _, state in store.raw(match)] if match in known else []
    except UNREADABLE as error:
        raise DamagedEntry(match, 0, str(error)) from error
