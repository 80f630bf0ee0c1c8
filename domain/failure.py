"""Describes an exception in one line. Third-party games may fail in any way; the line gives the exception and its place."""

from pathlib import Path
from traceback import walk_tb
from typing import Final

_LONGEST: Final = 300


def failure(error: BaseException, package: str = "") -> str:
    """Return `TypeError: … (play.py:16 open_table)`. The place is the innermost traceback frame in the package, or the
    innermost of all."""
    frames = [(frame.f_globals.get("__name__", ""), frame, line) for frame, line in walk_tb(error.__traceback__)]
    own = [place for place in frames if package and belongs(str(place[0]), package)]
    text = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(": ")
    text = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    if not (own or frames):
        return text
    _, frame, line = (own or frames)[-1]
    return f"{text} ({Path(frame.f_code.co_filename).name}:{line} {frame.f_code.co_name})"


def belongs(module: str, package: str) -> bool:
    """Return True if a module is part of a package."""
    return module == package or module.startswith(f"{package}.")


def modules_of(error: BaseException) -> tuple[str, ...]:
    """Return the modules of an exception's traceback, innermost first."""
    return tuple(str(frame.f_globals.get("__name__", "")) for frame, _ in walk_tb(error.__traceback__))[::-1]
