"""Plain signs: every sign of the tables has one of one cell, on all screens; names keep their letters."""

import subprocess
import sys

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from domain.registry import load_game
from domain.seats import JUDGE
from domain.simulation import simulate
from service.reading.signs import plain_signs, wants_plain
from service.reading.styled_text import plain
from service.reading.table.legend import legend
from service.reading.table.picture import drawn
from service.resources import load_catalogue
from tests.replay_tui.driving import settle, visit
from tests.replay_tui.memory import Shelf, finished, on_shelf


@pytest.mark.parametrize("name", ["frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood"])
def test_tables_and_legends_in_plain_signs(name: str) -> None:
    game = load_game(name)
    states = [step.after for step in simulate(game, load_catalogue(game), 1)]
    plan = game.plan(states[-1])
    for state in states[:: len(states) // 4]:
        lines = (*drawn(plan, game.board(state, JUDGE), JUDGE, (100, 31)), *legend(plan, 80))
        for line in plain(lines).splitlines():
            shown = plain_signs(line)
            assert shown.isascii()
            assert cell_len(shown) == cell_len(line)


def test_names_keep_their_letters() -> None:
    assert plain_signs("▶ Zoë 木村 → draw") == "> Zoë 木村 ->draw"


@pytest.mark.parametrize(
    ("environ", "wanted"),
    [
        ({}, False),
        ({"LANG": "de_DE.UTF-8"}, False),
        ({"LANG": "C.utf8", "LC_ALL": ""}, False),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.ISO-8859-1"}, True),
        ({"LC_CTYPE": "POSIX"}, True),
        ({"LANG": "C", "MATCHBOOK_SIGNS": "full"}, False),
        ({"LANG": "C.UTF-8", "MATCHBOOK_SIGNS": "plain"}, True),
    ],
)
def test_who_gets_plain_signs(environ: dict[str, str], wanted: bool) -> None:
    """The user's choice, or a locale that is not UTF-8; the first variable that is set decides."""
    assert wants_plain(environ) == wanted


def test_the_whole_screen_in_plain_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Panes, bars, borders, keys: all of it; without the choice all signs stay."""
    monkeypatch.setenv("MATCHBOOK_SIGNS", "plain")
    found: list[str] = []

    async def look(pilot: Pilot[None]) -> None:
        await settle(pilot)
        filters = pilot.app.get_line_filters()
        for strip in pilot.app.screen._compositor.render_strips():
            segments = list(strip)
            for one in filters:
                segments = one.apply(segments, pilot.app.screen.styles.background)
            found.append("".join(segment.text for segment in segments))

    visit(on_shelf(Shelf(history=finished()), match_id="match-3"), "5 o", then=look)
    assert any(">" in line for line in found)
    assert all(line.isascii() for line in found)
    monkeypatch.setenv("MATCHBOOK_SIGNS", "full")
    assert not on_shelf(Shelf(history=finished()), match_id="match-3")._plain.enabled


def test_printed_tables_in_plain_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = {}
    for choice in ("full", "plain"):
        monkeypatch.setenv("MATCHBOOK_SIGNS", choice)
        command = [sys.executable, "-m", "matchbook", "rules", "robin_in_the_hood", "RH-S02"]
        printed[choice] = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    assert "·" in printed["full"]
    assert printed["plain"] == plain_signs(printed["full"]) != printed["full"]
