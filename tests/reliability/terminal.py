"""A real terminal: the program in a process of its own behind a pseudo-terminal, typed at, read, resized and killed."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Final

from tests.waiting import PATIENCE

_CODES: Final = re.compile(
    rb"\x1b(?:\[[0-9;?<>=]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_].*?\x1b\\|[@-Z\\-_])", re.DOTALL
)
_OVERLAP: Final = 4096
"""Bytes that are read again: more than any message with the codes in it."""


def _plain(written: bytes) -> str:
    return _CODES.sub(b"", written).decode(errors="replace")


class Terminal:
    """The screen of the person; all output is kept."""

    def __init__(self, arguments: tuple[str, ...], environment: dict[str, str], size: tuple[int, int]) -> None:
        self.screen, inside = pty.openpty()
        self.resize(*size)
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from matchbook.cli import main; main()", *arguments],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env=os.environ | {"TERM": "xterm-256color", "TEXTUAL_ANIMATIONS": "none"} | environment,
            start_new_session=True,
        )
        os.close(inside)
        self.written = b""
        self._plain = (0, "")
        """The text of so many bytes of it."""
        self._saved = (0, 0)
        """The highest saved entry in so many bytes of it."""

    def resize(self, width: int, height: int) -> None:
        """Another size, from now on."""
        fcntl.ioctl(self.screen, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def type(self, text: str) -> None:
        """Keys, as they come from a keyboard."""
        data = text.encode()
        while data:
            data = data[os.write(self.screen, data[:1024]) :]
            self.look(0)

    def paste(self, text: str) -> None:
        """A text from the clipboard, in the brackets that terminals put around it."""
        self.type(f"\x1b[200~{text}\x1b[201~")

    def look(self, seconds: float) -> bool:
        """Reads what is written within a time; False once the program has ended."""
        until = monotonic() + seconds
        while select.select([self.screen], [], [], max(0.0, until - monotonic()))[0]:
            try:
                data = os.read(self.screen, 65_536)
            except OSError:
                return False
            self.written += data
            if not data:
                return False
        return True

    @property
    def text(self) -> str:
        """All that was written, without the codes that place and colour it."""
        if self._plain[0] != len(self.written):
            self._plain = (len(self.written), _plain(self.written))
        return self._plain[1]

    def wait_for(self, wanted: str) -> "Terminal":
        """Wait until the screen shows a text."""
        until = monotonic() + PATIENCE
        while wanted not in self.text:
            alive = self.look(0.02)
            assert monotonic() < until, f"{wanted!r} never came: …{self.text[-2000:]!r}"
            assert alive or wanted in self.text, f"the program ended without {wanted!r}: …{self.text[-2000:]!r}"
        return self

    def saved(self) -> int:
        """The highest entry that was shown as saved, or 0. Only what was written since is read, and a bit before it."""
        length, highest = self._saved
        if length != len(self.written):
            numbers = re.findall(r"saved (\d+)", _plain(self.written[max(0, length - _OVERLAP) :]))
            self._saved = (len(self.written), max((highest, *map(int, numbers))))
        return self._saved[1]

    def wait_saved(self, version: int) -> None:
        """Waits until an entry is shown as saved."""
        until = monotonic() + PATIENCE
        while self.saved() < version:
            assert self.look(0.005), f"the program ended before entry {version}: …{self.text[-2000:]!r}"
            assert monotonic() < until, f"entry {version} was never saved: …{self.text[-2000:]!r}"

    def kill(self) -> None:
        """Pulls the plug. Output on its way to the screen is still read."""
        self.process.kill()
        self.process.wait()
        self.look(0.2)

    def close(self) -> None:
        """Ends the program if it still runs."""
        if self.process.poll() is None:
            self.kill()
        os.close(self.screen)


@contextmanager
def recording(
    store: Path, match_id: str, *, size: tuple[int, int] = (80, 24), **environment: str
) -> Iterator[Terminal]:
    """`matchbook record MATCH` in a terminal, ready for the first key."""
    terminal = Terminal(("record", match_id), {"MATCHBOOK_STORE": f"sqlite:///{store}"} | environment, size)
    try:
        yield terminal.wait_for("F1 all keys")
    finally:
        terminal.close()
