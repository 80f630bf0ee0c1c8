"""The pages in a real browser: nothing scrolls sideways, LIVE or REPLAY is said, entries come in, recording by touch and keys."""

import statistics
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

import pytest

from domain.entries import Annotated
from domain.judging import Appointed, Disputed
from domain.registry import installed_games, load_game
from domain.seats import Viewpoint
from service.judging.case import hearing_of
from service.judging.form import blanks
from service.judging.judge_actions import record
from service.reading.page_data import view_of
from service.resources import sample_sheets
from service.simulation.demonstration import type_in
from tests.campaigns import WHOLE, some, tries
from tests.replay_tui.live import open_sheet, sheet_of
from tests.service.browsing import skipped_without_browser
from tests.web_service.serving import Served, free_port, serving
from tests.web_service.tables import opened
from tests.web_service.windows import PHONE, TABLET, WIDE, Window, expect, is_recorded
from web_service.permissions import Caller

pytestmark = skipped_without_browser
LOOKS = [
    pytest.param(size, scheme, id=f"{name}-{scheme}")
    for name, size in (("phone", PHONE), ("tablet", TABLET), ("wide", WIDE))
    for scheme in ("dark", "light")
]
"""Sizes of windows and colours."""
GAMES: Final = [game.name for game in installed_games().values() if game.kind == "game"]


def sample(served: Served, game: str) -> str:
    return type_in(served.app, load_game(game), sample_sheets(load_game(game))[0]).id


@pytest.mark.parametrize(("size", "scheme"), some(LOOKS, 2))
def test_pages_fit_their_window(browser: Any, served: Served, size: tuple[int, int], scheme: str) -> None:
    """S21: no page of any game scrolls sideways or complains, and LIVE, REPLAY or OVER and the entry are shown."""
    live = opened(served.app, title="Quarter final, table four of the northern field")
    matches = [live, *(sample(served, game) for game in GAMES)]
    window = Window(browser, size, color_scheme=scheme)
    for path in ("/", "/matches", "/enter", *(f"/m/{match}" for match in matches)):
        window.page.goto(served.url + path)
        if path.startswith("/m/"):
            expect(window.page.locator("#badge")).to_have_text("LIVE" if live in path else "OVER")
            last = served.app.match(path.removeprefix("/m/")).version
            expect(window.page.locator("#caption .at")).to_have_text(f"{last}/{last}")
            expect(window.page.locator("#stale")).to_be_hidden()
            window.page.keyboard.press("Home")
            expect(window.page.locator("#badge")).to_have_text("REPLAY")
            expect(window.page.locator("#behind")).to_have_text(f"+{last - 1} Live")
            window.page.locator("#behind").click()
            expect(window.page.locator("#caption .at")).to_have_text(f"{last}/{last}")
        assert window.sideways <= 0, path
    window.sign_in(served, "organiser")
    for page in ("show", "record", "slip", "disputes"):
        window.page.goto(f"{served.url}/m/{live}/{page}")
        expect(window.page.locator("main, #board").first).to_be_visible()
        assert window.sideways <= 0, page
    assert window.wrong == []


def test_signing_in_by_keys_and_by_an_address_where_the_page_stands(browser: Any, served: Served) -> None:
    """A wrong token is named; an address with a token signs in, and the token stays in no address."""
    window = Window(browser, PHONE).at(served, "/enter")
    page = window.page
    page.keyboard.type("wröng")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_text("This token is unknown or was revoked: ask for another.")
    page.evaluate("token => { location.hash = token }", served.token("judge", "Kim"))
    page.wait_for_url(f"{served.url}/")
    assert [entry for entry in window.wrong if "401" not in entry] == []
    page.go_back()
    assert "#" not in page.url


def test_an_entry_is_painted_at_once(browser: Any, served: Served) -> None:
    """S22: within 200 ms in the median (asked in campaigns); the list has each entry once, in order."""
    match = opened(served.app)
    window = Window(browser, WIDE).at(served, f"/m/{match}")
    window.page.wait_for_selector("body:not([data-stale]) .now-live")
    took = []
    for number in range(8, 28):
        begun = perf_counter()
        served.app.annotate(match, Annotated(about=1, text=f"seen {number}"))
        window.page.wait_for_selector(f"#list [aria-current] .at:text-is('{number}')", state="attached")
        took.append(perf_counter() - begun)
    assert not WHOLE or statistics.median(took) <= 0.2, took
    shown = window.page.locator("#list button .at").all_inner_texts()
    assert shown == [str(number) for number in range(1, 28)]
    assert window.wrong == []


def test_a_page_catches_up_after_the_server_was_away(browser: Any, tmp_path: Path) -> None:
    """S23: it says that the line is broken; when the server is back it has what came meanwhile, in order, without a reload."""
    port = free_port()
    window = Window(browser, WIDE)
    with serving(tmp_path, port=port) as served:
        match = opened(served.app)
        window.page.goto(f"{served.url}/m/{match}")
        window.page.wait_for_selector("body:not([data-stale]) .now-live")
        window.page.evaluate("document.body.dataset.same = 'yes'")
    expect(window.page.locator("#stale")).to_contain_text("No connection")
    with serving(tmp_path, port=port) as served:
        begun = perf_counter()
        for number in range(3):
            served.app.annotate(match, Annotated(about=1, text=f"seen {number}"))
        expect(window.page.locator("#caption .at")).to_have_text("10/10")
        assert not WHOLE or perf_counter() - begun <= 3
        assert window.page.evaluate("document.body.dataset.same") == "yes"
        expect(window.page.locator("#stale")).to_be_hidden()
        assert window.page.locator("#list button .at").all_inner_texts() == [str(n) for n in range(1, 11)]


def test_recording_by_touch_and_by_keys(browser: Any, served: Served) -> None:
    """S24: two rows are two touches, and the last one records; a digit picks and records nothing, enter records; a broken rule is
    said first."""
    match = opened(served.app)
    window = Window(browser, TABLET, has_touch=True).at(served, f"/m/{match}/record", "scorekeeper")
    page = window.page
    boxes = [page.locator("#offers button").first, page.locator("#record"), page.locator("#undo")]
    assert all(box.bounding_box()["height"] >= 48 for box in boxes)
    page.locator("#offers button", has_text="Play a student").first.tap()
    page.locator("#offers button", has_text="wes").tap()
    expect(page.locator("#said")).to_have_text(is_recorded(8))
    expect(page.locator("#board")).to_contain_text("Wes")
    page.locator("#line").focus()
    page.keyboard.type("play_student nia")
    expect(page.locator("#verdict")).to_contain_text("[CG-A02]")
    expect(page.locator("#record")).to_have_text("Record as played")
    page.keyboard.press("Escape")
    expect(page.locator("#line")).to_have_value("")
    expect(page.locator("#offers button").first).to_be_visible()
    expect(page.locator("#verdict")).to_have_text("Choose, or type.")
    page.keyboard.press("1")
    expect(page.locator("#line")).not_to_have_value("")
    assert served.app.match(match).version == 8
    page.locator("#clear").tap()
    expect(page.locator("#offers")).to_have_attribute("aria-busy", "false")  # the rows of the empty line are drawn
    page.locator("#undo").tap()
    expect(page.locator("#said")).to_contain_text("Undone: ")
    assert served.app.match(match).version == 9
    assert window.sideways <= 0
    assert window.wrong == []


def test_a_line_of_a_kit_is_not_called_legal(browser: Any, served: Served) -> None:
    """A kit checks little: a verb without guards is called recorded as entered."""
    match = open_sheet(served.app, "tabletop")
    window = Window(browser, TABLET).at(served, f"/m/{match}/record", "scorekeeper")
    window.page.locator("#line").fill(sheet_of("tabletop")[1].lines[0].text)
    expect(window.page.locator("#verdict")).to_contain_text("recorded as entered")


def test_a_line_that_is_not_saved_is_kept_and_stored_once(browser: Any, served: Served) -> None:
    """S25: a lost request or answer is said, the line is kept and sent again, and it is stored once."""
    match, rng = opened(served.app), Random(25)
    window = Window(browser, TABLET).at(served, f"/m/{match}/record", "scorekeeper")
    to_lose: list[bool] = []
    """Whether the server is reached, for each sending that is lost."""
    lost: list[int] = []

    def lose(route: Any) -> None:
        if not to_lose:
            route.continue_()
            return
        lost.append(route.fetch().status if to_lose.pop() else 0)
        route.abort()

    window.page.route("**/acts", lose)
    version, wanted = 7, tries("MATCHBOOK_LOST_ANSWERS", few=3, many=50)
    while len(lost) < wanted:
        to_lose += [True, True] if version == 7 else rng.choices((True, False), k=rng.randint(1, 2))
        window.page.locator("#line").fill("play_student wes")
        expect(window.page.locator("#verdict")).to_contain_text("Legal.")
        window.page.locator("#record").click()
        expect(window.page.locator("#said")).to_have_text("Not saved yet: sending again.")
        expect(window.page.locator("#line")).to_have_value("play_student wes")
        expect(window.page.locator("#said")).to_have_text(is_recorded(version + 1))
        assert served.app.match(match).version == version + 1
        expect(window.page.locator("#offers")).to_have_attribute("aria-busy", "false")
        window.page.locator("#undo").click()
        expect(window.page.locator("#said")).to_contain_text("Undone: ")
        version += 2
    assert lost[:2] == [201, 200]
    window.page.locator("#line").fill("play_student")
    window.page.reload()
    expect(window.page.locator("#line")).to_have_value("play_student")


@pytest.mark.parametrize(("size", "scheme"), some((look for look in LOOKS if look.values[0] != TABLET), 2))
def test_a_judge_rules_on_the_page_of_disputes(
    browser: Any, served: Served, size: tuple[int, int], scheme: str
) -> None:
    """The page shows the case with both boards, foresees a ruling, records it once, and undoes play as it orders."""
    match = opened(served.app, title="Quarter final, table four of the northern field")
    for student in ("wes", "nia"):
        served.app.take(match, f"play_student {student}", as_played=True)
    claim = Disputed(about=9, claim="illegal", claimant="Bo", role="player", text="two students in one turn")
    record(served.app, match, claim)
    window = Window(browser, size, color_scheme=scheme).at(served, f"/m/{match}/disputes", "organiser")
    page = window.page
    expect(page.locator("#claim")).to_contain_text("two students in one turn")
    boards = page.locator(".boards pre").all_inner_texts()
    assert ["Nia" in board for board in boards] == [False, True]
    expect(page.locator(".rules .failed")).to_contain_text("[CG-A02]")
    assert window.sideways <= 0
    page.locator("[name=infraction]").fill("outside-assistance")
    page.locator("[name=penalty]").select_option("guide")
    page.locator("select[name=seat]").select_option("")
    page.locator("[name=person]").fill("Zoe")
    page.locator(".foresee").click()
    expect(page.locator(".foreseen")).to_contain_text("Zoe (no player): warning")
    expect(page.locator(".foreseen")).to_contain_text("the guide's penalty for Zoe, outside assistance: warning")
    page.locator("[name=infraction]").fill("")
    page.locator("[name=remedy]").select_option("rewind")
    page.locator("[name=penalty]").select_option("warning")
    page.locator("select[name=seat]").select_option("0")
    for later in (False, True):
        page.locator("[name=later]").set_checked(later)
        page.locator(".foresee").click()
        rewound = page.locator(".foreseen li", has_text="rewound to entry 8 by ruling 11")
        expect(rewound).to_have_count(0 if later else 1)
        expect(page.locator(".foreseen")).to_contain_text("Wes, Nia → Wes")
    assert window.sideways <= 0
    assert served.app.match(match).version == 10
    lost: list[int] = []

    def lose(route: Any) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().status)
            route.abort()

    page.route("**/rulings", lose)
    page.locator("article [name=text]").fill("the second one goes back")
    page.get_by_role("button", name="Record the ruling").click()
    expect(page.locator("#claim + p")).to_have_text("ruled in 11")
    assert (lost, served.app.match(match).version) == ([201], 12)
    page.get_by_role("button", name="Done at the table").click()
    expect(page.locator("article")).to_contain_text("13. ")
    assert served.app.match(match).version == 13
    assert [said for said in window.wrong if "ERR_FAILED" not in said] == []


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_the_page_takes_all_that_the_terminals_form_takes(browser: Any, served: Served, size: tuple[int, int]) -> None:
    """By keys alone: every field that the terminal asks for, except for who rules and as what."""
    match = opened(served.app)
    record(served.app, match, Disputed(about=7, claim="illegal", claimant="Ada", text="no"))
    record(served.app, match, Appointed(official="Organiser", role="head_judge", conflicts=(1,)))
    history = served.app.history(match)
    walked = [blank.name for blank in blanks(hearing_of(history, 8).proposal, "", history.match.state.seats)]
    window = Window(browser, size)
    page = window.page
    for role, idle in (("judge", {"lines", "deviation"}), ("organiser", {"lines"})):
        window.sign_in(served, role)
        page.goto(f"{served.url}/m/{match}/disputes")
        asked = page.locator("[aria-labelledby=rule] [data-kind]:enabled").evaluate_all(
            "all => all.map((one) => one.name)"
        )
        assert asked[:3] == ["at_version", "about", "rules"]
        assert asked[3:] == [name for name in walked if name not in {"official", "role", *idle}]
    procedure = "whyNot({broken: [{rule: 'JP-R06', title: '', text: 'both must consent'}]})"
    assert page.evaluate(procedure) == "Not recorded. [JP-R06] both must consent"
    page.locator("[name=others]").focus()
    keys = "Enter|late|Tab|p|Tab|end_turn|Enter|Tab|w|Tab|Tab|Enter|s|Tab|B|Tab|100|Enter|tardiness|Enter|5|Enter|here twice|Enter"
    for key in [*keys.split("|"), "Space", "Enter", "Space", "Enter", "Enter"]:
        (page.keyboard.press if key in ("Tab", "Enter", "Space") else page.keyboard.type)(key)
    for said in (
        "tardiness: late; remedy: partial fix",
        "; 5 minutes more; deviation: here twice; Ada and Bo consented (Organiser, head judge)",
        "penalty by 10: Ada: warning",
        "penalty by 10: Bo: score adjustment of 100",
    ):
        expect(page.locator(".foreseen")).to_contain_text(said)
    assert (window.sideways <= 0, served.app.match(match).version) == (True, 9)
    for key in ("Tab", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#claim + p")).to_have_text("ruled in 10")
    assert window.wrong == []


def test_a_ruling_that_came_second_is_sent_again_as_it_was_filled_in(browser: Any, served: Served) -> None:
    """It says who was first, foresees nothing, and is recorded when it is sent again; so is the checklist."""
    match = opened(served.app)
    for student in ("wes", "nia"):
        served.app.take(match, f"play_student {student}", as_played=True)
    record(served.app, match, Disputed(about=9, claim="illegal", claimant="Bo", role="player", text="two"))
    window = Window(browser, PHONE, has_touch=True).at(served, f"/m/{match}/disputes", "organiser")
    page = window.page
    page.locator("[name=remedy]").select_option("rewind")
    page.get_by_role("button", name="Preview").tap()
    expect(page.locator(".foreseen li").first).to_be_visible()
    page.locator("article [name=text]").fill("back it goes")
    for button, version, stands in (("Record the ruling", 11, "ruled in 12"), ("Done at the table", 13, "")):
        served.app.annotate(match, Annotated(about=9, text="meanwhile"))
        page.get_by_role("button", name=button).tap()
        expect(page.locator(".said").last).to_contain_text(f"recorded entry {version} first")
        expect(page.locator(".foreseen li")).to_have_count(0)
        page.get_by_role("button", name=button).tap()
        expect(page.locator("article")).to_contain_text(stands or "14. ")
    assert served.app.match(match).version == 14


def test_pages_say_all_without_scripts(browser: Any, served: Served) -> None:
    """S26: list, tables and board stand on the pages where scripts are off."""
    match = opened(served.app)
    window = Window(browser, PHONE, java_script_enabled=False).at(served, "/matches")
    window.page.locator(f"a[href='/m/{match}']").click()
    said = window.page.locator("noscript").inner_text()
    assert "Iron Gears" in said
    assert "Ada goes on to the main phase" in said or "advance_phase main" in said
    window.page.goto(f"{served.url}/")
    assert "Ada" in window.page.locator("#tables").inner_text()


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=["720", "1080"])
def test_the_projector_is_filled(browser: Any, served: Served, size: tuple[int, int]) -> None:
    """S27: the board takes 90 % of the width or height, with no list and no controls, and follows."""
    match = opened(served.app)
    window = Window(browser, size).at(served, f"/m/{match}/show")
    expect(window.page.locator("#badge")).to_have_text("LIVE")
    window.page.wait_for_selector("#board .block")
    window.page.wait_for_function(
        """() => {
          const box = document.getElementById("board").getBoundingClientRect();
          return Math.max(box.width / innerWidth, box.height / innerHeight) >= 0.9;
        }"""
    )
    assert not window.page.locator("#list").is_visible()
    served.app.take(match, "play_student wes")
    expect(window.page.locator("#caption")).to_contain_text("Ada plays the student Wes")
    window.page.wait_for_function("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("game", some(GAMES, 1))
def test_growing_comes_to_the_same_as_the_whole(game: str, served: Served) -> None:
    """S9: what entries add, one at a time, comes to the view of the whole match, from every side."""
    history = served.app.history(sample(served, game))
    viewpoints: tuple[Viewpoint, ...] = ("judge", "spectator", 0)
    for viewpoint in viewpoints:
        with served.app_state.channel(Caller(), history.match.id, viewpoint).held() as channel:
            assert channel.whole().view == view_of(history, viewpoint)


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_from_each_page_of_a_match_one_gets_back_to_the_tables(
    browser: Any, served: Served, size: tuple[int, int]
) -> None:
    """S21: the link is seen, large enough for a finger, and reached by Tab. On paper a slip has none."""
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


def test_the_overlay_shows_score_turn_and_last_action(browser: Any, served: Served) -> None:
    """Given a match, when its overlay is open at 1920 x 1080, then score, turn and last action are on a transparent ground. A new
    action replaces the last one; without a match, the newest one is shown."""
    match = open_sheet(served.app, "frc_card_game", 14)
    window = Window(browser, (1920, 1080)).at(served, f"/live/overlay?match={match}", "scorekeeper")
    page, bar = window.page, window.page.locator("#overlay")
    for told in ("Ada", "4000 points", "turn 2", "scoring phase"):
        expect(bar).to_contain_text(told)
    grounds = [
        page.evaluate(f"getComputedStyle({one}).backgroundColor")
        for one in ("document.body", "document.documentElement")
    ]
    assert grounds == ["rgba(0, 0, 0, 0)"] * 2
    expect(page.locator("#board")).to_be_hidden()
    expect(page.locator("#caption")).to_be_hidden()
    served.app.take(match, "score lifter dasher")
    expect(bar).to_contain_text("Lifter (600) scores on Dasher")
    expect(bar).to_contain_text("3900 points")
    page.goto(f"{served.url}/live/overlay")
    expect(bar).to_contain_text("Lifter (600) scores on Dasher")
    assert window.wrong == []
