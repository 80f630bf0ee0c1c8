"""The documentation under `/docs`."""

from pathlib import Path
from typing import Any

import pytest

from tests.service.browsing import skipped_without_browser
from tests.web_service.serving import serving
from tests.web_service.windows import WIDE, Window, expect

PAGE = (
    "<!doctype html><title>Tour</title><link rel='icon' href='data:,'><h1 id='here'>Tour</h1><script src='add.js'></script>"
    "<script>document.title += ' inline';</script>"
)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A website of two pages."""
    folder = tmp_path / "site"
    (folder / "start").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE)
    (folder / "start" / "tour.html").write_text(PAGE.replace("'add.js'", "'../add.js'"))
    (folder / "add.js").write_text("document.title += ' added';")
    (tmp_path / "private.txt").write_text("not yours")
    return folder


def test_the_site_is_served_and_nothing_beside_it(tmp_path: Path, site: Path) -> None:
    with serving(tmp_path) as served:
        anybody = served.client()
        missing = anybody.get("/docs/index.html", headers={"Accept": "text/html"})
        assert (missing.status_code, "matchbook serve --docs build/site" in missing.text) == (404, True)
        served.app_state.docs = site
        assert anybody.get("/docs", follow_redirects=True).text == PAGE
        tour = anybody.get("/docs/start/tour.html")
        assert (tour.status_code, tour.headers["content-type"].partition(";")[0]) == (200, "text/html")
        for path in (
            "../private.txt",
            "..%2Fprivate.txt",
            "start",
            "start/../../private.txt",
            "/etc/passwd",
            "none.html",
        ):
            assert anybody.get(f"/docs/{path}").status_code == 404, path
        assert "unsafe-inline" not in tour.headers["content-security-policy"].partition("style-src")[0]


@skipped_without_browser
def test_scripts_of_the_site_run_and_no_others(browser: Any, tmp_path: Path, site: Path) -> None:
    """Given a page with a script of its own and a file, then both run; a script that was put in later does not."""
    with serving(tmp_path) as served:
        served.app_state.docs = site
        window = Window(browser, WIDE).at(served, "/docs/start/tour.html")
        expect(window.page).to_have_title("Tour added inline")
        assert window.wrong == []
        window.page.evaluate(
            "document.body.append(Object.assign(document.createElement('script'), {textContent: 'document.title = 1'}))"
        )
        expect(window.page).to_have_title("Tour added inline")
