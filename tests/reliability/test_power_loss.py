"""Power that is lost, and disks that refuse: no entry that was acknowledged is ever missing."""

import sqlite3
from collections.abc import Sequence
from errno import EIO, ENOSPC
from pathlib import Path
from random import Random
from typing import Final

import pytest

from storage.errors import StorageError
from storage.store import MatchStore
from storage.verify import verify_store
from tests.campaigns import tries
from tests.reliability.disk import FATES, Step, acked, built, crashed, laid_out, read_steps, run
from tests.storage.tables import find_game, note, record

STATES: Final = tries("MATCHBOOK_POWER_STATES", few=160, many=3000)
FAULTS: Final = tries("MATCHBOOK_DISK_FAULTS", few=6, many=200)
RECOVERIES: Final = tries("MATCHBOOK_RECOVERY_FAULTS", few=4, many=100)
ENTRIES: Final = 40
Session = tuple[dict[str, bytes], list[Step]]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("disk"))


def opened(folder: Path) -> Path:
    """A closed store with a match."""
    folder.mkdir()
    with MatchStore.open(str(folder / "store.db"), create=True, find_game=find_game) as store:
        record(store)
    return folder / "store.db"


def recorded(library: Path, tmp_path: Path, synchronous: str) -> Session:
    """A session on a disk that is watched: the files before it, and what was done to them."""
    store = opened(tmp_path / f"live-{synchronous}")
    base = {"store.db": store.read_bytes()}
    run(library, "promise", store, str(ENTRIES), synchronous, log=tmp_path / f"log-{synchronous}")
    steps = list(read_steps(tmp_path / f"log-{synchronous}"))
    assert sum(step.op == "w" for step in steps) > 3 * ENTRIES, "the disk was not watched"
    assert acked(steps) == 17 + ENTRIES
    return base, steps


def loss(store: Path, promised: int) -> str:
    """The defects of a store after a power loss; empty if it is complete and recording continues."""
    try:
        with MatchStore.open(str(store), find_game=find_game) as again:
            match = again.load("match-0")
            if match.version not in (promised, promised + 1):
                return f"version {match.version} where {promised} was acknowledged"
            findings = [finding for checked in verify_store(again) for finding in checked.findings]
            if findings or again.maintenance.integrity_problems():
                return f"damaged: {findings}"
            again.append(match, [note(match, "power is back")])
    except (StorageError, sqlite3.Error) as error:
        return str(error)
    return ""


def losses(session: Session, tmp_path: Path, states: int) -> list[str]:
    """Losses at this many moments, each with every fate of unsynced writes."""
    base, steps = session
    rng = Random(2)
    wrong = []
    moments = sorted(rng.sample(range(1, len(steps) + 1), min(states // len(FATES), len(steps))))
    for moment in moments:
        for fate in FATES:
            store = laid_out(tmp_path / "found", crashed(base, steps[:moment], fate, rng))
            if said := loss(store, acked(steps[:moment]) or 17):
                wrong.append(f"after step {moment}, unsynced writes {fate}: {said}")
    return wrong


@pytest.mark.slow
def test_power_lost_at_any_step(library: Path, tmp_path: Path) -> None:
    """G2: whatever became of what was not synced, all that was acknowledged is there, the chain verifies, recording goes on."""
    assert losses(recorded(library, tmp_path, "FULL"), tmp_path, STATES) == []


@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_the_control_loses(library: Path, tmp_path: Path, synchronous: str) -> None:
    """G2's control: a store that does not wait for the disk loses acknowledged entries, and the test sees it."""
    assert losses(recorded(library, tmp_path, synchronous), tmp_path, 40)


def faults(steps: int, many: int) -> Sequence[str]:
    """Which call fails, with what, once or from there on, half done or not: spread over a session."""
    rng = Random(3)
    calls = sorted(rng.sample(range(1, steps), min(many, steps - 1)))
    return [f"{call} {rng.choice((ENOSPC, EIO))} {rng.randrange(2)} {rng.randrange(2)}" for call in calls]


@pytest.mark.slow
def test_a_disk_that_refuses_any_call(library: Path, tmp_path: Path) -> None:
    """G3: given a failing call, then it is reported as an error of storage; acknowledged entries are complete and single, refused
    ones are missing, and recording continues once the disk works again."""
    watched = opened(tmp_path / "watched")
    run(library, "endure", watched, log=tmp_path / "log")
    steps = sum(step.file != "acked" for step in read_steps(tmp_path / "log"))
    refused = 0
    for number, fail in enumerate(faults(steps, FAULTS)):
        store = opened(tmp_path / f"fault{number}")
        promised, unknown, denied = _told(run(library, "endure", store, fail=fail))
        refused += len(unknown) + len(denied)
        with MatchStore.open(str(store), find_game=find_game) as again:
            texts = [entry.payload.text for entry in again.entries("match-0")[17:]]
            assert len(texts) == len(set(texts)), fail
            assert set(promised) <= set(texts) <= {*promised, *unknown}, fail
            assert [finding for checked in verify_store(again) for finding in checked.findings] == []
            match = again.load("match-0")
            again.append(match, [note(match, "there is room again")])
    assert refused, "no fault was ever felt"


def _told(said: str) -> tuple[list[str], list[str], list[str]]:
    """Texts of notes that were recorded, whose outcome is unknown, that were refused."""
    lines = [line.split(maxsplit=1) for line in said.splitlines()]
    kinds = ("recorded", "OutcomeUnknown")
    promised, unknown = ([text for kind, text in lines if kind == wanted] for wanted in kinds)
    return promised, unknown, [text for kind, text in lines if kind not in kinds]


@pytest.mark.slow
def test_a_disk_that_fails_while_a_crash_is_mended(library: Path, tmp_path: Path) -> None:
    """G4: power is lost, and the disk refuses a call of the first program afterwards: what was acknowledged before is there
    for the next."""
    base, steps = recorded(library, tmp_path, "FULL")
    rng = Random(4)
    for number in range(RECOVERIES):
        moment, fate = rng.randrange(1, len(steps) + 1), rng.choice(FATES)
        store = laid_out(tmp_path / f"found{number}", crashed(base, steps[:moment], fate, rng))
        promised, *_ = _told(run(library, "endure", store, fail=f"{rng.randrange(1, 30)} {EIO} 0 1"))
        with MatchStore.open(str(store), find_game=find_game) as again:
            texts = [entry.payload.text for entry in again.entries("match-0")[17:]]
            assert 17 + len(texts) >= (acked(steps[:moment]) or 17) + len(promised)
            assert set(promised) <= set(texts)
            assert [finding for checked in verify_store(again) for finding in checked.findings] == []
