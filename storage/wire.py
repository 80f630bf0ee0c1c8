"""The messages between a store's server and remote terminals. Bytes are sent as base64."""

from typing import Final, NamedTuple

from msgspec import Struct

from storage.records import CatalogueRow

PAGE: Final = 1_000
"""Most rows in a response. A client that gets this number requests the next page."""


class StoreFacts(Struct, frozen=True, kw_only=True):
    """The part of a store that is in a token's scope."""

    by: str
    """Name of the recorder in entries recorded with this token."""
    position: int
    """Position of the last row in scope."""
    trusted: bool
    """True if the token may import entries recorded elsewhere."""
    tag: str = ""
    """The tag of all matches in scope; empty if the scope is not a tag."""


class EntryRow(NamedTuple):
    """A row of a match that the request names."""

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
    """Sealed entries of matches, and card definitions, to be stored atomically."""

    rows: tuple[SealedRow, ...] = ()
    catalogues: tuple[CatalogueRow, ...] = ()
