"""The look of the page and the terminal: seats, whole words, each fact shown once."""

import json
from pathlib import Path
from typing import Final

import pytest

from domain.board import Zone
from domain.registry import game_names, load_game
from domain.replay import AnyHistory
from domain.seats import JUDGE, SPECTATOR, Viewpoint
from domain.simulation import simulate
from service.reading.page import html_replay
from service.reading.table.picture import drawn
from service.resources import load_catalogue
from tests.campaigns import some
from tests.service.browsing import PHONE, WIDE, in_browser, needs_browser
from tests.service.test_noninterference import recorded

GAMES: Final = [name for name in game_names() if load_game(name).kind == "game"]


@pytest.fixture(scope="module", params=GAMES)
def history(request: pytest.FixtureRequest) -> AnyHistory:
    """A simulated match: all hands are known to its judge."""
    game = load_game(request.param)
    catalogue = load_catalogue(game)
    return recorded(game, catalogue, [action.command for action in simulate(game, catalogue, 31)])


@needs_browser
@pytest.mark.parametrize("viewpoint", some([SPECTATOR, JUDGE, 1, 0], 1), ids=str)
def test_the_viewer_sits_below(history: AnyHistory, viewpoint: Viewpoint, tmp_path: Path) -> None:
    """On the page and in the terminal the viewer sits below, for a judge and spectators the first seat, in every game."""
    game, state = history.match.game, history.match.state
    near = viewpoint if isinstance(viewpoint, int) else 0
    name = state.seats[near].name
    lines = [
        "".join(span.text for span in line)
        for line in drawn(game.plan(state), game.board(state, viewpoint), viewpoint, (80, 17))
    ]
    called = [line for line in lines if any(seat.name in line[:16] for seat in state.seats)]
    assert name in called[-1][:16]
    page = html_replay(history, [viewpoint])
    script = 'return document.querySelector("#board > [data-block=lower] h2").textContent'
    assert name in in_browser(page, script, tmp_path, at=f"#{history.match.version}")


LOOKS: Final = """const bad = [];
for (let entry = 1; entry <= Number(document.getElementById("slider").max); entry += 7) {
  const slider = document.getElementById("slider");
  slider.value = entry;
  slider.dispatchEvent(new Event("input"));
  for (const name of document.querySelectorAll("#board .front .card .name")) {
    let at = 0;
    for (const word of name.textContent.split(" ")) {
      const range = document.createRange();
      range.setStart(name.firstChild, at);
      range.setEnd(name.firstChild, at + word.length);
      at += word.length + 1;
      const rows = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
      const whole = range.getBoundingClientRect().bottom <= name.getBoundingClientRect().bottom + 2;
      if (rows.size > 1 || !whole) bad.push(`${entry} ${word} is broken`);
    }
  }
  for (const zone of document.querySelectorAll("#board .zone")) {
    const back = zone.querySelector(".chips > .chip.back:only-child");
    const count = zone.querySelector(".label b")?.textContent.split("/")[0];
    if (back && back.textContent.replace(" hidden", "") === `×${count}`) bad.push(`${entry} ${count} is said twice`);
  }
  if (innerWidth > 759) continue;
  scrollTo(0, 400);
  const said = document.querySelector(".scores").getBoundingClientRect();
  if (said.top < 0 || !said.height || said.bottom > innerHeight / 2) bad.push(`${entry} scores out of sight`);
  scrollTo(0, 0);
}
return JSON.stringify([...new Set(bad)].slice(0, 5));"""


@needs_browser
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_words_are_whole_and_scores_in_sight(history: AnyHistory, size: tuple[int, int], tmp_path: Path) -> None:
    """No card name is broken inside a word, no count is doubled; on a phone both scores stay in sight."""
    assert json.loads(in_browser(html_replay(history, [JUDGE]), LOOKS, tmp_path, size=size)) == []


TOPS: Final = """const tops = [];
const slider = document.getElementById("slider");
for (let entry = 1; entry <= Number(slider.max); entry++) {
  slider.value = entry;
  slider.dispatchEvent(new Event("input"));
  tops.push([...document.querySelectorAll("#board .pile [data-key]")].map((one) => one.dataset.key));
}
return JSON.stringify(tops);"""


@needs_browser
@pytest.mark.parametrize("size", some([WIDE, PHONE], 1), ids=["wide", "phone"])
def test_a_pile_shows_its_top_card(history: AnyHistory, size: tuple[int, int], tmp_path: Path) -> None:
    tops = json.loads(in_browser(html_replay(history, [JUDGE]), TOPS, tmp_path, size=size))
    game = history.match.game
    stacks = {zone.key for zone in game.plan(history.match.state).zones if zone.where == "pile"}
    for state, shown in zip(history.match.states[1:], tops, strict=True):
        zones = (part for panel in game.board(state, JUDGE).panels for part in panel.parts if isinstance(part, Zone))
        assert sorted(shown) == sorted(zone.cards[0].key for zone in zones if zone.plan in stacks and zone.cards)
