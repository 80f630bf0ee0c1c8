"""Recording for long while others read: memory, open files and waiting times stay as they were."""

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, perf_counter
from typing import Final

import pytest

from service.recording.match_service import MatchService
from service.store_tail import StoreTail
from storage.store import MATCHES_KEPT, MatchStore
from tests.campaigns import WHOLE, tries
from tests.replay_tui.live import open_sheet, sheet_of

SECONDS: Final = tries("MATCHBOOK_SOAK_SECONDS", few=2, many=600)
READERS: Final = 3
GAME: Final = "frc_card_game"
GROWTH: Final = 1.05
SLOWEST: Final = 0.020
"""Seconds: 99 of 100 actions are recorded in less."""


def used() -> tuple[int, int]:
    """Resident memory of this process in pages, without what is garbage, and its open files."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]), len(os.listdir("/proc/self/fd"))  # noqa: PTH208


def read_on(url: str) -> None:
    """A program that follows the store and loads whatever was recorded on; says what it uses, each time it is asked."""
    with MatchService(MatchStore.open(url)) as app:
        take = app.store.recorder._connection
        with take(is_writer=False), take(is_writer=False):  # who follows sooner or later asks while it is loading
            pass
        tail = StoreTail(app, lambda: None)
        for line in sys.stdin:
            for match in sorted(tail.news()):
                app.match(match)
            if line == "say\n":
                print(*used(), flush=True)  # noqa: T201
        tail.close()


@contextmanager
def reader(url: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that reads."""
    code = f"from tests.reliability.test_soak import read_on; read_on({url!r})"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as one:
        yield one
        assert one.stdin is not None
        one.stdin.close()


def asked(one: "subprocess.Popen[str]", what: str) -> tuple[int, int]:
    """Has a reader read what is new; what it uses, where it is to say that."""
    assert one.stdin is not None
    assert one.stdout is not None
    one.stdin.write(f"{what}\n")
    one.stdin.flush()
    if what != "say":
        return 0, 0
    pages, files = map(int, one.stdout.readline().split())
    return pages, files


@pytest.mark.slow
def test_nothing_grows(tmp_path: Path) -> None:
    """G21: given a program that records match after match and three that read them, when each has all that it keeps, then memory
    grows by no more than a twentieth, no file is left open, and 99 of 100 actions take less than 20 ms."""
    url = f"sqlite:///{tmp_path / 'm.db'}"
    lines = [line.text for line in sheet_of(GAME)[1].lines if not line.refused][:12]
    acts = slow = 0
    with MatchService(MatchStore.open(url, create=True)) as app, ExitStack() as stack:
        readers = [stack.enter_context(reader(url)) for _ in range(READERS)]

        def record() -> None:
            nonlocal acts, slow
            match = open_sheet(app, GAME)
            for line in lines:
                start = perf_counter()
                app.take(match, line)
                acts, slow = acts + 1, slow + (perf_counter() - start > SLOWEST)
            for one in readers:
                asked(one, "read")

        for _ in range(MATCHES_KEPT + 40):
            record()
        before = [used(), *(asked(one, "say") for one in readers)]
        acts = slow = 0
        end = monotonic() + SECONDS
        while monotonic() < end or acts < 20 * len(lines):
            record()
        after = [used(), *(asked(one, "say") for one in readers)]
    assert [files for _, files in after] == [files for _, files in before], (before, after)
    grown = [then / earlier for (earlier, _), (then, _) in zip(before, after, strict=True)]
    assert max(grown) <= GROWTH, (before, after)
    if WHOLE:  # a short run measures the machine's other work
        assert slow <= acts / 100, (slow, acts)
