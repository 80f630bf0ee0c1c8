"""The tamper-evident chain over the stored bytes of a match.

leaf  = SHA-256(0x00 ‖ topic ‖ 0x0A ‖ envelope bytes ‖ 0x0A ‖ payload digest), payload digest = SHA-256(salt ‖ payload bytes)
head₀ = SHA-256("matchbook:" ‖ match id), headₙ = SHA-256(headₙ₋₁ ‖ leafₙ)

The payload digest is salted, so that a copy may leave a payload out and still verify. Only stored bytes are hashed, never
bytes encoded anew.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256


def first_head(match: str) -> bytes:
    """The head before the first entry."""
    return sha256(b"matchbook:" + match.encode()).digest()


def payload_digest(salt: str, payload: bytes) -> bytes:
    """Digest of a payload under its salt."""
    return sha256(salt.encode() + payload).digest()


def next_head(head: bytes, topic: str, envelope: bytes, payload: bytes) -> bytes:
    """The head after an entry; `payload` is its salted payload digest (32 bytes)."""
    leaf = sha256(b"\x00" + topic.encode() + b"\n" + envelope + b"\n" + payload).digest()
    return sha256(head + leaf).digest()


def write_head(head: bytes) -> str:
    """A head (or any digest) as text: 43 characters, URL-safe base64 without padding."""
    return urlsafe_b64encode(head).rstrip(b"=").decode("ascii")


def read_head(text: str) -> bytes:
    """The head that `write_head` wrote. Raises ValueError for any other text."""
    data = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    if len(data) != 32 or write_head(data) != text:
        raise ValueError("not a head: 43 characters of URL-safe base64 expected")
    return data
