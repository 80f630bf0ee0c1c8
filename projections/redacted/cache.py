"""Redacted databases, kept beside the analytics file: built once per state of the store, and queried many times.

The name of a kept file contains its viewpoint and a digest of its inputs, so an outdated file is never found. Queries
never see its path: it is copied into memory first, because its name would reveal whether hidden data changed.
"""

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import duckdb

from projections.catchup import schema_version
from projections.database import STORAGE_VERSION, quoted

_MOST: Final = 8
"""Most viewpoints that are kept; the oldest are deleted."""
_STATE: Final = """
    select position, head, (select count(*) from steps),
        (select bit_xor(hash(explored)) from explored),
        (select bit_xor(hash(examined)) from examined),
        (select bit_xor(hash(damaged)) from damaged)
    from catchup
"""


def kept_path(connection: duckdb.DuckDBPyConnection, path: Path, viewpoint: str) -> Path:
    """Return the path of a viewpoint's tables for the current content of the analytics file at `path`."""
    state = connection.execute(_STATE).fetchall()
    text = "\0".join((viewpoint, schema_version(), duckdb.__version__, repr(state)))
    return path.with_name(f"{_beginning(path, viewpoint)}{hashlib.sha256(text.encode()).hexdigest()[:20]}")


def _beginning(path: Path, viewpoint: str) -> str:
    return f"{path.name}.seen-{hashlib.sha256(viewpoint.encode()).hexdigest()[:12]}-"


def take(inside: duckdb.DuckDBPyConnection, kept: Path) -> bool:
    """Copy a kept file into the empty database in memory. Return False if there is no readable one."""
    if not kept.exists():
        return False
    try:
        inside.execute(f"attach {quoted(str(kept))} as kept (read_only)")
        inside.execute("copy from database kept to matchbook")
        inside.execute("detach kept")
    except duckdb.Error:
        kept.unlink(missing_ok=True)
        return False
    return True


def keep(inside: duckdb.DuckDBPyConnection, path: Path, viewpoint: str, kept: Path) -> None:
    """Store the database of a viewpoint in place of its earlier one. Write errors are ignored; the database is then
    built again next time."""
    with suppress(OSError, duckdb.Error):
        new = kept.with_name(kept.name + ".new")
        new.unlink(missing_ok=True)
        inside.execute(f"attach {quoted(str(new))} as kept (storage_version '{STORAGE_VERSION}')")
        try:
            inside.execute("copy from database matchbook to kept")
            inside.execute("checkpoint kept")
        finally:
            inside.execute("detach kept")
        for old in path.parent.glob(_beginning(path, viewpoint) + "*"):
            if old != new:
                old.unlink()
        new.replace(kept)
        for old in sorted(kept_files(path), key=lambda file: file.stat().st_mtime)[:-_MOST]:
            old.unlink()


def kept_files(path: Path) -> Iterator[Path]:
    """Yield all files kept beside an analytics file."""
    return path.parent.glob(f"{path.name}.seen-*-*")
