"""Standard output of all subcommands, with control characters removed so that records cannot send commands to a
terminal."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TextIO, cast

from domain.text import sanitize
from service.reading.signs import plain_signs, wants_plain

_BOLD: Final = re.compile("(\x1b\\[[01]m)")
"""Terminal codes for bold and its end, for headings of tables."""


class _Harmless:
    """A text stream without control and direction characters, except line ends and tabs. Bytes (match files, JSON)
    bypass it: they are data for programs, and are escaped."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._plain = wants_plain(os.environ)

    def write(self, text: str) -> int:
        """Write the text; replace characters that would disturb a terminal."""
        if not text.isprintable():
            pieces = _BOLD.split(text) if self._stream.isatty() else [text]
            text = "".join(p if number % 2 else sanitize(p, lines=True) for number, p in enumerate(pieces))
        return self._stream.write(plain_signs(text) if self._plain else text)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


@contextmanager
def harmless_output() -> Iterator[None]:
    """Send all text on standard output through `_Harmless` while the block runs."""
    before = sys.stdout
    sys.stdout = cast("TextIO", _Harmless(before))
    try:
        yield
    finally:
        sys.stdout = before
