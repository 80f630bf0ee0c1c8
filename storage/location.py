"""Where a store is: URLs to SQLite database names."""

import os
from pathlib import Path
from typing import Final
from uuid import uuid4

from msgspec import Struct

from storage.errors import FULL, StoreDamaged, StoreNotFound, StoreUnsupported, StoreUnwritable

MEMORY: Final = ":memory:"
_SQLITE: Final = "sqlite:///"
_MAGIC: Final = b"SQLite format 3\x00"


class Location(Struct, frozen=True):
    """A store's place."""

    name: str
    """As people write it; stands in messages."""
    database: str
    """SQLite URI of the file."""
    path: Path | None = None
    """The file; None in memory."""
    unwritable: str = ""
    """Why nothing can be recorded there; empty where SQLite will tell."""


def locate(url: str, *, create: bool = False, read_only: bool = False) -> Location:
    """The place that a URL or a bare path names. Raises StoreUnsupported, StoreNotFound, StoreUnwritable, StoreDamaged."""
    if url in {MEMORY, _SQLITE + MEMORY}:
        return Location(MEMORY, f"file:matchbook-{uuid4().hex}?mode=memory&cache=shared")
    if "://" in url and not url.startswith(_SQLITE):
        raise StoreUnsupported(f"{url}: this Matchbook keeps stores in SQLite files; write sqlite:///PATH")
    if not url.removeprefix(_SQLITE):
        raise StoreUnsupported(f"{url}: names no file; write sqlite:///PATH")
    path = Path(url.removeprefix(_SQLITE)).expanduser().absolute()
    _examine(path, create=create and not read_only)
    return Location(str(path), f"{path.as_uri()}?{_mode(path, create=create, read_only=read_only)}", path)


def as_it_lies(location: Location) -> Location | None:
    """The place for reading alone where SQLite finds no room for its files beside the store; None where there is nothing to
    read, or a write-ahead log that belongs to it. Nobody records there now: who did would have those files already."""
    path = location.path
    if path is None or not path.exists() or not path.stat().st_size:
        return None
    log = path.with_name(path.name + "-wal")
    if log.exists() and log.stat().st_size:
        return None
    return Location(location.name, f"{path.as_uri()}?immutable=1", path, FULL)


def _examine(path: Path, *, create: bool) -> None:
    if path.is_dir():
        raise StoreDamaged(f"{path}: a folder, not a store; name a file in it")
    if not path.exists():
        if not create:
            raise StoreNotFound(f"{path}: no store there; check the path, or create one with `matchbook new`")
        if not path.parent.is_dir():
            raise StoreUnwritable(f"{path}: the folder does not exist; make it first")
        return
    try:
        with path.open("rb") as file:
            head = file.read(len(_MAGIC))
    except OSError as error:
        raise StoreUnwritable(f"{path}: cannot be read ({error.strerror}); check its permissions") from error
    if head and head != _MAGIC:
        raise StoreDamaged(f"{path}: not a store (no SQLite file)")


def _mode(path: Path, *, create: bool, read_only: bool) -> str:
    """Access mode of the SQLite URI. A closed store in a folder that cannot be written to is opened as immutable:
    SQLite would otherwise want to make its log beside it."""
    closed = not path.with_name(path.name + "-wal").exists()
    if path.exists() and closed and not os.access(path.parent, os.W_OK):
        return "immutable=1"
    if read_only:
        return "mode=ro"
    return "mode=rwc" if create else "mode=rw"
