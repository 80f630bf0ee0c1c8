"""Output files: written completely or not at all, and never over a store, its analytics or their log files."""

import fcntl
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from secrets import token_hex
from typing import Final

from service.errors import UsageProblem

_START: Final = 4096
_PARQUET: Final = b"PAR1"


@contextmanager
def whole_file(target: Path, *, replace: bool = False, ours: Callable[[Path], bool] | None = None) -> Iterator[Path]:
    """Yield a path to write to; after success, its content becomes `target`.

    A device or pipe is written to directly, never replaced. Raises FileExistsError for a file that may not be
    replaced, and UsageProblem if it cannot be written or has foreign content: `ours` recognises our binary
    files.
    """
    if str(target) == "-":
        raise UsageProblem("- names no file; without it the answer is printed")
    target = target.expanduser()
    if target.exists() and not target.is_file() and not target.is_dir():
        yield target
        return
    if ours is None or not ours(target):
        refuse_binary(target)
    if target.exists() and not replace:
        raise FileExistsError(str(target))
    try:
        with part_of(target) as part:
            part.open("xb").close()
            yield part
            part.replace(target)
    except OSError as error:
        raise UsageProblem(f"{target} cannot be written: {error.strerror or error}; choose another file") from error


@contextmanager
def whole_folder(target: Path, ours: Callable[[Path], bool], *, replace: bool = False) -> Iterator[Path]:
    """Yield an empty folder to write into; after success, it becomes `target`.

    Raises FileExistsError for a folder that may not be replaced, and UsageProblem if it cannot be written or has other
    content than `ours`.
    """
    target = target.expanduser()
    there = target.is_symlink() or (target.exists() and not (target.is_dir() and not any(target.iterdir())))
    if there and not (target.is_dir() and ours(target)):
        raise UsageProblem(f"{target} holds something else; choose a folder that is not there yet")
    if there and not replace:
        raise FileExistsError(str(target))
    before = target.with_name(f".{target.name}.{token_hex(4)}.before")
    try:
        with part_of(target) as part:
            part.mkdir()
            yield part
            if there:
                target.replace(before)
            part.replace(target)
    except OSError as error:
        if before.exists() and not target.exists():
            before.replace(target)
        raise UsageProblem(f"{target} cannot be written: {error.strerror or error}; choose another folder") from error
    finally:
        shutil.rmtree(before, ignore_errors=True)


@contextmanager
def part_of(target: Path) -> Iterator[Path]:
    """Yield a hidden path beside the target, and remove what is left there. Parts of the same name, or of another time, that
    killed programs left are removed first: every program locks the folder while it has a part in it."""
    part = target.with_name(f".{target.name}.{token_hex(4)}.part")
    folder = os.open(part.parent, os.O_RDONLY)
    try:
        with suppress(OSError):  # another program locked the folder: it has a part in it
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _remove(part.parent, f".{re.sub('[0-9]', '[0-9]', escape(target.name))}.????????.part*")
        with suppress(OSError):  # a file system without locks
            fcntl.flock(folder, fcntl.LOCK_SH)
        yield part
    finally:
        _remove(part.parent, f"{escape(part.name)}*")
        os.close(folder)


def _remove(folder: Path, pattern: str) -> None:
    for left in folder.glob(pattern):
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink(missing_ok=True)


def refuse_binary(target: Path) -> None:
    """Raise UsageProblem for a folder, and for a file with a database, a database log, or other binary content that we do not
    write. Such files are never replaced, even on request."""
    if target.is_dir():
        raise UsageProblem(f"{target} is a folder; name a file in it")
    from projections.file_marker import is_part_of_sqlite

    if is_part_of_sqlite(target):
        raise UsageProblem(f"{target} belongs to a SQLite file; choose another file")
    try:
        with target.open("rb") as file:
            start = file.read(_START)
    except OSError:
        return  # a missing file is fine; other errors appear when it is written
    if b"\0" in start and not start.startswith(_PARQUET):
        raise UsageProblem(f"{target} contains other data than a table or page; choose another file")
