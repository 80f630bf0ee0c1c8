"""Rows beside a store that can be changed and forgotten, unlike what is recorded: players' names, tokens, and who
looked at hidden information."""

import fcntl
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path
from threading import Lock
from typing import Literal, Protocol, TypeAlias

import msgspec
from msgspec import Raw

from domain.decoding import decoded
from storage.errors import SidecarUnusable, StoreUnwritable

SidecarKind: TypeAlias = Literal["names", "tokens", "looks"]
Rows: TypeAlias = dict[str, Raw]
"""JSON values by name."""


class Sidecar(Protocol):
    """Rows of one kind. Safe for threads and for several programs. Methods raise StoreUnwritable for disk errors,
    SidecarUnusable, and the errors of the database."""

    place: str
    """The location as people write it, for messages."""

    def read(self) -> Rows | None:
        """Return all rows in insertion order, or `None` if they are unchanged since the last read. Changes by other
        programs are seen within a quarter of a second."""

    def put(self, rows: Rows) -> frozenset[str]:
        """Add rows; existing ones stay unchanged. Return the names of the added rows."""

    def drop(self, names: Iterable[str]) -> frozenset[str]:
        """Delete rows. Return the names of those that existed."""


class FileSidecar:
    """Rows in a file that only its owner may read."""

    def __init__(self, path: Path | None) -> None:
        """`path`: `None` for a store in memory, which cannot have such rows."""
        self.path = path
        self.place = str(path)
        self._name = path and str(path)
        self._seen: object = ()

    def read(self) -> Rows | None:
        stamp = self._stamp()
        if stamp == self._seen:
            return None
        rows = self._rows()
        self._seen = stamp
        return rows

    def put(self, rows: Rows) -> frozenset[str]:
        return self._change(lambda known: known | {name: row for name, row in rows.items() if name not in known})

    def drop(self, names: Iterable[str]) -> frozenset[str]:
        gone = frozenset(names)
        return self._change(lambda known: {name: row for name, row in known.items() if name not in gone})

    def _stamp(self) -> tuple[int, int, int] | None:
        """A value that changes with the file, or `None` if the file is missing."""
        try:
            found = os.stat(self._name) if self._name else None  # noqa: PTH116 - once an entry: a Path takes twice as long
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StoreUnwritable(f"{self.place} cannot be read: {error.strerror}") from error
        return found and (found.st_ino, found.st_mtime_ns, found.st_size)

    def _rows(self) -> Rows:
        try:
            return decoded(self.path.read_bytes(), Rows) if self.path else {}
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise StoreUnwritable(f"{self.place} cannot be read: {error.strerror}") from error
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise unreadable(self.place, error) from error

    def _change(self, change: Callable[[Rows], Rows]) -> frozenset[str]:
        """Change the file. Return the names that were added or removed."""
        if self.path is None:
            raise SidecarUnusable("names and tokens need a store in a file or on a server, not in memory")
        part = self.path.with_name(f".{self.path.name}.{secrets.token_hex(4)}.part")
        try:
            with _alone(self.path):
                for left in self.path.parent.glob(f".{escape(self.path.name)}.????????.part"):
                    left.unlink(missing_ok=True)  # left by a killed program
                before = self._rows()
                rows = change(before)
                part.touch(0o600, exist_ok=False)
                part.write_bytes(msgspec.json.format(msgspec.json.encode(rows)))
                part.replace(self.path)
                return frozenset(before.keys() ^ rows.keys())
        except OSError as error:
            part.unlink(missing_ok=True)
            raise StoreUnwritable(f"{self.place} cannot be written: {error.strerror}") from error


def unreadable(place: str, error: Exception) -> SidecarUnusable:
    """Report that the file was not written by Matchbook."""
    return SidecarUnusable(f"{place}: {error}; restore the file, or remove it")


_mutex = Lock()


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keep other threads and programs from changing the file inside the block."""
    with _mutex, path.with_name(f"{path.name}.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
