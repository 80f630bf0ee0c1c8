"""Match files as forgers make them: every class of change to a real one, by name."""

import json
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random

import msgspec

from domain.chain import first_head, write_head
from storage.records import head_after, join, split

STUFF = {
    "a digit": b"7",
    "a letter": b"x",
    "a quote": b'"',
    "a brace": b"}",
    "a comma": b",",
    "a blank": b" ",
    "a line feed": b"\n",
    "a carriage return": b"\r",
    "a NUL": b"\0",
    "half a character": b"\xff",
    "nothing": b"",
}
_ENTRY = re.compile(rb'\{"topic":"([^"]*)",')


def joined(lines: list[bytes]) -> bytes:
    return b"\n".join(lines) + b"\n"


def with_bytes_changed(data: bytes, rng: Random, each: int) -> Iterator[tuple[str, bytes]]:
    """One byte of each kind of line replaced by, or followed by, one of each class."""
    lines = data.split(b"\n")[:-1]
    cards = json.loads(lines[0])["catalogue"]["cards"]
    kinds = {"header": 0, "card": 1, "first entry": 1 + cards, "an entry": rng.randrange(2 + cards, len(lines) - 1)}
    for kind, index in {**kinds, "last entry": len(lines) - 2, "seal": len(lines) - 1}.items():
        for what, put in STUFF.items():
            for at in rng.sample(range(len(lines[index])), each):
                for how, rest in (("in place of a byte", at + 1), ("put in", at)):
                    line = lines[index][:at] + put + lines[index][rest:]
                    if line != lines[index]:
                        changed = joined([*lines[:index], line, *lines[index + 1 :]])
                        yield f"{what} {how} of the {kind} at {at}", changed


def with_lines_moved(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Every line dropped, doubled, put behind the next, and strangers put before it."""
    lines = data.split(b"\n")[:-1]
    strangers = {"a blank line": b"", "a word": b"hello", "an object": b"{}", "a second seal": lines[-1]}
    for at in range(len(lines) + 1):
        for what, line in strangers.items():
            yield f"{what} before line {at + 1}", joined([*lines[:at], line, *lines[at:]])
    for at in range(len(lines)):
        yield f"line {at + 1} dropped", joined([*lines[:at], *lines[at + 1 :]])
        if at + 1 < len(lines):
            yield f"line {at + 1} doubled", joined([*lines[: at + 1], *lines[at:]])
            yield (
                f"lines {at + 1} and {at + 2} exchanged",
                joined([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]),
            )


def with_header(data: bytes, change: Callable[[dict], object]) -> bytes:
    """With a header that was changed and written in its usual form."""
    first, _, rest = data.partition(b"\n")
    header = json.loads(first)
    change(header)
    return msgspec.json.encode(header) + b"\n" + rest


def with_card(data: bytes) -> bytes:
    """With a card changed, and the header's digest made to fit."""
    lines = data.split(b"\n")
    cards = json.loads(lines[0])["catalogue"]["cards"]
    lines[1] = lines[1].replace(b'"name":"', b'"name":"X', 1)
    digest = sha256(b"[" + b",".join(lines[1 : 1 + cards]) + b"]").hexdigest()
    return with_header(b"\n".join(lines), lambda header: header["catalogue"].update(digest=digest))


def rewritten(data: bytes, change: Callable[[int, dict], object], match: str = "") -> bytes:
    """The whole file rewritten, chain and seal in order, with changed payloads: only a witness reveals it."""
    lines = data.split(b"\n")[:-1]
    header = json.loads(lines[0])
    first = 1 + header["catalogue"]["cards"]
    short = 43 if header["format_version"] == 1 else 4
    head, written = first_head(match or header["match"]), []
    for number, line in enumerate(lines[first:-1], start=1):
        found = _ENTRY.match(line)
        assert found is not None
        parts = split(b"{" + line[found.end() :])
        payload = json.loads(bytes(parts.payload))
        change(number, payload)
        state = join(bytes(parts.envelope), msgspec.json.encode(payload), parts.salt, "")
        head = head_after(head, found[1].decode(), split(state))
        written.append(found[0] + state.replace(b'"head":""', b'"head":"%b"' % write_head(head)[:short].encode())[1:])
    seal = msgspec.json.encode({"seal": {"entries": len(written), "head": write_head(head)}})
    return joined([*lines[:first], *written, seal])


def with_header_changed(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The header says something else than entry 1 and the cards do."""
    yield "a changed card with a digest that fits", with_card(data)
    for key, value in (
        ("format", "matchbook2"),
        ("format_version", 3),
        ("format_version", 0),
        ("match", "another"),
        ("game", "series" if b'"game":"league"' in data[:200] else "league"),
        ("rules_version", "99"),
    ):
        yield f"{key} {value}", with_header(data, lambda header, k=key, v=value: header.update({k: v}))
    for key, value in (("digest", "0" * 64), ("cards", 0), ("cards", -1), ("cards", 10**9), ("cards", 1)):
        yield f"catalogue {key} {value}", with_header(data, lambda h, k=key, v=value: h["catalogue"].update({k: v}))
    yield "a further field", with_header(data, lambda header: header.update(note="x"))
    yield "blanks", data.replace(b'"format":', b'"format": ', 1)


def with_ends_changed(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Something before the first line, behind the last, or in place of all entries."""
    lines = data.split(b"\n")[:-1]
    cards = json.loads(lines[0])["catalogue"]["cards"]
    head = write_head(first_head(json.loads(lines[0])["match"]))
    seal = msgspec.json.encode({"seal": {"entries": 0, "head": head}})
    yield "no entries", joined([*lines[: 1 + cards], seal])
    yield "text after the seal", data + b"and so on\n"
    yield "a blank line after the seal", data + b"\n"
    yield "no last line feed", data[:-1]
    yield "a byte order mark", b"\xef\xbb\xbf" + data
    yield "carriage returns", data.replace(b"\n", b"\r\n")
    yield "the file twice", data * 2
    yield "cut in half", data[: len(data) // 2]
    yield "cut behind a line", joined(lines[:-2])
