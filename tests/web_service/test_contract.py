"""The service against its own description: schemathesis sends what the description allows and what it does not, as each role."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Final

import pytest

from tests.campaigns import WHOLE, some, tries
from tests.web_service.serving import Served, serving
from tests.web_service.tables import opened
from tests.web_service.test_roles import ROLES, tokens
from web_service.limits import Limits

CHECKS: Final = Path(__file__).with_name("schemathesis.toml")
PROGRAM: Final = Path(sys.executable).with_name("schemathesis")


@contextmanager
def streams_that_end(served: Served) -> Iterator[None]:
    """Streams go on for ever; whoever reads answers to their end needs that they are told `bye`."""
    stop = threading.Event()

    def end() -> None:
        while not stop.wait(0.02):
            served.app_state.end_streams()

    ending = threading.Thread(target=end)
    ending.start()
    try:
        yield
    finally:
        stop.set()
        ending.join()


@pytest.mark.slow
@pytest.mark.parametrize("role", some(ROLES, 2))
def test_what_is_described_is_what_is_answered(
    role: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """S13: for each operation, with fitting and unfitting data, every check of schemathesis holds."""
    with serving(tmp_path) as served, streams_that_end(served):
        served.app_state.limits = Limits(lambda: monotonic() * 1_000)  # or most of what is sent would be too much
        mine, _ = opened(served.app), opened(served.app, tag="league")
        secret = tokens(served, mine)[role]
        wide = ["coverage", "fuzzing", "stateful"] if WHOLE else ["fuzzing"]
        command = [
            *(PROGRAM, "--config-file", CHECKS, "run", f"{served.url}/api/openapi.json", "--checks", "all"),
            *("--phases", ",".join(wide), "--max-examples", str(tries("MATCHBOOK_REQUESTS", few=2, many=40))),
            *("--generation-database", "none", "--no-color", "--seed", "13"),
            *("--request-timeout", "120", "--suppress-health-check", "too_slow"),
            *(("--header", f"Authorization: Bearer {secret}") if secret else ()),
        ]
        quiet = {**os.environ, "NO_PROXY": "*"}
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=3_600, env=quiet, cwd=tmp_path
        )
    assert done.returncode == 0, done.stdout[-6_000:]
    assert int(re.search(r"Tested: (\d+)", done.stdout)[1]) >= 32, "every operation is tried"
    record_property("measured", re.search(r"Test cases:\n(.*)", done.stdout)[1].strip())
