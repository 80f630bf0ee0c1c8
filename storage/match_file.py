"""Match files: one match as text, one JSON object a line, that anyone can keep, send and check.

    {"format":"matchbook","format_version":1,"match":…,"game":…,"rules_version":…,"catalogue":{…}}     header
    {"card_id":…}                                                                                      card definitions
    {"topic":"…","envelope":{…},"payload":{…},"salt":"…","head":"…"}                                   entries
    {"seal":{"entries":…,"head":"…"}}                                                                  seal

An entry's line is its stored bytes with the topic before them and a shortened head, so export, import and export give
the same bytes. Files of version 1, with whole heads, remain readable."""

import re
from functools import reduce
from operator import or_
from typing import Final, Generic, cast

import msgspec
from msgspec import Raw, Struct

from domain.decoding import decoded
from domain.entries import Envelope, Opened, Payload
from domain.game import AnyGame
from domain.payload import PC, PE
from domain.registry import UnknownGame
from domain.upcasting import schema_in
from storage.errors import BrokenChain, Conflict, DamagedEntry, Fork, ImportRejected
from storage.file_chain import shorten
from storage.records import AnyEntry, CatalogueRow, Codecs, NewRow
from storage.store import MatchStore
from storage.strict_file import FORMAT_VERSION, NAMED_SINCE, CatalogueHeader, Header, Seal, StrictReader, Totals
from storage.strict_json import reject
from storage.verify import Code, Damage, Verified

MAX_FINDINGS: Final = 100
"""Number of findings that a check names; further ones are only counted."""


class MatchFile(Struct, frozen=True):
    """The content of a valid match file."""

    header: Header
    catalogue: CatalogueRow
    entries: tuple[AnyEntry, ...]
    rows: tuple[NewRow, ...]


# writing -------------------------------------------------------------------------------------------------------------


def export_match(store: MatchStore, match: str) -> bytes:
    """Return a match file with all entries of a match. Raises MatchNotFound, DamagedEntry, CatalogueNotFound,
    UnknownGame, StoreTooNew."""
    opening = next(iter(store.entries(match, upto=1)), None)
    if opening is None or not isinstance(opening.payload, Opened):
        raise DamagedEntry(match, 1, "the first entry does not open a match")
    catalogue = store.catalogues.row(opening.payload.catalogue, opening.payload.game)
    cards = decoded(catalogue.body, list[Raw])
    rows = list(store.raw(match))
    named = schema_in(rows[0][1])[1] >= NAMED_SINCE
    name = opening.payload.catalogue_name if named else catalogue.name
    header = Header(
        format="matchbook",
        format_version=FORMAT_VERSION,
        match=match,
        game=opening.payload.game,
        rules_version=opening.payload.rules_version,
        catalogue=CatalogueHeader(catalogue.digest, name, len(cards)),
    )
    head = store.entries(match, rows[-1][0] - 1)[-1].head
    lines = [msgspec.json.encode(header), *map(bytes, cards)]
    lines += [_write_entry(topic, state) for _, topic, state in rows]
    lines.append(msgspec.json.encode(Seal(Totals(len(rows), head))))
    return b"\n".join(lines) + b"\n"


def _write_entry(topic: str, state: bytes) -> bytes:
    return b'{"topic":%b,%b' % (msgspec.json.encode(topic), shorten(state)[1:])


# reading -------------------------------------------------------------------------------------------------------------


def read_match_file(data: bytes, codecs: Codecs) -> MatchFile:
    """Read a whole match from a match file, check every byte and fold it once. Raises only ImportRejected."""

    def refuse(refused: ImportRejected, _: int) -> None:
        raise refused

    reader = StrictReader(data, codecs, refuse)
    try:
        codecs.find_game(reader.header.game)
    except UnknownGame as error:
        raise reject("game", 1, str(error)) from error
    reader.read()
    return MatchFile(reader.header, reader.row, tuple(reader.entries), tuple(reader.rows))


# into and out of a store ---------------------------------------------------------------------------------------------


class Imported(Struct, frozen=True):
    """Result of an import."""

    match: str
    entries: int
    appended: int
    """Number of entries that the store did not have before."""


def import_match(store: MatchStore, data: bytes, *, dry_run: bool = False) -> Imported:
    """Record the entries of a match file that the store does not have yet: a whole match, its continuation, or an empty
    list. The entries are recorded atomically. `dry_run`: raise and return the same without recording.

    Raises ImportRejected (also for a match that cannot be displayed to some viewpoint), Fork if file and store differ,
    and the errors of recording."""
    file = read_match_file(data, store.codecs)
    match = file.header.match
    stored = list(store.raw(match))
    for (version, topic, state), row in zip(stored, file.rows, strict=False):
        if (version, topic, state) != row[1:]:
            raise Fork(match, row[1])
    new = file.rows[len(stored) :]
    if new and stored and (broken := store.chained(match).broken):
        raise BrokenChain(match, broken)
    if new and not dry_run:
        try:
            store.append_rows(new, [file.catalogue])
        except Conflict as error:
            raise Fork(match, error.version) from error
    return Imported(match, len(file.rows), len(new))


def verify_file(data: bytes, codecs: Codecs, expect: str = "") -> Verified:
    """Verify a match file, even a damaged one. It finds everything that an import would refuse, and lists up to
    MAX_FINDINGS findings. Raises ImportRejected without a readable header."""
    found: list[tuple[ImportRejected, int]] = []
    unlisted = 0

    def note(refused: ImportRejected, version: int) -> None:
        nonlocal unlisted
        if len(found) < MAX_FINDINGS:
            found.append((refused, version))
        else:
            unlisted += 1

    reader = StrictReader(data, codecs, note, expect)
    reader.read()
    match, witnessed = reader.header.match, reader.chain.witnessed
    findings = [
        Damage(match, version, cast("Code", refused.code), f"{refused.message} (line {refused.line})")
        for refused, version in found
    ]
    if expect and not witnessed:
        findings.append(Damage(match, 0, "head", f"no entry has the head {expect}"))
    head = "" if findings else reader.chain.head
    return Verified(match, reader.count, head, tuple(findings), witnessed, tuple(reader.notes), unlisted)


class EntryLine(Struct, Generic[PC, PE], frozen=True, forbid_unknown_fields=True):
    """An entry's line in a match file."""

    topic: str
    envelope: Envelope
    payload: Payload[PC, PE]
    salt: str
    head: str


def match_file_schema(game: AnyGame) -> dict[str, object]:
    """JSON Schema of the lines of a game's match files."""
    lines = (Header, game.cards.record, EntryLine[reduce(or_, game.commands), reduce(or_, game.events)], Seal)  # type: ignore[misc]
    schemas, components = msgspec.json.schema_components(lines, ref_template="#/$defs/{name}")
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of a Matchbook match file ({game.title})",
        "description": "Line 1 is a header; then come the card definitions, the entries, and one seal.",
        "oneOf": list(schemas),
        "$defs": components,
    }
    text = msgspec.json.encode(schema).decode()
    # The name of a generic type contains those of all commands and events.
    for name in sorted(components, key=len, reverse=True):
        text = text.replace(name, name.partition("_")[0])
    text = re.sub(r'"title":"(\w+)\[[^"]*\]"', r'"title":"\1"', text)
    return decoded(text, dict[str, object])
