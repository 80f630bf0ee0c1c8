"""Simulated matches in every mode: no error, 100 cards at every step, the same digest when replayed, notation that reads back.

`MATCHBOOK_SIMULATED_MATCHES=10000` plays that many instead of the usual handful.
"""

from dataclasses import replace
from typing import Union

import msgspec
import pytest

from domain.digest import digest_of
from domain.game import evolve_all
from domain.games.pbl_robots import GAME
from domain.games.pbl_robots.deal import TableDealer
from domain.notation import Names, parse_command, print_command
from domain.simulation import simulate, simulation_of
from tests.campaigns import tries
from tests.games.pbl_robots.table import SAMPLE

MODES: dict[str, dict[str, str]] = {
    "quick play": {"setup": "quick_play"},
    "regular": {"setup": "regular"},
    "three sides": {"sides": "3"},
    "three sides drafting": {"sides": "3", "setup": "regular"},
    "three sides, turns": {"sides": "3", "time_limit": "turns", "time_limit_amount": "6"},
    "three sides, target": {"sides": "3", "blow_off_target": "4"},
    "challenge, draft": {"setup": "challenge_draft"},
    "challenge, community": {"setup": "challenge_community"},
    "challenge, three sides": {"setup": "challenge_community", "sides": "3"},
    "keeper": {"setup": "keeper"},
    "keeper, filled up": {"setup": "keeper", "top_up_inheritance": "yes", "sides": "3"},
    "later game": {"setup": "carried_over", "series": "best_of_3", "game": "2", "score": "1-0", "previous_loser": "2"},
    "three pilots": {"rotation": "3", "setup": "regular"},
    "five pilots": {"rotation": "5", "setup": "quick_play"},
    "later rotation": {"rotation": "3", "setup": "carried_over", "series": "best_of_3", "game": "2", "score": "0-1"},
    "predetermination": {"bomb_mode": "predetermination"},
    "no bombs": {"bomb_mode": "none", "bomb_mode_covers_storage": "yes"},
    "limit": {"bomb_limit": "2", "bomb_limit_scope": "total"},
    "pilot and gunner": {"team_mode": "pilot_and_gunner"},
    "four hands": {"team_mode": "two_robots_four_hands", "setup": "regular"},
    "other readings": {
        "quick_play_deck": "plus_inheritance",
        "passing": "only_if_unable",
        "shoulder_stack_destroyed": "top_only",
        "sidekick_after_hangar_loss": "skill_1_only",
        "pick_timing": "own_turn",
        "tie_attacker_may_add": "no",
        "shop_exhausted": "draw_game",
    },
}
WANTED = tries("MATCHBOOK_SIMULATED_MATCHES", few=63, many=210)
EACH = max(1, -(-WANTED // len(MODES)))
SEEDS = range(EACH) if EACH > 3 else range(0, 2 * EACH, 2)
"""Of three, each has bots of its own, and one sits at a table where draws go unseen."""
BLIND = replace(
    GAME,
    simulation=replace(simulation_of(GAME), deal=lambda setup, catalogue, rng: TableDealer(rng, blind=0.3)),
)
"""A table at which three draws in ten are not recorded."""
_EVENTS = msgspec.json.Decoder(tuple[Union[GAME.events], ...])


def _play(mode: str, seed: int) -> None:
    game = BLIND if seed % 5 == 4 else GAME
    bots = (("random", "striker"), ("striker",), ("random",))[seed % 3]
    state = game.initial(SAMPLE)
    for played in simulate(game, SAMPLE, seed, options=MODES[mode], bots=bots):
        stored = msgspec.json.encode(played.events)
        state = evolve_all(game, state, _EVENTS.decode(stored))
        assert game.census(played.after) == {"orange cards": 100}, played.command
    assert digest_of(state) == digest_of(played.after)
    assert game.outcome(state) is not None


@pytest.mark.parametrize("mode", MODES)
def test_matches_end_and_replay(mode):
    """PBL-S02, PBL-E02: matches of every mode end, keep their 100 cards, and replay from stored events to the same digest."""
    for seed in SEEDS:
        _play(mode, seed)


@pytest.mark.parametrize("mode", MODES)
def test_commands_read_back(mode):
    """PBL-A27: every command of a match is printed and parsed back to itself, and the legal ones pass the check."""
    for number, played in enumerate(simulate(GAME, SAMPLE, 7, options=MODES[mode], bots=("random",))):
        names = Names(played.before.catalogue, played.before.seats)
        assert parse_command(print_command(played.command, names), GAME.commands, names) == played.command
        if number % 20 == 0:
            assert not [v for command in GAME.legal(played.after) for v in GAME.check(played.after, command)]
