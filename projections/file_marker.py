"""Ownership of analytics files: Matchbook writes, renames and deletes only its own files.

A file is ours if it is beside the store, empty, marked by a neighbour `NAME.owner`, or if it opens and has our
tables. Any other path belongs to another program, in particular a link.
"""

import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

from projections.errors import ELSEWHERE, AnalyticsUnwritable, NotAnalytics

MARK: Final = "The file of this name without .owner holds analytics of Matchbook. It can be deleted: it is rebuilt.\n"
_SQLITE_MAGIC: Final = b"SQLite format 3\0"
_SQLITE_PARTS: Final = ("-wal", "-shm", "-journal")
_LOG: Final = ".wal"
_STAGED: Final = b'{"position":'


def expect_ours(path: Path, *, beside: bool, opens: Callable[[], bool]) -> None:
    """Raise NotAnalytics unless the file is ours or missing; then create its folder and mark it, unless it is `beside`
    its store. Raises AnalyticsUnwritable.

    `opens` reports whether the file opens and has our tables; it is called only as the last resort.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise AnalyticsUnwritable(f"{path.parent}: {error.strerror}; {ELSEWHERE}") from error
    start = _start_of(path)
    if start is not None and start.startswith(_SQLITE_MAGIC):
        raise NotAnalytics(f"{path} is a SQLite file, not an analytics file; choose another path")
    if is_part_of_sqlite(path):
        raise NotAnalytics(f"{path} belongs to a SQLite file; choose another path for the analytics")
    if beside or _is_marked(path):
        return
    if start and not opens():
        raise NotAnalytics(f"{path} is not an analytics file, or cannot be read; delete it or choose another path")
    log = path.with_name(path.name + _LOG)
    if not start and _start_of(log):
        raise NotAnalytics(f"{log} is not a file of Matchbook, which needs this name; move it, or {ELSEWHERE}")
    try:
        mark_of(path).write_text(MARK, encoding="utf-8")
    except OSError as error:
        raise AnalyticsUnwritable(f"{mark_of(path)}: {error.strerror}; {ELSEWHERE}") from error


def expect_staging_ours(path: Path) -> None:
    """Raise NotAnalytics if the staging path belongs to another program."""
    start = _start_of(path)
    if start and not start.startswith(_STAGED):
        raise NotAnalytics(f"{path} is not a file of Matchbook, which needs this name; move it, or {ELSEWHERE}")


def is_part_of_sqlite(path: Path) -> bool:
    """Return True if a file of this name can be a part of a SQLite database (a log, for example), which may be in use
    even if it is empty."""
    for end in _SQLITE_PARTS:
        whole = path.with_name(path.name.removesuffix(end) or path.name)
        try:
            if whole.name != path.name and whole.is_file() and (_start_of(whole) or b"").startswith(_SQLITE_MAGIC):
                return True
        except (NotAnalytics, AnalyticsUnwritable):
            continue
    return False


def mark_of(path: Path) -> Path:
    """Return the path of the file that marks an analytics file as ours."""
    return path.with_name(path.name + ".owner")


def set_aside(path: Path) -> Path:
    """Make room for a new file by renaming the present one. The new name has an unused number, so that earlier files
    are never overwritten."""
    number = 1
    while True:
        aside = path.with_name(f"{path.name}.damaged-{number}")
        try:
            aside.open("xb").close()
        except FileExistsError:
            number += 1
            continue
        return path.replace(aside)


def _is_marked(path: Path) -> bool:
    mark = mark_of(path)
    try:
        if mark.is_symlink():
            raise NotAnalytics(f"{mark} is a link; choose another path for the analytics")
        found = mark.read_bytes()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise AnalyticsUnwritable(f"{mark}: {error.strerror}; {ELSEWHERE}") from error
    if not MARK.encode().startswith(found):
        raise NotAnalytics(f"{mark} is not a file of Matchbook; choose another path for the analytics")
    return found == MARK.encode()  # an incomplete mark (the disk was full) does not count


def _start_of(path: Path) -> bytes | None:
    """Return the first bytes; `None` for a missing file. Only plain files are opened: reading a pipe would block, and
    writing through a link would change its target."""
    try:
        if path.is_symlink():
            raise NotAnalytics(f"{path} is a link; name the file itself, or choose another path for the analytics")
        if not stat.S_ISREG(path.stat().st_mode) and not path.is_dir():
            raise NotAnalytics(f"{path} is not a file; choose another path for the analytics")
        with path.open("rb") as file:
            return file.read(16)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise AnalyticsUnwritable(f"{path}: {error.strerror}; {ELSEWHERE}") from error
