"""Readers fuzzed by atheris, which looks for bytes that reach new code.

Atheris is not a dependency: it is installed into `.fuzzing/` on first use. Inputs that end in anything
but a reading or a one-line refusal are added to the corpus in `tests/reliability/corpus/`, which every test run tries again,
and so are a few of the shortest bytes that reached new code.
"""

import os
import subprocess
import sys
import tempfile
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct

from benchmarks.campaign.goals import ROOT

VERSION: Final = "atheris==3.0.0"
PLACE: Final = ROOT / ".fuzzing"
CORPUS: Final = ROOT / "tests" / "reliability" / "corpus"
_OURS: Final = ["domain", "storage", "service"]
_KEPT: Final = 8
"""Of a reader, in one go."""
_SHORT: Final = 1500
"""Bytes."""


class FuzzResult(Struct):
    """Result for a reader."""

    reader: str
    runs: int
    faults: int
    kept: int


def fuzz(reader: str, seconds: int) -> FuzzResult:
    """Fuzzes a reader for so long. Raises subprocess.CalledProcessError where atheris cannot be installed."""
    if find_spec("atheris") is None and not PLACE.is_dir():
        installing = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(PLACE), VERSION]
        subprocess.run(installing, check=True)
    with tempfile.TemporaryDirectory() as folder:
        seeds, faults = Path(folder) / "seeds", Path(folder) / "faults"
        seeds.mkdir()
        faults.mkdir()
        command = [sys.executable, "-m", "benchmarks.campaign.fuzzing", reader, str(seeds), str(seconds), f"{faults}/"]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(PLACE)))}
        done = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
        )
        found = list(faults.iterdir())
        further = sorted((path for path in seeds.iterdir() if not path.name.startswith("seed")), key=_size)
        short = [path for path in further if _size(path) <= _SHORT]
        kept = [_keep(reader, path) for path in (*found, *short[:_KEPT])]
    said = done.stderr.decode(errors="replace")
    runs = [int(line.split()[1]) for line in said.splitlines() if line.startswith("Done ")]
    if not runs and not found:
        raise RuntimeError(f"{reader}: atheris did not run\n{said[-2000:]}")
    return FuzzResult(reader, sum(runs), len(found), len(kept))


def _size(path: Path) -> int:
    return path.stat().st_size


def _keep(reader: str, path: Path) -> Path:
    data = path.read_bytes()
    (CORPUS / reader).mkdir(parents=True, exist_ok=True)
    kept = CORPUS / reader / sha256(data).hexdigest()[:12]
    kept.write_bytes(data)
    return kept


def _run(name: str, seeds: str, seconds: str, faults: str) -> None:
    """In a process of its own, which atheris ends."""
    import atheris

    with atheris.instrument_imports(include=_OURS):
        from tests.reliability.readers import READERS, kept, outcome
    from tests.reliability.mutation import mutated

    reader = READERS[name]
    for number, seed in enumerate((*reader.seeds(), *(path.read_bytes() for path in kept(name)))):
        (Path(seeds) / f"seed-{number}").write_bytes(seed)

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        rng = Random(seed)
        changed = mutated(data, rng) if rng.random() < 0.5 else atheris.Mutate(data, len(data))
        return bytes(changed[:most])

    options = [f"-max_total_time={seconds}", "-max_len=20000", "-timeout=20", "-rss_limit_mb=2000", "-seed=1"]
    atheris.Setup(
        [sys.argv[0], seeds, f"-artifact_prefix={faults}", *options],
        lambda data: outcome(reader, data),
        custom_mutator=mutate,
    )
    atheris.Fuzz()


if __name__ == "__main__":
    _run(*sys.argv[1:])
