"""Thread-safe decoding of JSON and plain values into types.

msgspec works out the fields of a type on first use and exposes them before they are complete: a second thread that uses the
type at that moment reads incomplete data, and the process crashes. So types are first used only in this module, one at a time;
`ruff` rejects msgspec's own functions elsewhere.
"""

from threading import RLock
from typing import Final, TypeVar

import msgspec

T = TypeVar("T")

_FIRST_USE_LOCK: Final = RLock()
_USED: Final[set[object]] = set()
"""Classes already used; msgspec caches their fields."""


def decoder(wanted: type[T]) -> msgspec.json.Decoder[T]:
    """Return a decoder of JSON texts into that type. It is thread-safe; keep it if you decode many texts."""
    with _FIRST_USE_LOCK:
        return msgspec.json.Decoder(wanted)


def decoded(data: bytes | str, wanted: type[T]) -> T:
    """A JSON text as that type. Raises msgspec.MsgspecError, UnicodeDecodeError, RecursionError."""
    _use_once(wanted)
    return msgspec.json.decode(data, type=wanted)


def converted(value: object, wanted: type[T], *, strict: bool = True) -> T:
    """A plain value as that type. Not `strict`: numbers and truth values may be written as text. Raises
    msgspec.ValidationError, RecursionError."""
    _use_once(wanted)
    try:
        return msgspec.convert(value, wanted, strict=strict)
    except UnicodeEncodeError as error:  # an unpaired surrogate, which Python's `json` accepts
        raise msgspec.ValidationError("text that is not UTF-8") from error


def _use_once(wanted: type[T]) -> None:
    if wanted not in _USED:
        decoder(wanted)
        if isinstance(wanted, type):  # and no `list[Row]`, which may be another object each time
            _USED.add(wanted)
