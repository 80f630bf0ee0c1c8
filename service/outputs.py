"""Files that people ask for: written whole or not at all, and never over a store, its analytics or their logs."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Final

from service.errors import UsageProblem

_START: Final = 4096
_PARQUET: Final = b"PAR1"


@contextmanager
def whole_file(target: Path, *, replace: bool = False) -> Iterator[Path]:
    """A path to write to in the block; when it ends well, what stands there becomes `target`.

    A device or pipe is written to as it is, never replaced. Raises FileExistsError where there is a file that may not be
    replaced, and UsageProblem where it cannot be written or holds what is not ours to replace.
    """
    if str(target) == "-":
        raise UsageProblem("- names no file; without it the answer is printed")
    target = target.expanduser()
    if target.exists() and not target.is_file() and not target.is_dir():
        yield target
        return
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
