"""The hash chain of a match file, verified line by line.

A line contains only the first characters of its entry's head: a head is 32 random bytes that cannot be compressed, and
readers compute it anyway. Four characters still locate the first changed line (one change in 16 million appears only at
the next line), and the seal has the whole last head. Files of version 1 have whole heads in their lines."""

from collections.abc import Sequence
from typing import Final

from domain.chain import first_head, next_head, payload_digest, read_head, write_head
from storage.records import UNREADABLE, join, split
from storage.verify import CHANGED, OUT_OF_FORM, Code

LENGTH: Final = 4
"""Characters of a head in a line, of its 43."""

_END: Final = b'"}'


def shorten(state: bytes) -> bytes:
    """Return a stored state with its head shortened."""
    body, quote, head = state.removesuffix(_END).rpartition(b'"')
    return body + quote + head[:LENGTH] + _END


class FileChain:
    """Verifies the entries of a file and restores their whole heads."""

    def __init__(self, match: str, length: int = LENGTH, expect: str = "") -> None:
        """`length`: characters of a head in each line; `expect`: a head known from elsewhere."""
        self._length = length
        self._expect = expect
        self._head: bytes | None = first_head(match)
        self.witnessed = bool(expect) and expect == self.head
        """True if the expected head was found in the chain."""

    @property
    def head(self) -> str:
        """Return the head after the last entry; empty if it is unknown."""
        return write_head(self._head) if self._head is not None else ""

    def lose(self) -> None:
        """Skip a line that is not an entry, after which the current head is unknown."""
        self._head = None

    def follow(self, topic: str, written: bytes) -> tuple[bytes, Sequence[tuple[Code, str]]]:
        """Return the stored state of the next entry and its faults. A state that cannot be parsed is returned
        unchanged."""
        try:
            parts = split(written)
            envelope, payload = bytes(parts.envelope), bytes(parts.payload)
            digest = payload_digest(parts.salt, payload)
            head = next_head(self._head, topic, envelope, digest) if self._head is not None else None
            whole = write_head(head) if head is not None else parts.head
            misshapen = join(envelope, payload, parts.salt, parts.head) != written
        except (*UNREADABLE, ValueError):
            self.lose()
            return written, ()
        broken = head is not None and whole[: self._length] != parts.head
        self._head = _stored_head(parts.head) if broken or head is None else head
        if whole == self._expect and not broken:
            self.witnessed = True
        found: list[tuple[Code, str]] = [("form", OUT_OF_FORM)] if misshapen else []
        if broken:
            found.append(("chain", CHANGED))
        return written if misshapen else join(envelope, payload, parts.salt, whole), found


def _stored_head(text: str) -> bytes | None:
    """Return the head of a line if it is complete, so that verification can continue after it."""
    try:
        return read_head(text)
    except ValueError:
        return None
