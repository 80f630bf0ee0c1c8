"""Reads match files, for import (which stops at the first problem) and for `verify` (which collects all problems). Both
use the same checks, so `verify` finds everything that an import would refuse. Files are read line by line, so that only
the match itself is kept in memory."""

import re
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from domain.audit import rederived
from domain.cards import CardRecord, Catalogue
from domain.decoding import decoded
from domain.entries import Envelope, Opened
from domain.game import AnyGame
from domain.match import AnyMatch, Match
from domain.registry import UnknownGame
from domain.rendering import first_unrenderable
from domain.text import pluralize
from domain.timeline import BrokenHistory
from domain.upcasting import parse_topic, schema_in
from domain.validation import InvalidValue, disturbing_field, validated
from storage.catalogues import read_catalogue
from storage.errors import CatalogueNotFound, ImportRejected, StoreTooNew
from storage.file_chain import LENGTH, FileChain
from storage.records import UNREADABLE, AnyEntry, CatalogueRow, Codecs, NewRow, encode_entry, split
from storage.strict_json import NumberedLines, check_ends, check_line, check_size, reject

T = TypeVar("T")

FORMAT_VERSION: Final = 2
WHOLE_HEADS: Final = 1
"""The file version whose lines contain whole heads."""
NAMED_SINCE: Final = 2
"""The first schema in which openings contain the name of their catalogue."""
MAX_LINES: Final = 1_000_000
_TOPIC: Final = re.compile(rb'\{"topic":"([a-z0-9_/.-]+)",')
_MATCH_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
"""Allowed match ids: easy to type, and valid in addresses and file names."""
_LONG_INTEGER: Final = re.compile(rb"[0-9][0-9]{15,}")
_LARGEST_SEEN: Final = b"9" + b"0" * 15
"""16-digit numbers from here on may be too large; longer numbers are."""

Problem: TypeAlias = Callable[[ImportRejected, int], None]
"""Called with a problem and the version of its entry (0: the file). It may raise."""


class CatalogueHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """The card definitions that follow the header."""

    digest: str
    name: str
    cards: int
    """Number of lines with card definitions."""


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """Line 1 of a match file."""

    format: Literal["matchbook"]
    format_version: int
    match: str
    game: str
    rules_version: str
    catalogue: CatalogueHeader


class Totals(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a whole file."""

    entries: int
    head: str


class Seal(Struct, frozen=True, forbid_unknown_fields=True):
    """Last line of a match file."""

    seal: Totals


class OpeningFields(Struct, frozen=True):
    """The fields of entry 1 that the header repeats."""

    kind: Literal["opened"]
    game: str
    rules_version: str
    catalogue: str
    catalogue_name: str = ""


class StrictReader:
    """One pass over a match file."""

    def __init__(self, data: bytes, codecs: Codecs, problem: Problem, expect: str = "") -> None:
        """Read the header. Raises ImportRejected if it is missing, unreadable or of a later version."""
        self._codecs = codecs
        self._problem = problem
        self._sound = True
        """True while the file has no findings."""
        self.notes: list[str] = []
        """Checks that were not possible."""
        for refused in check_ends(data):
            self._found(refused)
        self._lines = NumberedLines(data)
        number, line = next(self._lines)
        self.header = header = read_as(number, line, Header)
        if header.format_version not in (WHOLE_HEADS, FORMAT_VERSION):
            raise reject(
                "version", 1, f"match file version {header.format_version}; this Matchbook reads up to {FORMAT_VERSION}"
            )
        if msgspec.json.encode(header) != line:
            self._found(reject("form", 1, "its bytes differ from those of a header with this content"))
        if not _MATCH_ID.fullmatch(header.match):
            self._found(
                reject("form", 1, "not a match id: up to 64 letters, digits and . _ -; the first is a letter or digit")
            )
        self.row = CatalogueRow(header.catalogue.digest, header.game, header.catalogue.name, b"")
        self.chain = FileChain(header.match, 43 if header.format_version == WHOLE_HEADS else LENGTH, expect)
        self.rows: list[NewRow] = []
        self.entries: list[AnyEntry] = []
        """The entries (like `rows`, only while the file has no findings)."""
        self.count = 0
        self._version = 0
        """The version of the last entry."""
        self._game: AnyGame | None = None
        self._match: AnyMatch | None = None
        """The match folded from the entries, until one of them fails."""
        self._underived = 0
        """The first entry whose events differ from those that the game resolves from its command; 0 if there is none."""

    def read(self) -> None:
        """Read the file to its end."""
        try:
            self._game = self._codecs.find_game(self.header.game)
        except UnknownGame as error:
            self.notes.append(f"{error}; entries and cards were not decoded")
        catalogue = self._read_cards()
        if self._game is not None and catalogue is not None:
            self._match = Match(self.header.match, self._game, catalogue)
        for number, line in self._lines:
            if number > MAX_LINES:
                self._found(reject("too_many_lines", number, f"more than {MAX_LINES:,} lines; the rest was not read"))
                return
            if self._lines.last:
                self._end(number, line)
            else:
                self._entry(number, line)
        self._tell()

    def _tell(self) -> None:
        """Check that entries not derived by the game itself, and their successors, can be displayed to every viewpoint;
        skipped if the file has other findings."""
        if not (self._sound and self._underived and self._match is not None):
            return
        if found := first_unrenderable(self._match, self.entries[self._underived - 1 :]):
            version, why = found
            self._found(
                reject("history", self.header.catalogue.cards + 1 + version, f"cannot have happened: {why}"), version
            )

    def _found(self, refused: ImportRejected, version: int = 0) -> None:
        if self._sound:
            self._sound = False
            self.rows, self.entries = [], []
        self._problem(refused, version)

    def _attempt(self, work: Callable[[], T], version: int = 0) -> T | None:
        try:
            return work()
        except ImportRejected as refused:
            self._found(refused, version)
            return None

    # the parts of a file -----------------------------------------------------------------------------------------------

    def _read_cards(self) -> Catalogue[CardRecord] | None:
        """Read the card definitions, and compare their bytes with the header's digest."""
        cards = self.header.catalogue.cards
        lines: list[bytes] = []
        while len(lines) < min(cards, MAX_LINES) and not self._lines.last:
            number, line = next(self._lines)
            lines.append(line)
            self._attempt(partial(check_line, number, line))
        if self._lines.last or len(lines) != cards:
            self._found(reject("truncated", 1 + len(lines), f"{pluralize(cards, 'card')}, entries and a seal expected"))
            return None
        self.row = self.row._replace(body=b"[" + b",".join(lines) + b"]")
        try:
            if self._game is not None:
                catalogue = read_catalogue(self.row, self._game)
                for number, card in enumerate(catalogue, start=2):
                    if problem := disturbing_field(card):
                        self._found(reject("text", number, f"card {card.card_id}, {problem}"))
                return catalogue
            if sha256(self.row.body).hexdigest() != self.row.digest:
                self._found(reject("catalogue", 2, "these are not the card definitions that the header's digest names"))
        except CatalogueNotFound as error:
            self._found(reject("catalogue", 2, str(error)))
        return None

    def _entry(self, number: int, line: bytes) -> None:
        self.count += 1
        parts = self._attempt(partial(self._split, number, line), self._version + 1)
        if parts is None:
            self.chain.lose()
            self._version += 1
            self._match = None
            return
        topic, written = parts
        state, problems = self.chain.follow(topic, written)
        entry = self._attempt(partial(self._decoded, number, line, topic, state), self._version + 1)
        self._place(number, entry.envelope if entry is not None else _envelope(state))
        for code, text in problems:
            self._found(reject(code, number, text), self._version)
        if self.count == 1:
            self._bind(number, topic, entry, state)
        self._fold(number, entry)
        if self._sound and entry is not None:
            self.rows.append((self.header.match, self._version, topic, state))
            self.entries.append(entry)

    def _split(self, number: int, line: bytes) -> tuple[str, bytes]:
        """Return the topic of an entry's line, and the rest of the line."""
        check_size(number, line)
        found = _TOPIC.match(line)
        if found is None:
            check_line(number, line)
            raise reject("content", number, "an entry begins with its topic and envelope")
        topic = found[1].decode()
        try:
            game, _ = parse_topic(topic)
        except msgspec.ValidationError as error:
            raise reject("content", number, str(error)) from error
        if game != self.header.game:
            raise reject("misfiled", number, f"an entry of {self.header.game} expected, one of {game} found")
        return topic, b"{" + line[found.end() :]

    def _decoded(self, number: int, line: bytes, topic: str, state: bytes) -> AnyEntry | None:
        if self._game is None:
            check_line(number, line)
            return None
        try:
            entry = self._codecs.decode(topic, state)
        except StoreTooNew as error:
            raise reject("schema", number, str(error)) from error
        except UNREADABLE as error:
            check_line(number, line)
            raise reject("content", number, str(error)) from error
        # An entry that encodes to the same bytes has no duplicate keys and no unknown fields; only its integers remain to check.
        large = any(len(n) > 16 or n >= _LARGEST_SEEN for n in _LONG_INTEGER.findall(line))
        if large or encode_entry(entry) != state:
            check_line(number, line)
        if problem := disturbing_field(entry):
            raise reject("text", number, f"entry {entry.envelope.version}, {problem}")
        return entry

    def _place(self, number: int, envelope: Envelope | None) -> None:
        """Check that an entry is the next one of this match."""
        match, expected = self.header.match, self._version + 1
        self._version = expected
        if envelope is not None and (envelope.match, envelope.version) != (match, expected):
            found = f"{envelope.match}/{envelope.version}"
            self._found(reject("misfiled", number, f"entry {expected} of {match} expected, {found} found"), expected)
            self._match = None
            # Missing and duplicate entries are reported once, and not again for each following entry.
            self._version = envelope.version if envelope.match == match else expected

    def _bind(self, number: int, topic: str, entry: AnyEntry | None, state: bytes) -> None:
        """Check that the header agrees with the first entry, because the hash chain covers only the entry."""
        header = self.header
        opened = entry.payload if entry is not None else _opening(state)
        if not isinstance(opened, Opened | OpeningFields):
            self._found(reject("history", number, "the first entry does not open a match"), 1)
            self._match = None
            return
        named = schema_in(topic)[1] >= NAMED_SINCE
        if not named:
            self.notes.append("an older file: the name of its card definitions is not verified")
        if (opened.game, opened.catalogue, opened.rules_version) != (
            header.game,
            header.catalogue.digest,
            header.rules_version,
        ) or (named and opened.catalogue_name != header.catalogue.name):
            self._found(reject("history", number, "opens another match than the header names"), 1)

    def _fold(self, number: int, entry: AnyEntry | None) -> None:
        """Apply an entry to the match, because entries with valid bytes may still be impossible."""
        match, self._match = self._match, None
        if match is None or entry is None:
            return
        try:
            derived, after = rederived(match, entry)
            match.apply(entry, check_seats=not derived, after=after)
        except BrokenHistory as error:
            self._found(reject("history", number, f"cannot have happened: {error}"), self._version)
        else:
            self._match = match
            self._underived = self._underived or (0 if derived else self._version)

    def _end(self, number: int, line: bytes) -> None:
        if _TOPIC.match(line):
            self._entry(number, line)
            self._found(reject("seal", number, "the file does not end with a seal: its end was cut off"))
            return
        if not self.count:
            self._found(reject("truncated", number, "it has no entries"))
        sealed = self._attempt(partial(read_as, number, line, Seal))
        if sealed is None:
            return
        if msgspec.json.encode(sealed) != line:
            self._found(reject("form", number, "its bytes differ from those of a seal with this content"))
        if sealed.seal.entries != self.count or (self.chain.head and sealed.seal.head != self.chain.head):
            sealed_entries = pluralize(sealed.seal.entries, "entry", "entries")
            text = f"seals {sealed_entries}; the file has {self.count}, or another last head"
            self._found(reject("seal", number, text))


def read_as(number: int, line: bytes, kind: type[T]) -> T:
    """Decode a line as a struct. Raises ImportRejected."""
    tree = check_line(number, line)
    try:
        found = validated(tree, kind)
    except InvalidValue as error:
        raise reject("content", number, str(error)) from None
    if problem := disturbing_field(found):
        raise reject("text", number, problem)
    return found


def _envelope(state: bytes) -> Envelope | None:
    try:
        return decoded(bytes(split(state).envelope), Envelope)
    except UNREADABLE:
        return None


def _opening(state: bytes) -> OpeningFields | None:
    try:
        return decoded(bytes(split(state).payload), OpeningFields)
    except UNREADABLE:
        return None
