"""A real browser that opens a page from disk, as wide and high as asked, and runs a script of ours behind the page's own."""

import re
import shutil
import subprocess
from base64 import b64encode
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Final

import pytest

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS: Final = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
WIDE: Final = (1280, 800)
PHONE: Final = (390, 844)
_ASK: Final = """
const ready = new Promise((done) => setTimeout(done, 300)); // the board follows the first words
ready.then(async () => { %s }).catch((error) => `failed: ${error}`).then((found) => {
  const place = parent.document.createElement("output");
  place.id = "found";
  place.textContent = found;
  parent.document.body.append(place);
});
"""
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")


def in_browser(
    page: str, script: str, tmp_path: Path, *flags: str, at: str = "", size: tuple[int, int] = WIDE, budget: int = 4000
) -> str:
    """What a script of ours finds on the page, run after the page's own, in a window of that size. `budget` is in
    milliseconds of the browser's own clock, that runs ahead while nothing is to be done."""
    ours = _ASK % script
    allowed = (
        f"script-src 'sha256-{b64encode(sha256(ours.encode()).digest()).decode()}' "  # the policy knows the page's own
    )
    page = page.replace("script-src ", allowed, 1).replace("</body>", f"<script>{ours}</script></body>")
    dom = _opened(page, tmp_path, at, size, f"--virtual-time-budget={budget}", *flags, "--dump-dom")
    found = re.search(r'<output id="found">([^<]*)</output>', dom)
    assert found is not None
    return unescape(found[1])


def photograph(page: str, file: Path, tmp_path: Path, *flags: str, at: str = "", size: tuple[int, int] = WIDE) -> None:
    """A picture of the page as somebody sees it in a window of that size."""
    _opened(page, tmp_path, at, size, "--virtual-time-budget=3000", "--hide-scrollbars", *flags, f"--screenshot={file}")


def _opened(page: str, tmp_path: Path, at: str, size: tuple[int, int], *flags: str) -> str:
    """What the browser writes. The page lies in a frame: windows narrower than 500 are not to be had."""
    assert CHROMIUM is not None
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    width, height = size
    frame = f'<iframe src="page.html{at}" width="{width}" height="{height}" frameborder="0"></iframe>'
    (tmp_path / "window.html").write_text(f"<!doctype html><body style='margin:0'>{frame}</body>", encoding="utf-8")
    own = [f"--user-data-dir={tmp_path / 'profile'}", "--allow-file-access-from-files", "--disable-web-security"]
    command = [CHROMIUM, *FLAGS, *own, f"--window-size={width},{height}", *flags, (tmp_path / "window.html").as_uri()]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
