"""The pages of event days in a real browser: a seat is found on a phone, the desk keeps the clock, paper has all sheets."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.service.browsing import skipped_without_browser
from tests.web_service.serving import Served, serving
from tests.web_service.test_event_days import Event
from tests.web_service.windows import PHONE, WIDE, Window, expect

pytestmark = skipped_without_browser


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    """Six players of whom round 1 is seated."""
    with serving(tmp_path) as served:
        found = Event(served, 6, 3)
        found.round(1)
        found.fresh(lambda one: one["round"] == 1)
        yield found


def opened(browser: Any, event: Event, size: tuple[int, int], path: str = "", served: Served | None = None) -> Window:
    window = Window(browser, size)
    if served is not None:
        window.sign_in(served, "organiser")
    window.page.goto(f"{event.served.url}/g/{event.id}{path}")
    return window


def test_a_seat_is_found_by_name_or_number_on_a_phone(browser: Any, event: Event) -> None:
    """Events, S21: typing a name or number leaves one table; without scripts the page is asked."""
    window = opened(browser, event, PHONE)
    rows = window.page.locator(".tables tbody tr")
    expect(rows).to_have_count(3)
    for typed in ("player 05", "5"):
        window.page.fill("#find", typed)
        expect(window.page.locator(".tables tbody tr:visible")).to_have_count(1)
        expect(window.page.locator(".tables tbody tr:visible")).to_contain_text("Player 05")
    window.page.click("text=Find my seat")
    expect(window.page.locator("#found")).to_contain_text("Table 2")
    window.page.goto(f"{event.served.url}/g/{event.id}?find=nobody")
    expect(window.page.locator("#found")).to_have_text("No seat for that name or number.")
    assert window.sideways <= 0
    assert window.wrong == []


def test_the_desk_starts_the_clock_and_all_pages_show_it(browser: Any, event: Event) -> None:
    """Events: given an organiser and a projector, when the clock is started, then both show it run; pairing too soon says why."""
    desk, wall = opened(browser, event, WIDE, served=event.served), opened(browser, event, WIDE, "/show")
    expect(wall.page.locator(".clock")).to_have_text("not begun")
    assert wall.page.locator(".pairings li").count() == 3
    desk.page.click("text=Start the clock")
    for window in (desk, wall):
        expect(window.page.locator(".clock")).to_contain_text("left")
    for field in desk.page.locator("[name=deck][type=number]").all():
        field.fill("30")
    desk.page.click("text=Pair and seat round 2")
    expect(desk.page.locator("[data-desk] .said")).to_contain_text("[CT-W01] Rounds of a Swiss")
    desk.page.click("text=End the round")
    expect(wall.page.locator(".standings tbody tr")).to_have_count(6)
    assert wall.page.locator(".desk").count() == 0
    assert [window.sideways for window in (desk, wall)] == [0, 0]


def test_what_is_printed_has_seats_tables_and_standings(browser: Any, event: Event) -> None:
    """Events: the paper has seats by name, tables and standings, each on a sheet, without elements for a screen."""
    window = opened(browser, event, WIDE)
    assert not window.page.locator(".seats").is_visible()
    window.page.emulate_media(media="print")
    for shown in (".seats", ".tables", ".standings"):
        assert window.page.locator(shown).is_visible()
    for hidden in (".filter", "nav", ".clock"):
        assert not window.page.locator(hidden).first.is_visible()
    assert window.page.pdf().count(b"/Type /Page\n") == 3


BROKEN = """() => [...document.querySelectorAll(".pairings .side")].flatMap((side) => {
  const [text] = side.childNodes;
  return [...text.data.matchAll(/[^ -]+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
})"""
"""The words of players' names that are broken into pieces."""


@pytest.mark.parametrize("players", [14, 20])
@pytest.mark.parametrize("size", [PHONE, (1024, 768), (1920, 1080)])
def test_names_are_whole_on_the_projectors_page(
    browser: Any, served: Served, size: tuple[int, int], players: int
) -> None:
    """Words of a long name stay whole, on a phone too, and the page fits its window; a hall's screen shows seven tables whole."""
    names = [f"Ana-{'Maria' * (n % 2)} Kowalczyk-Featherstone {n}" for n in range(players)]
    desk = served.client(served.token("organiser"))
    body = {"title": "Open", "players": names, "rounds": 3, "game": "pig", "command_id": "event-0001"}
    event = desk.post("/api/event-days", json=body).json()["gathering"]
    assert desk.post(f"/api/event-days/{event}/rounds", json={"round": 1}).status_code == 201
    window = Window(browser, size).at(served, f"/g/{event}/show")
    expect(window.page.locator(".pairings li")).to_have_count(players // 2)
    assert window.page.evaluate(BROKEN) == []
    assert window.sideways <= 0
    if (size, players) == ((1920, 1080), 14):
        last = window.page.locator(".pairings li").last.bounding_box()
        assert last["y"] + last["height"] <= 1080
