"""The recording page keeps its parts in place while a match goes on."""

from typing import Any

import pytest

from tests.service.browsing import needs_browser
from tests.waiting import wait_until
from tests.web_service.serving import Served
from tests.web_service.tables import opened
from tests.web_service.test_recording_pages import settled
from tests.web_service.windows import PHONE, TABLET, WIDE, Window, expect, is_recorded

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

SPILLED = """[...document.querySelectorAll("#board .front .cells")].some((cells) => cells.scrollWidth > cells.clientWidth + 1)"""


@needs_browser
@pytest.mark.parametrize("size", [(820, 1180), TABLET, WIDE], ids=["upright", "tablet", "wide"])
def test_a_row_of_robots_stays_beside_the_panel(browser: Any, served: Served, size: tuple[int, int]) -> None:
    """Given a page opened before the first robot, when robots with students come, then the row is never wider than the board."""
    page, match = recording(browser, served, size)
    for line in ("play_student wes", "play_robot dasher [wes] offensive"):
        served.app.take(match, line)
    last = served.app.match(match).version
    wait_until(lambda: page.evaluate("replay.last()") == last, "the robot does not come")
    expect(page.locator("#board .tray .chip")).to_be_visible()
    assert not page.evaluate(SPILLED)


@needs_browser
@pytest.mark.parametrize("size", [PHONE, (820, 1180), TABLET, WIDE], ids=["phone", "upright", "tablet", "wide"])
def test_messages_leave_the_command_field_where_it_is(browser: Any, served: Served, size: tuple[int, int]) -> None:
    """Given a play against a rule, when it is typed, recorded as played and undone, and when a message is long, then the field
    stays where it is."""
    page, match = recording(browser, served, size)
    served.app.take(match, "play_student wes")
    line, said = page.locator("#line"), page.locator("#said")
    wait_until(lambda: page.evaluate("replay.last()") == served.app.match(match).version, "the student does not come")
    found = {"nothing": line.bounding_box()}
    for typed in (
        "play_student nia",
        "play_robot dasher [wes, nia, cleo] offensive",
        "nonsense (and more of it",
        "play_st",
    ):
        with page.expect_response("**/offers?*"):
            line.fill(typed)
        expect(page.locator("#verdict")).not_to_have_class("verdict empty")
        found[typed] = line.bounding_box()
    line.fill("play_student nia")
    expect(page.locator("#record")).to_have_text("Record as played")
    settled(page)
    page.locator("#record").click()
    expect(said).to_have_text(is_recorded(9))
    found["recorded"] = line.bounding_box()
    settled(page)
    page.locator("#undo").click()
    expect(said).to_contain_text("Undone: ")
    found["undone"] = line.bounding_box()
    settled(page)
    for part in ("said", "verdict"):
        page.evaluate(f"document.getElementById('{part}').textContent = 'A long message. '.repeat(20)")
        found[part] = line.bounding_box()
    assert set(map(str, found.values())) == {str(found["nothing"])}, found


@needs_browser
def test_the_message_says_what_was_recorded(browser: Any, served: Served) -> None:
    """Given a recorded play, then the message tells its number and its sentence."""
    page, _ = recording(browser, served, TABLET)
    page.locator("#line").fill("play_student wes")
    expect(page.locator("#record")).to_have_attribute("aria-disabled", "false")
    page.locator("#record").click()
    expect(page.locator("#said")).to_have_text("Recorded 8: Ada plays the student Wes (1 of 1)")


def recording(browser: Any, served: Served, size: tuple[int, int]) -> tuple[Any, str]:
    """The recording page of a match in its first main phase, and the match."""
    match = opened(served.app)
    page = Window(browser, size).at(served, f"/m/{match}/record", "scorekeeper").page
    expect(page.locator("#offers button").first).to_be_visible()
    return page, match
