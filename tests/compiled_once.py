"""Workers share the compiling: in a new checkout each of them would compile every module, and rewrite the assertions of every test.

That costs twelve seconds of processor time a worker. Each worker compiles its share before it collects tests, and reads what the
others wrote. The files are those that Python and pytest would write, and the ones that are up to date stay.
"""

import py_compile
import struct
import sys
from importlib.util import cache_from_source
from pathlib import Path
from typing import Final

import pytest
from _pytest.assertion.rewrite import PYC_TAIL, _rewrite_test, _write_pyc, assertstate_key, get_cache_dir

_ROOT: Final = Path(__file__).parent.parent
_PACKAGES: Final = ("domain", "storage", "service", "projections", "matchbook", "replay_tui", "web_service", "tests")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the share of this worker."""
    worker: dict[str, object] | None = getattr(config, "workerinput", None)
    if worker is None or sys.dont_write_bytecode:
        return
    number, workers = int(str(worker["workerid"]).removeprefix("gw")), int(str(worker["workercount"]))
    files = sorted(file for package in _PACKAGES for file in (_ROOT / package).rglob("*.py"))
    for file in files[number::workers]:
        compile_once(file, config)


def compile_once(file: Path, config: pytest.Config) -> None:
    """Write the compiled form of a module unless it exists for the present content."""
    rewritten = file.name.startswith("test_") or file.name == "conftest.py"
    compiled = get_cache_dir(file) / (file.name[:-3] + PYC_TAIL) if rewritten else Path(cache_from_source(str(file)))
    if _is_current(compiled, file):
        return
    if not rewritten:
        py_compile.compile(str(file), quiet=2)
        return
    compiled.parent.mkdir(exist_ok=True)
    stat, code = _rewrite_test(file, config)
    _write_pyc(config.stash[assertstate_key], code, stat, compiled)


def _is_current(compiled: Path, source: Path) -> bool:
    """Return True if a compiled file names time and size of its source."""
    try:
        with compiled.open("rb") as opened:
            header = opened.read(16)
    except OSError:
        return False
    stat = source.stat()
    return header[8:] == struct.pack("<LL", int(stat.st_mtime) & 0xFFFFFFFF, stat.st_size & 0xFFFFFFFF)
