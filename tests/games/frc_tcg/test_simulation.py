"""Simulated matches over all editions and modes. `MATCHBOOK_SIMULATED_MATCHES=10000` plays that many in all."""

from random import Random

import pytest
from msgspec.structs import replace

from domain.cards import parse_ref
from domain.deciding import decide
from domain.digest import digest_of
from domain.game import evolve_all
from domain.games.frc_tcg import GAME
from domain.games.frc_tcg.bots import PATIENCE
from domain.games.frc_tcg.commands.base import TcgCommand
from domain.games.frc_tcg.commands.turn import EndTurn, SwapCards
from domain.games.frc_tcg.deal import sample_seats
from domain.games.frc_tcg.events.base import TcgEvent
from domain.games.frc_tcg.state import State
from domain.notation import Names, parse_command, print_command
from domain.simulation import Played, simulate, simulation_of
from tests.campaigns import tries
from tests.games.frc_tcg.tables import SAMPLE

MODES: dict[str, tuple[int, dict[str, str]]] = {
    "duel": (2, {}),
    "final": (2, {"prize_count": "1"}),
    "quarter_finals_face_up": (2, {"prize_count": "3", "prizes_face": "up"}),
    "boosters": (2, {"boosters": "on", "max_deck_size": "70"}),
    "loose_rules": (
        2,
        {
            "hand_cap": "trim_at_turn_end",
            "surplus_components": "allowed",
            "retreat_timing": "any_time",
            "ability_counts_as_attack": "no",
            "devolve_stage": "edition",
        },
    ),
    "attack_only": (2, {"prize_on": "attack_only", "final_tie": "active_player_wins"}),
    "divisions": (2, {"divisions": "red+grey/green+blue"}),
    "three": (3, {}),
    "three_first_sweep": (3, {"multiplayer_win": "first_sweep", "prize_count": "2"}),
    "four": (4, {"prize_count": "2"}),
    "partners": (4, {"teams": "1+3/2+4", "divisions": "red/green/blue/orange", "prize_count": "2"}),
}
MATCHES = tries("MATCHBOOK_SIMULATED_MATCHES", few=33, many=200)
EACH = -(-MATCHES // len(MODES))
BOTS = (("random",), ("prize_hunter",), ("prize_hunter", "random"))

Step = Played[State, TcgCommand, TcgEvent]


def played(mode: str, seed: int) -> list[Step]:
    """One match of a mode."""
    seats, options = MODES[mode]
    setup = sample_seats(SAMPLE, Random(seed), options, seats)
    return list(simulate(GAME, SAMPLE, seed, bots=BOTS[seed % len(BOTS)], setup=setup))


@pytest.mark.parametrize("mode", MODES)
def test_matches_end_and_replay(mode: str) -> None:
    """TCG-X10, E01, V06: matches end, cards are conserved after every event, replays give the same hash."""
    for seed in range(EACH):
        steps = played(mode, seed)
        assert GAME.outcome(steps[-1].after) is not None
        assert steps[-1].after.turn <= PATIENCE * len(steps[-1].after.players) + 1
        state = GAME.initial(SAMPLE)
        for step in steps:
            for event in step.events:
                state = GAME.evolve(state, event)
                assert list(GAME.census(state).values()) == [player.deck_size for player in state.players]
        assert digest_of(state) == digest_of(steps[-1].after)


@pytest.mark.parametrize("mode", MODES)
def test_legal_commands_are_accepted(mode: str) -> None:
    """TCG-T02: every legal command passes the checks, and prints to a line that reads back the same."""
    for step in played(mode, 0)[:: max(1, 200 // MATCHES)]:
        names = Names(step.before.catalogue, step.before.seats)
        for command in GAME.legal(step.before):
            assert GAME.check(step.before, command) == ()
            assert parse_command(print_command(command, names), GAME.commands, names) == command


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
    steps = played("duel", seed)
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


def test_evolve_knows_every_event() -> None:
    """TCG-X10: no event is without its function."""
    assert all(kind.evolve is not TcgEvent.evolve for kind in GAME.events)


def test_sample_tables_follow_the_mode() -> None:
    """TCG-V02, V04, V06: a table for a mode has its seats: partners four, a first sweep three."""
    counts = {
        "teams=1+3/2+4": 4,
        "divisions=red/green/blue": 3,
        "multiplayer_win=first_sweep": 3,
        "prize_count=2": 2,
    }
    for option, seats in counts.items():
        name, _, value = option.partition("=")
        assert len(simulation_of(GAME).sample_table(SAMPLE, Random(0), {name: value}).seats) == seats
