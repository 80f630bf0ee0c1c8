"""The library's own persistence cases, run on our recorder and factory, also with encryption and compression on."""

from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import pytest
from eventsourcing.application import Application
from eventsourcing.cipher import AESCipher
from eventsourcing.compressor import ZlibCompressor
from eventsourcing.domain import Aggregate, event
from eventsourcing.sqlite import SQLiteAggregateRecorder, SQLiteProcessRecorder, SQLiteTrackingRecorder
from eventsourcing.tests.persistence import (
    AggregateRecorderTestCase,
    ApplicationRecorderTestCase,
    InfrastructureFactoryTestCase,
    NonInterleavingNotificationIDsBaseCase,
)
from eventsourcing.utils import Environment, get_topic

from storage.errors import StoreUnsupported
from storage.mapper import EntryMapper
from storage.sqlite import SqliteFactory, SqliteRecorder
from storage.sqlite_connections import DurableDatastore


class OnOurRecorder:
    def new_originator_id(self) -> str:
        return f"match-{uuid4()}"

    def create_recorder(self) -> SqliteRecorder:
        recorder = SqliteRecorder(DurableDatastore(str(Path(self.folder.name, "store.db"))), "store.db")
        recorder.create_table()
        return recorder

    def setUp(self) -> None:
        self.folder = TemporaryDirectory()

    def tearDown(self) -> None:
        self.folder.cleanup()

    def test_performance(self) -> None:
        """Measured in the benchmarks."""


class TestAggregateCases(OnOurRecorder, AggregateRecorderTestCase):
    """The recorder keeps the library's promises about aggregates."""

    def test_insert_and_select(self) -> None:
        """Rows come back in order, in reverse, by range; a taken version is refused with its whole batch."""
        create, self.create_recorder = self.create_recorder, lambda: AsAggregate(create())
        super().test_insert_and_select()


class AsAggregate:
    """An aggregate recorder returns no positions; an application recorder does."""

    def __init__(self, recorder: SqliteRecorder) -> None:
        self.select_events = recorder.select_events
        self._insert = recorder.insert_events

    def insert_events(self, events):
        self._insert(events)


class TestApplicationCases(OnOurRecorder, ApplicationRecorderTestCase):
    """The recorder keeps the library's promises about the log."""

    def test_concurrent_throughput(self) -> None:
        """Measured in the benchmarks."""


class TestInterleaving(OnOurRecorder, NonInterleavingNotificationIDsBaseCase):
    """Two batches stored at once are in the log one after the other."""

    insert_num = 50


class FurtherTracking(SQLiteTrackingRecorder):
    """A tracking recorder that a configuration names."""


class TestFactoryCases(InfrastructureFactoryTestCase[SqliteFactory]):
    """The factory makes what the configuration names: recorders, mappers with and without cipher and compressor."""

    def setUp(self) -> None:
        self.folder = TemporaryDirectory()
        self.env = Environment(
            "Cases",
            {
                "PERSISTENCE_MODULE": "storage.sqlite:SqliteFactory",
                "SQLITE_DBNAME": str(Path(self.folder.name, "store.db")),
                "STORE_NAME": "store.db",
            },
        )
        super().setUp()

    def tearDown(self) -> None:
        super().tearDown()
        self.folder.cleanup()

    expected_factory_class = staticmethod(lambda: SqliteFactory)
    expected_aggregate_recorder_class = staticmethod(lambda: SQLiteAggregateRecorder)
    expected_application_recorder_class = staticmethod(lambda: SqliteRecorder)
    expected_tracking_recorder_class = staticmethod(lambda: SQLiteTrackingRecorder)
    tracking_recorder_subclass = staticmethod(lambda: FurtherTracking)
    expected_process_recorder_class = staticmethod(lambda: SQLiteProcessRecorder)


class Diary(Aggregate):
    """The entries of other applications in our store."""

    def __init__(self) -> None:
        self.pages: list[str] = []

    @event("Written")
    def write(self, page: str) -> None:
        self.pages.append(page)


SETTINGS = {
    "plain": {},
    "compressed": {"COMPRESSOR_TOPIC": get_topic(ZlibCompressor)},
    "encrypted": {"CIPHER_TOPIC": get_topic(AESCipher), "CIPHER_KEY": AESCipher.create_key(16)},
}
SETTINGS["both"] = SETTINGS["compressed"] | SETTINGS["encrypted"]


@pytest.mark.parametrize("kind", SETTINGS)
def test_any_bytes_are_kept(kind: str, tmp_path: Path) -> None:
    """G22: data that the library's own mapper compresses and encrypts comes back from our recorder unchanged, in order, and is in
    the file in the clear only if it is not encrypted."""
    path = tmp_path / "store.db"
    settings = {"PERSISTENCE_MODULE": "storage.sqlite:SqliteFactory", "SQLITE_DBNAME": str(path), "STORE_NAME": "s"}
    with Application(settings | SETTINGS[kind]) as application:
        diary = Diary()
        for number in range(20):
            diary.write(f"a page of much the same words, {number}")
        application.save(diary)
    with Application(settings | SETTINGS[kind]) as application:
        again = application.repository.get(diary.id)
        assert again.pages == diary.pages
        assert [one.id for one in application.recorder.select_notifications(1, 100)] == list(range(1, 22))
    assert (b"much the same words" in path.read_bytes()) == (kind == "plain")


@pytest.mark.parametrize("kind", ["compressed", "encrypted", "both"])
def test_entries_are_never_taken_for_hidden(kind: str, tmp_path: Path) -> None:
    """G22: entries are stored in the clear, as they were sealed; who asks our mapper to hide them is refused, not ignored."""
    environment = Environment("Cases", SETTINGS[kind] | {"MAPPER_TOPIC": get_topic(EntryMapper)})
    with pytest.raises(StoreUnsupported, match="encrypt the disk"):
        SqliteFactory(Environment("Cases", environment | {"SQLITE_DBNAME": ":memory:", "STORE_NAME": "s"})).mapper()


del AggregateRecorderTestCase, ApplicationRecorderTestCase
del InfrastructureFactoryTestCase, NonInterleavingNotificationIDsBaseCase
pytestmark = pytest.mark.filterwarnings("default")
