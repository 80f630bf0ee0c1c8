"""The page of the HTTP API: its blocks can be copied into a terminal and run, one after the other."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shown import not_printed
from tests.web_service.serving import free_port

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "http_api.md"
BLOCK = re.compile(r"^```(sh|text)\n(.*?)^```", re.MULTILINE | re.DOTALL)
READY = "trap 'kill $!' EXIT\nuntil curl -sf 127.0.0.1:{port}/healthz > healthy; do sleep 0.05; done\n"
FOREIGN = ("openapi-python-client", "live")
"""Blocks that need another program, or do not end."""


@pytest.mark.slow
def test_the_blocks_run_as_they_are_and_answer_what_is_shown(tmp_path: Path) -> None:
    """Only the port is another than on the page; every request succeeds, and the answers come in the order of the page."""
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    port = free_port()
    script = "set -e\n" + "".join(text for kind, text in blocks if kind == "sh" and not any(f in text for f in FOREIGN))
    script = script.replace("8080", str(port)).replace("serve &\n", f"serve --port {port} &\n{READY.format(port=port)}")
    environment = {**os.environ, "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))}
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr
    assert '"kind":' not in done.stdout
    assert not_printed("".join(text for kind, text in blocks if kind == "text"), done.stdout) == ""
    assert done.stdout.splitlines()[-1] == "304"
