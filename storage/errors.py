"""The errors of a store, one type for each kind. Messages are one line: what, where, what to do."""

from collections.abc import Sequence
from typing import Final

from domain.entries import Entry
from domain.game import Command, Event


class StorageError(Exception):
    """Base class of the errors of stores (missing, damaged, full …)."""


class StoreUnsupported(StorageError):
    """The store's address is invalid, or of a kind that this program does not support."""


class StoreNotFound(StorageError):
    """The store does not exist."""


class StoreUnwritable(StorageError):
    """The entry was not recorded: the file or folder is read-only, or the disk is full. Reading may still work."""


class DiskFull(StoreUnwritable):
    """The disk is full, or it refuses writes."""


class EntryRefused(StorageError):
    """The server of the store refuses an entry: the token may not record it, or it breaks the rules or the chain.
    It was not recorded."""


class StoreDamaged(StorageError):
    """The file is not a store, or its pages are damaged."""


class StoreTooNew(StorageError):
    """Written by a newer Matchbook than this one."""


class Busy(StorageError):
    """Another program held the lock on the store for too long. The entry was not recorded; trying again is safe."""


class Unreachable(Busy):
    """The server of the store does not answer, or is not running. The entry was not recorded."""


class OutcomeUnknown(StorageError):
    """The disk reported an error: the new entries may or may not be stored. Read the end of the match again."""


class Conflict(StorageError):
    """Another program recorded first. The whole attempt was discarded."""

    def __init__(
        self, match: str, version: int, entries: Sequence[Entry[Command, Event]], *, seen: int | None = None
    ) -> None:
        """`seen`: the entry that the sender saw last. If the match is shorter, `version` is its actual last entry."""
        self.match = match
        self.version = version
        self.entries = tuple(entries)
        """Stored entries from that version on."""
        self.by = self.entries[0].envelope.by if self.entries else ""
        """Who recorded it."""
        if seen is not None and seen > version - 1 + len(self.entries):
            found = f"the match has no entry {seen}; its last entry is {version}. Look at the match"
        else:
            found = f"{self.by or 'someone else'} recorded entry {version} first. Look at it"
        super().__init__(f"{match}: {found}, then enter yours again")


class Taken(StorageError):
    """The store already has this version; the whole attempt was discarded. `Conflict` holds the stored entry."""


class MatchNotFound(StorageError, LookupError):
    """The match, or its entry, does not exist."""


class AmbiguousMatch(StorageError, LookupError):
    """Several matches have ids with this prefix."""

    def __init__(self, prefix: str, candidates: Sequence[str]) -> None:
        self.candidates = tuple(candidates)
        super().__init__(f"{prefix!r} fits several matches: {', '.join(self.candidates)}; type more letters of the id")


class CatalogueNotFound(StorageError, LookupError):
    """The store lacks the card definitions of that digest."""


class DamagedEntry(StorageError):
    """An entry cannot be read back."""

    def __init__(self, match: str, version: int, why: str) -> None:
        self.match = match
        self.version = version
        self.why = why.removeprefix(f"{match}: ")
        super().__init__(
            f"{match}: entry {version} cannot be read: {self.why}; `matchbook audit {match}` shows the details"
        )


class BrokenChain(StorageError):
    """The stored match differs from what was recorded, so further entries are refused unless explicitly requested."""

    def __init__(self, match: str, version: int, *, witnessed: bool = False) -> None:
        """`witnessed`: the caller wanted to sign or prove the match, not to continue it."""
        self.match = match
        self.version = version
        """The first entry that does not follow from the one before it."""
        what = "not recorded; --on-damaged REASON records it anyway"
        super().__init__(
            f"{broken_text(match, version)}; {'a damaged record cannot be signed or proved' if witnessed else what}"
        )


def broken_text(match: str, version: int) -> str:
    """Return the message that the entries of a match were altered, with the first such entry."""
    return f"{match}: the chain is broken from entry {version} on: `matchbook verify {match}` shows the details"


class Fork(StorageError):
    """Two copies of one match were continued separately."""

    def __init__(self, match: str, version: int) -> None:
        self.match = match
        self.version = version
        super().__init__(
            f"{match}: the copy and the store hold different entries {version}: the two copies diverged; not recorded"
        )


class ImportRejected(StorageError):
    """The file is not a match file. It was not imported."""

    def __init__(self, code: str, line: int, column: int, message: str) -> None:
        self.code = code
        self.line = line
        """From 1."""
        self.column = column
        """Byte in the line, from 1."""
        self.message = message
        super().__init__(f"line {line}, column {column}: {message} [{code}]")


class SidecarUnusable(StorageError):
    """The sidecar file of a store (names or tokens) has a foreign format, or its folder is missing."""


class NoteRejected(StorageError):
    """A checkpoint, key or proof that cannot be used: malformed, of another match, or with a key that is expired or not
    trusted."""


class NoteForged(StorageError):
    """A checkpoint without a valid signature by the key that it names, or a proof whose hashes do not give its head."""


FULL: Final = "the disk is full; not recorded, free some space and try again"


def busy_text(place: str) -> str:
    """Return the message that another program held the lock on a store for too long."""
    return f"{place}: another program held the store for too long; not recorded, try again"


def unguarded(place: str, found: Sequence[str]) -> StoreDamaged:
    """Return the error for a store whose tables or triggers deviate, with the way to repair it."""
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return StoreDamaged(
        f"{place}: {found[0]}{more}; not recorded: `matchbook doctor` lists everything. "
        "Restore a backup, or export the matches and import them into a new store"
    )
