"""The neutral board and the table: plain data that travels."""

import msgspec
import pytest

from domain.board import Board, CardView, Gauge, Panel, Zone
from domain.seats import JUDGE, SPECTATOR, Seat, seat_name, seats_of_names
from domain.simulation import simulate
from tests.minigame import CATALOGUE, GAME


@pytest.mark.parametrize("viewpoint", [0, 1, JUDGE, SPECTATOR])
def test_boards_travel_as_json(viewpoint: object) -> None:
    """Every board reads back from JSON as an equal board: it can be sent to another program."""
    for step in simulate(GAME, CATALOGUE, 2):
        board = GAME.board(step.after, viewpoint)  # type: ignore[arg-type]
        assert msgspec.json.decode(msgspec.json.encode(board), type=Board) == board


def test_boards_hold_cards_under_cards_and_names_of_seats() -> None:
    """A card view may hold others, to any depth. A seat without a player and the table have names too."""
    view = CardView(
        "a", "Base", gauges=(Gauge("HP", 3, 4),), under=(CardView("b", "Below", under=(CardView("c", "??"),)),)
    )
    board = Board("t", "m", panels=(Panel("p", "P", parts=(Zone("z", "Z", (view,)),)),))
    assert msgspec.json.decode(msgspec.json.encode(board), type=Board) == board
    seats = seats_of_names(["Ada", "Bo"])
    assert seats == (Seat("Ada", 0), Seat("Bo", 1))
    assert [seat_name(seats, seat) for seat in (0, 1, 2, None)] == ["Ada", "Bo", "seat 3", "the table"]
