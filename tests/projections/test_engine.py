"""DuckDB keeps running between questions, but the file is closed: other programs can open it, and every commit is kept."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from projections.analytics import Analytics
from projections.database import LOG_SIZE, Engine
from projections.errors import UnknownMetric
from storage.store import MatchStore
from tests.projections.scorebook import Scorebook

_WRITE = (
    "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print(c.execute('select count(*) from matches').fetchall())"
)
_READ = _WRITE.replace("sys.argv[1]", "sys.argv[1], read_only=True")
_TAKE_IN_AND_DIE = """
import os, signal, sys
from pathlib import Path
from projections.analytics import Analytics
from storage.store import MatchStore
from tests.projections.scorebook import GAMES
store = MatchStore.open("sqlite:///" + sys.argv[1], find_game=GAMES.__getitem__)
Analytics(Path(sys.argv[2]), store).catch_up()
os.kill(os.getpid(), signal.SIGKILL)
"""


def log_of(analytics: Analytics) -> Path:
    """The write-ahead log beside the file."""
    return analytics.path.with_name(analytics.path.name + ".wal")


@pytest.mark.parametrize("program", [_WRITE, _READ])
def test_other_programs_get_in_between_questions(store: MatchStore, analytics: Analytics, program: str) -> None:
    """Given the engine runs and the last action is only in the log, then another process opens the file and finds it."""
    book = Scorebook(store, "one").play(5)
    analytics.catch_up()
    book.act()
    analytics.catch_up()
    assert 0 < log_of(analytics).stat().st_size <= LOG_SIZE
    command = [sys.executable, "-c", program, str(analytics.path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("[(1,)]", "")
    assert analytics.status().current
    assert analytics.sql("select max(version) from entries").rows == ((6,),)


@pytest.mark.slow
def test_the_log_is_worked_in_before_it_grows(store: MatchStore, analytics: Analytics, tmp_path: Path) -> None:
    """Given catching up action by action, then the log stays short, and the tables equal those of a rebuilt file."""
    book = Scorebook(store, "one", "frc_card_game")
    sizes = []
    for _ in range(12):
        book.act()
        analytics.catch_up()
        sizes.append(log_of(analytics).stat().st_size if log_of(analytics).exists() else 0)
    assert max(sizes) <= LOG_SIZE
    assert min(sizes[1:]) < max(sizes)
    assert analytics.content_hash() == Analytics(tmp_path / "fresh.duckdb", store).content_hash()


@pytest.mark.slow
def test_a_committed_action_survives_a_kill(store: MatchStore, tmp_path: Path) -> None:
    """G12: given a kill before the log is worked in, then the file still ends at the last action."""
    path = tmp_path / "analytics.duckdb"
    book = Scorebook(store, "one").play(5)
    for _ in range(2):
        book.act()
        command = [sys.executable, "-c", _TAKE_IN_AND_DIE, str(tmp_path / "store.db"), str(path)]
        assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
        assert Analytics(path, store).status().current
    assert Analytics(path, store).content_hash() == Analytics(tmp_path / "fresh.duckdb", store).content_hash()


def test_an_error_ends_the_engine_and_the_next_question_starts_another(store: MatchStore, analytics: Analytics) -> None:
    """A player without matches and a removed file leave the engine detached."""
    Scorebook(store, "one").play(5)
    with pytest.raises(UnknownMetric, match="no player 'Zoe' in any match"):
        analytics.ask("length", {"player": "Zoe"})
    assert analytics.ask("length").n == 1
    analytics.path.unlink()
    assert analytics.ask("length").n == 1


def test_what_is_temporary_goes_with_the_question(tmp_path: Path) -> None:
    """One question's tables are invisible to the next one, although the engine is the same."""
    engine = Engine(tmp_path / "a.duckdb", tmp_path / "a.duckdb.staging")
    with engine.attached(wait=1) as connection:
        connection.execute("create temp table left_over as select 1 as x")
    with engine.attached(wait=1) as connection:
        assert connection.execute("select count(*) from duckdb_tables() where temporary").fetchall() == [(0,)]
