"""The mapping between entries and rows of the event store: sealed entries are stored unchanged, rows are decoded to
entries."""

from collections.abc import Iterator
from typing import cast

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import (
    AggregateRecorder,
    Cipher,
    Compressor,
    EventStore,
    JSONTranscoder,
    Mapper,
    StoredEvent,
    Transcoder,
)

from storage.errors import DamagedEntry, StoreUnsupported
from storage.pseudonyms import Pseudonyms
from storage.recorder import Recorder
from storage.records import UNREADABLE, AnyEntry, Codecs, Sealed
from storage.sidecar import FileSidecar


class EntryMapper(Mapper[str]):
    """Converts stored events to entries and back, using msgspec. Stored states are never encoded again."""

    def __init__(
        self,
        transcoder: Transcoder | None = None,
        compressor: Compressor | None = None,
        cipher: Cipher | None = None,
        codecs: Codecs | None = None,
    ) -> None:
        """Raises StoreUnsupported for compression or encryption, because the hash chain covers the stored bytes."""
        if compressor is not None or cipher is not None:
            raise StoreUnsupported("entries are stored as they were sealed; to hide or shorten them, encrypt the disk")
        super().__init__(transcoder or JSONTranscoder())
        self.codecs = codecs or Codecs()
        self.pseudonyms = Pseudonyms(FileSidecar(None))

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """Return the row of a sealed entry."""
        sealed = cast("Sealed", domain_event)
        envelope = sealed.entry.envelope
        return StoredEvent(envelope.match, envelope.version, sealed.topic, sealed.state)

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[str]:
        """Decode a row. Raises DamagedEntry, UnknownGame, StoreTooNew, SidecarUnusable."""
        entry = self.read(
            str(stored_event.originator_id), stored_event.originator_version, stored_event.topic, stored_event.state
        )
        return cast("DomainEventProtocol[str]", entry)

    def read(self, match: str, version: int, topic: str, state: bytes) -> AnyEntry:
        """Decode a row. Raises DamagedEntry if it is unreadable or belongs elsewhere, UnknownGame, StoreTooNew."""
        try:
            entry = self.codecs.decode(topic, self.pseudonyms.with_names(state))
        except (*UNREADABLE, TypeError, AttributeError) as error:
            raise DamagedEntry(match, version, str(error)) from error
        envelope = entry.envelope
        if envelope.version != version or envelope.match != match:
            raise DamagedEntry(match, version, f"its content is that of {entry.address}")
        return entry


class EntryStore(EventStore[str]):
    """The library's event store. If possible, it reads a whole match with one statement and one decoding."""

    mapper: EntryMapper
    recorder: Recorder  # type: ignore[assignment]

    def __init__(self, mapper: EntryMapper, recorder: Recorder) -> None:
        super().__init__(mapper, cast("AggregateRecorder", recorder))

    def get(
        self,
        originator_id: str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Iterator[DomainEventProtocol[str]]:
        """Entries of a match in order. Raises DamagedEntry, UnknownGame, StoreTooNew."""
        if desc or limit is not None:
            return super().get(originator_id, gt=gt, lte=lte, desc=desc, limit=limit)
        return cast("Iterator[DomainEventProtocol[str]]", iter(self.entries(originator_id, gt or 0, lte)))

    def entries(self, match: str, after: int = 0, upto: int | None = None) -> list[AnyEntry]:
        """Entries `after` < version <= `upto`, in order. Raises as `get`."""
        entries = None if after else self._entries_at_once(match, upto)  # the rest of a match is short
        if entries is not None:
            return entries
        read = self.mapper.read
        return [read(match, *row) for row in self.recorder.select_rows(match, after, upto)]

    def _entries_at_once(self, match: str, upto: int | None) -> list[AnyEntry] | None:
        """Decode all rows as one list; return `None` if the result might differ from decoding them one by one."""
        found = self.recorder.select_states(match, upto)
        if found is None:
            return []
        if found.topics is None:
            return None
        try:
            entries = self.mapper.codecs.decode_list(found.topics, self.mapper.pseudonyms.with_names(found.states))
        except (*UNREADABLE, LookupError):
            return None
        if len(entries) != found.last:
            return None
        # SQLite does not guarantee the order inside group_concat, and a damaged state may contain several: check the envelopes.
        for version, entry in enumerate(entries, start=1):
            if entry.envelope.version != version or entry.envelope.match != match:
                return None
        return entries
