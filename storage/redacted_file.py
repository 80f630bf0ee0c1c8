"""Copies for one viewpoint: the hash chain of a match with the sentences that this viewpoint may read instead of the
payloads.

    {"format":"matchbook-view","format_version":1,"match":…,"game":…,"rules_version":…,"catalogue":"…","viewpoint":"…"}
    {"topic":"…","envelope":{…},"told":["…"],"payload":"…","head":"…"}
    {"seal":{"entries":…,"head":"…"}}

`payload` is the salted digest of the recorded payload; the file contains no salt and no hidden card. The chain can be
verified up to the head on the result slip, and the owner of the whole file can prove the content of an entry. The
sentences in `told` cannot be verified: they are statements of the person who made the copy."""

from collections.abc import Callable, Iterable
from typing import Final, Literal, TypeVar

import msgspec
from msgspec import Raw, Struct

from domain.chain import first_head, next_head, payload_digest, read_head, write_head
from domain.entries import Envelope
from domain.upcasting import parse_topic
from domain.validation import InvalidValue, validated_json
from storage.file_chain import LENGTH
from storage.match_file import MAX_FINDINGS
from storage.records import split
from storage.strict_file import Seal, Totals
from storage.strict_json import NumberedLines, check_ends, check_line, reject
from storage.verify import CHANGED, Damage, Verified

_MARK: Final = b'{"format":"matchbook-view",'

A_COPY: Final = (
    "a copy for one viewpoint: its entries are verified; "
    "its header and log lines are only as trustworthy as the person who made the copy"
)

T = TypeVar("T")


class ViewHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """Line 1 of a copy."""

    format: Literal["matchbook-view"]
    format_version: Literal[1]
    match: str
    game: str
    rules_version: str
    catalogue: str
    """Digest of the card definitions."""
    viewpoint: str
    """Viewpoint of the copy: a player's name, `spectator`, or `public` if it contains no sentences."""


class ViewLine(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as one viewpoint may read it."""

    topic: str
    envelope: Raw
    told: tuple[str, ...]
    payload: str
    """Digest of the salted payload."""
    head: str


def is_view(data: bytes) -> bool:
    """Return True if a file is a copy for one viewpoint."""
    return data.startswith(_MARK)


def write_view(
    header: ViewHeader, rows: Iterable[tuple[int, str, bytes]], told: Callable[[int], Iterable[str]]
) -> bytes:
    """Return the copy of some rows (version, topic, state; at least one). `told` returns the sentences of an entry."""
    lines, head, version = [msgspec.json.encode(header)], "", 0
    for version, topic, state in rows:
        parts = split(state)
        digest = write_head(payload_digest(parts.salt, bytes(parts.payload)))
        head = parts.head
        line = ViewLine(topic, parts.envelope, tuple(told(version)), digest, head[:LENGTH])
        lines.append(msgspec.json.encode(line))
    lines.append(msgspec.json.encode(Seal(Totals(version, head))))
    return b"\n".join(lines) + b"\n"


def verify_view(data: bytes, expect: str = "") -> Verified:
    """Verify the hash chain of a copy. Raises ImportRejected for a file that cannot be read to its end."""
    for refused in check_ends(data):
        raise refused
    lines = NumberedLines(data)
    header = _read(*next(lines), ViewHeader)
    match = header.match
    findings: list[Damage] = []
    head = first_head(match)
    witnessed = False
    version = 0
    for number, text in lines:
        if lines.last:
            break
        version = number - 1
        line = _read(number, text, ViewLine)
        head = _next(version, line, head)
        if not findings and write_head(head)[:LENGTH] != line.head:
            findings.append(Damage(match, version, "chain", CHANGED))
        if len(findings) < MAX_FINDINGS and _place(number, line) != (header.game, match, version):
            findings.append(
                Damage(match, version, "misfiled", "belongs to another game or match, or is in the wrong place")
            )
        witnessed = witnessed or write_head(head) == expect
    else:
        raise reject("truncated", version + 1, "entries and a seal expected")
    if _read(number, text, Seal).seal != Totals(version, write_head(head)) and not findings:
        findings.append(Damage(match, 0, "seal", "the file does not end with the seal of these entries"))
    if not version:
        findings.append(Damage(match, 0, "seal", "it has no entries"))
    if expect and not witnessed:
        findings.append(Damage(match, 0, "head", f"no entry has the head {expect}"))
    head_text = "" if findings else write_head(head)
    return Verified(match, version, head_text, tuple(findings), witnessed, (A_COPY,))


def _next(version: int, line: ViewLine, head: bytes) -> bytes:
    try:
        return next_head(head, line.topic, bytes(line.envelope), read_head(line.payload))
    except ValueError as error:
        raise reject("content", version + 1, f"payload: {error}") from error


def _place(number: int, line: ViewLine) -> tuple[str, str, int]:
    try:
        game, _ = parse_topic(line.topic)
        envelope = validated_json(bytes(line.envelope), Envelope)
    except (InvalidValue, msgspec.ValidationError) as error:
        raise reject("content", number, str(error)) from None
    return game, envelope.match, envelope.version


def _read(number: int, line: bytes, kind: type[T]) -> T:
    check_line(number, line)
    try:
        read = validated_json(line, kind)
    except InvalidValue as error:
        raise reject("content", number, str(error)) from None
    if msgspec.json.encode(read) != line:
        raise reject("form", number, "its bytes differ from those of a copy with this content")
    return read
