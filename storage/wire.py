"""The messages between the server of a store and the terminals that record in it. Bytes are sent as base64."""

from typing import Final, NamedTuple

from msgspec import Struct

from storage.records import CatalogueRow

PAGE: Final = 1_000
"""The most rows of an answer; whoever gets so many asks for the next ones."""


class StoreFacts(Struct, frozen=True, kw_only=True):
    """The part of a store that a token opens."""

    by: str
    """Name of the recorder in entries recorded with this token."""
    position: int
    """Of the row that was recorded last, of those in scope."""
    trusted: bool
    """Whether it may take in what others recorded elsewhere."""
    tag: str = ""
    """That of all matches in its scope; empty where the scope is not a tag."""


class EntryRow(NamedTuple):
    """A row of a match that is known."""

    version: int
    topic: str
    state: bytes


class SealedRow(NamedTuple):
    """A row to be stored: `storage.records.NewRow` with names."""

    match: str
    version: int
    topic: str
    state: bytes


class MatchRows(Struct, frozen=True):
    """Some rows of a match."""

    last: int
    """The number of its last entry; 0 for an unknown match."""
    rows: tuple[EntryRow, ...]


class Batch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Entries of matches, each sealed onto its chain, and card definitions: stored together or not at all."""

    rows: tuple[SealedRow, ...] = ()
    catalogues: tuple[CatalogueRow, ...] = ()
