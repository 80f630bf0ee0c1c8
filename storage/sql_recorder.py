"""Reads that the recorders of SQL databases share. Each database has its own statements, under the same names."""

from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any, ClassVar, Final

from storage.recorder import LogSubscription, Maintenance
from storage.records import ANY_VERSION, CatalogueRow, Row, StoredRow

_ROWS_AT_ONCE: Final = 10_000


class SqlRecorder(Maintenance):
    """Base class of recorders that read rows as plain tuples."""

    by = tag = ""
    supports_push = False
    schema: ClassVar[ModuleType]
    """The statements."""

    def select(self, statement: str, *params: object, **named: object) -> list[tuple[Any, ...]]:
        """Return the rows of a statement with parameters by position or by name. Raises the errors of `storage.errors`."""
        raise NotImplementedError

    def select_rows(self, match: str, after: int = 0, upto: int | None = None) -> list[tuple[int, str, bytes]]:
        """Version, topic and state of entries `after` < version <= `upto`, in order."""
        return self.select(self.schema.SELECT_ROWS, match, after, ANY_VERSION if upto is None else upto)

    def select_links(self) -> Iterator[tuple[bytes, bytes, bytes]]:
        """Yield match, version and head of every row as bytes, in order of recording. Damaged rows may have values of other
        types."""
        first = -(2**63)
        while rows := self.select(self.schema.SELECT_LINKS, first, _ROWS_AT_ONCE):
            first = rows[-1][0] + 1
            yield from (row[1:] for row in rows)

    def select_log(self, after: int, limit: int) -> list[Row]:
        """Up to `limit` rows recorded after that position, in order of recording. Positions rise, and may have gaps."""
        return list(map(Row._make, self.select(self.schema.SELECT_LOG, after, limit)))

    def head_position(self) -> int:
        """Position of the row recorded last; 0 in an empty store. Cheap enough to poll."""
        return self.select(self.schema.SELECT_HEAD_POSITION)[0][0] or 0

    def last_version(self, match: str) -> int:
        """Return the number of the last entry; 0 for an unknown match."""
        return self.select(self.schema.SELECT_LAST_VERSION, match)[0][0] or 0

    def select_match_ids(self, prefix: str = "", limit: int = -1) -> list[str]:
        """Return ids of the matches in byte order. The query jumps from id to id, so its cost depends on the number of matches,
        not of entries."""
        return [match for (match,) in self.select(self.schema.SELECT_MATCH_IDS, prefix=prefix, limit=limit)]

    def select_catalogue(self, digest: str) -> CatalogueRow | None:
        """The card definitions of that digest."""
        rows = self.select(self.schema.SELECT_CATALOGUE, digest)
        return CatalogueRow(*rows[0]) if rows else None

    def select_catalogues(self) -> list[CatalogueRow]:
        """All card definitions."""
        return list(map(CatalogueRow._make, self.select(self.schema.SELECT_CATALOGUES)))

    def cancel_reads(self) -> None:
        """No-op: reads are short."""

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> LogSubscription:
        """Follow the log: entries after position `gt`, and those that any process records later."""
        return LogSubscription(self, gt, topics)

    def count_bad_positions(self) -> int:
        """Return the number of entries before position 1, which followers of the log never see."""
        return int(self.select(self.schema.COUNT_UNPLACED)[0][0])

    def select_versions(self, match: str) -> list[int]:
        """Return the versions of a match, using only the index."""
        return [version for (version,) in self.select(self.schema.SELECT_VERSIONS, match)]

    def select_stored(self, match: str, first: int | None = None, last: int | None = None) -> list[StoredRow]:
        """A match's rows (from and up to these versions) in order, for checking."""
        return list(map(StoredRow._make, self.select(self.schema.SELECT_STORED, match=match, first=first, last=last)))
