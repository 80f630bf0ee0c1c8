"""Bytes of strangers are read or refused in one line, whatever they are: every reader, damaged and changed within its structure."""

import resource
import time
from random import Random
from typing import Final

import pytest

from tests.campaigns import tries
from tests.reliability.mutation import mutated
from tests.reliability.readers import CORPUS, READERS, kept, outcome

MUTATED: Final = tries("MATCHBOOK_MUTATED", few=25, many=1000)


@pytest.mark.parametrize("name", READERS)
def test_what_is_well_formed_is_read(name: str) -> None:
    """G15's control: the seeds are read, so that what is changed of them gets past the first line."""
    reader = READERS[name]
    seeds = list(reader.seeds())
    assert seeds
    assert [outcome(reader, seed) for seed in seeds] == ["read"] * len(seeds)


@pytest.mark.parametrize("name", READERS)
def test_whatever_is_changed_is_read_or_refused(name: str) -> None:
    """G15: no bytes end in anything but a match read or one line of refusal, and both are come by."""
    reader, rng = READERS[name], Random(name)
    seeds = list(reader.seeds())
    refused = 0
    for _ in range(MUTATED):
        data = mutated(rng.choice(seeds), rng)
        told = outcome(reader, data)
        refused += told != "read"
        assert "\n" not in told, told
    assert refused > 0


@pytest.mark.parametrize(
    "path", [path for name in READERS for path in kept(name)], ids=lambda path: str(path.relative_to(CORPUS))
)
def test_what_was_trouble_once(path) -> None:  # type: ignore[no-untyped-def]
    """G15: the kept corpus is read or refused in one line."""
    assert "\n" not in outcome(READERS[path.parent.name], path.read_bytes())


LARGE: Final = {
    "brackets": b"[" * 1_000_000,
    "braces": b'{"a":' * 200_000,
    "one long line": b"x" * 1_000_000,
    "many lines": b"a = 1\n" * 160_000,
    "digits": b"9" * 1_000_000,
    "zeros": bytes(1_000_000),
    "quotes": b'"' * 1_000_000,
}


@pytest.mark.parametrize("kind", LARGE)
def test_a_megabyte_costs_little(kind: str) -> None:
    """G15: a megabyte of anything is done with in two seconds of the processor and 200 MB by each reader."""
    for name, reader in READERS.items():
        start, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        assert "\n" not in outcome(reader, LARGE[kind]), name
        assert time.process_time() - start <= 2, name
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before <= 200_000, name
