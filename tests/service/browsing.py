"""A real browser that opens a page from disk, as wide and high as asked, and runs a script of ours behind the page's own.

One browser serves all tests of a process; each page has a context of its own. It is driven from its own thread: other event loops
cannot run there.
"""

import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypedDict, TypeVar, Unpack

import pytest

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
WIDE: Final = (1280, 800)
PHONE: Final = (390, 844)
_PATIENCE: Final = 120_000
"""Milliseconds in which a page has done anything on the busiest machine."""
skipped_without_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
T = TypeVar("T")


def needs_browser(test: T) -> T:
    """Marks a test that starts a browser: it belongs to the slow tier."""
    return pytest.mark.slow(skipped_without_browser(test))


class Wishes(TypedDict, total=False):
    """How the reader wants pages to look."""

    color_scheme: Literal["light", "dark"]
    forced_colors: Literal["active"]


def in_browser(
    page: str,
    script: str,
    tmp_path: Path,
    *,
    at: str = "",
    size: tuple[int, int] = WIDE,
    ahead: bool = False,
    **wishes: Unpack[Wishes],
) -> str:
    """The result of a script on the page, run once the page has drawn its first board, in a window of that size. `ahead` lets the
    browser's own clock run ahead while it is idle."""

    waiting = f"async () => `${{await (async () => {{ {script} }})()}}`"
    return str(_opened(lambda window: window.evaluate(waiting), page, tmp_path, at, size, wishes, ahead=ahead))


def photograph(
    page: str, file: Path, tmp_path: Path, *, at: str = "", size: tuple[int, int] = WIDE, **wishes: Unpack[Wishes]
) -> None:
    _opened(lambda window: window.screenshot(path=file), page, tmp_path, at, size, wishes)


def on_paper(page: str, tmp_path: Path) -> bytes:
    return bytes(_opened(lambda window: window.pdf(), page, tmp_path, "", WIDE, {}))


def close_browser() -> None:
    if _thread.cache_info().currsize:
        with _thread() as thread:
            thread.submit(_ended).result()
        _thread.cache_clear()


@cache
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "browser")


@cache
def _started() -> tuple[Any, Any]:
    """The driver and the browser; used only in its own thread."""
    from playwright.sync_api import sync_playwright

    driver = sync_playwright().start()
    arguments = ["--no-sandbox", "--disable-gpu"]
    return driver, driver.chromium.launch(executable_path=CHROMIUM, args=arguments, timeout=2 * _PATIENCE)


def _ended() -> None:
    if _started.cache_info().currsize:
        driver, browser = _started()
        browser.close()
        driver.stop()
        _started.cache_clear()


def _opened(
    work: Callable[[Any], T],
    page: str,
    tmp_path: Path,
    at: str,
    size: tuple[int, int],
    wishes: Wishes,
    *,
    ahead: bool = False,
) -> T:
    """The result of some work in a window of its own, once the page has drawn its first board."""
    file = tmp_path / "page.html"
    file.write_text(page, encoding="utf-8")

    def open_and_work() -> T:
        _, browser = _started()
        viewport = {"width": size[0], "height": size[1]}
        with closing(browser.new_context(viewport=viewport, **wishes)) as context:
            context.set_default_timeout(_PATIENCE)
            window = context.new_page()
            window.goto(file.as_uri() + at)
            if ahead:
                context.new_cdp_session(window).send("Emulation.setVirtualTimePolicy", {"policy": "advance"})
            window.evaluate("globalThis.replay && new Promise((done) => replay.begun(() => done(true)))")
            return work(window)

    return _thread().submit(open_and_work).result()
