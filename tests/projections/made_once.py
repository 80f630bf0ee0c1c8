"""Archives that only are asked: the first worker of a run that needs one makes it, the others copy its files. Questions to a copy
share one connection."""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from projections.analytics import Analytics
from projections.answers import AsOf
from projections.damage_scan import examine
from projections.database import _translating, quoted
from storage.store import MatchStore
from tests.projections.scorebook import GAMES


class Held(Analytics):
    """Analytics of a store that does not change. They are caught up and attached once; each question would repeat both, which takes
    longer than most answers. All that needs the file for itself lets go of it first."""

    _held: AsOf | None = None

    def _fresh(self, ask: Any, progress: Any = None, *, reading: Any = None) -> Any:
        with self._mutex:
            if reading is not None:
                return super()._fresh(ask, progress, reading=reading)
            if self._held is None:
                as_of = super()._fresh(lambda connection, as_of: (examine(connection, self._source, None), as_of)[1])
                self._engine._running().execute(f"attach {quoted(str(self.path))} as matchbook")
                self._held = as_of
            with _translating(self.path), self._engine._running().cursor() as connection:
                connection.execute("use matchbook")
                return ask(connection, self._held)

    def _examine(self, progress: Any) -> None:
        """Done when the file is attached."""

    @contextmanager
    def _ours(self) -> Iterator[None]:
        if self._held is not None:
            self.close()
        with super()._ours():
            yield

    def close(self) -> None:
        with self._mutex:
            self._held = None
            super().close()


def archive_of(fill: Callable[[MatchStore], object]) -> Any:
    """A fixture of a module: analytics of the matches that `fill` records."""

    @pytest.fixture(scope="module")
    def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analytics]:
        with made_once(fill, tmp_path_factory) as (_, analytics):
            yield analytics

    return archive


@contextmanager
def made_once(
    fill: Callable[[MatchStore], object], temporary: pytest.TempPathFactory, name: str = "", **options: Any
) -> Iterator[tuple[MatchStore, Analytics]]:
    """Open a copy of the store that `fill` fills, and its analytics, made with these options. The name is that of the function
    unless one is given."""
    name = name or f"{fill.__module__}.{fill.__name__}"
    folder = temporary.mktemp("copy") / "archive"
    base = temporary.getbasetemp()
    run = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with _alone(run / f"{name}.lock"):
        if not (run / name).exists():
            _make(run / f"{name}.begun", fill, **options)
            (run / f"{name}.begun").rename(run / name)
    shutil.copytree(run / name, folder)
    with _opened(folder, Held, create=False, **options) as opened:
        yield opened


def _make(folder: Path, fill: Callable[[MatchStore], object], **options: Any) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    with _opened(folder, Analytics, create=True, **options) as (store, analytics):
        fill(store)
        analytics.catch_up()


@contextmanager
def _opened(
    folder: Path, kind: type[Analytics], *, create: bool, **options: Any
) -> Iterator[tuple[MatchStore, Analytics]]:
    with (
        MatchStore.open(f"sqlite:///{folder / 'store.db'}", create=create, find_game=GAMES.__getitem__) as store,
        closing(kind(folder / "analytics.duckdb", store, **{"wait": 0.3, **options})) as analytics,
    ):
        yield store, analytics


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
