"""Simulated matches with unknown draws, and the sampled tables."""

from random import Random

import pytest
from msgspec.structs import replace

from domain.cards import parse_ref
from domain.decision import decide
from domain.game import evolve_all
from domain.games.frc_tcg import GAME
from domain.games.frc_tcg.commands.base import TcgCommand
from domain.games.frc_tcg.commands.turn import EndTurn, SwapCards
from domain.games.frc_tcg.deal import sample_seats
from domain.simulation import simulate, simulation_of
from tests.games.frc_tcg.tables import SAMPLE


def blind(command: TcgCommand) -> TcgCommand:
    """The command as a scorekeeper logs it who does not see the draws."""
    match command:
        case EndTurn():
            return replace(command, drawn=None)
        case SwapCards():
            return replace(command, drawn=None, refill=None)
        case _:
            return command


@pytest.mark.parametrize("seed", range(6))
def test_unseen_draws(seed: int) -> None:
    """TCG-A01, D07: a match logged without the draws goes the same way, cards coming to light as they are played."""
    state = GAME.initial(SAMPLE)
    setup = sample_seats(SAMPLE, Random(seed), {}, 2)
    steps = list(simulate(GAME, SAMPLE, seed, bots=("random", "prize_hunter"), setup=setup))
    for step in steps:
        decision = decide(GAME, state, blind(step.command), as_played=True)
        assert {v.rule for v in decision.violations} <= {"TCG-D07"}
        state = evolve_all(GAME, state, decision.events)
    assert GAME.outcome(state) == GAME.outcome(steps[-1].after)
    assert [len(side.pit) for side in state.players] == [len(side.pit) for side in steps[-1].after.players]


def test_candidates_of_unknown_cards() -> None:
    """TCG-D07: with an unknown hand, legal plays are the cards that the list still holds."""
    setup = sample_seats(SAMPLE, Random(1), {}, 2)
    steps = [s for s in simulate(GAME, SAMPLE, 1, setup=setup) if not s.before.running]
    state = GAME.initial(SAMPLE)
    for step in steps:
        command = step.command
        if hasattr(command, "cards") and isinstance(command.cards, tuple):
            command = replace(command, cards=("??",) * len(command.cards))
        state = evolve_all(GAME, state, decide(GAME, state, command).events)
    listed = setup.seats[state.active].deck
    named = {parse_ref(c.card).card for c in GAME.legal(state) if hasattr(c, "card")}
    assert named
    assert named <= set(listed.cards)  # type: ignore[union-attr]
    assert all(GAME.check(state, command) == () for command in GAME.legal(state))


def test_sample_tables_follow_the_mode() -> None:
    """TCG-V02, V04, V06: a table for a mode has its seats: partners four, a first sweep three."""
    counts = {"teams=1+3/2+4": 4, "divisions=red/green/blue": 3, "multiplayer_win=first_sweep": 3, "prize_count=2": 2}
    for option, seats in counts.items():
        name, _, value = option.partition("=")
        assert len(simulation_of(GAME).sample_table(SAMPLE, Random(0), {name: value}).seats) == seats
