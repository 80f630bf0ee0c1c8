"""What can go wrong with a store, each kind a type of its own. Messages are one line: what, where, what to do."""

from collections.abc import Sequence
from typing import Final

from domain.entries import Entry
from domain.game import Command, Event


class StorageError(Exception):
    """Base of all errors of this package."""


class StoreUnsupported(StorageError):
    """The address names no kind of store that this program keeps."""


class StoreNotFound(StorageError):
    """There is no store at that place."""


class StoreUnwritable(StorageError):
    """Nothing was recorded: the file or folder is read-only, or the disk is full. Reading may still work."""


class DiskFull(StoreUnwritable):
    """There is no room on the disk, or it refuses to be written to."""


class EntryRefused(StorageError):
    """The server of the store does not take an entry: the token may not record it, or it is not as the rules and the record have
    it. Nothing was recorded."""


class StoreDamaged(StorageError):
    """The file is not a store, or its pages are damaged."""


class StoreTooNew(StorageError):
    """Written by a newer Matchbook than this one."""


class Busy(StorageError):
    """Another program held the store locked for too long. Nothing was recorded; trying again is safe."""


class Unreachable(Busy):
    """The server of the store does not answer: there is none, or none is reached. Nothing was recorded."""


class OutcomeUnknown(StorageError):
    """The disk reported an error: what was being recorded may or may not be there. Read the end of the match again."""


class Conflict(StorageError):
    """Someone else recorded first. Nothing of this attempt was kept."""

    def __init__(
        self, match: str, version: int, entries: Sequence[Entry[Command, Event]], *, seen: int | None = None
    ) -> None:
        """`seen`: the entry that was named as the last; where there is none of that number, `version` is the last one."""
        self.match = match
        self.version = version
        self.entries = tuple(entries)
        """What stands in the store from that version on."""
        self.by = self.entries[0].envelope.by if self.entries else ""
        """Who recorded it."""
        if seen is not None and seen > version - 1 + len(self.entries):
            found = f"it has not come to entry {seen}, entry {version} is the last; look where it stands"
        else:
            found = f"entry {version} was recorded first by {self.by or 'someone else'}; look at it"
        super().__init__(f"{match}: {found}, then enter yours again")


class Taken(StorageError):
    """A version that was to be recorded stands already; nothing of the attempt was kept. `Conflict` tells what stands there."""


class MatchNotFound(StorageError, LookupError):
    """No match, or no entry, of that name."""


class AmbiguousMatch(StorageError, LookupError):
    """The beginning of an id fits several matches."""

    def __init__(self, prefix: str, candidates: Sequence[str]) -> None:
        self.candidates = tuple(candidates)
        super().__init__(f"{prefix!r} fits several matches: {', '.join(self.candidates)}; type more of the id")


class CatalogueNotFound(StorageError, LookupError):
    """The store lacks the card definitions of that digest."""


class DamagedEntry(StorageError):
    """An entry cannot be read back."""

    def __init__(self, match: str, version: int, why: str) -> None:
        self.match = match
        self.version = version
        self.why = why.removeprefix(f"{match}: ")
        super().__init__(f"{match}: entry {version} cannot be read: {self.why}; `matchbook audit {match}` tells more")


class BrokenChain(StorageError):
    """What is stored of a match is not what was recorded: nothing is added to it unasked."""

    def __init__(self, match: str, version: int, *, witnessed: bool = False) -> None:
        """`witnessed`: it was not to be recorded on, but to be vouched for."""
        self.match = match
        self.version = version
        """The first entry that does not follow from the one before it."""
        what = "nothing was recorded; with --on-damaged REASON it is recorded all the same"
        super().__init__(
            f"{broken_text(match, version)}; {'nothing can vouch for what was altered' if witnessed else what}"
        )


def broken_text(match: str, version: int) -> str:
    """Says that entries of a match were altered, and from which one on."""
    return f"{match}: the chain is broken from entry {version} on: `matchbook verify {match}` tells more"


class Fork(StorageError):
    """Two copies of one match were continued separately."""

    def __init__(self, match: str, version: int) -> None:
        self.match = match
        self.version = version
        super().__init__(
            f"{match}: the copy and the store hold different entries {version}: two copies went apart; nothing was recorded"
        )


class ImportRejected(StorageError):
    """A file that is not a match file. Nothing was imported."""

    def __init__(self, code: str, line: int, column: int, message: str) -> None:
        self.code = code
        self.line = line
        """From 1."""
        self.column = column
        """Byte in the line, from 1."""
        self.message = message
        super().__init__(f"line {line}, column {column}: {message} [{code}]")


class BesideUnusable(StorageError):
    """What is kept beside a store, names or tokens, is none of ours, or there is no place for it."""


class NoteRejected(StorageError):
    """A checkpoint, key or proof that cannot be used: it is none, its key is not trusted or expired, or it is of another match."""


class NoteForged(StorageError):
    """A checkpoint that the key it names did not sign, or a proof that proves nothing."""


FULL: Final = "the disk is full; nothing was recorded, free some space and try again"


def busy_text(place: str) -> str:
    """Says that somebody else held a store for too long."""
    return f"{place}: another program is recording and held the store for too long; nothing was recorded, try again"


def unguarded(place: str, found: Sequence[str]) -> StoreDamaged:
    """Why nothing is recorded in a store whose tables or triggers deviate, and what helps."""
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return StoreDamaged(
        f"{place}: {found[0]}{more}; nothing was recorded: `matchbook doctor` tells all; "
        "restore a copy, or export the matches and import them into a new store"
    )
