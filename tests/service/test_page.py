"""The page of a match: what it holds for whom, and what it does in a browser, wide and on a phone."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from itertools import count, islice, pairwise
from pathlib import Path
from typing import Final, TypedDict

import pytest
from msgspec import structs

from domain.board import CardView, Zone
from domain.entries import Annotated
from domain.match import Match
from domain.registry import game_names, load_game
from domain.replay import AnyHistory
from domain.seats import JUDGE, SPECTATOR, SeatSetup, TableSetup, Viewpoint
from domain.simulation import simulate, simulation_of
from service.exchange.files import render
from service.reading.page import html_replay
from service.recording.entry_batch import EntryBatch, Opening
from service.recording.match_service import MatchService
from service.resources import load_catalogue, sample_sheets
from service.simulation.demonstration import type_in
from storage.store import MatchStore
from tests.campaigns import some
from tests.service.browsing import PHONE, WIDE, Wishes, in_browser, needs_browser, on_paper
from tests.service.conftest import CommandLine
from tests.service.test_addresses import NEW
from tests.service.test_cli_bad_input import refused

GAMES: Final = [name for name in game_names() if load_game(name).kind == "game"]
COMPETITIONS: Final = {"series": 2, "tournament": 12, "league": 12}
AXE: Final = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
NAMES: Final = ("Ada", "Bo", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal", "Ira", "Jo", "Kim", "Lou")


class PageView(TypedDict):
    """The content of a page for one viewpoint."""

    name: str
    parts: list[dict[str, object]]
    boards: list[dict[str, object]]
    steps: list[dict[str, object]]
    cards: dict[str, list[list[str]]]


@pytest.fixture(scope="module")
def histories() -> Iterator[dict[str, AnyHistory]]:
    """A match of each game as it was written down at a table, and an opened contest of each kind."""
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        found = {
            name: app.history(type_in(app, load_game(name), sample_sheets(load_game(name))[0]).id) for name in GAMES
        }
        for name, players in COMPETITIONS.items():
            game = load_game(name)
            setup = TableSetup(tuple(SeatSetup(player) for player in NAMES[:players]))
            opening = Opening(game=name, commands=game.open_table(setup), catalogue=load_catalogue(game))
            found[name] = app.history(app.open_match(opening).id)
        yield found


@pytest.fixture
def with_broken_rules() -> Iterator[AnyHistory]:
    """A match in which a card was drawn twice against the rules, and the judge noted something about the first."""
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        game = load_game("frc_card_game")
        match = type_in(app, game, sample_sheets(game)[0])
        app.take_back(match.id, 6, reason="from here on again")
        broken = app.take(match.id, "play_student wes", as_played=True)
        app.take(match.id, "play_student wes", as_played=True)
        app.annotate(match.id, Annotated(about=broken.version, text="the judge was called"))
        yield app.history(match.id)


def simulated(name: str, entries: int) -> AnyHistory:
    """A simulated match, cut after so many entries."""
    game = load_game(name)
    catalogue = load_catalogue(game)
    bot = sorted(simulation_of(game).bots)[0]
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        opening = Opening(game=name, catalogue=catalogue)
        match = Match("7kq2m4xd9fra", game, catalogue)
        batch = EntryBatch(app.store, match, opening, clock=lambda: 1_760_000_000_000_000, by="kim")
        for step in islice(simulate(game, catalogue, 3, bots=(bot,)), entries):
            batch.act(step.command, as_played=True)
        batch.store()
        return app.history("7kq2m4xd9fra")


def views_in(page: str) -> list[str]:
    """The data of each viewpoint in the page."""
    return re.findall(r'<script type="application/json" class="view">(.*)</script>', page)


def unpacked(view: PageView) -> list[dict[str, object]]:
    """The boards of a view made whole again, as the script does it."""
    parts: list[object] = []

    def whole(value: object) -> object:
        if isinstance(value, list):
            return [parts[one] if isinstance(one, int) else whole(one) for one in value]
        return value

    for part in view["parts"]:
        made = {name: whole(value) for name, value in part.items()}
        parts.append(made)
    boards: list[dict[str, object]] = []
    board: dict[str, object] = {}
    for changes in view["boards"]:
        board = {**board, **{name: whole(value) for name, value in changes.items()}}
        boards.append(board)
    return boards


def keys_in(value: object) -> set[tuple[str, str]]:
    """Key and name of every card in a board as data."""
    if isinstance(value, list):
        return set().union(*map(keys_in, value))
    if not isinstance(value, dict):
        return set()
    own = {(str(value["key"]), str(value["name"]))} if {"key", "name"} <= value.keys() else set()
    return own | keys_in([list(value.values())])


def cards_of(card: CardView) -> set[tuple[str, str]]:
    """Key and name of a card and of those under it."""
    return {(card.key, card.name)}.union(*map(cards_of, card.under))


@pytest.mark.parametrize("name", GAMES)
def test_c_a_page_holds_the_boards_of_the_match(name: str, histories: dict[str, AnyHistory]) -> None:
    """Made whole again, the data has the very cards of each board that the game draws, and its moment."""
    history = histories[name]
    for viewpoint in (JUDGE, SPECTATOR, 0):
        (text,) = views_in(html_replay(history, (viewpoint,)))
        boards = unpacked(json.loads(text))
        for state, drawn in zip(history.match.states[1:], boards, strict=True):
            board = history.match.game.board(state, viewpoint)
            zones = [part for panel in board.panels for part in panel.parts if isinstance(part, Zone)]
            assert keys_in(drawn["panels"]) == {one for zone in zones for card in zone.cards for one in cards_of(card)}
            assert drawn["moment"] == board.moment


@pytest.mark.parametrize("name", GAMES)
def test_c_each_viewpoint_is_cut_in_its_own_data(name: str, histories: dict[str, AnyHistory]) -> None:
    """The content of a page for a viewpoint is the same, byte for byte, with and without other viewpoints; it has only its own."""
    history = histories[name]
    offered: tuple[Viewpoint, ...] = (SPECTATOR, 0, 1, JUDGE)
    together = views_in(html_replay(history, offered))
    assert together == [view for viewpoint in offered for view in views_in(html_replay(history, (viewpoint,)))]
    assert len(set(together)) == len(offered)


@pytest.mark.parametrize("name", GAMES)
def test_c_the_page_has_the_texts_of_cards_that_are_named_on_it(name: str, histories: dict[str, AnyHistory]) -> None:
    """Card texts are there for exactly the cards with a record that some board of the viewpoint names."""
    history = histories[name]
    catalogue = {record.name for record in history.match.state.catalogue}
    for viewpoint in (SPECTATOR, 0, JUDGE):
        view: PageView = json.loads(views_in(html_replay(history, (viewpoint,)))[0])
        named = {str(part["name"]) for part in view["parts"] if "name" in part}
        assert set(view["cards"]) == named & catalogue
        assert view["cards"]


@pytest.mark.parametrize("name", [*GAMES, *COMPETITIONS])
def test_c_the_policy_names_the_page_s_own_style_and_script(name: str, histories: dict[str, AnyHistory]) -> None:
    """One style and one script, known by their digests; the page has no `style` attribute and no handler."""
    page = render(histories[name], "html", "judge")
    for kind in ("style", "script"):
        (text,) = re.findall(rf"<{kind}>(.*?)</{kind}>", page, re.DOTALL)
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in page
    assert not re.search(r"<[^>]*\s(style|on[a-z]+)=", re.sub(r"<(style|script)\b.*?</\1>", "", page, flags=re.DOTALL))
    assert "unsafe-inline" not in page


@pytest.mark.parametrize("name", GAMES)
def test_c_a_long_match_is_a_small_page(name: str) -> None:
    """With 300 entries and one viewpoint, or as many as a match of the game has, a page is at most 300 KB."""
    history = simulated(name, 300)
    assert history.match.version > 50
    assert len(render(history, "html", "judge").encode()) <= 300_000


def test_c_viewpoints_are_a_choice_of_pages_alone(matchbook: CommandLine) -> None:
    """`--as` given twice makes a page that lets choose, in that order and each once; any other form refuses it in one line."""
    match = matchbook(*NEW).out.strip()
    eyes = ("--as", "spectator", "--as", "Bo", "--as", "spectator")
    page = matchbook("export", match, "--format", "html", *eyes)
    assert [json.loads(view)["name"] for view in views_in(page.out)] == ["spectator", "Bo"]
    for form in ("match", "text", "svg"):
        refused(matchbook("export", match, "--format", form, *eyes), 2, "give one --as")


PRESS: Final = """const event = (key) => new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true});
const press = (key, on = document) => on.dispatchEvent(event(key));
const at = () => Number(document.querySelector("#caption .at").textContent.split("/")[0]);
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const $ = (id) => document.getElementById(id);
"""


@needs_browser
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("name", GAMES)
def test_c_nothing_is_wider_than_the_screen_and_nothing_jumps(
    name: str, size: tuple[int, int], histories: dict[str, AnyHistory], tmp_path: Path
) -> None:
    """Stepped from end to end no block moves and no number leaves its card; controls stay in sight."""
    script = (
        PRESS
        + """const bad = [];
const spot = (one) => [one.dataset.block, one.offsetTop, one.offsetHeight].join();
const spots = () => [...document.querySelectorAll("#board > .block")].map(spot);
press("Home");
let first = spots();
for (let entry = 1; entry <= Number($("slider").max); entry++) {
  if (entry > 1) press("ArrowRight");
  if (document.documentElement.scrollWidth > innerWidth) bad.push(`${entry} wide`);
  const now = spots();
  const moved = now.filter((one) => first.some((other) => other.split(",")[0] === one.split(",")[0] && other !== one));
  if (moved.length && now.length === first.length) bad.push(`${entry} ${moved} was ${first}`);
  first = now;
  for (const number of document.querySelectorAll("#board .card .number")) {
    const [inner, outer] = [number.getBoundingClientRect(), number.closest(".card").getBoundingClientRect()];
    if (inner.right > outer.right + 1.5 || inner.bottom > outer.bottom + 1.5) bad.push(`${entry} ${number.textContent} outside`);
  }
}
scrollTo(0, document.documentElement.scrollHeight);
$("list").scrollTop = 1e6;
const play = $("play").getBoundingClientRect();
if (play.top < 0 || play.bottom > innerHeight) bad.push("controls out of sight");
const [board, list] = [$("board"), $("list")].map((one) => one.getBoundingClientRect());
if (innerWidth < 760 ? board.bottom > list.top + 1 : board.right > list.left + 1) bad.push("board and list");
return [at() === Number($("slider").max), ...bad.slice(0, 5)].join("; ");"""
    )
    assert in_browser(render(histories[name], "html", "1"), script, tmp_path, size=size) == "true"


@needs_browser
def test_c_play_marks_and_the_next_violation(with_broken_rules: AnyHistory, tmp_path: Path) -> None:
    """Play steps and pauses; the slider marks broken rules and turns; `!` and `v` go round the broken rules."""
    history = with_broken_rules
    view: PageView = json.loads(views_in(html_replay(history, (JUDGE,)))[0])
    broken = [number for number, step in enumerate(view["steps"], start=1) if "broken" in step]
    script = (
        PRESS
        + """const found = [];
press(" ");
await wait(3000);
found.push($("play").textContent, at() > 2);
$("play").click();
const there = at();
await wait(3000);
found.push($("play").textContent, at() === there);
press("End");
$("violation").click();
found.push(at());
press("v");
found.push(at(), document.querySelectorAll("#marks .broken").length, document.querySelectorAll("#marks .turn").length);
found.push($("slider").getAttribute("aria-valuetext"));
return found.join("|");"""
    )
    found = in_browser(html_replay(history, (JUDGE,)), script, tmp_path, ahead=True).split("|")
    assert broken
    second = broken[1 % len(broken)]
    turns = json.loads(views_in(html_replay(history, (JUDGE,)))[0])["turns"]
    assert found[:8] == [
        "Pause",
        "true",
        "Play",
        "true",
        str(broken[0]),
        str(second),
        str(len(broken)),
        str(len(turns)),
    ]
    assert found[8].startswith(f"entry {second} of {history.match.version}, turn ")


@needs_browser
def test_c_play_goes_by_table_times(tmp_path: Path) -> None:
    """`t` plays in table time, skips idle time and says how much; `t` again plays all entries equally long."""
    instants = count(1_772_899_200_000_000, 31_000_000)
    with MatchService(MatchStore.open(":memory:", create=True), clock=lambda: next(instants)) as app:
        game = load_game("frc_card_game")
        history = app.history(type_in(app, game, sample_sheets(game)[0]).id)
    times = [entry.envelope.happened_at // 1000 for entry in history.entries]
    waits = [later - earlier for earlier, later in pairwise(times)]
    steps = json.loads(views_in(html_replay(history, (JUDGE,)))[0])["steps"]
    assert [step.get("after", 0) for step in steps] == [0, *waits]
    script = (
        PRESS
        + """const found = [];
press("t");
found.push($("speed").textContent, $("speed").getAttribute("aria-label"));
press(" ");
found.push($("caption").textContent.match(/idle [0-9:]+ skipped/)?.[0]);
const there = at();
await wait(4500);
found.push(at() === there);
await wait(700);
found.push(at() > there);
press(" ");
for (let faster = 0; faster < 9; faster++) press("+");
found.push($("speed").textContent);
press("t");
found.push($("speed").textContent);
return found.join("|");"""
    )
    skipped = waits[19] // 1000 - 5
    assert in_browser(html_replay(history, (JUDGE,)), script, tmp_path, at="#20", ahead=True).split("|") == [
        "⏱1×",
        "Table time, 1×",
        f"idle {skipped // 60}:{skipped % 60:02} skipped",
        "true",
        "true",
        "⏱32×",
        "1×",
    ]


@needs_browser
def test_c_the_address_opens_there_without_moving_the_page(histories: dict[str, AnyHistory], tmp_path: Path) -> None:
    """On a phone the page stays at its top, and the address follows each step."""
    script = (
        PRESS
        + """const opened = [at(), scrollY];
press("ArrowRight");
return [...opened, at(), scrollY, location.hash].join(" ");"""
    )
    page = render(histories["frc_card_game"], "html", "judge")
    assert in_browser(page, script, tmp_path, at="#33", size=PHONE) == "33 0 34 0 #34"


@needs_browser
def test_c_viewpoints_are_chosen_on_the_page(histories: dict[str, AnyHistory], tmp_path: Path) -> None:
    """Another viewpoint shows the same entry with its own data; a page of one viewpoint does not offer others."""
    script = (
        PRESS
        + """press("f");
const names = [...$("views").options].map((one) => one.textContent).join();
const hand = () => document.querySelectorAll("#board .fan .card:not(.back)").length;
const found = [at(), $("views").value, hand()];
$("views").selectedIndex = 0;
$("views").dispatchEvent(new Event("change"));
return [names, ...found, at(), $("views").value, $("views").hidden].join("|");"""
    )
    history = histories["robin_in_the_hood"]
    found = in_browser(html_replay(history, (SPECTATOR, JUDGE)), script, tmp_path, at="#20").split("|")
    assert found[0] == "as spectator,as judge"
    assert found[1:3] == ["20", "as judge"]
    assert int(found[3]) > 0
    assert found[4:] == ["20", "as spectator", "false"]
    alone = in_browser(html_replay(history, (SPECTATOR,)), 'return document.getElementById("views").hidden;', tmp_path)
    assert alone == "true"


@needs_browser
def test_c_a_tap_tells_a_card(histories: dict[str, AnyHistory], tmp_path: Path) -> None:
    """Kind, numbers, text, and a way to each entry that changed it; the keyboard returns to the page afterwards."""
    script = (
        PRESS
        + """const card = document.querySelector('#board [data-key="1/krabby/1"]');
card.focus();
card.click();
const dialog = $("dialog");
const said = dialog.textContent;
const jumps = [...dialog.querySelectorAll("li button")];
jumps[0].click();
return [dialog.open, said.includes("Krabby"), said.includes("robot"), said.includes("900"), jumps.length > 1, at() < 34]
  .join(" ");"""
    )
    page = render(histories["frc_card_game"], "html", "spectator")
    assert in_browser(page, script, tmp_path, at="#34") == "false true true true true true"


@needs_browser
@pytest.mark.parametrize("name", some(GAMES, 2))
def test_c_the_legend_explains_each_sign(name: str, histories: dict[str, AnyHistory], tmp_path: Path) -> None:
    """`?` shows every kind, number, state and gauge of the game's plan in its own words."""
    game = load_game(name)
    plan = game.plan(histories[name].match.state)
    words = [kind.word for kind in plan.kinds] + [one.meaning or one.name for one in (*plan.numbers,)]
    words += [state.meaning or state.word for state in plan.states] + [gauge.name for gauge in plan.gauges]
    script = PRESS + 'press("?"); return $("dialog").open + $("dialog").textContent;'
    said = in_browser(render(histories[name], "html", "judge"), script, tmp_path)
    assert said.startswith("true")
    assert [word for word in words if word not in said] == []


@needs_browser
def test_c_the_list_is_one_stop_of_the_keyboard(histories: dict[str, AnyHistory], tmp_path: Path) -> None:
    """Only the current row is a tab stop; up and down walk the rows. With letters turned off, no letter steps."""
    script = (
        PRESS
        + """const stops = () => [...document.querySelectorAll("#list button")].filter((one) => one.tabIndex === 0);
const row = stops()[0];
row.focus();
press("ArrowDown", row);
const found = [stops().length, stops()[0] === document.activeElement, at()];
found.push(document.querySelectorAll("#list ol li > button").length);
press("?");
const letters = document.querySelector("dialog input");
letters.checked = false;
letters.dispatchEvent(new Event("change"));
document.querySelector("dialog .close").click();
press("j");
press("ArrowRight");
return [...found, at()].join(" ");"""
    )
    history = histories["frc_tcg"]
    found = in_browser(render(history, "html", "judge"), script, tmp_path, at="#7")
    assert found == f"1 true 8 {history.match.version} 9"


@needs_browser
@pytest.mark.parametrize("name", some(GAMES, 2))
def test_c_marks_are_what_the_step_changed(name: str, histories: dict[str, AnyHistory], tmp_path: Path) -> None:
    """A card is marked just when the board before has it otherwise, elsewhere or not at all."""
    script = (
        PRESS
        + """const marks = [];
press("Home");
for (let entry = 2; entry <= Number($("slider").max); entry++) {
  press("ArrowRight");
  marks.push([...document.querySelectorAll("#board .front .card[data-key].changed")].map((one) => one.dataset.key).sort());
}
return JSON.stringify(marks);"""
    )
    history = histories[name]
    game = history.match.game

    def front(version: int) -> dict[str, tuple[str, CardView]]:
        board = game.board(history.match.states[version], SPECTATOR)
        zones = [part for panel in board.panels for part in panel.parts if isinstance(part, Zone)]
        return {card.key: (zone.key, _alone(card)) for zone in zones for card in zone.cards if card.name != "-"}

    found = json.loads(in_browser(html_replay(history, (SPECTATOR,)), script, tmp_path))
    plan = game.plan(history.match.state)
    fronts = {zone.key for zone in plan.zones if zone.where == "front"}
    wanted = []
    for version in range(2, history.match.version + 1):
        board = game.board(history.match.states[version], SPECTATOR)
        shown = {
            card.key
            for panel in board.panels
            for part in panel.parts
            if isinstance(part, Zone) and part.plan in fronts
            for card in part.cards
            if card.name != "-"
        }
        before, after = front(version - 1), front(version)
        wanted.append(sorted(key for key in shown if before.get(key) != after.get(key)))
    assert found == wanted


def _alone(card: CardView) -> CardView:
    """A card as its face shows it; the number of cards below it."""
    under = tuple(CardView(str(number), "") for number in range(len(card.under)))
    return structs.replace(card, under=under)


@needs_browser
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("name", some(COMPETITIONS, 1))
def test_c_boards_without_planned_zones_are_drawn(
    name: str, size: tuple[int, int], histories: dict[str, AnyHistory], tmp_path: Path
) -> None:
    """Competitions, with up to twelve players: every name is on the board, and all lines fit the screen."""
    history = histories[name]
    board = repr(history.match.game.board(history.match.state, JUDGE))
    script = 'return document.documentElement.scrollWidth > innerWidth ? "wide" : document.body.textContent;'
    said = in_browser(render(history, "html", "judge"), script, tmp_path, size=size)
    assert [player for player in NAMES[: COMPETITIONS[name]] if player not in said] == []
    in_table = re.findall(r"Cell\(text='([^']+)'", board)
    on_board = in_browser(
        render(history, "html", "judge"), 'return document.getElementById("board").textContent;', tmp_path
    )
    assert [text for text in in_table if text not in on_board] == []


@needs_browser
@pytest.mark.parametrize(
    "wishes",
    [Wishes(), Wishes(color_scheme="dark"), Wishes(forced_colors="active")],
    ids=["light", "dark", "forced"],
)
@pytest.mark.parametrize("size", some([WIDE, PHONE], 1), ids=["wide", "phone"])
@pytest.mark.parametrize("name", some([*GAMES, "tournament"], 1))
def test_c_axe_finds_nothing(
    name: str, size: tuple[int, int], wishes: Wishes, histories: dict[str, AnyHistory], tmp_path: Path
) -> None:
    """WCAG 2.0 to 2.2 A and AA and best practices, on the board, with a card's text open, and with the legend."""
    history = histories[name]
    script = (
        AXE
        + PRESS
        + """const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const found = [];
const look = async (what) => {
  for (const one of (await axe.run(document, { runOnly: tags })).violations) found.push(`${what} ${one.id}: ${one.nodes[0].html}`);
};
await look("board");
press("?");
await look("legend");
document.querySelector("dialog .close").click();
const card = document.querySelector("#board .card[data-key]");
if (card?.tagName === "BUTTON") {
  card.click();
  await look("card");
}
return found.join("\\n");"""
    )
    page = html_replay(history, (SPECTATOR, JUDGE))
    at = f"#{history.match.version * 3 // 5}"
    assert in_browser(page, script, tmp_path, at=at, size=size, **wishes) == ""


@needs_browser
@pytest.mark.promise(id="V8")
def test_the_page_prints(tmp_path: Path) -> None:
    pages = [printed(simulated("frc_card_game", entries), tmp_path) for entries in (20, 80, 140)]
    assert pages[0] < pages[1] < pages[2]


def printed(history: AnyHistory, tmp_path: Path) -> int:
    """The number of paper sheets of a match's page."""
    return len(re.findall(rb"/Type\s*/Page\b", on_paper(render(history, "html", "judge"), tmp_path)))
