"""The overview: the present state of each table, and its history."""

import gc
import re
import weakref
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from domain.entries import Annotated
from domain.judging import Disputed
from domain.registry import installed_games, load_game
from domain.replay import AnyHistory
from domain.seats import Viewpoint
from service.delay import Delay, DelayedMatch
from service.judging.judge_actions import record
from service.reading.log import told_texts
from service.reading.page import html_replay
from service.recording.match_service import MatchService
from service.resources import sample_sheets
from service.simulation.demonstration import type_in
from tests.campaigns import some
from tests.service.browsing import needs_browser
from tests.web_service.serving import Served, events, serving
from tests.web_service.tables import opened
from tests.web_service.test_event_days import Event as Hall
from tests.web_service.windows import PHONE, WIDE, Window, expect
from web_service.limits import SHARE, Turns
from web_service.overview import Overview, TableCard, TablesPage
from web_service.permissions import Caller
from web_service.problems import Problem

GAMES = [game.name for game in installed_games().values() if game.kind == "game"]


def fall(points: int) -> str:
    return f"adjust slip [points_changed(player=Ada, delta=-{points})]"


def cards(served: Served) -> tuple[TableCard, ...]:
    return Overview(served.app_state).cards(Caller()).cards


def test_tables_stand_in_the_order_of_their_numbers(served: Served) -> None:
    """Tables that are played come before those that are over, table 2 before table 10, whatever the ids of their matches."""
    for number, match in ((10, "a"), (2, "c"), (1, "b")):
        opened(served.app, title=f"Table {number}", match_id=match * 12)
    over = opened(served.app, title="Table 0", match_id="d" * 12)
    served.app.conclude(over, (0,))
    assert [card.title for card in cards(served)] == ["Table 1", "Table 2", "Table 10", "Table 0"]


@pytest.mark.parametrize("game", GAMES)
def test_each_player_has_the_gauge_of_the_board_and_how_it_ran(game: str, served: Served) -> None:
    """Looks, 5: a line says each player's main gauge as the board does, and the graph steps where the gauge did."""
    history = served.app.history(type_in(served.app, load_game(game), sample_sheets(load_game(game))[0]).id)
    boards = [history.match.game.board(state, "spectator") for state in history.match.states[1:]]
    [card] = cards(served)
    named = history.match.game.plan(history.match.state).gauges[0]
    for player, panel in zip(card.players, [one for one in boards[-1].panels if one.seat is not None], strict=True):
        gauge = panel.gauges[0]
        assert (player.seat, player.gauge.value) == (panel.seat, f"{gauge.label} {gauge.value}")
        assert player.gauge.low is (named.danger is not None and gauge.value <= named.danger)
        values = [one.gauges[0].value for board in boards for one in board.panels if one.key == panel.key]
        heights = heights_of(player.gauge.course, len(boards))
        turns = [(now > then) - (now < then) for then, now in pairwise(values)]
        drawn = [(now < then) - (now > then) for then, now in pairwise(heights)]
        assert drawn == turns
        assert max(heights) <= 100
        assert min(heights) >= 0


def test_a_player_sees_each_gauge_with_its_player(served: Served) -> None:
    """Given a game whose board has the player's own side first, then each line of the overview has the gauge of its own player."""
    match = opened(served.app)
    served.app.take(match, fall(400))
    token = served.access.grant("Ada", "player", match=match, seat=0).token
    [seen], [known] = Overview(served.app_state).cards(Caller(token)).cards, cards(served)
    assert [player.seat for player in seen.players] != [player.seat for player in known.players]
    assert {player.seat: player.gauge for player in seen.players} == {
        player.seat: player.gauge for player in known.players
    }


def heights_of(path: str, entries: int) -> list[int]:
    """The height of a path at each entry."""
    found: list[int] = []
    height = int(re.match(r"M0 (\d+)", path)[1])
    for across, down in re.findall(r"H([\d.]+)V(\d+)", path):
        found += [height] * (round(float(across) * (entries - 1) / 100) - len(found))
        height = int(down)
    return found + [height] * (entries - len(found))


def test_a_card_is_drawn_anew_where_something_came_alone(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given three tables that are viewed again and again, then only the changed one is drawn."""
    matches = [opened(served.app) for _ in range(3)]
    overview = Overview(served.app_state)
    first = overview.cards(Caller()).cards
    drawn: list[str] = []

    def noted(history: AnyHistory, version: int, viewpoint: Viewpoint) -> tuple[str, ...]:
        drawn.append(history.match.id)
        return told_texts(history, version, viewpoint)

    monkeypatch.setattr("web_service.overview.told_texts", noted)
    assert overview.cards(Caller()).cards == first
    served.app.take(matches[1], fall(400))
    again = overview.cards(Caller()).cards
    assert [card.match for card in again if card not in first] == [matches[1]]
    assert drawn == [matches[1]]


def test_a_match_that_is_over_is_not_kept(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """S40: its record is let go of once its card was drawn, and read again when something more is recorded."""
    played, over = opened(served.app), opened(served.app)
    served.app.conclude(over, (0,))
    read: dict[str, weakref.ref[DelayedMatch]] = {}

    def watched(app: MatchService, match: str, delay: Delay) -> DelayedMatch:
        found = DelayedMatch(app, match, delay)
        read[match] = weakref.ref(found)
        return found

    monkeypatch.setattr("web_service.overview.DelayedMatch", watched)
    overview = Overview(served.app_state)
    first = overview.cards(Caller()).cards
    gc.collect()
    assert (read[played]() is not None, read[over]()) == (True, None)
    read.clear()
    assert overview.cards(Caller()).cards == first
    served.app.annotate(over, Annotated(about=2, text="well played"))
    [again] = [card for card in overview.cards(Caller()).cards if card.match == over]
    assert set(read) == {over}
    assert again.last != next(card.last for card in first if card.match == over)


def test_the_graph_is_held_back_with_the_rest(tmp_path: Path) -> None:
    """S17: given a delay, then a gauge that has fallen since is hidden in the line and in the graph for all."""
    clock = [1_800_000_000_000_000]
    with serving(tmp_path, delay=Delay(seconds=60), clock=lambda: clock[0]) as served:
        match = opened(served.app)
        clock[0] += 61_000_000
        before = cards(served)
        served.app.take(match, fall(400))
        assert cards(served) == before
        clock[0] += 61_000_000
        [after] = cards(served)
        assert (before[0].players[0].gauge, after.players[0].gauge) != (None, None)
        assert before[0].players[0].gauge != after.players[0].gauge


def test_tables_are_under_their_event_and_round(served: Served) -> None:
    """Given an event with two rounds, then its tables are below each round, the later one first; the event has one card, which
    links to its page: its cup is without one, and is not counted."""
    event, other = Hall(served, 4, 2), opened(served.app, title="Friendly")
    event.round(1)
    for line in event.fresh(lambda one: one["round"] == 1)["tables"]:
        event.act(event.organiser, line["match"], f'concede "{line["players"][0]["name"]}"', 201, at=1)
    event.round(2)
    shown = cards(served)
    groups = list(dict.fromkeys(card.group for card in shown))
    rounds = [f"Autumn open, Cup, round {number}" for number in (2, 1)]
    assert groups == ["Events and competitions", *rounds, "Other tables"]
    assert [card.under for card in shown] == sorted(card.under for card in shown)
    pages = {card.match: card.page for card in shown}
    assert (pages[event.id], event.cup in pages) == (f"/g/{event.id}", False)
    assert pages[other] == f"/m/{other}"
    assert Overview(served.app_state).cards(Caller()).total == len(shown)
    player = Caller(served.access.grant("Ada", "player", match=event.id, seat=0).token)
    assert Overview(served.app_state).cards(player).total == 1


def test_a_tournament_that_calls_a_judge_has_a_card_beside_its_event(served: Served) -> None:
    """Given a claim about an entry of an event's tournament, then its card is among the calls and links to the event."""
    event = Hall(served, 4, 2)
    record(served.app, event.cup, Disputed(about=1, claim="illegal", claimant="Ada", text="wrong seeds"))
    found = Overview(served.app_state).cards(Caller(served.access.grant("Kim", "organiser").token))
    assert [(card.match, card.state, card.page) for card in found.cards] == [
        (event.cup, "judge", f"/g/{event.id}"),
        (event.id, "live", f"/g/{event.id}"),
    ]
    assert found.total == 2


def test_the_overview_has_pages_and_tells_how_many_tables_there_are(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given three tables and pages of two, then the second page has the third table, and both tell the number of all."""
    monkeypatch.setattr("web_service.overview.MOST", 2)
    matches = {opened(served.app, title=f"Table {number}") for number in range(3)}
    pages = [Overview(served.app_state).cards(Caller(), number) for number in (1, 2)]
    assert [(page.total, page.pages, len(page.cards)) for page in pages] == [(3, 2, 2), (3, 2, 1)]
    assert {card.match for page in pages for card in page.cards} == matches
    assert "3 tables, events and competitions, page 2 of 2" in served.client().get("/?page=2").text


def test_followers_share_one_look_at_the_tables(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given five who follow the overview, then it is looked at once to begin with, and once for a change."""
    match = opened(served.app)
    looked: list[int] = []
    page = Overview._page

    def counted(self: Overview, caller: Caller, number: int) -> TablesPage:
        looked.append(number)
        return page(self, caller, number)

    monkeypatch.setattr(Overview, "_page", counted)
    with ExitStack() as streams:
        following = [events(streams.enter_context(served.client().stream("GET", "/api/live"))) for _ in range(5)]
        assert {next(one).data["match"] for one in following} == {match}
        assert len(looked) == 1
        served.app.take(match, fall(400))
        assert {next(one).data["last"] for one in following} == {cards(served)[0].last}
        assert len(looked) == 3, "one for all who follow, one for this test"


def test_a_page_is_drawn_once_for_all_who_ask(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a match, then its page is drawn once for each version and viewpoint; a client that has it is answered 304."""
    match = opened(served.app)
    drawn: list[Viewpoint] = []

    def counted(history: AnyHistory, viewpoints: tuple[Viewpoint, ...], **more: Any) -> str:
        drawn.extend(viewpoints)
        return html_replay(history, viewpoints, **more)

    monkeypatch.setattr("web_service.api.matches.html_replay", counted)
    anybody, judge = served.client(), served.client(served.token("judge"))
    path = f"/api/matches/{match}/page"
    first, second = anybody.get(path), anybody.get(path)
    assert (first.text, drawn) == (second.text, ["spectator"])
    assert judge.get(path).headers["etag"] != first.headers["etag"]
    known = {"If-None-Match": first.headers["etag"]}
    again = anybody.get(path, headers=known)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    served.app.take(match, fall(400))
    assert anybody.get(path, headers=known).status_code == 200
    assert drawn == ["spectator", "judge", "spectator"]
    for further in (f"/api/matches/{match}/board", f"/api/matches/{match}/log", f"/m/{match}", "/", "/matches"):
        known = {"If-None-Match": anybody.get(further).headers["etag"]}
        got = anybody.get(further, headers=known)
        assert (got.status_code, got.headers["vary"]) == (304, "Authorization, Cookie"), further


def test_a_network_without_a_token_waits_for_its_turn() -> None:
    """Given requests of one network without a token, then they are answered one after another, and too many are refused;
    another network does not wait."""
    turns = Turns(lambda: 0.0)
    assert [turns.wait("hall", 0.1) for _ in range(86)] == pytest.approx([number / 10 for number in range(86)])
    assert turns.wait("home", 0) == 0
    with pytest.raises(Problem, match="Too many"):
        turns.wait("hall", 0.1)


def test_who_asks_for_expensive_answers_waits_for_the_next(served: Served) -> None:
    """Given a caller with or without a token who used a second of processor time, then their next answer comes some seconds later,
    and after two it is refused for a while; an organiser never waits."""
    turns = Turns(lambda: 0.0)
    turns.charge("spender", 1)
    assert (turns.wait("spender", 0), turns.wait("other", 0)) == (pytest.approx(1 / SHARE), 0)
    turns.charge("spender", 1)
    with pytest.raises(Problem, match="Too many"):
        turns.wait("spender", 0)
    match = opened(served.app)
    tokens = {role: served.access.grant(role, role) for role in ("judge", "organiser")}
    for spent, role, codes in ((0, "judge", {200}), (2, "judge", {429}), (2, "organiser", {200}), (2, "", {429})):
        granted = tokens.get(role)
        served.app_state.turns.charge(granted.token.id if granted else "127.0.0.1", spent)
        client = served.client(granted.secret if granted else "")
        paths = ("/", "/matches", f"/m/{match}", "/api/matches", f"/api/matches/{match}", "/api/openapi.json")
        with ThreadPoolExecutor(len(paths)) as pool:
            assert {answer.status_code for answer in pool.map(client.get, paths)} == codes, role


def test_the_list_names_kits_and_keeps_tags_to_itself(served: Served) -> None:
    """Given a match of a kit, then the list has the kit's name; spectators are not shown tags."""
    organiser = served.client(served.token("organiser"))
    organiser.post("/api/matches", json={"game": "pig", "players": ["Ada", "Bo"], "tags": ["secret-tag"]})
    for client, told in ((organiser, True), (served.client(), False)):
        page = client.get("/matches").text
        assert "<td>Pig</td>" in page
        assert "tabletop" not in page
        assert ("secret-tag" in page) is told


@needs_browser
@pytest.mark.parametrize("size", some([PHONE, WIDE], 1), ids=["phone", "wide"])
def test_bars_and_graphs_grow_with_the_match(browser: Any, served: Served, size: tuple[int, int]) -> None:
    """S21, looks 5: without a reload, and as on a page that is opened now."""
    match = opened(served.app, title="Quarter final, table four of the northern field")
    window = Window(browser, size).at(served, "/")
    card = window.page.locator(f"#table-{match}")
    expect(card.locator("li b").first).to_have_text("points 4000")
    served.app.take(match, fall(1000))
    expect(card.locator("li b").first).to_have_text("points 3000")
    expect(card.locator("li rect").first).to_have_attribute("width", "75")
    drawn = [card.locator(".course").inner_html(), card.locator("[data-players]").inner_html()]
    assert card.locator(".course").bounding_box()["height"] == 34
    assert window.sideways <= 0
    window.page.reload()
    assert [card.locator(".course").inner_html(), card.locator("[data-players]").inner_html()] == drawn
    assert window.wrong == []
