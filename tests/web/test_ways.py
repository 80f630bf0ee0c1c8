"""From each page of a match there is a way back to the tables."""

from typing import Any

import pytest

from tests.service.browsing import needs_browser
from tests.web.serving import Served
from tests.web.tables import opened
from tests.web.windows import PHONE, WIDE, Window

pytestmark = needs_browser


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_from_each_page_of_a_match_one_gets_back_to_the_tables(
    browser: Any, served: Served, size: tuple[int, int]
) -> None:
    """S21: given any page of a match, also one that is looked back in, then a link to the tables is seen; on a phone it is large
    enough for a finger and a tap leads there, elsewhere Tab and Enter do. On paper a slip has none."""
    from playwright.sync_api import expect

    match = opened(served.app, title="Quarter final, table four of the northern field")
    window = Window(browser, size, has_touch=True)
    window.sign_in(served, "organiser")
    page = window.page
    for path in ("", "#3", "/record", "/slip", "/disputes"):
        page.goto(f"{served.url}/m/{match}{path}")
        way = page.get_by_role("link", name="Tables", exact=True)
        expect(way).to_be_in_viewport()
        box = way.bounding_box()
        assert min(box["width"], box["height"]) >= (44 if size == PHONE else 18), (path, box)
        assert window.sideways <= 0, path
        if size == PHONE:
            way.tap()
        else:
            while page.evaluate("document.activeElement.textContent") != "Tables":
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")
        page.wait_for_url(f"{served.url}/")
    page.goto(f"{served.url}/m/{match}/slip")
    page.emulate_media(media="print")
    expect(page.get_by_role("link", name="Tables")).to_be_hidden()
    window.context.close()
