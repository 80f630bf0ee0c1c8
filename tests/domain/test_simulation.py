"""Simulated matches: the seed decides everything, and defects of a game are named."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.deciding import RuleViolation
from domain.simulation import EndlessMatch, simulate, simulation_of
from domain.table import SeatSetup, TableSetup
from tests.minigame import CATALOGUE, GAME
from tests.minigame.commands import RollDie


@given(st.integers(), st.sampled_from([(), ("high",), ("random", "high")]))
def test_a_seed_is_a_match(seed: int, bots: tuple[str, ...]) -> None:
    """One seed gives one match, to the last state, whoever plays it."""
    one = list(simulate(GAME, CATALOGUE, seed, bots=bots))
    assert one == list(simulate(GAME, CATALOGUE, seed, bots=bots))
    assert GAME.outcome(one[-1].after) is not None


def test_each_step_begins_where_the_last_ended() -> None:
    """The steps of a match follow each other from the empty table on."""
    steps = list(simulate(GAME, CATALOGUE, 3))
    assert steps[0].before == GAME.initial(CATALOGUE)
    assert all(later.before is earlier.after for earlier, later in pairwise(steps))


def test_a_given_table_is_used() -> None:
    """A table that is set up beforehand is the one that is played at."""
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


def test_dead_end_is_named() -> None:
    """A game that offers nothing before its end is named with the moment."""

    def nothing(state: Any) -> Iterator[Any]:
        return iter(())

    with pytest.raises(EndlessMatch, match=r"high_card, seed \d+: nothing is legal at .*phase='draw'"):
        list(simulate(replace(GAME, legal=nothing), CATALOGUE, 0))


def test_endless_match_is_named() -> None:
    """A match that goes on past the limit is named with its seed."""
    with pytest.raises(EndlessMatch, match="seed 5: no end after 3 actions"):
        list(simulate(GAME, CATALOGUE, 5, max_actions=3))


def test_cheating_bot_is_refused() -> None:
    """A bot that breaks a rule is a defect: simulations are strict."""

    class Cheat:
        def choose(self, state: Any, commands: Any, rng: Random) -> Any:
            return RollDie(result=3)

    with pytest.raises(RuleViolation, match="MG-P01"):
        list(simulate(replace(GAME, simulation=replace(simulation_of(GAME), bots={"random": Cheat()})), CATALOGUE, 0))


def test_bots_do_nothing_voluntary_while_anything_else_is_legal() -> None:
    """Given a game in which rolling is voluntary, then a match rolls only where nothing else can be done."""

    class Roll(RollDie, frozen=True, kw_only=True, tag="roll_freely"):
        voluntary = True

    def legal(state: Any) -> Iterator[Any]:
        yield from (Roll(result=1) for _ in range(50))
        yield from GAME.legal(state)

    played = simulate(replace(GAME, legal=legal), CATALOGUE, 1)
    assert not [step for step in played if type(step.command) is Roll]
