"""Files that people ask for: written whole or not at all, and never over a store, its analytics or their logs."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Final

from service.errors import UsageProblem

_START: Final = 4096
_PARQUET: Final = b"PAR1"


@contextmanager
def whole_file(target: Path, *, replace: bool = False, ours: Callable[[Path], bool] | None = None) -> Iterator[Path]:
    """A path to write to in the block; when it ends well, what stands there becomes `target`.

    A device or pipe is written to as it is, never replaced. Raises FileExistsError where there is a file that may not be
    replaced, and UsageProblem where it cannot be written or holds what is not ours to replace: `ours` knows binary files that
    are.
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
    part = None
    try:
        part = _beside(target)
        yield part
        part.replace(target)
    except OSError as error:
        raise UsageProblem(f"{target} cannot be written: {error.strerror or error}; choose another file") from error
    finally:
        if part is not None:
            with suppress(OSError):
                part.unlink(missing_ok=True)


@contextmanager
def whole_folder(target: Path, ours: Callable[[Path], bool], *, replace: bool = False) -> Iterator[Path]:
    """An empty folder to write into in the block; when it ends well, it becomes `target`.

    Raises FileExistsError where there is a folder that may not be replaced, and UsageProblem where it cannot be written or
    something else than what is `ours` lies there.
    """
    target = target.expanduser()
    there = target.is_symlink() or (target.exists() and not (target.is_dir() and not any(target.iterdir())))
    if there and not (target.is_dir() and ours(target)):
        raise UsageProblem(f"{target} holds something else; choose a folder that is not there yet")
    if there and not replace:
        raise FileExistsError(str(target))
    part = target.with_name(f".{target.name}.{token_hex(4)}.part")
    before = target.with_name(f".{target.name}.{token_hex(4)}.before")
    try:
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
        shutil.rmtree(part, ignore_errors=True)
        shutil.rmtree(before, ignore_errors=True)


def _beside(target: Path) -> Path:
    """A new, empty file of a name that nobody has."""
    part = target.with_name(f".{target.name}.{token_hex(4)}.part")
    part.open("xb").close()
    return part


def refuse_binary(target: Path) -> None:
    """Raises UsageProblem for a folder, and for a file that holds a database, a log of one, or anything else that we do not
    write: whatever is pressed, that is not replaced."""
    if target.is_dir():
        raise UsageProblem(f"{target} is a folder; name a file in it")
    from projections.ownership import is_part_of_sqlite

    if is_part_of_sqlite(target):
        raise UsageProblem(f"{target} belongs to a SQLite file; choose another file")
    try:
        with target.open("rb") as file:
            start = file.read(_START)
    except OSError:
        return  # not there, or found out when it is written
    if b"\0" in start and not start.startswith(_PARQUET):
        raise UsageProblem(f"{target} is no table or page but something else; choose another file")
