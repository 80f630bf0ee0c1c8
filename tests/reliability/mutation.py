"""Bytes made of others: damaged anywhere, or changed within their structure (lines, fields, numbers, nesting)."""

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

ODD: Final = (
    b"\x00",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\r\n",
    b"\xe2\x80\xae",
    b"NaN",
    b"1e999",
    b"-0",
    b"9" * 400,
    b"9007199254740993",
    b"null",
    b"[" * 200_000,
    b'{"a":' * 70,
    b'"' + b"\\ud800" + b'"',
    b"''''",
    b"{}",
    b"%s%n",
    b"../../etc/passwd",
    "\u202e\U0001f0cf".encode(),
)
"""Texts that readers fail on."""
_TOKEN: Final = re.compile(rb'"(?:[^"\\\n]|\\.)*"|-?\d+|[A-Za-z_][\w-]*|[^\sA-Za-z0-9"]')


def _flip(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def _cut(data: bytes, rng: Random) -> bytes:
    start = rng.randrange(len(data))
    return data[:start] + data[start + rng.randrange(1, 80) :]


def _end(data: bytes, rng: Random) -> bytes:
    return data[: rng.randrange(len(data))]


def _odd(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + rng.choice(ODD) + data[at:]


def _lines(data: bytes, rng: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    way = rng.randrange(3)
    if way == 0:
        lines[one], lines[other] = lines[other], lines[one]
    elif way == 1:
        lines.insert(one, lines[other])
    else:
        del lines[one]
    return b"".join(lines)


def _token(data: bytes, rng: Random) -> bytes:
    """Another token of the same file, or something odd, in a token's place: mostly still well formed."""
    tokens = list(_TOKEN.finditer(data))
    if len(tokens) < 2:
        return _odd(data, rng)
    one, other = rng.choice(tokens), rng.choice(tokens)
    instead = other[0] if rng.random() < 0.7 else rng.choice(ODD)
    return data[: one.start()] + instead + data[one.end() :]


WAYS: Final[Sequence[Callable[[bytes, Random], bytes]]] = (_flip, _cut, _end, _odd, _lines, _token, _token, _token)


def mutated(data: bytes, rng: Random) -> bytes:
    """Changed in one to four places."""
    for _ in range(rng.randint(1, 4)):
        data = rng.choice(WAYS)(data, rng) if data else rng.choice(ODD)
    return data
