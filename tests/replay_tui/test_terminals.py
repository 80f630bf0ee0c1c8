"""The whole program on real terminals of strange kinds: it runs, or says in one line what to do."""

import fcntl
import os
import pty
import signal
import struct
import sys
import termios
from pathlib import Path

import pytest

from tests.campaigns import some
from tests.replay_tui.live import open_sheet, table

START = "from matchbook.cli import main; main()"
ODD = {
    "unknown": {"TERM": "foo"},
    "none": {"TERM": ""},
    "without colour": {"TERM": "xterm-mono"},
    "without a language": {"LANG": "C", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
}


@pytest.fixture
def match_id(tmp_path: Path) -> str:
    """A running match in the store of a folder."""
    with table(tmp_path) as app:
        return open_sheet(app, "frc_card_game", played=5)


def on_terminal(
    folder: Path, environment: dict[str, str], *words: str, awaited: str = "", keys: bytes = b""
) -> tuple[int, str]:
    """Exit code and output of a command on a terminal of 80 by 24; keys are pressed once something awaited was written."""
    process, terminal = pty.fork()
    if process == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # what was started in the background has it ignored
        store = f"sqlite:///{folder / 'm.db'}"
        python = [sys.executable, "-c", START, "--store", store, *words]
        os.execve(sys.executable, python, {**os.environ, "TERM": "xterm", **environment})
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    written = b""
    while piece := _read(terminal):
        written += piece
        if keys and awaited.encode() in written:
            os.write(terminal, keys)
            keys = b""
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), written.decode()


def _read(terminal: int) -> bytes:
    """The next output; empty once the program has ended."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


@pytest.mark.slow
@pytest.mark.parametrize("kind", some(ODD, 2))
def test_the_replay_runs_on_odd_terminals(tmp_path: Path, match_id: str, kind: str):
    """It draws the match, takes a key and leaves without an error."""
    code, written = on_terminal(tmp_path, ODD[kind], "replay", match_id, awaited=f"{match_id}/6", keys=b"q")
    assert code == 0
    assert "Traceback" not in written
    assert "entry 6/6" in written


def test_a_terminal_that_cannot_move_its_cursor_gets_text(tmp_path: Path, match_id: str):
    """As without a terminal: the log and the board."""
    code, written = on_terminal(tmp_path, {"TERM": "dumb"}, "replay", match_id)
    assert code == 0
    assert "\x1b" not in written
    assert f"{match_id}/6 of 6 · LIVE · as judge" in written


def test_recording_needs_a_screen(tmp_path: Path, match_id: str):
    """One line says what to do instead."""
    code, written = on_terminal(tmp_path, {"TERM": "dumb"}, "record", match_id)
    assert code == 2
    assert written.splitlines() == [
        "matchbook: error: without a terminal, give the lines with --from FILE, or --from - for standard input"
    ]
