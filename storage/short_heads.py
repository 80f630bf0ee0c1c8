"""Heads in match files: each line has the first characters of its entry's head alone.

A head is 32 random bytes that no program compresses, and whoever reads a file computes it anyway. Four characters still name
the first line that was changed (one change in 16 million shows at the next line only), and the seal has the last head whole.
"""

from typing import Final

from domain.chain import first_head, write_head
from storage.records import UNREADABLE, head_after, join, split
from storage.verify import CHANGED, OUT_OF_FORM, Code

LENGTH: Final = 4
"""Characters of a head in a line, of 43."""

_END: Final = b'"}'


def shorten(state: bytes) -> bytes:
    """A stored state with the beginning of its head."""
    body, quote, head = state.removesuffix(_END).rpartition(b'"')
    return body + quote + head[:LENGTH] + _END


class ShortHeads:
    """Gives the entries of one file their whole heads back, one after the other."""

    def __init__(self, match: str) -> None:
        self.broken: int | None = None
        """Number (from 1) of the first entry that does not follow from the one before it."""
        self.misshapen: int | None = None
        """Number of the first entry whose bytes are not in the form in which entries are stored."""
        self._number = 0
        self._head = first_head(match)

    @property
    def problem(self) -> tuple[int, Code, str] | None:
        """The first entry at which something is wrong, and what."""
        form: list[tuple[int, Code, str]] = [(self.misshapen, "form", OUT_OF_FORM)] if self.misshapen else []
        chain: list[tuple[int, Code, str]] = [(self.broken, "chain", CHANGED)] if self.broken else []
        return min([*form, *chain], key=lambda found: found[0], default=None)

    def whole(self, topic: str, state: bytes) -> bytes:
        """The next entry's state as stored. What is not in the form of a stored state is left as it is."""
        self._number += 1
        try:
            parts = split(state)
        except UNREADABLE:
            return state
        self._head = head_after(self._head, topic, parts)
        head = write_head(self._head)
        if self.broken is None and parts.head != head[:LENGTH]:
            self.broken = self._number
        envelope, payload = bytes(parts.envelope), bytes(parts.payload)
        if join(envelope, payload, parts.salt, parts.head) == state:
            return join(envelope, payload, parts.salt, head)
        self.misshapen = self.misshapen or self._number
        return state


class WholeHeads:
    """Lines that hold whole heads, as stored."""

    broken: None = None

    def whole(self, topic: str, state: bytes) -> bytes:  # noqa: ARG002
        """The state itself."""
        return state
