"""Touches on the recording page that could record what nobody meant, and what only fingers need."""

from itertools import count
from typing import Any

import pytest

from service.typing.touch import ENDS
from tests.replay_tui.live import open_sheet
from tests.service.browsing import needs_browser
from tests.waiting import wait_until
from tests.web_service.serving import Served
from tests.web_service.test_recording_pages import kit_page, recorded, settled
from tests.web_service.windows import PHONE, Window, expect, is_recorded
from web_service.limits import Limits

HOLD = 500
"""Milliseconds until a press is a long one, as in sending.js."""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@needs_browser
def test_the_page_of_a_match_leads_to_recording_on_a_phone(browser: Any, served: Served) -> None:
    """Given a phone, then every link of the match page has a place of its own, and Record is seen at once."""
    match = open_sheet(served.app, "frc_card_game", 14)
    window = Window(browser, PHONE, has_touch=True).at(served, f"/m/{match}", "scorekeeper")
    links = window.page.locator(".links a")
    assert "Record" in links.all_inner_texts()
    assert all((box := link.bounding_box()) and min(box["width"], box["height"]) >= 44 for link in links.all())
    assert window.sideways <= 0
    window.page.get_by_role("link", name="Record", exact=True).tap()
    expect(window.page.locator("#record")).to_be_visible()


@needs_browser
def test_an_opening_hand_is_drawn_with_names_by_touch_alone(browser: Any, served: Served) -> None:
    """Given an opening hand, when four cards are touched and then Record, then the hand is known: the page closes the list."""
    page, match, before = recorded(browser, served, "frc_card_game", 1)
    line = "draw_opening_hand Ada cards=["
    page.locator("#offers button", has_text="with names").first.tap()
    for name in ("cannon", "cleo", "dana", "coach_may"):
        settled(page)
        line += f"{name}, "
        page.locator("#offers button", has_text=name).first.tap()
        expect(page.locator("#line")).to_have_value(line)
    expect(page.locator("#record")).to_have_attribute("aria-disabled", "false")
    page.locator("#record").tap()
    expect(page.locator("#said")).to_have_text(is_recorded(before + 1))
    hand = served.app.match(match).state.players[0].hand  # type: ignore[attr-defined]
    assert len(hand) == 4


@needs_browser
def test_a_double_touch_records_once(browser: Any, served: Served) -> None:
    """Given a recorded throw, when its button's place is touched at once again, then nothing is recorded for the next player; a
    little later a touch records."""
    page, _, before = kit_page(browser, served, "pig", has_touch=True)
    posts = sent(page)
    stopped(page)
    x, y = middle(page.locator("[aria-label='roll 1']"))
    for _ in range(2):
        page.touchscreen.tap(x, y)
        expect(page.locator("#said")).to_have_text(is_recorded(before + 1))
    assert len(posts) == 1
    busy = page.locator("#offers[aria-busy=true]")
    wait_until(lambda: page.clock.run_for(100) or not busy.count(), "the offers stay busy")
    page.touchscreen.tap(x, y)
    expect(page.locator("#said")).to_have_text(is_recorded(before + 2))


@needs_browser
def test_quick_touches_extend_the_line_and_record_only_when_meant(browser: Any, served: Served) -> None:
    """Given an open throw, when its dice are touched faster than the answers come, at one place too, then each die is in the line;
    a last touch so near records nothing and says so, and a little later it records."""
    page, match, before = kit_page(browser, served, "yacht", has_touch=True)
    served.app_state.limits = Limits(count().__next__)
    posts = sent(page)
    page.locator("#offers button", has_text="Roll the dice").tap()
    expect(page.locator("#line")).to_have_value("roll ")
    settled(page)
    stopped(page)
    x, y = middle(page.locator("#offers li.short button").first)
    for _ in range(4):
        page.touchscreen.tap(x, y)
    expect(page.locator("#line")).to_have_value("roll [1, 1, 1, 1, ")
    expect(page.locator("#offers button:not(.more)").first).to_be_visible()
    page.touchscreen.tap(x, y)
    expect(page.locator("#said")).to_contain_text("too soon")
    assert posts == []
    busy = page.locator("#offers[aria-busy=true]")
    wait_until(lambda: page.clock.run_for(100) or not busy.count(), "the offers stay busy")
    page.touchscreen.tap(x, y)
    expect(page.locator("#said")).to_have_text(is_recorded(before + 1))
    assert served.app.match(match).version == before + 1


@needs_browser
def test_offers_for_another_line_begin_at_their_top(browser: Any, served: Served) -> None:
    """Given offers scrolled down, when a touch chooses a box, and when its score is recorded, then the next offers are seen from
    their first."""
    page, _, before = kit_page(browser, served, "yacht", has_touch=True)
    served.app_state.limits = Limits(count().__next__)
    top = "document.getElementById('offers').scrollTop"
    page.evaluate("document.getElementById('offers').style.maxHeight = '160px'")
    page.locator("#offers button", has_text="yacht").last.tap()
    expect(page.locator("#line")).to_have_value("write yacht ")
    wait_until(lambda: page.evaluate(top) == 0, "the numbers begin below the first")
    settled(page)
    page.locator("#offers span").get_by_text("50", exact=True).tap()
    expect(page.locator("#said")).to_have_text(is_recorded(before + 1))
    wait_until(lambda: page.evaluate(top) == 0, "the actions begin below the first")


@needs_browser
def test_no_touch_records_by_accident(browser: Any, served: Served) -> None:
    """Given a held offer, when the finger is lifted from what is under it by then, then nothing is recorded. What ends the match
    is only put into the line, and Record records it."""
    page, match, before = recorded(browser, served, "frc_card_game", 14)
    posts, glass = sent(page), page.context.new_cdp_session(page)
    stopped(page)
    page.evaluate("addEventListener('pointerdown', () => (document.body.dataset.down = 'yes'))")
    x, y = middle(page.locator("#offers button:not(.more)").first)
    glass.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator("body")).to_have_attribute("data-down", "yes")
    with page.expect_response("**/offers?*"):
        page.clock.run_for(HOLD)
    expect(page.locator("#line")).not_to_have_value("")
    held = page.locator("#line").input_value()
    expect(page.locator("#record")).to_have_attribute("aria-disabled", "false")
    glass.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.locator("#verdict").tap()
    assert (page.locator("#line").input_value(), posts) == (held, [])
    page.locator("#clear").tap()
    page.locator("#offers button", has_text="Concede the match").tap()
    expect(page.locator("#verdict")).to_contain_text(ENDS)
    assert (page.locator("#line").input_value(), posts) == ("concede", [])
    page.locator("#record").tap()
    expect(page.locator("#said")).to_have_text(is_recorded(before + 1))
    assert served.app.match(match).version == before + 1


@needs_browser
def test_a_line_is_recorded_after_what_came_meanwhile_only_if_it_is_sent_again(browser: Any, served: Served) -> None:
    """Given a begun throw, when somebody else records one and the first is finished, then the page says who was first; sent again
    it is recorded. When a connection comes back, offers come back by themselves."""
    page, match, before = kit_page(browser, served, "yacht", has_touch=True)
    page.locator("#line").fill("roll [3, 3, ")
    served.app.take(match, "roll [1, 2, 3, 4, 6]")
    wait_until(lambda: page.evaluate("replay.last()") == before + 1, "the entry does not come")
    page.locator("#line").fill("roll [3, 3, 3, 4, 4]")
    expect(page.locator("#record")).to_have_attribute("aria-disabled", "false")
    page.locator("#record").tap()
    expect(page.locator("#said")).to_contain_text(f"recorded entry {before + 1} first")
    assert served.app.match(match).version == before + 1
    settled(page)
    page.locator("#record").tap()
    expect(page.locator("#said")).to_have_text(is_recorded(before + 2))
    page.context.set_offline(True)
    page.locator("#line").fill("roll")
    expect(page.locator("#said")).to_contain_text("No connection")
    page.context.set_offline(False)
    expect(page.locator("#said")).to_have_text("")
    expect(page.locator("#offers button").first).to_be_visible()


def sent(page: Any) -> list[str]:
    """The acts that the page sends from now on."""
    found: list[str] = []
    page.on("request", lambda asked: found.append(asked.url) if asked.method == "POST" else None)
    return found


def stopped(page: Any) -> None:
    """Stops the clock of a page: only the test lets time pass."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("new Date(Date.now() + 60_000).toISOString()"))


def middle(part: Any) -> tuple[float, float]:
    """The middle of a part of a page."""
    part.scroll_into_view_if_needed()
    box = part.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
