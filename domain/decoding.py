"""JSON and plain values as types, in any thread.

msgspec works out the fields of a type when it is met for the first time, and lays them open while it does: a second thread that
meets the type in that moment reads what is not there yet, and the program ends with a fault in memory. So types are met for the
first time here alone, one after the other; `ruff` refuses msgspec's own functions elsewhere.
"""

from threading import RLock
from typing import Final, TypeVar

import msgspec

T = TypeVar("T")

_MEETING: Final = RLock()
_MET: Final[set[object]] = set()
"""Classes that were met: what is worked out of a class stays with it."""


def decoder(wanted: type[T]) -> msgspec.json.Decoder[T]:
    """What reads JSON texts as that type. Safe for threads, and worth keeping where many are read."""
    with _MEETING:
        return msgspec.json.Decoder(wanted)


def decoded(data: bytes | str, wanted: type[T]) -> T:
    """A JSON text as that type. Raises msgspec.MsgspecError, UnicodeDecodeError, RecursionError."""
    _meet(wanted)
    return msgspec.json.decode(data, type=wanted)


def converted(value: object, wanted: type[T], *, strict: bool = True) -> T:
    """A plain value as that type. Not `strict`: numbers and truth values may be written as text. Raises
    msgspec.ValidationError, RecursionError."""
    _meet(wanted)
    try:
        return msgspec.convert(value, wanted, strict=strict)
    except UnicodeEncodeError as error:  # half of a pair, which Python's own reader of JSON lets pass
        raise msgspec.ValidationError("text that is not UTF-8") from error


def _meet(wanted: type[T]) -> None:
    if wanted not in _MET:
        decoder(wanted)
        if isinstance(wanted, type):  # and no `list[Row]`, which may be another object each time
            _MET.add(wanted)
