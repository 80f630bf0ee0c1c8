"""Changes made by hand to a contest, each on what the one before it left."""

import pytest

from domain.competition.tournament import TOURNAMENT
from domain.game import Command, Event, Game
from domain.games.pbl_robots.contests.league import LEAGUE
from domain.games.pbl_robots.contests.series import SERIES
from domain.table import GameState
from service.resources import load_catalogue
from tests.scenario import Scenario

OPENINGS = {
    "series": (SERIES, "start_series [Ada, Bo]"),
    "tournament": (TOURNAMENT, "start_tournament [Ada, Bo, Cy, Di] (bracket=round_robin)"),
    "league": (LEAGUE, "start_league [Ada, Bo, Cy, Di] (form=salary)"),
}
IDLE = {
    "series": ["set_wins(player=Ada, wins=0)", "set_starter(player=-)"],
    "tournament": ["add_points(player=Ada, points=0)"],
    "league": ["add_points(player=Ada, points=0)", "set_keepers(player=Ada, cards=[])"],
}
TWICE = {
    "series": ["set_wins(player=Ada, wins=1)", "set_starter(player=Bo)"],
    "league": ["set_money(player=Ada, money=7)"],
}


def opened(name: str) -> Scenario[GameState, Command, Event]:
    contest, opening = OPENINGS[name]
    game: Game[GameState, Command, Event] = contest  # type: ignore[assignment]
    return Scenario(game, load_catalogue(game)).do(opening)


@pytest.mark.parametrize(("name", "change"), [(name, change) for name, changes in IDLE.items() for change in changes])
def test_a_change_that_does_nothing_is_impossible(name: str, change: str) -> None:
    """CT-B01: an adjustment that says what stands already is refused, recording as played included."""
    opened(name).impossible(f"adjust wrong [{change}]", "CT-B01")


@pytest.mark.parametrize(("name", "change"), [(name, change) for name, changes in TWICE.items() for change in changes])
def test_each_change_is_checked_after_the_one_before(name: str, change: str) -> None:
    """CT-B01: what is right once is refused the second time, as it stands by then; nothing of the list is recorded."""
    opened(name).do(f"adjust right [{change}]")
    opened(name).impossible(f"adjust wrong [{change}, {change}]", "CT-B01")


@pytest.mark.parametrize(("name", "change"), [(name, change) for name, changes in TWICE.items() for change in changes])
def test_every_change_leaves_an_event(name: str, change: str) -> None:
    """CT-B01: beside the adjustment itself there is an event of the change."""
    assert len(opened(name).do(f"adjust right [{change}]").events) >= 2
