"""Verification of the record: the hash chain over the stored bytes, the numbering, and decoding of every entry.

Damage does not stop it: each finding names its entry, and the check continues after it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.chain import STORE_BEGINNING, first_head, read_head, write_head
from domain.entries import Opened
from domain.game import Command, Event
from domain.registry import UnknownGame
from domain.upcasting import UpcastError
from storage.catalogues import read_catalogue
from storage.errors import StorageError, StoreTooNew
from storage.records import UNREADABLE, AnyEntry, Codecs, StoredRow, head_after, join, split
from storage.store import MatchStore

Code: TypeAlias = Literal[
    "file",
    "guard",
    "page",
    "form",
    "gap",
    "unreadable",
    "misfiled",
    "chain",
    "schema",
    "catalogue",
    "head",
    "seal",
    "history",
    "proof",
    "name",
]
"""Kinds of findings: the database file; a table or trigger that is missing, altered or additional; a damaged page; bytes that
differ from the stored ones; a missing entry; an entry that cannot be decoded; an entry that belongs elsewhere; one that does not
follow from its predecessor; one that needs a newer program; card definitions; a head from elsewhere that is not in the chain; a
file's seal; an entry that no play could have produced; a proof for another head; another name behind a pseudonym."""


OUT_OF_FORM: Final = "its bytes differ from the stored form of an entry"
CHANGED: Final = "does not follow from the entry before it: one of the two was changed"


class Damage(Struct, frozen=True):
    """A finding: something is wrong with the record."""

    match: str
    """Empty if it concerns the whole store."""
    version: int
    """Version of the entry; 0 if it concerns the whole match."""
    code: Code
    text: str

    def __str__(self) -> str:
        place = f"{self.match}/{self.version}" if self.version else self.match
        return f"{place}: {self.text} [{self.code}]" if place else f"{self.text} [{self.code}]"


class Verified(Struct, frozen=True):
    """Result of the check of one match."""

    match: str
    entries: int
    head: str
    """The head after the last entry; for the store itself (match ""), the head of the store. Empty if it is unknown, or if
    something in the store is damaged."""
    findings: tuple[Damage, ...]
    witnessed: bool
    """True if a head from elsewhere was found in the chain. Without such a head, a truncated end or a completely
    rewritten record cannot be excluded."""
    notes: tuple[str, ...] = ()
    """Checks that were not possible; not a finding."""
    unlisted: int = 0
    """Number of findings beyond those named."""
    proof: bool = False
    """True for the result of a proof, which shows only what its note says."""


class _Check:
    """The check of one match, entry by entry."""

    def __init__(
        self, match: str, codecs: Codecs | None, expect: str, with_names: Callable[[bytes], bytes] = bytes
    ) -> None:
        """`with_names` replaces pseudonyms by names in decoded entries; digests are computed before."""
        self.match = match
        self.codecs = codecs
        self.with_names = with_names
        self.expect = expect
        self.findings: list[Damage] = []
        self.notes: dict[str, None] = {}
        self.entries = 0
        self.last = 0
        self.head: bytes | None = first_head(match)
        """Head before the next entry; `None` if unknown."""
        self.witnessed = expect == write_head(self.head)

    def found(self, version: int, code: Code, text: str) -> None:
        self.findings.append(Damage(self.match, version, code, text))

    def follows(self, version: int) -> bool:
        """Return True if the entry has no findings. If an intact entry cannot be upcast, the game lacks an upcaster."""
        return not any(finding.version == version for finding in self.findings)

    def row(self, row: StoredRow) -> AnyEntry | None:
        """Check the next row. Return its entry, if it can be decoded."""
        self.entries += 1
        version = row.version
        if version != self.last + 1:
            self.found(version, "gap", f"follows entry {self.last}; those between are missing")
            self.head = None
        self.last = version
        if not row.sound:
            self.found(version, "form", "a column has another type than when it was stored")
        try:
            topic = row.topic.decode()
            parts = split(row.state)
            expected = head_after(self.head, topic, parts) if self.head is not None else read_head(parts.head)
            as_stored = join(bytes(parts.envelope), bytes(parts.payload), parts.salt, parts.head)
        except (*UNREADABLE, ValueError) as error:
            self.found(version, "unreadable", f"cannot be read: {error}")
            self.head = None
            return None
        if as_stored != row.state:
            self.found(version, "form", OUT_OF_FORM)
        self.head = expected
        if write_head(expected) != parts.head:
            self.found(version, "chain", CHANGED)
            self.head = _head(parts.head)
        self.witnessed = self.witnessed or parts.head == self.expect
        return self._entry(self.codecs, version, topic, self.with_names(row.state)) if self.codecs is not None else None

    def _entry(self, codecs: Codecs, version: int, topic: str, state: bytes) -> AnyEntry | None:
        try:
            entry = codecs.decode(topic, state)
        except StoreTooNew as error:
            self.found(version, "schema", str(error))
        except UnknownGame as error:
            self.notes[f"{self.match}: entries were not decoded: {error}"] = None
        except UNREADABLE as error:
            if isinstance(error, UpcastError) and self.follows(version):
                self.notes[f"{self.match}: entry {version} was not decoded: {error}"] = None
            else:
                self.found(version, "unreadable", f"cannot be decoded: {error}")
        else:
            if (entry.envelope.match, entry.envelope.version) != (self.match, version):
                self.found(version, "misfiled", f"its content is that of {entry.address}")
            return entry
        return None

    def result(self) -> Verified:
        if self.expect and not self.witnessed:
            self.found(0, "head", f"the head {self.expect} is missing: the end was cut off, or the record rewritten")
        head = write_head(self.head) if self.head is not None else ""
        return Verified(self.match, self.entries, head, tuple(self.findings), self.witnessed, tuple(self.notes))


def _head(text: str) -> bytes | None:
    try:
        return read_head(text)
    except ValueError:
        return None


def verify_rows(match: str, rows: Iterable[StoredRow], codecs: Codecs | None = None, expect: str = "") -> Verified:
    """Check the rows of one match in order of version; without codecs only the chain.

    `expect` is a head known from elsewhere (of any entry).
    """
    check = _Check(match, codecs, expect)
    for row in rows:
        check.row(row)
    return check.result()


def verify_match(store: MatchStore, match: str, expect: str = "") -> Verified:
    """Verify one match of a store, including its card definitions. Raises MatchNotFound."""
    return read_verified(store, match, expect)[0]


def read_verified(store: MatchStore, match: str, expect: str = "") -> tuple[Verified, list[AnyEntry]]:
    """Verify a match, and return the result with the entries that could be decoded, so that callers need not read them again."""
    check = _Check(match, store.codecs, expect, store.pseudonyms.with_names if store.pseudonyms.known() else bytes)
    entries: list[AnyEntry] = []
    forged = set(store.pseudonyms.forged())
    for row in _rows_past_damage(store, match, check):
        entry = check.row(row)
        for pseudonym in [one for one in forged if one.encode() in row.state]:
            forged.remove(pseudonym)
            check.found(
                row.version,
                "name",
                f"{store.pseudonyms.place}: the pseudonym {pseudonym} was derived from another name than the stored one",
            )
        if entry is not None:
            entries.append(entry)
            if isinstance(entry.payload, Opened):
                _check_catalogue(store, check, entry.payload)
    if not (check.findings or check.notes) and (damage := store.damage(match, entries)):
        check.found(damage[0], "history", damage[1])
    if not check.entries and not check.findings:
        store.entries(match)  # raises MatchNotFound
    verified = check.result()
    return (replace(verified, head="") if verified.findings else verified), entries


def _rows_past_damage(store: MatchStore, match: str, check: _Check) -> Iterator[StoredRow]:
    """Yield the rows of a match: read at once or, if a page is damaged, one by one."""
    try:
        yield from store.maintenance.select_stored(match)
        return
    except StorageError:
        pass
    try:
        versions = store.maintenance.select_versions(match)
    except StorageError as error:
        check.found(0, "page", f"the list of its entries cannot be read: {_as_told(error)}")
        return
    for version in versions:
        try:
            yield from (
                row for row in store.maintenance.select_stored(match, version, version) if row.version == version
            )
        except StorageError as error:
            check.found(version, "page", f"its page in the file is damaged: {_as_told(error)}")
            check.last, check.head = version, None


def _check_catalogue(store: MatchStore, check: _Check, opened: Opened[Command, Event]) -> None:
    try:
        row = store.catalogues.row(opened.catalogue, opened.game)
        read_catalogue(row, store.codecs.find_game(opened.game))
        store.catalogues.expect_named(row, opened)
    except UnknownGame as error:
        check.notes[f"{check.match}: card definitions were not read: {error}"] = None
    except StorageError as error:
        check.found(1, "catalogue", str(error))


def verify_store(store: MatchStore, expect: str = "") -> Iterator[Verified]:
    """Verify the file, then each match in turn. The first result (match "") is that of the file itself.

    `expect` is a head of the whole store known from outside, after any of its entries.
    """
    yield verify_file_of(store, expect)
    try:
        matches = store.maintenance.select_stored_ids()
    except StorageError as error:
        text = f"the list of matches cannot be read: {_as_told(error)}"
        yield Verified("", 0, "", (Damage("", 0, "page", text),), witnessed=False)
        return
    for match in matches:
        try:
            yield verify_match(store, match.decode())
        except UnicodeDecodeError:
            text = f"a match id is not text: {match!r}"
            yield Verified("", 0, "", (Damage("", 0, "form", text),), witnessed=False)


def verify_file_of(store: MatchStore, expect: str = "") -> Verified:
    """Verify the file of a store, and that the store once had the head `expect`."""
    findings = list(_file_findings(store))
    head, witnessed = STORE_BEGINNING, expect == write_head(STORE_BEGINNING)
    try:
        for head in store.heads():
            witnessed = witnessed or (bool(expect) and write_head(head) == expect)
    except StorageError as error:
        findings.append(Damage("", 0, "file", f"the entries cannot be read in order: {error}"))
    if expect and not witnessed:
        text = f"the store never had the head {expect}: a match was deleted or altered, or this is an older copy"
        findings.append(Damage("", 0, "head", text))
    return Verified("", 0, "" if findings else write_head(head), tuple(findings), witnessed)


def _file_findings(store: MatchStore) -> Iterator[Damage]:
    try:
        for problem in store.maintenance.integrity_problems():
            yield Damage("", 0, "file", f"{store.recorder.database}: {problem}")
        for deviation in store.maintenance.deviations():
            yield Damage("", 0, "guard", deviation)
        if strays := store.maintenance.count_bad_ids():
            yield Damage("", 0, "form", f"entries whose match id is not text: {strays}")
        if unplaced := store.maintenance.count_bad_positions():
            yield Damage("", 0, "form", f"entries before position 1, which no list shows: {unplaced}")
        if strays := store.maintenance.count_mistyped_catalogues():
            yield Damage(
                "", 0, "catalogue", f"card definitions with a column of another type than when stored: {strays}"
            )
    except StorageError as error:
        yield Damage("", 0, "file", f"{store.recorder.database}: {_as_told(error)}")


def _as_told(error: StorageError) -> str:
    """Return the database's own message. Advice about opening a store does not belong in a finding."""
    return str(error.__cause__ or error)
