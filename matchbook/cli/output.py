"""Standard output of all subcommands, with control characters removed so that records cannot send commands to a terminal."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TextIO, cast

from domain.text import sanitize
from service.reading.signs import plain_signs, wants_plain

_BOLD: Final = re.compile("(\x1b\\[[01]m)")
"""Bold and its end, which head our tables on a terminal."""


class _Harmless:
    """A text stream that lets no control or direction character through but line ends and tabs.

    Bytes (match files, JSON) go past it: they are data for programs, and escape what must be.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._plain = wants_plain(os.environ)

    def write(self, text: str) -> int:
        """Writes the text; what would disturb a terminal is replaced."""
        if not text.isprintable():
            pieces = _BOLD.split(text) if self._stream.isatty() else [text]
            text = "".join(p if number % 2 else sanitize(p, lines=True) for number, p in enumerate(pieces))
        return self._stream.write(plain_signs(text) if self._plain else text)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


@contextmanager
def harmless_output() -> Iterator[None]:
    """Everything printed on standard output inside goes through `_Harmless`."""
    before = sys.stdout
    sys.stdout = cast("TextIO", _Harmless(before))
    try:
        yield
    finally:
        sys.stdout = before
