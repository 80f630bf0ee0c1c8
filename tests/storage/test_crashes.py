"""The recorder is killed, raced and starved, in processes of its own."""

import subprocess
import sys
from random import Random
from time import sleep

import pytest

from storage.errors import StoreUnwritable
from storage.store import MatchStore
from storage.verify import verify_store
from tests.campaigns import tries
from tests.storage.tables import find_game, note, record
from tests.waiting import wait_until

KILLS = tries("MATCHBOOK_KILLS", few=5, many=16)


def start(what: str, path, *rest: str) -> subprocess.Popen:
    command = [sys.executable, "-m", "tests.storage.workers", what, str(path), *rest]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def kill_after(path, acknowledgements: int, pause: float) -> int:
    """Kills a recorder some time after that many entries; returns the last version it acknowledged."""
    with start("scribble", path) as recorder:
        told = [recorder.stdout.readline() for _ in range(acknowledgements)]
        sleep(pause)
        recorder.kill()
        told += recorder.stdout.read().splitlines(keepends=True)
        return max(int(line) for line in told if line.endswith("\n"))


def test_kill_at_any_moment(store, path):
    """A recorder killed at any moment loses no acknowledged entry, leaves no gap, and stored its last batch whole or not."""
    before = record(store).version
    store.close()
    rng = Random(7)
    for _ in range(KILLS):
        acknowledged = kill_after(path, rng.randrange(1, 20), rng.random() * 0.01)
        with MatchStore.open(str(path), find_game=find_game) as again:
            match = again.load("match-0")
            assert match.version in {acknowledged, acknowledged + 3}
            assert (match.version - before) % 3 == 0
            assert [finding for checked in verify_store(again) for finding in checked.findings] == []
            again.append(match, [note(match, "recording goes on")])
            before = match.version


def test_one_winner_a_version(store, path, tmp_path):
    """Four recorders on one match: every version has exactly one winner, and each loser is told who won."""
    record(store)
    racers = [start("race", path, str(tmp_path / "go"), str(number)) for number in range(4)]
    wait_until(lambda: len(list(tmp_path.glob("go-ready-*"))) == len(racers), "not all recorders came to the start")
    (tmp_path / "go").touch()
    answers = [racer.communicate(timeout=120)[0].split() for racer in racers]
    won = sorted(int(version) for answer in answers for version in answer[1:])
    assert all(racer.returncode == 0 for racer in racers)
    assert won == list(range(18, store.load("match-0").version + 1))
    assert sum(int(answer[0]) for answer in answers) > 0, "no conflict ever happened: nothing was tested"


@pytest.mark.parametrize("room", [0, 4200, 9000])
def test_disk_error_is_an_unknown_outcome(store, path, room):
    """When the disk refuses a write, the outcome is called unknown; acknowledged entries are kept and recording resumes."""
    record(store)
    with start("starve", path, str(room)) as recorder:
        kind, version, *words = recorder.stdout.read().split()
    assert kind == "OutcomeUnknown"
    assert "reload the match" in " ".join(words)
    assert recorder.returncode == 0
    assert int(version) + 1 <= store.load("match-0").version <= int(version) + 2
    assert store.entries("match-0")[-1].payload.text == "there is room again"


@pytest.mark.slow
def test_a_store_that_was_being_made_when_its_program_died(tmp_path):
    """A program that is killed while it makes a store leaves an empty file or a whole store, and the next one has a whole one."""
    code = (
        "import sys; from storage.store import MatchStore; print(flush=True)\n"
        "for number in range(1000): MatchStore.open(f'{sys.argv[1]}-{number}.db', create=True).close()"
    )
    rng = Random(11)
    made = 0
    for trial in range(4):
        name = tmp_path / f"new-{trial}"
        with subprocess.Popen([sys.executable, "-c", code, str(name)], stdout=subprocess.PIPE) as program:
            program.stdout.read(1)
            while not name.with_name(f"new-{trial}-{trial}.db").exists():
                assert program.poll() is None, "it ended before it was killed"
                sleep(0.001)
            sleep(rng.random() * 0.05)
            program.kill()
        for path in tmp_path.glob(f"new-{trial}-*.db"):
            made += 1
            with MatchStore.open(str(path), find_game=find_game) as store:
                assert store.maintenance.deviations() == ()
                assert record(store).version == 17
    assert made > 4, "too few stores were begun: nothing was tested"


def test_backup_while_recording(store, path, tmp_path):
    """A copy made while another program records is a whole store of its own; it overwrites no file."""
    record(store)
    with start("scribble", path) as recorder:
        recorder.stdout.readline()
        for number in range(5):
            store.backup(tmp_path / f"{number}.db")
        recorder.kill()
    for number in range(5):
        with MatchStore.open(str(tmp_path / f"{number}.db"), find_game=find_game) as copy:
            assert [finding for checked in verify_store(copy) for finding in checked.findings] == []
            assert copy.load("match-0").version <= store.load("match-0").version
            copy.append(copy.load("match-0"), [note(copy.load("match-0"))])
    with pytest.raises(StoreUnwritable, match="there is a file already"):
        store.backup(path)
