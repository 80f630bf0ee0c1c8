"""Stores of High Card matches: in real SQLite files, and on a real PostgreSQL server.

A test runs on both, unless it asks for the `path` of a file.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.store import MatchStore
from tests.storage.tables import find_game


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "store_kind" in metafunc.fixturenames:
        metafunc.parametrize("store_kind", ["sqlite"] if "path" in metafunc.fixturenames else ["sqlite", "postgres"])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def url(store_kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """Where a store may be made."""
    if store_kind == "sqlite":
        yield f"sqlite:///{tmp_path / 'store.db'}"
        return
    with request.getfixturevalue("server").store() as address:
        yield address


@pytest.fixture
def store(url: str) -> Iterator[MatchStore]:
    with MatchStore.open(url, create=True, find_game=find_game) as opened:
        yield opened
