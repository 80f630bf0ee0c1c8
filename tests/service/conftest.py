"""A store of one's own, and the command line run in this process."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import Struct

from matchbook.cli import main


class Ran(Struct, frozen=True):
    """What a run of the command line came to."""

    code: int
    out: str
    err: str


CommandLine = Callable[..., Ran]


@pytest.fixture
def store_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for a store, which the command line uses."""
    path = tmp_path / "matches.db"
    monkeypatch.setenv("MATCHBOOK_STORE", f"sqlite:///{path}")
    monkeypatch.setenv("MATCHBOOK_RECORDER", "tess")
    monkeypatch.delenv("MATCHBOOK_ANALYTICS", raising=False)
    return path


@pytest.fixture
def matchbook(store_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """`matchbook("take", match, "play_student zed")` as typed in a shell."""

    def run(*arguments: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["matchbook", *map(str, arguments)])
        with pytest.raises(SystemExit) as stop:
            main()
        captured = capsys.readouterr()
        return Ran(int(stop.value.code or 0), captured.out, captured.err)

    return run
