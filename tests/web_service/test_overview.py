"""The overview: which table stands where, and how it ran."""

import gc
import re
import weakref
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from domain.entries import Annotated
from domain.registry import installed_games, load_game
from domain.replay import AnyHistory
from domain.seats import Viewpoint
from service.delay import Delay, Watched
from service.reading.log import told_texts
from service.recording.match_service import MatchService
from service.resources import sample_sheets
from service.simulation.demonstration import type_in
from tests.campaigns import some
from tests.service.browsing import needs_browser
from tests.web_service.serving import Served, serving
from tests.web_service.tables import opened
from tests.web_service.windows import PHONE, WIDE, Window, expect
from web_service.overview import Overview, TableCard
from web_service.permissions import Caller

GAMES = [game.name for game in installed_games().values() if game.kind == "game"]


def fall(points: int) -> str:
    return f"adjust slip [points_changed(player=Ada, delta=-{points})]"


def cards(served: Served) -> tuple[TableCard, ...]:
    return Overview(served.app_state).cards(Caller())


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
    [seen], [known] = Overview(served.app_state).cards(Caller(token)), cards(served)
    assert [player.seat for player in seen.players] != [player.seat for player in known.players]
    assert {player.seat: player.gauge for player in seen.players} == {
        player.seat: player.gauge for player in known.players
    }


def heights_of(path: str, entries: int) -> list[int]:
    """How far down a path is at each entry."""
    found: list[int] = []
    height = int(re.match(r"M0 (\d+)", path)[1])
    for across, down in re.findall(r"H([\d.]+)V(\d+)", path):
        found += [height] * (round(float(across) * (entries - 1) / 100) - len(found))
        height = int(down)
    return found + [height] * (entries - len(found))


def test_a_card_is_drawn_anew_where_something_came_alone(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given three tables that are looked at again and again, then the one that has moved is drawn alone."""
    matches = [opened(served.app) for _ in range(3)]
    overview = Overview(served.app_state)
    first = overview.cards(Caller())
    drawn: list[str] = []

    def noted(history: AnyHistory, version: int, viewpoint: Viewpoint) -> tuple[str, ...]:
        drawn.append(history.match.id)
        return told_texts(history, version, viewpoint)

    monkeypatch.setattr("web_service.overview.told_texts", noted)
    assert overview.cards(Caller()) == first
    served.app.take(matches[1], fall(400))
    again = overview.cards(Caller())
    assert [card.match for card in again if card not in first] == [matches[1]]
    assert drawn == [matches[1]]


def test_a_match_that_is_over_is_not_kept(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """S40: its record is let go of once its card was drawn, and read again when something more is recorded."""
    played, over = opened(served.app), opened(served.app)
    served.app.conclude(over, (0,))
    read: dict[str, weakref.ref[Watched]] = {}

    def watched(app: MatchService, match: str, delay: Delay) -> Watched:
        found = Watched(app, match, delay)
        read[match] = weakref.ref(found)
        return found

    monkeypatch.setattr("web_service.overview.Watched", watched)
    overview = Overview(served.app_state)
    first = overview.cards(Caller())
    gc.collect()
    assert (read[played]() is not None, read[over]()) == (True, None)
    read.clear()
    assert overview.cards(Caller()) == first
    served.app.annotate(over, Annotated(about=2, text="well played"))
    [again] = [card for card in overview.cards(Caller()) if card.match == over]
    assert set(read) == {over}
    assert again.last != next(card.last for card in first if card.match == over)


def test_the_graph_is_held_back_with_the_rest(tmp_path: Path) -> None:
    """S17: given a delay, then a gauge that has fallen since is neither in the line nor in the graph of anybody."""
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
