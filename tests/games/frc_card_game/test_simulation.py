"""Whole simulated matches: they end, conserve cards, replay to the same state, and read back from notation.

MATCHBOOK_SIMULATED_MATCHES=10000 runs as many instead of the usual 60, or the 200 of a campaign.
"""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from domain.cards import Catalogue
from domain.digest import digest_of
from domain.game import evolve_all
from domain.games.frc_card_game import GAME
from domain.games.frc_card_game.cards import check_deck
from domain.games.frc_card_game.commands.base import FrcCommand
from domain.games.frc_card_game.deal import random_deck
from domain.games.frc_card_game.events.base import FrcEvent
from domain.games.frc_card_game.options import Options
from domain.games.frc_card_game.state import State
from domain.notation import Names, parse_command, print_command
from domain.options import choices_of
from domain.simulation import Played, simulate
from domain.table import SeatSetup, TableSetup
from tests.campaigns import tries
from tests.games.frc_card_game.tables import CARDS, SAMPLE

MATCHES = tries("MATCHBOOK_SIMULATED_MATCHES", few=60, many=200)
BATCHES = 20
BOTS = (("random",), ("builder",), ("builder", "random"), ("random", "builder"))


def options(seed: int) -> dict[str, str]:
    """Other options for other seeds, the default ones for every second."""
    rng = Random(seed)
    return {name: rng.choice(values) for name, values in choices_of(Options).items()} if seed % 2 else {}


def match(seed: int) -> Iterator[Played[State, FrcCommand, FrcEvent]]:
    """One simulated match."""
    return simulate(GAME, SAMPLE, seed, options=options(seed), bots=BOTS[seed % 4])


@pytest.mark.parametrize("batch", range(BATCHES))
def test_matches_end_conserve_and_replay(batch: int) -> None:
    """CG-S01, CG-Q09: every match ends, keeps each player's cards after each entry, and its events replay to the same hash."""
    for seed in range(batch, MATCHES, BATCHES):
        events: list[FrcEvent] = []
        census = None
        for played in match(seed):
            events += played.events
            counts = GAME.census(played.after)
            census = census or counts
            assert counts == census
        assert played.after.result is not None
        again = evolve_all(GAME, GAME.initial(SAMPLE), events)
        assert digest_of(again) == digest_of(played.after)


@pytest.mark.parametrize("seed", range(8))
def test_commands_and_events_round_trip(seed: int) -> None:
    """Every command of a match reads back from notation, and every command and event from its stored bytes."""
    for played in match(seed):
        names = Names(played.before.catalogue, played.before.seats)
        command = played.command
        assert parse_command(print_command(command, names), GAME.commands, names) == command
        for struct in (command, *played.events):
            assert msgspec.json.decode(msgspec.json.encode(struct), type=type(struct)) == struct


@pytest.mark.parametrize("seed", range(4))
def test_same_seed_same_match(seed: int) -> None:
    """A seed decides a match entirely."""
    assert [p.command for p in match(seed)] == [p.command for p in match(seed)]


def test_the_better_bot_wins() -> None:
    """The bot that plays to win beats the random one clearly."""
    wins = [0, 0]
    for seed in range(30):
        *_, last = simulate(GAME, SAMPLE, seed, bots=("builder", "random"))
        for winner in last.after.result.winners if last.after.result else ():
            wins[winner] += 1
    assert wins[0] > 2 * wins[1]


def test_a_match_with_unknown_cards() -> None:
    """CG-D06: decks known by size give a match whose hands nobody knows; it is played to its end all the same."""
    setup = TableSetup((SeatSetup("Rin", deck=30), SeatSetup("Otto", deck=30)))
    *_, last = simulate(GAME, SAMPLE, 3, setup=setup)
    assert last.after.result is not None


def test_random_decks() -> None:
    """CG-D01, CG-D03: decks made for any catalogue are legal; one that is too small is named."""
    for catalogue in (SAMPLE, CARDS):
        for seed in range(30):
            assert check_deck(random_deck(catalogue, Random(seed)), catalogue) == ()
    *_, last = simulate(GAME, CARDS, 1)
    assert last.after.result is not None
    with pytest.raises(ValueError, match="a deck needs a team card"):
        random_deck(Catalogue(()), Random(0))
