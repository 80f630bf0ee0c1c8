"""Match files: one match as text, one JSON object a line, that anyone can keep, send and check.

    {"format":"matchbook","format_version":1,"match":…,"game":…,"rules_version":…,"catalogue":{…}}     header
    {"card_id":…}                                                                                      card definitions
    {"topic":"…","envelope":{…},"payload":{…},"salt":"…","head":"…"}                                   entries
    {"seal":{"entries":…,"head":"…"}}                                                                  seal

An entry's line is its stored bytes with the topic before them and a shortened head, so export, import and export give the
same bytes. Files of version 1 have whole heads; they are read for ever.
"""

import re
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Final, Generic, Literal, TypeVar

import msgspec
from msgspec import Raw, Struct, structs

from domain.cards import CardRecord, Catalogue
from domain.game import AnyGame, UnknownGame
from domain.match import PC, PE, BrokenHistory, Envelope, Match, Opened, Payload
from storage.errors import CatalogueNotFound, Conflict, DamagedEntry, Fork, ImportRejected, StoreTooNew
from storage.records import UNREADABLE, AnyEntry, AnyMatch, Codecs, NewRow, StoredRow, encode_entry, split
from storage.short_heads import ShortHeads, WholeHeads, shorten
from storage.sqlite import CatalogueRow
from storage.store import MatchStore, read_catalogue
from storage.strict_json import check_line, check_size, reject, split_lines
from storage.verify import CHANGED, Finding, Verified, verify_rows

T = TypeVar("T")

FORMAT_VERSION: Final = 2
_WHOLE_HEADS: Final = 1
"""The version whose lines hold whole heads."""
_TOPIC: Final = re.compile(rb'\{"topic":"([a-z0-9_/.-]+)",')
_LARGE_INTEGER: Final = re.compile(rb"[0-9]{17}|9[0-9]{15}")


class CatalogueHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """The card definitions that follow the header."""

    digest: str
    name: str
    cards: int
    """How many lines they are."""


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """Line 1 of a match file."""

    format: Literal["matchbook"]
    format_version: int
    match: str
    game: str
    rules_version: str
    catalogue: CatalogueHeader


class Totals(Struct, frozen=True, forbid_unknown_fields=True):
    """What a whole file holds."""

    entries: int
    head: str


class Seal(Struct, frozen=True, forbid_unknown_fields=True):
    """Last line of a match file."""

    seal: Totals


class MatchFile(Struct, frozen=True):
    """A match file that was read and found right."""

    header: Header
    catalogue: CatalogueRow
    entries: tuple[AnyEntry, ...]
    rows: tuple[NewRow, ...]


# writing -------------------------------------------------------------------------------------------------------------


def export_match(store: MatchStore, match: str) -> bytes:
    """A match as a match file. Raises MatchNotFound, DamagedEntry, CatalogueNotFound, UnknownGame, StoreTooNew."""
    opening = store.entries(match, upto=1)[0]
    if not isinstance(opening.payload, Opened):
        raise DamagedEntry(match, 1, "the first entry does not open a match")
    catalogue = store.catalogue_row(opening.payload.catalogue, opening.payload.game)
    cards = msgspec.json.decode(catalogue.body, type=list[Raw])
    header = Header(
        format="matchbook",
        format_version=FORMAT_VERSION,
        match=match,
        game=opening.payload.game,
        rules_version=opening.payload.rules_version,
        catalogue=CatalogueHeader(catalogue.digest, catalogue.name, len(cards)),
    )
    rows = list(store.raw(match))
    head = store.entries(match, rows[-1][0] - 1)[-1].head
    lines = [msgspec.json.encode(header), *map(bytes, cards)]
    lines += [_write_entry(topic, state) for _, topic, state in rows]
    lines.append(msgspec.json.encode(Seal(Totals(len(rows), head))))
    return b"\n".join(lines) + b"\n"


def _write_entry(topic: str, state: bytes) -> bytes:
    return b'{"topic":%b,%b' % (msgspec.json.encode(topic), shorten(state)[1:])


# reading -------------------------------------------------------------------------------------------------------------


def read_match_file(data: bytes, codecs: Codecs) -> MatchFile:
    """A whole match from a match file, checked to the last byte and folded once. Raises ImportRejected alone."""
    lines = split_lines(data)
    header = _read(1, lines[0], Header)
    if header.format_version not in (_WHOLE_HEADS, FORMAT_VERSION):
        raise reject(
            "version", 1, f"match file version {header.format_version}; this Matchbook reads up to {FORMAT_VERSION}"
        )
    first = header.catalogue.cards + 2
    """Number of the first entry's line."""
    if not 2 <= first < len(lines):
        raise reject("truncated", len(lines), f"{header.catalogue.cards} cards, entries and a seal expected")
    game = _find_game(1, header.game, codecs)
    row, catalogue = _read_catalogue(header, lines[1 : first - 1], game)
    heads = _heads(header)
    read = [_read_entry(number, line, codecs, heads) for number, line in enumerate(lines[first - 1 : -1], start=first)]
    rows = tuple((header.match, version, topic, state) for version, (topic, state, _) in enumerate(read, start=1))
    entries = tuple(entry for _, _, entry in read)
    _check_chain(header.match, rows, entries, first, heads)
    seal = _read(len(lines), lines[-1], Seal).seal
    if seal != Totals(len(entries), entries[-1].head):
        raise reject(
            "seal", len(lines), f"seals {seal.entries} entries; the file holds {len(entries)}, or they end otherwise"
        )
    _check_history(header, catalogue, game, entries, first)
    return MatchFile(header, row, entries, rows)


def _read(number: int, line: bytes, kind: type[T]) -> T:
    tree = check_line(number, line)
    try:
        return msgspec.convert(tree, kind)
    except msgspec.ValidationError as error:
        raise reject("content", number, str(error)) from error


def _find_game(number: int, name: str, codecs: Codecs) -> AnyGame:
    try:
        return codecs.find_game(name)
    except UnknownGame as error:
        raise reject("game", number, str(error)) from error


def _read_catalogue(header: Header, lines: list[bytes], game: AnyGame) -> tuple[CatalogueRow, Catalogue[CardRecord]]:
    for number, line in enumerate(lines, start=2):
        check_line(number, line)
    row = CatalogueRow(header.catalogue.digest, header.game, header.catalogue.name, b"[" + b",".join(lines) + b"]")
    try:
        return row, read_catalogue(row, game)
    except CatalogueNotFound as error:
        raise reject("catalogue", 2, str(error)) from error


def _heads(header: Header) -> ShortHeads | WholeHeads:
    return WholeHeads() if header.format_version == _WHOLE_HEADS else ShortHeads(header.match)


def _read_entry(
    number: int, line: bytes, codecs: Codecs, heads: ShortHeads | WholeHeads
) -> tuple[str, bytes, AnyEntry]:
    check_size(number, line)
    topic, written = _split_entry(number, line)
    state = heads.whole(topic, written)
    try:
        entry = codecs.decode(topic, state)
    except StoreTooNew as error:
        raise reject("schema", number, str(error)) from error
    except UnknownGame as error:
        raise reject("game", number, str(error)) from error
    except UNREADABLE as error:
        check_line(number, line)
        raise reject("content", number, str(error)) from error
    # An entry that encodes to the same bytes has no key twice and nothing unknown; only its integers are left to look at.
    if _LARGE_INTEGER.search(line) or encode_entry(entry) != state:
        check_line(number, line)
    return topic, state, entry


def _split_entry(number: int, line: bytes) -> tuple[str, bytes]:
    found = _TOPIC.match(line)
    if found is None:
        check_line(number, line)
        raise reject("content", number, "an entry begins with its topic and envelope")
    return found[1].decode(), b"{" + line[found.end() :]


def _check_chain(
    match: str, rows: Sequence[NewRow], entries: Sequence[AnyEntry], first: int, heads: ShortHeads | WholeHeads
) -> None:
    for version, entry in enumerate(entries, start=1):
        if (entry.envelope.match, entry.envelope.version) != (match, version):
            raise reject("misfiled", first + version - 1, f"entry {version} of {match} expected, {entry.address} found")
    if isinstance(heads, ShortHeads):  # the chain was gone through while the heads were made whole
        if heads.problem is not None:
            version, code, text = heads.problem
            raise reject(code, first + version - 1, text)
        return
    stored = (StoredRow(version, True, topic.encode(), state) for _, version, topic, state in rows)
    for finding in verify_rows(match, stored).findings:
        raise reject(finding.code, first + finding.version - 1, finding.text)


def _check_history(
    header: Header, catalogue: Catalogue[CardRecord], game: AnyGame, entries: Sequence[AnyEntry], first: int
) -> None:
    """Folds the match: bytes that are in order may still tell an impossible story."""
    opened = entries[0].payload
    if not isinstance(opened, Opened):
        raise reject("history", first, "the first entry does not open a match")
    if (opened.game, opened.catalogue, opened.rules_version) != (
        header.game,
        header.catalogue.digest,
        header.rules_version,
    ):
        raise reject("history", first, "opens another match than the header names")
    match: AnyMatch = Match(header.match, game, catalogue)
    for number, entry in enumerate(entries, start=first):
        try:
            match.apply(entry)
        except BrokenHistory as error:
            raise reject("history", number, f"cannot have happened: {error}") from error


# into and out of a store ---------------------------------------------------------------------------------------------


class Imported(Struct, frozen=True):
    """What an import did."""

    match: str
    entries: int
    appended: int
    """How many of them the store did not have yet."""


def import_match(store: MatchStore, data: bytes) -> Imported:
    """Records what a match file holds beyond the store: a whole match, its continuation, or nothing. All or nothing.

    Raises ImportRejected, Fork where file and store differ, and what recording raises.
    """
    file = read_match_file(data, store.codecs)
    match = file.header.match
    stored = list(store.raw(match))
    for (version, topic, state), row in zip(stored, file.rows, strict=False):
        if (version, topic, state) != row[1:]:
            raise Fork(match, row[1])
    new = file.rows[len(stored) :]
    if new:
        try:
            store.append_rows(new, [file.catalogue])
        except Conflict as error:
            raise Fork(match, error.version) from error
    return Imported(match, len(file.rows), len(new))


def verify_file(data: bytes, codecs: Codecs, expect: str = "") -> Verified:
    """Checks the entries of a match file, however damaged the file is. Raises ImportRejected without a readable header."""
    lines = data.split(b"\n")
    header = _read(1, lines[0], Header)
    match, heads = header.match, _heads(header)
    rows: list[StoredRow] = []
    strays = _card_findings(header, lines, codecs)
    for number, line in enumerate(lines[1:-1], start=2):
        found = _TOPIC.match(line)
        if found is not None:
            state = heads.whole(found[1].decode(), b"{" + line[found.end() :])
            rows.append(StoredRow(_version(state, len(rows) + 1), True, found[1], state))
        elif rows and not line.startswith(b'{"seal"'):
            strays.append(Finding(match, 0, "form", f"line {number} is no entry"))
    checked = verify_rows(match, rows, codecs, expect)
    try:
        seal = _read(len(lines) - 1, lines[-2], Seal).seal if len(lines) > 1 else None
    except ImportRejected:
        seal = None
    broken = rows[heads.broken - 1].version if heads.broken is not None else None
    if broken is not None and all(finding.version != broken for finding in checked.findings):
        strays.append(Finding(match, broken, "chain", CHANGED))
    if seal is None or (broken is None and seal != Totals(checked.entries, checked.head)):
        strays.append(Finding(match, 0, "seal", "the file does not end with the seal of these entries"))
    head = checked.head if broken is None else ""
    return structs.replace(checked, head=head, findings=(*checked.findings, *strays))


def _card_findings(header: Header, lines: Sequence[bytes], codecs: Codecs) -> list[Finding]:
    """What is wrong with a file's card definitions; without their game nothing can be said of them."""
    try:
        _read_catalogue(header, list(lines[1 : header.catalogue.cards + 1]), _find_game(1, header.game, codecs))
    except ImportRejected as error:
        return [] if error.code == "game" else [Finding(header.match, 0, "catalogue", error.message)]
    return []


def _version(state: bytes, otherwise: int) -> int:
    try:
        return msgspec.json.decode(bytes(split(state).envelope), type=Envelope).version
    except UNREADABLE:
        return otherwise


class EntryLine(Struct, Generic[PC, PE], frozen=True, forbid_unknown_fields=True):
    """An entry's line in a match file."""

    topic: str
    envelope: Envelope
    payload: Payload[PC, PE]
    salt: str
    head: str


def match_file_schema(game: AnyGame) -> dict[str, object]:
    """JSON Schema of the lines of a game's match files."""
    lines = (Header, reduce(or_, game.records), EntryLine[reduce(or_, game.commands), reduce(or_, game.events)], Seal)  # type: ignore[misc]
    schemas, components = msgspec.json.schema_components(lines, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of a Matchbook match file ({game.title})",
        "description": "Line 1 is a header; then come the card definitions, the entries, and one seal.",
        "oneOf": list(schemas),
        "$defs": components,
    }
