"""Inputs that tests replace: the clock and new ids."""

import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final, TypeAlias

Clock: TypeAlias = Callable[[], int]
"""Returns now, in microseconds since 1970, UTC."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: without letters that are easily confused."""


def system_clock() -> int:
    """The machine's time in microseconds since 1970, UTC."""
    return time.time_ns() // 1000


def new_match_id() -> str:
    """A new match id: 12 characters, 60 random bits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(12))


def id_of(digest: bytes) -> str:
    """Return a match id derived from a digest, so that repeated imports of the same content find the same match."""
    number = int.from_bytes(digest[:8], "big")
    return "".join(_ALPHABET[number >> 5 * place & 31] for place in range(12))


COMMAND_ID_BYTES: Final = 6
"""48 random bits, 8 characters: a command id must be unique only within its match."""


def new_command_id() -> str:
    """A new command id."""
    return secrets.token_urlsafe(COMMAND_ID_BYTES)


def format_time(microseconds: int) -> str:
    """`2026-03-14 15:09:26`, UTC."""
    return datetime.fromtimestamp(microseconds / 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def parse_time(text: str) -> int:
    """Return the microseconds since 1970 of an ISO date and time; without a zone, it is local time. Raises ValueError."""
    try:
        written = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"not a time: {text!r}; write it as 2026-03-14T15:09:26, or with a zone: …26+02:00") from None
    try:
        moment = written.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        raise ValueError(f"out of range: {text!r}; times go from the year 1 to the end of 9999, UTC") from None
    return round((moment - _EPOCH) / timedelta(microseconds=1))
