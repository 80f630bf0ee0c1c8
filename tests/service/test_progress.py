"""Progress of a catch-up is shown by the clock, whatever a batch takes."""

import io
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from matchbook.cli.progress import CatchingUp
from projections.analytics import Analytics
from storage.match_file import import_match
from storage.store import MatchStore
from tests.golden import FOLDER


class _Terminal(io.StringIO):
    """Standard error that is a terminal, and says when something was drawn on it."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn = Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if "catching up" in text:
            self.drawn.set()
        return super().write(text)


class _Waiting:
    """A store whose first entries come only when something has been drawn."""

    def __init__(self, store: MatchStore, terminal: _Terminal) -> None:
        self._store = store
        self._terminal = terminal
        self.in_time = False

    def select(self, after: int, limit: int, /) -> Sequence[Any]:
        self.in_time = self._terminal.drawn.wait(120)
        return self._store.select(after, limit)

    def head_position(self) -> int:
        return self._store.head_position()

    def followed(self, match: str, version: int, /) -> Any:
        return self._store.followed(match, version)

    def raw(self, match: str, /) -> Any:
        return self._store.raw(match)

    def damage(self, match: str, /) -> tuple[int, str] | None:
        return self._store.damage(match)


def _terminal(monkeypatch: pytest.MonkeyPatch) -> _Terminal:
    """In place of standard error from here on."""
    shown = _Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setenv("TERM", "xterm")
    return shown


def test_progress_is_shown_before_the_first_batch_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A catch-up whose only batch takes longer than the patience is shown while that batch is worked on."""
    terminal, shown = _terminal(monkeypatch), CatchingUp(patience=0.05)
    with MatchStore.open(":memory:") as store:
        import_match(store, (FOLDER / "matches" / "series-1.match.jsonl").read_bytes())
        source = _Waiting(store, terminal)
        Analytics(tmp_path / "analytics.duckdb", source, progress=shown).ask("results")
    assert source.in_time
    shown.close()


def test_quick_work_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done before the patience ends draws nothing, and no clock runs on."""
    terminal, shown = _terminal(monkeypatch), CatchingUp(patience=60)
    shown(0, 10)
    shown(10, 10)
    shown(0, 3)
    shown.close()
    assert terminal.getvalue() == ""
