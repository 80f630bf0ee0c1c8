"""Boards and stories of whole simulated matches, of every game and in every mode: keys, arrows, prompts and sentences."""

from collections.abc import Iterator
from itertools import islice

import pytest

from domain.game import Event, evolve_all
from domain.seats import GameState
from domain.simulation import simulate
from service.resources import load_catalogue
from tests.games.looking import keys
from tests.games.test_simulation import MODES, game_of

LONGEST = 100
"""Entries that are looked at of a match."""
TRIED = [
    *(("frc_card_game", mode) for mode in ("default", "seed 1")),
    *(("frc_tcg", mode) for mode in ("duel", "three", "four")),
    *(
        ("pbl_robots", mode)
        for mode in ("quick play", "regular", "challenge, community", "three sides", "three pilots")
    ),
    *(("pbl_robots", mode) for mode in ("pilot and gunner", "four hands")),
    *(("robin_in_the_hood", mode) for mode in ("default", "seed 2")),
]
NOT_SAID = {"frc_card_game": (" = ",), "frc_tcg": (" = ", "??"), "pbl_robots": (" = ",), "robin_in_the_hood": ()}


def moments(name: str, mode: str) -> Iterator[tuple[GameState, Event]]:
    """The states of a match, those inside its entries too, each with the event that happens then."""
    game = game_of(name, mode)
    for played in islice(simulate(game, load_catalogue(game, None), 4, options=MODES[name][mode]), LONGEST):
        for number, event in enumerate(played.events):
            yield evolve_all(game, played.before, played.events[:number]), event


@pytest.mark.parametrize(("name", "mode"), TRIED)
def test_a_board_says_what_is_next(name: str, mode: str) -> None:
    """Until the end each board asks for something, in words and of somebody where it is a player's to do."""
    game = game_of(name, mode)
    for played in islice(simulate(game, load_catalogue(game, None), 5, options=MODES[name][mode]), LONGEST):
        board = game.board(played.after, "spectator")
        assert bool(board.prompts) == (game.outcome(played.after) is None)
        assert not any("_" in text for text in (board.phase, *(prompt.text for prompt in board.prompts)))
        if game.turn_info(played.after).seat is not None:
            assert all(prompt.seat is not None for prompt in board.prompts)


@pytest.mark.parametrize(("name", "mode"), TRIED)
def test_an_event_is_told_in_a_sentence_and_points_at_the_board(name: str, mode: str) -> None:
    """No arrow, no bare label, no word of the notation is told. The keys of a board differ, and an arrow's ends are among them."""
    game = game_of(name, mode)
    for state, event in moments(name, mode):
        line = game.narrate(state, event, "judge")
        assert " " in line
        assert not any(sign in line for sign in ("->", "→", "HP ", "_", *NOT_SAID[name])), line
        ends = {end for arrow in event.arrows(state) for end in (arrow.source, arrow.target)}
        for viewpoint in (0, 1, "judge", "spectator"):
            found = list(keys(game.board(state, viewpoint)))
            assert ends <= set(found)
            assert len(set(found)) == len(found)
