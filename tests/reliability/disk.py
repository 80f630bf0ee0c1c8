"""A disk that loses power or fails: what a recording program did to its files, written down by `disk.c`, and the disk as it can
be found after any of these steps."""

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final, Literal, TypeAlias

import pytest
from msgspec import Struct

ACKED: Final = "acked"
"""The file into which a program writes the version of what it calls recorded."""
Fate: TypeAlias = Literal["dropped", "kept", "some", "torn"]
"""The fate of writes without a later sync: lost, all kept, some of them kept, or the last in part."""
FATES: Final[tuple[Fate, ...]] = ("dropped", "kept", "some", "torn")
SECTOR: Final = 512


class Step(Struct, frozen=True):
    """One call: `w`rite, `s`ync, `t`runcate, `u`nlink."""

    op: str
    file: str
    offset: int
    data: bytes


def built(folder: Path) -> Path:
    """`disk.c`, compiled; skips without a C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler")
    library = folder / "disk.so"
    source = Path(__file__).with_name("disk.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    return library


def run(library: Path, what: str, store: Path, *rest: str, log: Path | None = None, fail: str = "") -> str:
    """The output of a program of `tests.storage.workers` with its store on such a disk."""
    told = {"LD_PRELOAD": str(library), "DISK_FOLDER": str(store.parent)}
    told |= {"DISK_LOG": str(log)} if log else {}
    told |= {"DISK_FAIL": fail} if fail else {}
    command = [sys.executable, "-m", "tests.storage.workers", what, str(store), *rest]
    done = subprocess.run(command, env=os.environ | told, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def read_steps(log: Path) -> Iterator[Step]:
    """The log of calls."""
    text, place, head = log.read_bytes(), 0, struct.Struct("@4q")
    while place < len(text):
        op, named, offset, length = head.unpack_from(text, place)
        place += head.size
        name = Path(os.fsdecode(text[place : place + named])).name
        place += named
        held = length if chr(op) == "w" else 0
        yield Step(chr(op), name, offset, text[place : place + held])
        place += held


def crashed(base: dict[str, bytes], steps: Sequence[Step], fate: Fate, rng: Random) -> dict[str, bytes]:
    """The files as they are found when power was lost after these steps: what was synced is there."""
    disk = {name: bytearray(data) for name, data in base.items()}
    waiting: dict[str, list[Step]] = {}
    for step in steps:
        if step.op == "s":
            for earlier in waiting.pop(step.file, ()):
                _apply(disk, earlier)
        elif step.op == "u":
            waiting.pop(step.file, None)
            disk.pop(step.file, None)
        else:
            waiting.setdefault(step.file, []).append(step)
    for pending in waiting.values():
        for step in _survivors(pending, fate, rng):
            _apply(disk, step)
    return {name: bytes(data) for name, data in disk.items()}


def _survivors(pending: list[Step], fate: Fate, rng: Random) -> list[Step]:
    if fate == "dropped":
        return []
    if fate == "some":
        return [step for step in pending if rng.random() < 0.5]
    if fate == "torn":
        last = pending[-1]
        cut = SECTOR * rng.randrange(len(last.data) // SECTOR + 1)
        return [*pending[:-1], Step(last.op, last.file, last.offset, last.data[:cut])]
    return pending


def _apply(disk: dict[str, bytearray], step: Step) -> None:
    held = disk.setdefault(step.file, bytearray())
    if step.op == "t":
        del held[step.offset :]
        held.extend(bytes(step.offset - len(held)))
    else:
        held.extend(bytes(max(0, step.offset - len(held))))
        held[step.offset : step.offset + len(step.data)] = step.data


def acked(steps: Sequence[Step]) -> int:
    """The version that was last called recorded."""
    return max((int(step.data) for step in steps if step.op == "w" and step.file == ACKED), default=0)


def laid_out(folder: Path, files: dict[str, bytes]) -> Path:
    """The store of files that are put into a new folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, data in files.items():
        if name != ACKED:
            (folder / name).write_bytes(data)
    return folder / "store.db"
