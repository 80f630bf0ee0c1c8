"""Simulated tournaments with unknown cards, and what a bot may look at."""

from random import Random

import pytest

from domain.games.robin_in_the_hood import GAME
from domain.simulation import simulation_of
from tests.games.robin_in_the_hood.tables import Table, playing


@pytest.mark.parametrize("seed", range(6))
def test_unknown_cards_all_through(seed: int) -> None:
    """RH-A04, RH-T08: tournaments logged without any drawn card go on as well: placements make the cards known."""
    rng, table = Random(seed), playing("modifiers=yes victories_to_win=1", ann=[] if seed % 2 else None)
    for _ in range(400):
        if GAME.outcome(table.state) is not None:
            break
        table.do(simulation_of(GAME).bots["random"].choose(table.state, tuple(GAME.legal(table.state)), rng))
    assert GAME.outcome(table.state) is not None


def test_bots_do_not_look_at_hidden_cards() -> None:
    """RH-Q27: given any face-down card opposite, then the bot's choice in a simultaneous hand is the same."""
    choices = set()
    for card in ("alys", "dunstan", "hawise"):
        table: Table = playing("modifiers=yes", [], []).do(f"place_character Ann {card}")
        choices.add(
            simulation_of(GAME).bots["tactician"].choose(table.state, tuple(GAME.legal(table.state)), Random(7))
        )
    assert len(choices) == 1
