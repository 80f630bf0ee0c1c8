"""The tamper-evident chain over the stored bytes of a match.

leaf  = SHA-256(0x00 ‖ topic ‖ 0x0A ‖ envelope bytes ‖ 0x0A ‖ payload digest), payload digest = SHA-256(salt ‖ payload bytes)
head₀ = SHA-256("matchbook:" ‖ match id), headₙ = SHA-256(headₙ₋₁ ‖ leafₙ)

The payload digest is salted, so that a copy may leave a payload out and still verify. Only stored bytes are hashed, never
re-encoded ones.

A store also has a head, computed over the heads of its entries in the order of recording:
H₀ = SHA-256("matchbook-store"), Hₙ = SHA-256(Hₙ₋₁ ‖ match id ‖ 0x0A ‖ version ‖ 0x0A ‖ headₙ as text)
It is computed on demand and never stored, so a forger cannot make a store agree with it.
"""

from binascii import a2b_base64, b2a_base64
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

_URL_SAFE: Final = bytes.maketrans(b"+/", b"-_")
_STANDARD: Final = bytes.maketrans(b"-_", b"+/")
STORE_BEGINNING: Final = sha256(b"matchbook-store").digest()
"""The head of a store without entries."""


def first_head(match: str) -> bytes:
    """The head before the first entry."""
    return sha256(b"matchbook:" + match.encode()).digest()


def payload_digest(salt: str, payload: bytes) -> bytes:
    """Digest of a payload under its salt."""
    return sha256(salt.encode() + payload).digest()


def leaf_of(topic: str, envelope: bytes, payload: bytes) -> bytes:
    """The leaf of an entry; `payload` is its salted payload digest (32 bytes)."""
    return sha256(b"\x00" + topic.encode() + b"\n" + envelope + b"\n" + payload).digest()


def head_over(head: bytes, leaf: bytes) -> bytes:
    """The head after the entry with that leaf."""
    return sha256(head + leaf).digest()


def next_head(head: bytes, topic: str, envelope: bytes, payload: bytes) -> bytes:
    """The head after an entry; `payload` is its salted payload digest (32 bytes)."""
    return head_over(head, leaf_of(topic, envelope, payload))


def next_store_head(head: bytes, match: bytes, version: bytes, entry_head: bytes) -> bytes:
    """The head of a store after an entry; match id, version in decimal and the entry's head as text, in UTF-8."""
    return sha256(b"%b%b\n%b\n%b" % (head, match, version, entry_head)).digest()


def write_head(head: bytes) -> str:
    """A head (or any digest) as text: 43 characters, URL-safe base64 without padding."""
    return b2a_base64(head, newline=False).translate(_URL_SAFE).rstrip(b"=").decode("ascii")


def write_heads(heads: Sequence[bytes]) -> bytes:
    """Encode many heads at once: each like `write_head`, followed by an `A` (from the zero byte between two heads)."""
    return b2a_base64(b"\x00".join((*heads, b"")), newline=False).translate(_URL_SAFE)


def read_head(text: str) -> bytes:
    """The head that `write_head` wrote. Raises ValueError for any other text."""
    data = a2b_base64(text.encode("ascii").translate(_STANDARD) + b"=" * (-len(text) % 4))
    if len(data) != 32 or write_head(data) != text:
        raise ValueError("not a head: 43 characters of URL-safe base64 expected")
    return data
