"""Changes made by hand to a contest, each on what the one before it left."""

import pytest

from domain.competition.tournament import TOURNAMENT
from domain.game import Command, Event, Game
from domain.games.pbl_robots.competitions.league import LEAGUE
from domain.games.pbl_robots.competitions.series import SERIES
from domain.seats import GameState
from service.resources import load_catalogue
from tests.scenario import Scenario

OPENINGS = {
    "series": (SERIES, "start_series [Ada, Bo]"),
    "tournament": (TOURNAMENT, "start_tournament [Ada, Bo, Cy, Di] (bracket=round_robin)"),
    "league": (LEAGUE, "start_league [Ada, Bo, Cy, Di] (form=salary)"),
}
CHANGES = [
    # (competition, a change, True if it does something the first time; it never does twice)
    ("series", "set_wins(player=Ada, wins=0)", False),
    ("series", "set_starter(player=-)", False),
    ("series", "set_wins(player=Ada, wins=1)", True),
    ("series", "set_starter(player=Bo)", True),
    ("tournament", "add_points(player=Ada, points=0)", False),
    ("league", "add_points(player=Ada, points=0)", False),
    ("league", "set_keepers(player=Ada, cards=[])", False),
    ("league", "set_money(player=Ada, money=7)", True),
]


def opened(name: str) -> Scenario[GameState, Command, Event]:
    competition, opening = OPENINGS[name]
    game: Game[GameState, Command, Event] = competition  # type: ignore[assignment]
    return Scenario(game, load_catalogue(game)).do(opening)


@pytest.mark.parametrize(("name", "change", "once"), CHANGES)
def test_a_change_that_does_nothing_is_impossible(name: str, change: str, *, once: bool) -> None:
    """CT-B01: given an adjustment that repeats the current value or the change before it, then it is refused, also as played."""
    if once:
        opened(name).do(f"adjust right [{change}]")
    opened(name).impossible(f"adjust wrong [{change}{f', {change}' if once else ''}]", "CT-B01")
