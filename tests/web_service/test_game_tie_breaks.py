"""Tie-breaks of games in an event of best-of-three series: page, API and command line show the shares that card games compute."""

import json
import re
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Final

import httpx
import pytest
from click.testing import CliRunner

from domain.competition.tournament.commands import next_round
from matchbook.cli.main import cli
from service.competitions.results import Competitions, opening_of_competition
from tests.web_service.serving import Served

NAMES: Final = ("Ana", "Bo", "Cleo", "Dara", "Emil", "Finn", "Gus")
ROUNDS: Final = 4
Played = tuple[str, str, tuple[str, ...]]
"""Two players and the winner of each of their games, empty for a drawn one."""


def series(rng: Random, one: str, other: str) -> Played:
    """Games until somebody has won two, or the round ends."""
    games: list[str] = []
    while max(games.count(one), games.count(other)) < 2 and len(games) < rng.choice((3, 9)):
        games.append(rng.choice((one, one, other, "")))
    return one, other, tuple(games)


def shares(played: list[Played]) -> dict[str, tuple[float, float]]:
    """Player -> percent of the points of games won, and the opponents' mean of it: 3 for a win, 1 for a draw, at least 33.33 %,
    byes left out (Magic Tournament Rules, appendix C)."""
    points, possible, met = defaultdict[str, int](int), defaultdict[str, int](int), defaultdict[str, list[str]](list)
    for one, other, games in played:
        for player, opponent in ((one, other), (other, one)):
            points[player] += 3 * games.count(player) + games.count("")
            possible[player] += 3 * len(games)
            met[player].append(opponent)
    own = {player: max(1 / 3, points[player] / possible[player]) for player in NAMES}
    mean = {player: sum(own[other] for other in met[player]) / len(met[player]) for player in NAMES}
    return {player: (100 * own[player], 100 * mean[player]) for player in NAMES}


def event(served: Served, rng: Random) -> tuple[str, str, list[Played]]:
    """An event of series, played to its end: its id, that of its Swiss, and what was played."""
    app, competitions, played = served.app, Competitions(served.app), list[Played]()
    ties = {"bracket": "swiss", "rounds": str(ROUNDS), "tie_breaks": "game_wins,opponents_game_wins"}
    cup = app.open_match(opening_of_competition("tournament", "", NAMES, ties)).id
    day = app.open_match(opening_of_competition("gathering", "", ["Kim"], {"tables": "3"}, title="Open")).id
    app.take(day, f"add_tournament {cup} Cup")
    for _ in range(ROUNDS):
        app.take(cup, next_round(app.match(cup).state))
        for pairing in app.match(cup).state.open:
            one, other, games = series(rng, *(NAMES[player] for player in pairing.players))
            match = app.open_match(opening_of_competition("series", "", [one, other], {})).id
            for number, winner in enumerate(games, 1):
                app.take(match, f"record_result game{number} {winner}")
            if app.match(match).outcome is None:
                ahead = games.count(one) - games.count(other)
                app.conclude(match, [] if ahead == 0 else [int(ahead < 0)], drawn=ahead == 0, note="time")
            competitions.record_result(cup, match)
            played.append((one, other, games))
    return day, cup, played


@pytest.mark.parametrize("seed", [1, 2])
def test_shares_of_games_are_those_of_card_games_everywhere(served: Served, tmp_path: Path, seed: int) -> None:
    """CT-W05: given a Swiss of series with drawn and unfinished ones, then the page, the API and the command line show for each
    player the shares of games that an independent formula yields, and rank equal points by them."""
    day, cup, played = event(served, Random(seed))
    wanted = shares(played)
    with served.client() as anybody:
        api = by_api(anybody, day)
        assert by_page(anybody, day) == [(name, f"{own:.2f} %", f"{mean:.2f} %") for name, _, own, mean in api]
    store = {"MATCHBOOK_STORE": f"sqlite:///{tmp_path / 'matches.db'}"}
    said = CliRunner().invoke(cli, ["tournament", "standings", cup, "--json"], env=store)
    lines = [(one["player"], one["points"], one["GW"], one["OGW"]) for one in json.loads(said.stdout)]
    assert lines == [(name, points, f"{own:.2f} %", f"{mean:.2f} %") for name, points, own, mean in api]
    assert {name: (own, mean) for name, _, own, mean in api} == {
        name: pytest.approx(both, abs=0.005) for name, both in wanted.items()
    }
    order = [(points, *wanted[name]) for name, points, *_ in api]
    assert order == sorted(order, reverse=True)
    assert [one.done for one in Competitions(served.app).sync(cup)] == ["unchanged"] * len(played)


def by_api(anybody: httpx.Client, day: str) -> list[tuple[str, int, float, float]]:
    """Name, points and both shares in percent, best first."""
    [found] = anybody.get(f"/api/event-days/{day}").json()["tournaments"]
    places = [found["columns"].index(heading) for heading in ("GW", "OGW")]
    return [
        (line["player"]["name"], line["points"], *(float(line["further"][one].removesuffix(" %")) for one in places))
        for line in found["standings"]
    ]


def by_page(anybody: httpx.Client, day: str) -> list[tuple[str, ...]]:
    """Name and both shares, as in the table."""
    text = anybody.get(f"/g/{day}").text
    names = re.findall(r'<td class="number">\d+</td><td>(\w+) <small>', text)
    return list(zip(names, *(re.findall(rf'data-column="{one}">([^<]*)<', text) for one in ("GW", "OGW")), strict=True))
