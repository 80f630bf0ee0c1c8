"""Locations of stores: turns URLs into the configuration of a recorder."""

import os
from errno import EDQUOT, EFBIG, ENOSPC
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final, Literal, TypeAlias
from uuid import uuid4

from msgspec import Struct

from storage.errors import FULL, StoreDamaged, StoreNotFound, StoreUnsupported, StoreUnwritable
from storage.remote_location import REMOTE, read_remote, token_for
from storage.server_location import SCHEMES, ServerAddress, encoded, read_server

Kind: TypeAlias = Literal["sqlite", "postgres", "remote"]
MEMORY: Final = ":memory:"
_SQLITE: Final = "sqlite:///"
_ROOM: Final = 1_000_000
"""Bytes of the longest entry."""
_MAGIC: Final = b"SQLite format 3\x00"


class StoreLocation(Struct, frozen=True):
    """The location of a store, without a password."""

    kind: Kind
    name: str
    """The location as people write it, for messages."""
    options: dict[str, str]
    """Configuration of the recorder's factory, including which factory to use."""
    unwritable: str = ""
    """Reason why the location cannot be written; empty if only the database knows."""

    @property
    def path(self) -> Path | None:
        """The database file; `None` for a store in memory or on a server."""
        return Path(self.name) if self.kind == "sqlite" and self.name != MEMORY else None

    def expect_at_hand(self, what: str) -> None:
        """Raise StoreUnsupported for a store behind a server, because `what` must be done on the server."""
        if self.kind == "remote":
            raise StoreUnsupported(f"{self.name}: {what} on the server that holds the store")

    def expect_room(self) -> None:
        """Raise StoreUnwritable if the disk of a file has no room for the longest entry. This is tested by writing, so
        quotas count, too. The disk of a database server is not tested."""
        found = self.unwritable
        if self.path is not None and not found:
            try:
                with TemporaryFile(dir=self.path.parent) as probe:
                    probe.write(bytes(_ROOM))
            except OSError as error:
                found = FULL if error.errno in (ENOSPC, EDQUOT, EFBIG) else error.strerror or str(error)
        if found:
            raise StoreUnwritable(f"{self.name}: {found}")


def locate(url: str, *, create: bool = False, lazy_create: bool = False, read_only: bool = False) -> StoreLocation:
    """Return the location of a URL or a bare path; for the forms see `MatchStore.open`. Raises StoreUnsupported,
    StoreNotFound, StoreUnwritable, StoreDamaged."""
    if url in {MEMORY, _SQLITE + MEMORY}:
        return _in_sqlite(MEMORY, memory())
    if url.startswith(SCHEMES):
        return _on_server(read_server(url), create=create, lazy_create=lazy_create, read_only=read_only)
    if url.startswith(REMOTE):
        return _behind_a_server(read_remote(url))
    if "://" in url and not url.startswith(_SQLITE):
        kind = url.partition("://")[0]  # the rest may hold a password
        raise StoreUnsupported(
            f"{kind}: unknown kind of store; write sqlite:///PATH, postgresql://USER@HOST/DATABASE or https://HOST/"
        )
    if not url.removeprefix(_SQLITE):
        raise StoreUnsupported(f"{url}: the file name is missing; write sqlite:///PATH")
    path = Path(url.removeprefix(_SQLITE)).expanduser().absolute()
    _examine(path, create=create and not read_only)
    lazy_create = lazy_create and not path.exists()
    return _in_sqlite(
        str(path), f"{path.as_uri()}?{_mode(path, create=create, read_only=read_only)}", lazy_create=lazy_create
    )


def memory() -> str:
    """Return SQLite's name for a new database in memory, shared by the connections of this process."""
    return f"file:matchbook-{uuid4().hex}?mode=memory&cache=shared"


def _on_server(server: ServerAddress, *, create: bool, lazy_create: bool, read_only: bool) -> StoreLocation:
    if find_spec("psycopg") is None:
        raise StoreUnsupported(
            f"{server.name}: psycopg is not installed: pip install '.[postgres]' in Matchbook's checkout"
        )
    settings = dict(server.parameters)
    if read_only:
        settings["options"] = f"{settings.get('options', '')} -c default_transaction_read_only=on".strip()
    options = {
        "PERSISTENCE_MODULE": "storage.postgres:PostgresStoreFactory",
        "POSTGRES_PARAMETERS": encoded(settings),
        "CREATE_STORE": "y" if create and not read_only else "n",
        "LAZY_CREATE": "y" if lazy_create else "n",
    }
    return StoreLocation("postgres", server.name, options)


def _behind_a_server(address: str) -> StoreLocation:
    if find_spec("httpx") is None:
        raise StoreUnsupported(f"{address}: httpx is not installed: pip install '.[remote]' in Matchbook's checkout")
    return StoreLocation("remote", address, {"PERSISTENCE_MODULE": "storage.remote:RemoteStoreFactory"})


def as_it_lies(location: StoreLocation) -> StoreLocation | None:
    """Return the location for read-only access to a store beside which SQLite cannot create its files; `None` if the
    store is empty or has a write-ahead log. A program that is recording would have created those files already."""
    path = location.path
    if path is None or not path.exists() or not path.stat().st_size:
        return None
    log = path.with_name(path.name + "-wal")
    if log.exists() and log.stat().st_size:
        return None
    return _in_sqlite(location.name, f"{path.as_uri()}?immutable=1", FULL)


def _in_sqlite(name: str, database: str, unwritable: str = "", *, lazy_create: bool = False) -> StoreLocation:
    options = {
        "PERSISTENCE_MODULE": "storage.sqlite:SqliteFactory",
        "SQLITE_DBNAME": database,
        "LAZY_CREATE": "y" if lazy_create else "n",
    }
    return StoreLocation("sqlite", name, options, unwritable)


def password_in(url: str) -> str:
    """Return the password in a server's address, or its token; empty if it has no secret. Passwords are kept apart from
    the location, which appears in messages. Raises StoreUnsupported if the token is missing."""
    if url.startswith(REMOTE):
        return token_for(read_remote(url))
    return read_server(url).password if url.startswith(SCHEMES) else ""


def _examine(path: Path, *, create: bool) -> None:
    if path.is_dir():
        raise StoreDamaged(f"{path}: a folder, not a store; name a file in it")
    if path.exists() and not path.is_file():  # SQLite would wait for ever for data from a pipe
        raise StoreDamaged(f"{path}: a pipe or a device, not a store; name a file")
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
    """Access mode of the SQLite URI. A closed store in a read-only folder is opened as immutable, because SQLite would
    otherwise try to create its log beside it."""
    closed = not path.with_name(path.name + "-wal").exists()
    if path.exists() and closed and not os.access(path.parent, os.W_OK):
        return "immutable=1"
    if read_only:
        return "mode=ro"
    return "mode=rwc" if create else "mode=rw"
