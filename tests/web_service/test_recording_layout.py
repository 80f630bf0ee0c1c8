"""The recording page keeps its parts in place while a match goes on."""

from typing import Any

import pytest

from tests.service.browsing import needs_browser
from tests.waiting import wait_until
from tests.web_service.serving import Served
from tests.web_service.tables import opened
from tests.web_service.windows import TABLET, WIDE, Window, expect

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

SPILLED = """[...document.querySelectorAll("#board .front .cells")].some((cells) => cells.scrollWidth > cells.clientWidth + 1)"""


@needs_browser
@pytest.mark.parametrize("size", [(820, 1180), TABLET, WIDE], ids=["upright", "tablet", "wide"])
def test_a_row_of_robots_stays_beside_the_panel(browser: Any, served: Served, size: tuple[int, int]) -> None:
    """Given a page opened before the first robot, when robots with students come, then the row is never wider than the board."""
    match = opened(served.app)
    page = Window(browser, size).at(served, f"/m/{match}/record", "scorekeeper").page
    expect(page.locator("#offers button").first).to_be_visible()
    for line in ("play_student wes", "play_robot dasher [wes] offensive"):
        served.app.take(match, line)
    last = served.app.match(match).version
    wait_until(lambda: page.evaluate("replay.last()") == last, "the robot does not come")
    expect(page.locator("#board .tray .chip")).to_be_visible()
    assert not page.evaluate(SPILLED)
