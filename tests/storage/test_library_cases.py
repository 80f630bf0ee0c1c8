"""The library's own persistence cases, run on our recorder."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from uuid import uuid4

import pytest

from storage.sqlite import DurableDatastore, SqliteRecorder

try:
    import Crypto  # noqa: F401
except ImportError:
    # The cases import a cipher that none of those below uses.
    sys.modules.setdefault("eventsourcing.cipher", ModuleType("eventsourcing.cipher")).AESCipher = None

from eventsourcing.tests.persistence import AggregateRecorderTestCase, ApplicationRecorderTestCase

if sys.modules["eventsourcing.cipher"].AESCipher is None:
    del sys.modules["eventsourcing.cipher"]


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


del AggregateRecorderTestCase, ApplicationRecorderTestCase
pytestmark = pytest.mark.filterwarnings("default")
