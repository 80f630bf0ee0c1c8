"""Files that a worker compiles before it collects tests are those that Python and pytest read."""

import os
from importlib.util import cache_from_source
from pathlib import Path

import pytest
from _pytest.assertion.rewrite import PYC_TAIL, _read_pyc, get_cache_dir

from tests.compiled_once import compile_once


@pytest.mark.parametrize("name", ["test_one", "helpers"])
def test_a_module_is_compiled_once_for_each_content(tmp_path: Path, request: pytest.FixtureRequest, name: str):
    """Pytest finds the rewritten test, Python the compiled helper; only a changed source is compiled again."""
    source, rewritten = tmp_path / f"{name}.py", name.startswith("test_")
    compiled = get_cache_dir(source) / f"{name}{PYC_TAIL}" if rewritten else Path(cache_from_source(str(source)))
    written = []
    for text in ("assert 1", "assert 1", "assert 2 + 2"):
        source.write_text(text)
        os.utime(source, (1, 1))
        compile_once(source, request.config)
        code = _read_pyc(source, compiled)
        assert code is not None
        assert ("@pytest_ar" in code.co_names) is rewritten
        written.append(compiled.stat().st_ino)
        assert len(set(written)) == (2 if text == "assert 2 + 2" else 1)
