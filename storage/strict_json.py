"""Strict reading of untrusted JSON lines: faults that decoders accept are refused here, with line and column.

Refused: a byte order mark, carriage returns, a last line without its end, lines too long, nesting too deep, duplicate keys, NaN
and infinities, integers that other programs would round.
"""

import json
import re
from collections.abc import Iterator
from math import isfinite
from typing import Final

from domain.text import pluralize
from domain.validation import LARGEST
from storage.errors import ImportRejected

MAX_LINE: Final = 1_000_000
MAX_DEPTH: Final = 64
MAX_INTEGER: Final = LARGEST

_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"')
_BRACKET: Final = re.compile(rb"[\[\]{}]")


def reject(code: str, line: int, message: str, column: int = 1) -> ImportRejected:
    """Return the error for a line."""
    return ImportRejected(code, line, column, message)


def check_ends(data: bytes) -> Iterator[ImportRejected]:
    """Yield the faults in the beginning of a file and in its line ends."""
    if data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        yield reject("byte_order_mark", 1, "starts with a byte order mark; save it as UTF-8 without one")
    if not data.endswith(b"\n"):
        yield reject(
            "truncated", data.count(b"\n") + 1, "the last line has no end: the file was cut off, or is not a match file"
        )
    if (at := data.find(b"\r")) >= 0:
        line = data.count(b"\n", 0, at) + 1
        yield reject("line_ends", line, "carriage return; lines must end in a line feed", at - data.rfind(b"\n", 0, at))


class NumberedLines(Iterator[tuple[int, bytes]]):
    """Iterates over numbered lines without splitting the whole file, which may have millions of lines."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._end = len(data) - data.endswith(b"\n")
        self._at = 0
        self._number = 0

    @property
    def last(self) -> bool:
        """True if the current line is the last one."""
        return self._at > self._end

    def __next__(self) -> tuple[int, bytes]:
        if self.last:
            raise StopIteration
        stop = self._data.find(b"\n", self._at, self._end)
        stop = self._end if stop < 0 else stop
        line = self._data[self._at : stop]
        self._at = stop + 1
        self._number += 1
        return self._number, line


class _Refused(ValueError):
    def __init__(self, code: str, message: str, token: str) -> None:
        super().__init__(message)
        self.code = code
        self.token = token


def check_line(number: int, line: bytes) -> object:
    """Parse a line. Raises ImportRejected."""
    check_size(number, line)
    try:
        return _DECODER.decode(line.decode())
    except UnicodeDecodeError as error:
        raise reject("encoding", number, "not UTF-8", error.start + 1) from error
    except json.JSONDecodeError as error:
        raise reject("json", number, "not JSON", len(error.doc[: error.pos].encode()) + 1) from error
    except _Refused as error:
        raise reject(error.code, number, str(error), line.rfind(error.token.encode()) + 1) from error


def check_size(number: int, line: bytes) -> None:
    """Raise ImportRejected for a line that is too long, or nested too deep for recursive decoders."""
    if len(line) > MAX_LINE:
        raise reject("line_too_long", number, f"{pluralize(len(line), 'byte')}; the limit is {MAX_LINE:,}", MAX_LINE)
    if line.count(b"{") + line.count(b"[") <= MAX_DEPTH:
        return
    depth = 0
    for bracket in _BRACKET.finditer(_STRING.sub(lambda string: b" " * len(string[0]), line)):
        depth += 1 if bracket[0] in b"[{" else -1
        if depth > MAX_DEPTH:
            raise reject("too_deep", number, f"nested deeper than {MAX_DEPTH}", bracket.start() + 1)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _Refused("duplicate_key", f"{key[:40]!r} is given twice", json.dumps(key, ensure_ascii=False))
        found[key] = value
    return found


def _constant(text: str) -> float:
    raise _Refused("number", f"{text} is not a number", text)


def _integer(text: str) -> int:
    if len(text) > len(str(MAX_INTEGER)) + 1 or abs(int(text)) > MAX_INTEGER:
        raise _Refused("integer", f"integer beyond {MAX_INTEGER:,}", text)
    return int(text)


def _float(text: str) -> float:
    if not isfinite(float(text)):
        raise _Refused("number", f"{text[:20]} is too large", text)
    return float(text)


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer, parse_float=_float
)
