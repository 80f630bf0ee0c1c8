"""Corrections over HTTP and on the recording page: told in words first, then recorded."""

from itertools import count
from typing import Any

import pytest

from tests.replay_tui.live import open_sheet
from tests.service.browsing import needs_browser
from tests.web_service.serving import Served
from tests.web_service.windows import TABLET, Window, expect
from web_service.limits import Limits

PLAYED = 14
"""Lines of the sample match: entry 13 plays a student, entry 14 a robot with that student, entry 15 goes on."""


def test_a_correction_is_told_in_words_and_recorded(served: Served) -> None:
    """Given an action, when another line is asked about, then each later entry that does not stay the same is told and nothing is
    recorded; when a possible line is sent, the correction is recorded once."""
    match = open_sheet(served.app, "frc_card_game", PLAYED)
    before = served.app.match(match).version
    with served.client(served.token("scorekeeper", "Sam")) as client:
        asked = f"/api/matches/{match}/corrections"
        own = client.get(asked, params={"entry": 13}).json()
        assert own == {"line": "play_student cleo", "possible": True, "told": []}
        other = client.get(asked, params={"entry": 13, "line": "play_student sol"}).json()
        assert other["told"][0] == "entry 13 (play_student cleo) is replaced"
        assert other["told"][1].startswith("entry 14 (play_robot lifter [cleo]")
        assert "can no longer happen: " in other["told"][1]
        assert not other["possible"]
        assert client.get(asked, params={"entry": 999}).status_code == 400
        assert served.app.match(match).version == before
        body = {
            "entry": 14,
            "line": "play_robot lifter [cleo] defensive",
            "at_version": before,
            "command_id": "right-001",
        }
        assert [client.post(asked, json=body).status_code for _ in range(2)] == [201, 200]
        assert client.post(asked, json=body | {"line": "play_robot lifter [cleo]"}).status_code == 422
    assert served.app.match(match).version == before + 1
    assert served.app.match(match).corrections


@needs_browser
@pytest.mark.timeout(300)
@pytest.mark.parametrize("by_key", [False, True])
def test_an_action_is_corrected_by_holding_it(browser: Any, served: Served, *, by_key: bool) -> None:
    """Given the list of actions, when one is held (or E pressed on it), then its board is shown and its line can be edited; what
    happens to later entries is told before Record."""
    served.app_state.limits = Limits(count().__next__)
    match = open_sheet(served.app, "frc_card_game", PLAYED)
    before = served.app.match(match).version
    window = Window(browser, TABLET).at(served, f"/m/{match}/record", "scorekeeper")
    page = window.page
    row = page.locator("#list button").nth(12)
    if by_key:
        row.focus()
        page.keyboard.press("E")
    else:
        row.click(delay=700)
    line = page.locator("#line")
    expect(line).to_have_value("play_student cleo")
    expect(page.locator("#where")).to_contain_text("entry 13 of 15")
    line.fill("play_student sol")
    expect(page.locator("#offers")).to_contain_text("can no longer happen")
    expect(page.locator("#record")).to_have_attribute("aria-disabled", "true")
    page.locator("#clear").click()
    expect(page.locator("#where")).to_contain_text("entry 15 of 15")
    page.locator("#list button").nth(13).click(delay=700)
    expect(line).to_have_value("play_robot lifter [cleo] position=offensive")
    line.fill("play_robot lifter [cleo] position=defensive")
    page.locator("#record").click()
    expect(page.locator("#said")).to_contain_text(f"Recorded {before + 1}. Corrected.")
    expect(page.locator("#board")).to_contain_text("defensive")
    assert window.wrong == []
