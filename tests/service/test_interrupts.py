"""Long commands: progress by the clock, and Ctrl-C."""

import io
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from matchbook.cli.progress import CatchingUp
from projections.analytics import Analytics
from storage.match_file import import_match
from storage.store import MatchStore
from tests.campaigns import WHOLE, some
from tests.golden import FOLDER

ENDLESS = "select count(*) from range(100000000000) a, range(100000) b"
ON_A_STORE = {
    "sql": ("sql", ENDLESS),
    "audit": ("audit", "--all"),
    "verify": ("verify", "--all"),
    "project": ("project", "--rebuild"),
    "stats": ("stats", "length"),
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("interrupts") / "store.db"
    subprocess.run([*_matchbook(path), "simulate", "frc_card_game", "-n", "5", "--record"], check=True)
    return path


PROGRAM = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from matchbook.cli.main import main
main()
"""
"""Started as at a terminal: a shell's background processes, and their children, ignore Ctrl-C."""


def _matchbook(store: Path) -> list[str]:
    return [sys.executable, "-c", PROGRAM, "--store", f"sqlite:///{store}"]


def _interrupted(store: Path, command: Sequence[str]) -> tuple[int, str, float]:
    """Exit code, standard error, and seconds from Ctrl-C (pressed once the command has opened the store) to the end."""
    with subprocess.Popen(
        [*_matchbook(store), *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stderr is not None
        while running.poll() is None and not _holds(running.pid, store):
            time.sleep(0.01)
        pressed = time.monotonic()
        running.send_signal(signal.SIGINT)
        said = running.stderr.read()
        return running.wait(), said, time.monotonic() - pressed


def _holds(process: int, file: Path) -> bool:
    try:
        return str(file) in {str(one.readlink()) for one in Path(f"/proc/{process}/fd").iterdir()}
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks into /proc for what a process has opened")
@pytest.mark.parametrize("command", some(ON_A_STORE.values(), 2), ids=ON_A_STORE)
def test_one_line_and_no_traceback(store: Path, command: tuple[str, ...]) -> None:
    """The command ends within seconds (asked in campaigns): done, or with one line."""
    code, said, seconds = _interrupted(store, command)
    lines = [line for line in said.splitlines() if line]
    assert "Traceback" not in said
    assert not WHOLE or seconds < 10
    assert code == 0 or (code == 2 and lines == ["matchbook: error: interrupted; what was recorded is safe"])
    assert code == 2 or ENDLESS not in command


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks into /proc for what a process has opened")
def test_what_was_recorded_is_safe(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    code, said, _ = _interrupted(path, ("simulate", "robin_in_the_hood", "-n", "100000", "--record"))
    assert (code, [line for line in said.splitlines() if line]) == (
        2,
        ["matchbook: error: interrupted; what was recorded is safe"],
    )
    subprocess.run([*_matchbook(path), "verify", "--all"], check=True)


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

    def definitions(self, catalogue: str, game: str, /) -> bytes | None:
        return self._store.definitions(catalogue, game)

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
    terminal, shown = _terminal(monkeypatch), CatchingUp(patience=60)
    shown(0, 10)
    shown(10, 10)
    shown(0, 3)
    shown.close()
    assert terminal.getvalue() == ""
