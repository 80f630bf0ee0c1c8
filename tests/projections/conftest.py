import contextlib
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from projections.analytics import Analytics
from storage.store import MatchStore
from tests.projections import planting
from tests.projections.scorebook import GAMES


@pytest.fixture(scope="module")
def read_only(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[MatchStore, Analytics]]:
    """An empty store with its analytics, for the tests of a module that fill it alike and then ask."""
    folder = tmp_path_factory.mktemp("read_only")
    with (
        MatchStore.open(f"sqlite:///{folder / 'store.db'}", create=True, find_game=GAMES.__getitem__) as opened,
        contextlib.closing(Analytics(folder / "analytics.duckdb", opened, wait=0.3)) as analytics,
    ):
        yield opened, analytics


@pytest.fixture
def store(tmp_path: Path) -> Iterator[MatchStore]:
    with MatchStore.open(f"sqlite:///{tmp_path / 'store.db'}", create=True, find_game=GAMES.__getitem__) as opened:
        yield opened


@pytest.fixture
def analytics(tmp_path: Path, store: MatchStore) -> Analytics:
    return Analytics(tmp_path / "analytics.duckdb", store, wait=0.3)


@pytest.fixture(scope="session")
def _planted() -> duckdb.DuckDBPyConnection:
    return planting.opened()


@pytest.fixture
def connection(_planted: duckdb.DuckDBPyConnection) -> Iterator[duckdb.DuckDBPyConnection]:
    """An analytics file in memory, empty for each test."""
    _planted.begin()
    yield _planted
    _planted.rollback()
