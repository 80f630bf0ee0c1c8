"""Corrections over HTTP and on the recording page: told in words first, then recorded."""

from itertools import count
from typing import Any

import pytest

from domain.judging import Appealed, Ruled
from domain.timeline import Address
from service.judging.judge_actions import confirm, rule
from service.judging.judge_actions import record as judging_record
from service.judging.rulings import RequestedPenalty, Ruling
from tests.replay_tui.live import open_sheet
from tests.service import test_people as people
from tests.service.browsing import needs_browser
from tests.web_service.serving import Served
from tests.web_service.windows import TABLET, Window, expect
from web_service.limits import Limits

PLAYED = 14
"""Lines of the sample match: entry 13 plays a student, entry 14 a robot with that student, entry 15 goes on."""


def test_a_correction_is_told_in_words_and_recorded(served: Served) -> None:
    """Given an action, when another line is previewed, then each later entry that changes is named and the record is unchanged;
    when a possible line is sent, the correction is recorded once."""
    match = open_sheet(served.app, "frc_card_game", PLAYED)
    before = served.app.match(match).version
    with served.client(served.token("scorekeeper", "Sam")) as client:
        asked = f"/api/matches/{match}/corrections"
        own = client.get(asked, params={"entry": 13}).json()
        assert own == {"line": "play_student cleo", "possible": True, "told": []}
        other = client.get(asked, params={"entry": 13, "line": "play_student sol"}).json()
        assert other["told"][0] == "entry 13 (play_student cleo) will be replaced"
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


def test_an_entry_is_removed_after_its_effects_are_told(served: Served) -> None:
    """Given an action, when its removal is previewed, then later entries that change are named and the record is unchanged; sent,
    the entry is struck once. A removal that later entries do not allow is refused."""
    match = open_sheet(served.app, "frc_card_game", PLAYED)
    before = served.app.match(match).version
    with served.client(served.token("scorekeeper", "Sam")) as client:
        asked = f"/api/matches/{match}/corrections"
        needed = client.get(asked, params={"entry": 13, "strike": True}).json()
        assert needed["told"][0] == "entry 13 (play_student cleo) will be removed"
        assert not needed["possible"]
        told = client.get(asked, params={"entry": 14, "strike": True}).json()
        assert told["told"] == ["entry 14 (play_robot lifter [cleo] position=offensive) will be removed"]
        assert told["possible"]
        assert served.app.match(match).version == before
        body = {"entry": 14, "strike": True, "at_version": before, "command_id": "strike-01"}
        assert [client.post(asked, json=body).status_code for _ in range(2)] == [201, 200]
        refused = body | {"entry": 13, "at_version": before + 1, "command_id": "strike-02", "line": "play_student sol"}
        assert client.post(asked, json=refused).json()["detail"] == (
            "Send a new line for entry 13, or strike it: not both."
        )
    assert served.app.match(match).standing(Address(14)) is None


def test_a_corrected_opening_is_told_with_every_entry_that_names_a_person(served: Served) -> None:
    """Given a penalty, an appeal, an agreed result and a confirmation, when two seats are exchanged, then each of them is told, and
    that the correction needs an official; an organiser, who is head judge, is not refused."""
    match = people.opened(served.app, "pig")
    ruled = Ruled(
        official="Jo", role="head_judge", rules=(next(iter(served.app.match(match).game.rules)),), text="late"
    )
    penalties = (RequestedPenalty(seat=0, penalty="warning"),)
    ruling = rule(served.app, match, Ruling(ruled=ruled, penalties=penalties))[0].version
    judging_record(served.app, match, Appealed(about=ruling, seat=0))
    served.app.conclude(match, (1,))
    confirm(served.app, match, 1)
    line = people.reseating(served.app, match, Ada="Bo", Bo="Ada").line
    found = []
    for token in (served.token("scorekeeper", "Sam"), served.token("organiser", "Jo")):
        with served.client(token) as client:
            answer = client.get(f"/api/matches/{match}/corrections", params={"entry": 1, "line": line})
            found.append(answer.json())
    assert [said.split(" goes with")[0].split(": head")[0] for said in found[1]["told"][1:]] == [
        "entry 3 (penalty by 2: Ada: warning)",
        "entry 4 (appeal of Ada against 2)",
        "entry 5 (concluded: Bo wins (agreed))",
        "entry 6 (confirmed by Bo",
    ]
    assert found[0]["told"][:-1] == found[1]["told"]
    assert found[0]["told"][-1].startswith("[JP-U01]")
    assert [one["possible"] for one in found] == [False, True]


@pytest.mark.parametrize("line", ["", "   "])
def test_an_empty_correction_is_refused_in_plain_words(served: Served, line: str) -> None:
    match = open_sheet(served.app, "frc_card_game", PLAYED)
    version = served.app.match(match).version
    body = {"entry": 13, "line": line, "at_version": version, "command_id": "empty-001"}
    with served.client(served.token("scorekeeper", "Sam")) as client:
        answer = client.post(f"/api/matches/{match}/corrections", json=body)
    assert answer.status_code == 400
    assert answer.json()["detail"] == (
        "The line is empty. Send a new line for entry 13, or strike it to remove the entry."
    )
    assert served.app.match(match).version == version


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
    expect(page.locator("#said")).to_have_text("Entry 14 is corrected.")
    expect(page.locator("#board")).to_contain_text("defensive")
    expect(page.locator("#where")).to_contain_text(f"entry {before + 1} of {before + 1}")
    assert window.wrong == []


@needs_browser
@pytest.mark.timeout(300)
def test_an_old_entry_offers_only_the_way_back_and_its_correction(browser: Any, served: Served) -> None:
    """Given an old entry that is shown, then the page offers only Back to now and Correct entry N; typing, Undo and Remove lead
    back to the live board."""
    served.app_state.limits = Limits(count().__next__)
    match = open_sheet(served.app, "frc_card_game", PLAYED)
    before = served.app.match(match).version
    window = Window(browser, TABLET).at(served, f"/m/{match}/record", "scorekeeper")
    page = window.page
    line, offers, where = page.locator("#line"), page.locator("#offers button"), page.locator("#where")
    expect(page.locator("#eyes")).to_have_text("Everything shown")
    old = page.locator("#list button").nth(12)
    old.click()
    expect(offers).to_have_text(["Back to now", "Correct entry 13"])
    offers.first.click()
    expect(where).to_contain_text(f"entry {before} of {before}")
    expect(page.locator("#offers")).not_to_contain_text("Back to now")
    old.click()
    line.press_sequentially("adv")
    expect(where).to_contain_text(f"entry {before} of {before}")
    line.fill("")
    old.click()
    page.locator("#undo").click()
    expect(where).to_contain_text(f"entry {before + 1} of {before + 1}")
    expect(page.locator("#said")).to_contain_text("Undone: the match is as after entry")
    page.locator("#list button").nth(13).click()
    page.get_by_role("button", name="Correct entry 14").click()
    expect(line).to_have_value("play_robot lifter [cleo] position=offensive")
    expect(page.locator("#board .card.changed").first).to_have_css("display", "flex")
    line.fill("")
    expect(page.locator("#verdict")).to_contain_text("The line is empty.")
    expect(page.locator("#record")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Remove entry 14").click()
    expect(page.locator("#offers")).to_contain_text("will be removed")
    page.locator("#record").click()
    expect(page.locator("#said")).to_have_text("Entry 14 is removed.")
    expect(where).to_contain_text(f"entry {before + 2} of {before + 2}")
    assert window.wrong == []
