"""Texts that are pasted or loaded into the command line: lines of notation, bounded."""

from typing import Final

from msgspec import Struct

from domain.text import pluralize

MOST_LINE: Final = 4_000
"""Most letters of a command line; the declared position of a large table has about a thousand."""
MOST_LINES: Final = 1_000
"""Most queued lines; the longest match is many times shorter."""


class PastedText(Struct, frozen=True):
    """Lines to record in order."""

    lines: tuple[str, ...]
    left_out: str = ""
    """One line about omitted text; empty if all was accepted."""


def take_pasted(text: str) -> PastedText:
    """Return the lines of a text, without blank lines and comments. Too many lines are cut at a line end; a single long
    line is cut anywhere, because it is recorded only after enter."""
    lines: list[str] = []
    rest = text.replace("\r\n", "\n").replace("\r", "\n")
    while rest:
        line, _, rest = rest.partition("\n")
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if len(line) > MOST_LINE:
            return _too_long(lines, line, alone=not rest)
        if len(lines) == MOST_LINES:
            return PastedText(tuple(lines), f"{MOST_LINES:,} lines taken; {1 + _count(rest):,} more were left out")
        lines.append(line)
    return PastedText(tuple(lines))


def _too_long(lines: list[str], line: str, *, alone: bool) -> PastedText:
    if alone and not lines:
        return PastedText(
            (line[:MOST_LINE],), f"{pluralize(len(line), 'letter')} pasted; the first {MOST_LINE:,} were taken"
        )
    where = f"line {len(lines) + 1} has {pluralize(len(line), 'letter')}, at most {MOST_LINE:,} are read"
    return PastedText(tuple(lines), f"{where}: it and the rest were left out")


def _count(text: str) -> int:
    return sum(1 for line in text.split("\n") if line.strip())
