"""Simulated matches: the seed decides everything, and defects of a game are named."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.decision import RuleViolation
from domain.seats import SeatSetup, TableSetup
from domain.simulation import EndlessMatch, simulate, simulation_of
from tests.minigame import CATALOGUE, GAME
from tests.minigame.commands import RollDie


@given(st.integers(), st.sampled_from([(), ("high",), ("random", "high")]))
def test_a_seed_is_a_match(seed: int, bots: tuple[str, ...]) -> None:
    """One seed gives one match, to the last state, whoever plays it."""
    one = list(simulate(GAME, CATALOGUE, seed, bots=bots))
    assert one == list(simulate(GAME, CATALOGUE, seed, bots=bots))
    assert GAME.outcome(one[-1].after) is not None


def test_steps_of_a_match() -> None:
    """The steps of a match follow each other from the empty table on, at the table that is set up beforehand."""
    steps = list(simulate(GAME, CATALOGUE, 3))
    assert steps[0].before == GAME.initial(CATALOGUE)
    assert all(later.before is earlier.after for earlier, later in pairwise(steps))
    setup = TableSetup((SeatSetup("Cy", deck=8), SeatSetup("Di", deck=9)), {"rounds": "2"})
    last = list(simulate(GAME, CATALOGUE, 0, setup=setup))[-1].after
    assert ([s.name for s in last.seats], last.rounds) == (["Cy", "Di"], 2)


def test_playing_well_pays() -> None:
    """A bot that plays to win wins more often than one that plays anything."""
    wins = [0, 0]
    for seed in range(300):
        last = list(simulate(GAME, CATALOGUE, seed, bots=("high", "random")))[-1].after
        for seat in (GAME.outcome(last) or pytest.fail("no end")).winners:
            wins[seat] += 1
    assert wins[0] > wins[1]


def test_games_without_an_end_are_named() -> None:
    """Given a game that offers no command before its end, then the error names the moment; a match beyond the limit is named with
    its seed."""

    def nothing(state: Any) -> Iterator[Any]:
        return iter(())

    with pytest.raises(EndlessMatch, match=r"high_card, seed \d+: no command is legal at .*phase='draw'"):
        list(simulate(replace(GAME, legal=nothing), CATALOGUE, 0))
    with pytest.raises(EndlessMatch, match="seed 5: no end after 3 actions"):
        list(simulate(GAME, CATALOGUE, 5, max_actions=3))


def test_bots_keep_the_rules() -> None:
    """A bot that breaks a rule is a defect: simulations are strict. Given a last-resort command, then it is chosen only if it is
    the only legal one."""

    class Cheat:
        def choose(self, state: Any, commands: Any, rng: Random) -> Any:
            return RollDie(result=3)

    with pytest.raises(RuleViolation, match="MG-P01"):
        list(simulate(replace(GAME, simulation=replace(simulation_of(GAME), bots={"random": Cheat()})), CATALOGUE, 0))

    class Roll(RollDie, frozen=True, kw_only=True, tag="roll_freely"):
        last_resort = True

    def legal(state: Any) -> Iterator[Any]:
        yield from (Roll(result=1) for _ in range(50))
        yield from GAME.legal(state)

    played = simulate(replace(GAME, legal=legal), CATALOGUE, 1)
    assert not [step for step in played if type(step.command) is Roll]
