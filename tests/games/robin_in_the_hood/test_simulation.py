"""Whole tournaments played by bots: no errors, cards conserved, replays alike, notation read back, legal commands legal.

`MATCHBOOK_SIMULATED_MATCHES=10000` plays that many; a campaign plays 200, any other run 64.
"""

from itertools import islice
from random import Random

import msgspec
import pytest

from domain.deciding import decide
from domain.digest import digest_of
from domain.game import Command, evolve_all
from domain.games.robin_in_the_hood import GAME
from domain.games.robin_in_the_hood.options import Options
from domain.games.robin_in_the_hood.state import State
from domain.notation import Names, parse_command, print_command
from domain.options import choices_of
from domain.simulation import Played, simulate, simulation_of
from tests.campaigns import tries
from tests.games.robin_in_the_hood.tables import CATALOGUE, Table, playing

MATCHES = tries("MATCHBOOK_SIMULATED_MATCHES", few=64, many=200)
SHARES = 8


VALUES = {
    "advance_rule": choices_of(Options)["advance_rule"],
    "modifiers": ("yes", "no"),
    "ante": ("yes", "no"),
    "between_rounds": choices_of(Options)["between_rounds"],
    "first_hand_order": choices_of(Options)["first_hand_order"],
    "modifier_replace": choices_of(Options)["modifier_replace"],
    "victories_to_win": ("1", "2", "3"),
    "active_count": ("10", "11", "13"),
}
BOTS = (("random", "random"), ("tactician", "random"), ("tactician", "tactician"))


def options_of(seed: int) -> dict[str, str]:
    """Every combination of values in turn: the seed's digits, one for each option."""
    chosen = {}
    for name, values in VALUES.items():
        seed, digit = divmod(seed, len(values))
        chosen[name] = values[digit]
    return chosen


def bots_of(seed: int) -> tuple[str, ...]:
    return BOTS[seed // 5 % len(BOTS)]


def tournament(seed: int) -> list[Played[State, Command, object]]:
    return list(simulate(GAME, CATALOGUE, seed, options=options_of(seed), bots=bots_of(seed)))  # type: ignore[arg-type]


@pytest.mark.parametrize("share", range(SHARES))
def test_tournaments(share: int) -> None:
    """Every simulated tournament ends, conserves its cards after each entry, and replays from its events to the same state."""
    for seed in range(share, MATCHES, SHARES):
        steps = tournament(seed)
        replayed = GAME.initial(CATALOGUE)
        for step in steps:
            if step.before.round_no or step.after.round_no:
                assert GAME.census(step.after) == GAME.census(step.before), (seed, step.command)
            replayed = evolve_all(GAME, replayed, step.events)
        assert digest_of(replayed) == digest_of(steps[-1].after), seed
        result = GAME.outcome(replayed)
        assert result is not None
        assert result.scores[result.winners[0]] == replayed.options.victories_to_win


@pytest.mark.parametrize("seed", range(12))
def test_notation_and_storage(seed: int) -> None:
    """Every command of a tournament prints as a line that reads back, every event as JSON that reads back."""
    for step in tournament(seed):
        names = Names(step.before.catalogue, step.before.seats)
        assert parse_command(print_command(step.command, names), GAME.commands, names) == step.command
        for event in step.events:
            assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event


@pytest.mark.parametrize("seed", range(12))
def test_legal_commands_are_legal(seed: int) -> None:
    """Every command that is offered passes the check, and something is offered until the end."""
    for step in islice(tournament(seed), 120):
        offered = tuple(GAME.legal(step.before))
        assert offered
        if step.before.seats:
            assert {command: v for command in offered if (v := GAME.check(step.before, command))} == {}


@pytest.mark.parametrize("seed", range(6))
def test_unknown_cards_all_through(seed: int) -> None:
    """RH-A04, RH-T08: tournaments logged without any drawn card go on as well: placements make the cards known."""
    rng, table = Random(seed), playing("modifiers=yes victories_to_win=1", ann=[] if seed % 2 else None)
    for _ in range(400):
        if GAME.outcome(table.state) is not None:
            break
        table.do(simulation_of(GAME).bots["random"].choose(table.state, tuple(GAME.legal(table.state)), rng))
    assert GAME.outcome(table.state) is not None


def test_tactics_pay() -> None:
    """The bot that plays to win beats the random one in most tournaments, from either seat."""
    won = 0
    for seed in range(60):
        seat = seed % 2
        bots = ("tactician", "random") if seat == 0 else ("random", "tactician")
        *_, last = simulate(GAME, CATALOGUE, seed, bots=bots)
        result = GAME.outcome(last.after)
        assert result is not None
        won += result.winners == (seat,)
    assert won > 45


def test_bots_do_not_look_at_hidden_cards() -> None:
    """RH-Q27: the bot's choice in a simultaneous hand is the same whatever lies face down opposite."""
    choices = set()
    for card in ("alys", "dunstan", "hawise"):
        table: Table = playing("modifiers=yes", [], []).do(f"place_character Ann {card}")
        choices.add(
            simulation_of(GAME).bots["tactician"].choose(table.state, tuple(GAME.legal(table.state)), Random(7))
        )
    assert len(choices) == 1


def test_the_same_seed_plays_the_same() -> None:
    """A seed decides a tournament: played twice, all commands are the same."""
    first, second = tournament(5), tournament(5)
    assert [step.command for step in first] == [step.command for step in second]


def test_decisions_are_repeatable() -> None:
    """The same command at the same state gives the same events."""
    for step in tournament(9):
        assert decide(GAME, step.before, step.command).events == step.events
