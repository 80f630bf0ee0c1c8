"""Fingers on the board of a recording page: a swipe scrolls, a finger that rests first drags."""

from time import time
from typing import Any

import pytest

from tests.service.browsing import needs_browser
from tests.waiting import wait_until
from tests.web_service.serving import Served
from tests.web_service.tables import LINES, opened
from tests.web_service.test_recording_pages import settled
from tests.web_service.windows import PHONE, TABLET, Window, expect

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

HAND = "draw_opening_hand Ada cards=[wes, cleo, dasher, lifter]"
ROBOT = ("play_student wes", "play_robot dasher [wes] offensive")


@needs_browser
@pytest.mark.parametrize("part", [".card[data-name=Dasher]", ".card.empty", ".chip[data-name=Cleo]"])
def test_a_swipe_on_the_board_scrolls_and_leaves_the_line(browser: Any, served: Served, part: str) -> None:
    """Given a phone and a typed line, when a swipe starts on a card, an empty frame or a chip, then the page scrolls and the line
    stays."""
    page, _ = known_hand(browser, served, PHONE, *ROBOT)
    page.locator("#line").fill("play")
    page.evaluate("scrollTo(0, 300)")
    x, y = middle(page.locator(f"#board {part}").first)
    before = page.evaluate("scrollY")
    swiped(page, (x, y), (x + 8, y + 90), rested=0.01)
    wait_until(lambda: page.evaluate("scrollY") < before, f"a swipe on {part} does not scroll")
    assert page.locator("#line").input_value() == "play"
    assert page.locator(".accepts").count() == 0


@needs_browser
def test_a_finger_that_rests_first_drags(browser: Any, served: Served) -> None:
    """Given a phone, when a finger rests on a robot of the hand and then goes to an empty frame, then the robot is played as far
    as it is certain, and the page stays where it is."""
    page, _ = known_hand(browser, served, PHONE, *ROBOT)
    lifter, frame = (page.locator(f"#board {part}").first for part in (".chip[data-name=Lifter]", ".near .card.empty"))
    frame.scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 250)")
    before = at(frame)
    swiped(page, at(lifter), before, rested=0.3)
    expect(page.locator("#line")).to_have_value("play_robot lifter ")
    assert at(frame) == pytest.approx(before, abs=1)


@needs_browser
def test_a_drag_shows_where_a_card_can_go(browser: Any, served: Served) -> None:
    """Given a robot of the hand, when the mouse drags it, then the robots of its player are outlined and nothing else; dropped on
    a card there it is played, and a drop elsewhere offers its actions. Of a second student, which a rule forbids, nothing is."""
    page, _ = known_hand(browser, served, TABLET, *ROBOT)
    lifter = page.locator("#board [data-name=Lifter]")
    for drop, line in ((".card[data-name=Dasher]", "play_robot lifter "), ("[data-title=team] .card", "Lifter")):
        lifter.first.hover()
        page.mouse.down()
        page.mouse.move(*middle(page.locator(f"#board .panel.active {drop}").first), steps=3)
        expect(page.locator(".accepts")).to_have_attribute("data-title", "robots")
        page.mouse.up()
        expect(page.locator(".accepts")).to_have_count(0)
        expect(page.locator("#line")).to_have_value(line)
        page.locator("#clear").click()
        settled(page)
    page.locator("#board [data-name=Cleo]").first.hover()
    page.mouse.down()
    with page.expect_response("**/offers?typed=Cleo"):
        page.mouse.move(*middle(page.locator("#board .card[data-name=Dasher]")), steps=3)
    page.mouse.up()
    expect(page.locator("#verdict")).to_have_text("choose an action")
    assert page.locator(".accepts").count() == 0


@needs_browser
def test_a_touched_zone_offers_the_actions_about_it(browser: Any, served: Served) -> None:
    """Given an empty frame, when it is touched, then the actions about robots are offered; a zone about which there is none
    changes nothing."""
    page, _ = known_hand(browser, served, TABLET)
    page.locator("#board .panel.active .front .card.empty").last.tap()
    expect(page.locator("#line")).to_have_value("robot")
    expect(page.locator("#offers li").first).to_contain_text("robot")
    page.locator("#clear").tap()
    settled(page)
    moat = page.locator("#board .panel.active [data-title=hand]")
    moat.evaluate("(zone) => (zone.dataset.title = 'moat')")
    with page.expect_response("**/offers?typed=moat"):
        page.locator("#board .panel.active [data-title=moat]").tap(position={"x": 2, "y": 2})
    expect(page.locator("#verdict")).to_have_text("Choose, or type.")
    assert page.locator("#line").input_value() == ""


def known_hand(browser: Any, served: Served, size: tuple[int, int], *lines: str) -> tuple[Any, str]:
    """The recording page of a match in its first main phase, after further lines, with Ada's hand as it is seen on the board; and
    the match."""
    match = opened(served.app, lines=2)
    for line in (HAND, *LINES[3:], *lines):
        served.app.take(match, line)
    page = Window(browser, size, has_touch=True).at(served, f"/m/{match}/record", "scorekeeper").page
    expect(page.locator("#offers button").first).to_be_visible()
    return page, match


def swiped(page: Any, start: tuple[float, float], end: tuple[float, float], *, rested: float) -> None:
    """A finger that rests for so many seconds, by the clock of its touches, and then goes to another place."""
    glass, begun = page.context.new_cdp_session(page), time()

    def touch(kind: str, after: float, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y} for x, y in points]
        glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers, "timestamp": begun + after})

    touch("touchStart", 0, start)
    for step in range(1, 7):
        x, y = (here + (there - here) * step / 6 for here, there in zip(start, end, strict=True))
        touch("touchMove", rested + step / 100, (x, y))
    touch("touchEnd", rested + 0.1)


def middle(part: Any) -> tuple[float, float]:
    """The middle of a part of a page, once it is in sight."""
    part.scroll_into_view_if_needed()
    return at(part)


def at(part: Any) -> tuple[float, float]:
    """The middle of a part of a page, where it is."""
    box = part.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
