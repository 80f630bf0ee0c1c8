"""Stores of High Card matches in real SQLite files."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.store import MatchStore
from tests.storage.tables import find_game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def store(path: Path) -> Iterator[MatchStore]:
    with MatchStore.open(str(path), create=True, find_game=find_game) as opened:
        yield opened
