"""An analytics file is made once, empty; a test that begins one begins with a copy of it.

The program takes a third of a second to make one: a hundred tables, and what each of their columns means. Tests of how a file is
made, and of files that cannot be made, are marked `makes_analytics`.
"""

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """While a test runs, each file that DuckDB would make begins as a copy."""
    if "projections.database" not in sys.modules or item.get_closest_marker("makes_analytics"):
        return (yield)
    from projections import database

    attach = database._attach_when_free

    def begin(connection: Any, path: Path, *, writable: bool, wait: float) -> None:
        if writable and path.parent.is_dir() and not path.exists():
            _begin(path, attach)
        attach(connection, path, writable=writable, wait=wait)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(database, "_attach_when_free", begin)
        return (yield)


def _begin(path: Path, attach: Callable[..., None]) -> None:
    from projections.catchup import schema_version

    folder, version = _empty(attach)
    if version == schema_version():
        try:
            shutil.copyfile(Path(folder.name, "empty.duckdb"), path)
        except OSError:
            path.unlink(missing_ok=True)  # the program says what is wrong


@cache
def _empty(attach: Callable[..., None]) -> tuple["TemporaryDirectory[str]", str]:
    """The folder with the empty file, and the version of its tables."""
    from projections import database
    from projections.analytics import Analytics
    from projections.catchup import schema_version
    from storage.store import MatchStore

    folder = TemporaryDirectory(prefix="matchbook-empty-")
    with (
        pytest.MonkeyPatch.context() as patched,
        MatchStore.open(":memory:", create=True) as store,
        closing(Analytics(Path(folder.name, "empty.duckdb"), store)) as analytics,
    ):
        patched.setattr(database, "_attach_when_free", attach)
        analytics.catch_up()
    assert not Path(folder.name, "empty.duckdb.wal").exists()
    return folder, schema_version()
