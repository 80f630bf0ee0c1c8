"""An event in the browser: created, paired, timed and decided by an organiser; seen by players, judges and a projector."""

from functools import partial
from importlib.resources import files
from typing import Any, Final

import pytest

from tests.campaigns import some
from tests.service.browsing import skipped_without_browser
from tests.waiting import wait_until
from tests.web_service.serving import Served
from tests.web_service.tables import opened
from tests.web_service.windows import PHONE, TABLET, Window, expect

pytestmark = skipped_without_browser
PLAYERS: Final = ("Ana", "Bo", "Cleo", "Dara", "Emil", "Finn", "Gia", "Hugo")
HALL: Final = (1920, 1080)
AXE: Final = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def created(window: Window, served: Served, game: str = "", deck: str = "") -> str:
    """An event of eight players and two rounds, made on its page; its id."""
    page = window.at(served, "/g/new", "organiser").page
    page.fill("[name=title]", "Autumn open")
    page.fill("[name=players]", "\n".join(PLAYERS))
    page.reload()
    expect(page.locator("[name=players]")).to_have_value("\n".join(PLAYERS))
    page.select_option("[name=game]", game)
    if game:
        expect(page.locator("[name=deck]")).to_be_visible()
        page.click("button:has-text('Create the event')")
        assert page.locator("[name=deck]").evaluate("one => !one.validity.valid")
        assert served.app.store.head_position() == 0
        page.fill("[name=deck]", deck)
    page.fill("[name=rounds]", "2")
    page.click("button:has-text('Create the event')")
    page.locator("#event-day").wait_for()
    return str(page.url.rpartition("/")[2])


def do(window: Window, command: str, **fields: str) -> None:
    """Fill in a form of the desk and send it."""
    form = window.page.locator(f"form[data-command={command}]")
    if not form.is_visible():
        window.page.locator(f"details:has(form[data-command={command}]) > summary").click()
    for name, value in fields.items():
        field = form.locator(f"[name={name}]")
        field.select_option(value) if field.evaluate("one => one.tagName") == "SELECT" else field.fill(value)
    form.locator("button").click()


def enter(window: Window, table: int, result: str) -> None:
    window.page.select_option(f"#slip-{table}", result)
    window.page.click(f".slip[data-table='{table}'] button")


def test_an_organiser_runs_two_rounds_and_undoes_each_kind_of_act(browser: Any, served: Served) -> None:
    """Given eight players who record on paper, then the desk pairs, times, enters slips, adds and drops players, announces, and
    takes each of these back; the standings follow."""
    window = Window(browser, TABLET)
    event = created(window, served)
    page = window.page
    page.click("text=Pair and seat round 1")
    expect(page.locator(".tables tbody tr")).to_have_count(4)
    undo = page.locator(f"[data-undo='{event}']")
    undo.locator("button").click()
    expect(page.locator(".tables tbody tr")).to_have_count(0)
    page.click("text=Pair and seat round 1")
    expect(page.locator(".tables tbody tr")).to_have_count(4)
    page.click("text=Start the clock")
    expect(page.locator(".clock")).to_contain_text("left")
    undo.locator("button").click()
    expect(page.locator(".clock")).to_have_text("not begun")
    page.click("text=Start the clock")
    do(window, "announce", text='Lunch, "soon" = 1')
    expect(page.locator(".notice")).to_have_text('Lunch, "soon" = 1')
    do(window, "announce", text="Lunch at one", instead="1")
    expect(page.locator(".notice")).to_have_text("Lunch at one")
    undo.locator("button").click()
    expect(page.locator(".notice")).to_have_text('Lunch, "soon" = 1')
    undo.locator("button").click()
    expect(page.locator(".notice")).to_have_count(0)
    for table in range(1, 5):
        enter(window, table, "0")
        expect(page.locator(".tables tbody tr").nth(table - 1)).to_contain_text("wins")
    last = page.locator(f"[data-undo]:not([data-undo='{event}'])")
    last.locator("button").click()
    expect(page.locator(".tables tbody tr").nth(3)).not_to_contain_text("wins")
    enter(window, 4, "drawn")
    expect(page.locator(".tables tbody tr").nth(3)).to_contain_text("draw")
    do(window, "enter_player", name="Ida Late")
    expect(page.locator(".standings tbody tr")).to_have_count(9)
    last.locator("button").click()
    expect(page.locator(".standings tbody tr")).to_have_count(8)
    do(window, "drop_player", player="Hugo")
    expect(page.locator(".standings")).to_contain_text("dropped")
    page.click("text=End the round")
    page.click("text=Pair and seat round 2")
    expect(page.locator("h2").first).to_contain_text("round 2 of 2")
    expect(page.locator(".standings tbody tr").first).to_contain_text("1-0-0")
    assert window.asked == ["Drop a player?", "End the round?"]
    assert (window.sideways, window.wrong) == (0, [])


def test_the_form_asks_for_all_that_a_round_needs_before_it_stores(browser: Any, served: Served) -> None:
    """Given a game whose decks must be known, then a round without them is not stored, and rounds are seated; the next round asks
    for a late player's deck, unless it was entered with them."""
    window = Window(browser, TABLET)
    created(window, served, "frc_card_game", "30")
    page = window.page
    do(window, "enter_player", name="Ida Late", deck="all_hands")
    expect(page.locator(".standings tbody tr")).to_have_count(9)
    assert page.locator("[data-desk] [name=deck]").count() == 0
    do(window, "enter_player", name="Jo Late")
    expect(page.get_by_label("Cards in the deck of Jo Late")).to_have_count(1)
    page.click("text=Pair and seat round 1")
    assert page.locator("[data-desk] [name=deck]").evaluate("one => !one.validity.valid")
    page.fill("[data-desk] [name=deck]", "29")
    page.click("text=Pair and seat round 1")
    expect(page.locator("[data-desk] .said")).to_contain_text("Jo Late: the deck has 29 cards, needs 30 to 40")
    page.locator("[data-undo] button").last.click()
    expect(page.locator("[data-desk] [name=deck]")).to_have_count(0)


def test_players_call_judges_rule_and_all_screens_show_it(browser: Any, served: Served) -> None:
    """Given a table that is recorded, then its player has seat, opponent and two buttons on a phone; a judge sees the call with
    table and time and opens a case elsewhere; a slip ends the match; the projector shows pairings and scores."""
    desk, phone, judge, wall = (Window(browser, size) for size in (TABLET, PHONE, TABLET, HALL))
    event = created(desk, served, "frc_card_game", "all_hands")
    desk.page.click("text=Pair and seat round 1")
    desk.page.click("text=Create codes")
    expect(desk.page.locator(".codes img")).to_have_count(8)
    assert desk.asked == []
    first = desk.page.locator(".codes code").first.text_content()
    desk.page.select_option("[data-codes] [name=player]", "1")
    desk.page.click("text=Create codes")
    expect(desk.page.locator(".codes code").first).not_to_have_text(first)
    expect(desk.page.locator(".codes img")).to_have_count(8)
    desk.page.select_option("[data-codes] [name=player]", "")
    former = desk.page.locator(".codes code").last.text_content()
    desk.page.click("text=Create codes")
    expect(desk.page.locator(".codes code").last).not_to_have_text(former)
    assert desk.asked == ["8 players have codes. Create new codes for all players? The old ones stop working."]
    desk.page.fill("[data-official=scorekeeper] [name=table]", "2")
    desk.page.fill("[data-official=scorekeeper] [name=name]", "Kim")
    desk.page.click("[data-official=scorekeeper] button")
    official = desk.page.locator("[data-codes-of=officials] figure")
    expect(official).to_contain_text("Kim, table 2")
    expect(desk.page.locator("[data-official=scorekeeper] [name=name]")).to_have_value("")
    phone.page.goto(official.locator("code").text_content())
    phone.page.wait_for_url(f"{served.url}/")
    assert [token.tag for token in served.access.tokens() if token.name == "Kim"] == [f"gathering:{event}/2"]
    [cup] = served.client().get(f"/api/event-days/{event}").json()["tournaments"]
    [line, other, *_] = cup["tables"]
    expect(desk.page.locator("#event-day")).to_contain_text(
        "BH = Buchholz: the points of all opponents together; SB = "
    )
    name, opponent = (player["name"] for player in line["players"])
    code = {"match": event, "tag": f"tournament:{cup['id']}", "seat": line["players"][0]["number"] - 1}
    phone.page.goto(f"{served.url}/enter#{served.token('player', name, **code)}")
    phone.page.wait_for_url(f"{served.url}/g/{event}")
    expect(phone.page.locator(".own")).to_contain_text(f"Table 1 against {opponent}")
    phone.page.click("text=Call a judge")
    expect(phone.page.locator(".own .said")).to_have_text("A judge was called.")
    judge.at(served, f"/g/{event}", "judge")
    expect(judge.page.locator(".calls li")).to_contain_text("Table 1")
    expect(judge.page.locator(".calls li")).to_contain_text(f"{name}: A judge is called to the table.")
    judge.page.goto(f"{served.url}/m/{other['match']}/disputes")
    judge.page.fill("details form [name=text]", "Cards were drawn twice.")
    judge.page.click("text=Record the dispute")
    expect(judge.page.locator("article")).to_contain_text("Cards were drawn twice.")
    expect(judge.page.locator("[name=rule]").first).not_to_be_checked()
    wall.page.goto(f"{served.url}/g/{event}/show")
    expect(wall.page.locator(".pairings li").first).to_contain_text(f"{name} – {opponent}")
    expect(wall.page.locator(".pairings li").first).to_contain_text("4000 – 4000")
    enter(desk, 1, "0")
    expect(wall.page.locator(".pairings li").first).to_contain_text(f"{name} wins")
    phone.page.click("text=Confirm the result")
    expect(phone.page.locator(".own .said")).to_have_text("Recorded.")
    for window in (desk, phone, judge, wall):
        assert (window.sideways, window.wrong) == (0, [])


def test_the_clock_of_the_projector_is_read_from_the_back(browser: Any, served: Served) -> None:
    """Given a round that runs, then digits take a fifth of the height of a 1080p screen, and pairings its whole width."""
    desk, wall = Window(browser, TABLET), Window(browser, HALL)
    event = created(desk, served)
    desk.page.click("text=Pair and seat round 1")
    desk.page.click("text=Start the clock")
    wall.page.goto(f"{served.url}/g/{event}/show")
    expect(wall.page.locator(".clock.running")).to_contain_text("left")
    # The running clock is drawn again each second: its size is asked for until it is there.
    wall.page.wait_for_function("document.querySelector('.clock').getBoundingClientRect().height >= 1080 / 5")
    assert wall.page.locator(".pairings").bounding_box()["width"] >= 0.9 * 1920
    rows = wall.page.locator(".pairings").bounding_box()
    assert rows["y"] + rows["height"] >= 0.75 * 1080
    for table in range(1, 5):
        enter(desk, table, "0")
    expect(wall.page.locator(".standings tbody tr")).to_have_count(8)
    assert wall.page.locator(".pairings").count() == 0, "the standings, once all results are in"


def test_a_page_drawn_anew_keeps_what_is_being_entered(browser: Any, served: Served) -> None:
    """Given a result that is chosen while another one is entered, then the same field is still there, with its choice; an
    answer that comes late is not drawn over a newer one."""
    window = Window(browser, TABLET)
    event = created(window, served)
    page = window.page
    page.click("text=Pair and seat round 1")
    expect(page.locator(".slip")).to_have_count(4)
    late: list[Any] = []

    def hold_first(route: Any) -> None:
        if late:
            route.continue_()
        else:
            late.append(partial(route.fulfill, response=route.fetch()))

    page.route(f"**/g/{event}", hold_first)
    enter(window, 1, "0")
    wait_until(lambda: bool(late) or page.wait_for_timeout(20))
    page.select_option("#slip-2", "1")
    chosen = page.locator("#slip-2").element_handle()
    do(window, "announce", text="Lunch at one")
    expect(page.locator(".notice")).to_have_text("Lunch at one")
    with page.expect_event("requestfinished", lambda one: one.url.endswith(event)):
        late[0]()
    page.evaluate("fetch(location.href, { cache: 'no-store' }).then((answer) => answer.text())")
    assert page.locator(".notice").all_text_contents() == ["Lunch at one"]
    expect(page.locator(".tables tbody tr").first).to_contain_text("wins")
    assert chosen.evaluate("one => [one.isConnected, one.value]") == [True, "1"]
    page.click(".slip[data-table='2'] button")
    expect(page.locator(".tables tbody tr").nth(1)).to_contain_text("wins")
    assert window.wrong == []


@pytest.mark.parametrize("size", [(960, 540), (640, 400)], ids=["1920", "1280"])
def test_the_board_keeps_half_of_a_window_at_twice_its_size(
    browser: Any, served: Served, size: tuple[int, int]
) -> None:
    """At 200 % on screens of these widths, while looking and while recording."""
    match = opened(served.app)
    window = Window(browser, size, device_scale_factor=2)
    for path, role in ((f"/m/{match}", ""), (f"/m/{match}/record", "organiser")):
        page = window.at(served, path, role).page
        page.locator("#board .block").first.wait_for()
        page.wait_for_function("document.fonts.status === 'loaded'")

        def half() -> bool:
            box = window.page.locator("#board").bounding_box()
            return (min(box["y"] + box["height"], size[1]) - box["y"]) * box["width"] >= size[0] * size[1] / 2

        wait_until(half, f"less than half of the window: {path} {page.locator('#board').bounding_box()}")
    assert window.sideways == 0


@pytest.mark.parametrize("scheme", some(["light", "dark"], 1))
def test_axe_finds_nothing_on_any_page(browser: Any, served: Served, scheme: str) -> None:
    """The ten pages, with everything opened."""
    window = Window(browser, TABLET, color_scheme=scheme, bypass_csp=True)
    event = created(window, served, "frc_card_game", "30")
    window.page.click("text=Pair and seat round 1")
    expect(window.page.locator(".tables tbody tr")).to_have_count(4)
    match = opened(served.app)
    told = (f"/m/{match}{path}" for path in ("", "/record", "/disputes", "/slip", "/show"))
    for path in (f"/g/{event}", f"/g/{event}/show", "/g/new", "/new", "/", "/matches", "/enter", *told):
        window.page.goto(f"{served.url}{path}")
        window.page.add_script_tag(content=AXE)
        found = window.page.evaluate(
            "async () => { document.querySelectorAll('details').forEach((one) => (one.open = true));"
            " return (await axe.run(document)).violations.map((one) => `${one.id}: ${one.nodes[0].html}`); }"
        )
        assert found == [], path
