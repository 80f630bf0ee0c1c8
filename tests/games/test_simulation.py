"""Simulated matches in every mode: they end, keep their cards, replay to the same state, and read back from notation and bytes.

`MATCHBOOK_SIMULATED_MATCHES=10000` plays as many of each game instead of the usual handful.
"""

from dataclasses import replace
from random import Random
from typing import Final, cast

import pytest

from domain.game import AnyGame
from domain.games.frc_tcg.deal import sample_seats
from domain.games.pbl_robots.deal import TableDealer
from domain.options import choices_of
from domain.registry import load_game
from domain.simulation import simulate, simulation_of
from matchbook.conformance.suite import suite_of
from service.resources import load_catalogue
from tests.campaigns import tries
from tests.rulebooks import RULEBOOKS

MATCHES = tries("MATCHBOOK_SIMULATED_MATCHES", few=8, many=200)
CHECKS = ("ends", "replays", "conserves_cards", "legal_is_accepted", "reads_notation", "stores_entries")


def by_chance(name: str, **fixed: tuple[str, ...]) -> dict[str, dict[str, str]]:
    """Eight modes of a game with a value of each option, drawn by chance; the default ones first."""
    choices = choices_of(load_game(name).options) | fixed
    drawn = {
        f"seed {n}": {key: Random(f"{n} {key}").choice(found) for key, found in choices.items()} for n in range(1, 8)
    }
    return {"default": {}, **drawn}


MODES: Final[dict[str, dict[str, dict[str, str]]]] = {
    "frc_card_game": by_chance("frc_card_game"),
    "frc_tcg": {
        "duel": {},
        "final": {"prize_count": "1"},
        "quarter finals, face up": {"prize_count": "3", "prizes_face": "up"},
        "boosters": {"boosters": "on", "max_deck_size": "70"},
        "loose rules": {
            "hand_cap": "trim_at_turn_end",
            "surplus_components": "allowed",
            "retreat_timing": "any_time",
            "ability_counts_as_attack": "no",
            "devolve_stage": "edition",
        },
        "attack only": {"prize_on": "attack_only", "final_tie": "active_player_wins"},
        "divisions": {"divisions": "red+grey/green+blue"},
        "three": {},
        "three, first sweep": {"multiplayer_win": "first_sweep", "prize_count": "2"},
        "four": {"prize_count": "2"},
        "partners": {"teams": "1+3/2+4", "divisions": "red/green/blue/orange", "prize_count": "2"},
    },
    "pbl_robots": {
        "quick play": {"setup": "quick_play"},
        "quick play, unseen draws": {"setup": "quick_play"},
        "regular": {"setup": "regular"},
        "regular, unseen draws": {"setup": "regular"},
        "three sides": {"sides": "3"},
        "three sides drafting": {"sides": "3", "setup": "regular"},
        "three sides, turns": {"sides": "3", "time_limit": "turns", "time_limit_amount": "6"},
        "three sides, target": {"sides": "3", "blow_off_target": "4"},
        "challenge, draft": {"setup": "challenge_draft"},
        "challenge, community": {"setup": "challenge_community"},
        "challenge, three sides": {"setup": "challenge_community", "sides": "3"},
        "keeper": {"setup": "keeper"},
        "keeper, filled up": {"setup": "keeper", "top_up_inheritance": "yes", "sides": "3"},
        "later game": {
            "setup": "carried_over",
            "series": "best_of_3",
            "game": "2",
            "score": "1-0",
            "previous_loser": "2",
        },
        "three pilots": {"rotation": "3", "setup": "regular"},
        "five pilots": {"rotation": "5", "setup": "quick_play"},
        "later rotation": {
            "rotation": "3",
            "setup": "carried_over",
            "series": "best_of_3",
            "game": "2",
            "score": "0-1",
        },
        "predetermination": {"bomb_mode": "predetermination"},
        "no bombs": {"bomb_mode": "none", "bomb_mode_covers_storage": "yes"},
        "limit": {"bomb_limit": "2", "bomb_limit_scope": "total"},
        "pilot and gunner": {"team_mode": "pilot_and_gunner"},
        "four hands": {"team_mode": "two_robots_four_hands", "setup": "regular"},
        "four hands, unseen draws": {"team_mode": "two_robots_four_hands"},
        "other readings": {
            "quick_play_deck": "plus_inheritance",
            "passing": "only_if_unable",
            "shoulder_stack_destroyed": "top_only",
            "sidekick_after_hangar_loss": "skill_1_only",
            "pick_timing": "own_turn",
            "tie_attacker_may_add": "no",
            "shop_exhausted": "draw_game",
        },
    },
    "robin_in_the_hood": by_chance(
        "robin_in_the_hood", victories_to_win=("1", "2", "3"), active_count=("10", "11", "13")
    ),
}
SEATS: Final = {"three": 3, "three, first sweep": 3, "four": 4, "partners": 4}


def game_of(name: str, mode: str) -> AnyGame:
    """The game as simulated in a mode: with more seats, or at a table where three draws in ten are not recorded."""
    game = cast("AnyGame", load_game(name))
    if mode in SEATS:
        seated = replace(simulation_of(game), sample_table=lambda *given: sample_seats(*given, SEATS[mode]))
        return replace(game, simulation=seated)
    if mode.endswith("unseen draws"):
        unseen = replace(simulation_of(game), deal=lambda setup, catalogue, rng: TableDealer(rng, blind=0.3))
        return replace(game, simulation=unseen)
    return game


@pytest.mark.parametrize(("name", "mode"), [(name, mode) for name, modes in MODES.items() for mode in modes])
def test_matches_of_every_mode_conform(name: str, mode: str) -> None:
    """CG-S01, CG-Q09, TCG-X10, E01, V06, T02, PBL-S02, PBL-E02, PBL-A27: the conformance suite finds no fault in a mode."""
    game = game_of(name, mode)
    each, options = -(-MATCHES // len(MODES[name])), MODES[name][mode]
    # The opening of a carried match holds a set of cards, which reads back in another order.
    checks = [check for check in CHECKS if check != "stores_entries" or options.get("setup") != "carried_over"]
    suite = suite_of(game, load_catalogue(game, None), matches=each, options=options, checks=checks)
    assert [problem for check in checks for problem in suite.problems(check)] == []


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_seed_decides_a_match(name: str) -> None:
    """Played twice from one seed, a match has the same commands."""
    game = cast("AnyGame", load_game(name))
    first, second = ([one.command for one in simulate(game, load_catalogue(game, None), 5)] for _ in range(2))
    assert first == second


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "better", "matches", "least"),
    [("frc_card_game", "builder", 30, 21), ("robin_in_the_hood", "tactician", 40, 31)],
)
def test_the_better_bot_wins(name: str, better: str, matches: int, least: int) -> None:
    """RH-Q27: the bot that plays to win beats the random one in most matches, from either seat."""
    game, won = cast("AnyGame", load_game(name)), 0
    for seed in range(matches):
        bots = (better, "random") if seed % 2 == 0 else ("random", better)
        *_, last = simulate(game, load_catalogue(game, None), seed, bots=bots)
        outcome = game.outcome(last.after)
        assert outcome is not None
        won += outcome.winners == (seed % 2,)
    assert won >= least
