from collections.abc import Iterator
from pathlib import Path

import pytest

from projections.analytics import Analytics
from storage.store import MatchStore
from tests.projections.scorebook import GAMES


@pytest.fixture
def store(tmp_path: Path) -> Iterator[MatchStore]:
    with MatchStore.open(f"sqlite:///{tmp_path / 'store.db'}", create=True, find_game=GAMES.__getitem__) as opened:
        yield opened


@pytest.fixture
def analytics(tmp_path: Path, store: MatchStore) -> Analytics:
    return Analytics(tmp_path / "analytics.duckdb", store, wait=0.3)
