"""The same matches, everywhere: no figure depends on how a process hashes its texts."""

import os
import subprocess
import sys

import pytest

from domain.digest import digest_of
from domain.game import evolve_all
from domain.registry import load_game
from domain.seats import JUDGE
from domain.simulation import simulate
from service.reading.drawing import pictured
from service.reading.styled_text import plain
from service.resources import load_catalogue
from tests.campaigns import tries

GAMES = ("frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood")
SEEDS = tries("MATCHBOOK_HASH_SEEDS", few=2, many=10)
MATCHES = tries("MATCHBOOK_HASHED_MATCHES", few=1, many=100)


def told(game_name: str) -> str:
    """Of some simulated matches: commands, digests of all states by events one by one, and the last board."""
    game = load_game(game_name)
    catalogue = load_catalogue(game)
    lines = []
    for seed in range(MATCHES):
        played = list(simulate(game, catalogue, seed))
        for one in played:
            after = evolve_all(game, one.before, one.events)
            lines.append(f"{one.command} {digest_of(after)}")
        lines.append(plain(pictured(game, after, JUDGE, 100)))
    return "\n".join(lines)


def elsewhere(what: str, seed: int) -> str:
    """The output of a process with another hash seed."""
    done = subprocess.run(
        [sys.executable, "-c", what], env=os.environ | {"PYTHONHASHSEED": str(seed)}, capture_output=True, check=True
    )
    return done.stdout.decode()


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_the_same_whatever_the_hashes_are(game: str) -> None:
    """G14: commands, states and boards of simulated matches are the same in processes that hash otherwise."""
    program = f"from tests.reliability.test_determinism import told; print(told({game!r}), end='')"
    answers = {elsewhere(program, seed) for seed in range(SEEDS)}
    assert len(answers) == 1
    assert len(answers.pop()) > 1000


def test_the_control_differs() -> None:
    """G14's control: what does follow the order of a set is seen."""
    assert len({elsewhere("print({*'abcdefgh'})", seed) for seed in range(SEEDS)}) > 1
