"""Fixtures of the service: a served store, and a browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.service.browsing import CHROMIUM
from tests.web_service.serving import Served, serving


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """An empty store."""
    with serving(tmp_path) as one:
        yield one


@pytest.fixture
def browser(_chromium: Any) -> Iterator[Any]:
    """A real browser, whose windows are closed behind each test."""
    yield _chromium
    for window in _chromium.contexts:
        window.close()


@pytest.fixture(scope="module")
def _chromium() -> Iterator[Any]:
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=60_000)  # beside other tests a page waits for its turn
    with sync_playwright() as playwright:
        one = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=240_000)
        yield one
        one.close()
