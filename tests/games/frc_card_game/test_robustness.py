"""Whatever is entered: no crash, no card lost, and what can be recorded replays."""

from itertools import islice
from random import Random
from typing import Union

import msgspec
import pytest

from domain.game import evolve_all
from domain.games.frc_card_game import GAME
from domain.games.frc_card_game.state import State
from domain.notation import Names, parse_command, print_command
from domain.simulation import simulate
from tests.campaigns import tries
from tests.games.frc_card_game.tables import SAMPLE
from tests.games.frc_card_game.wild import Wild

COMMAND = msgspec.json.Decoder(Union[GAME.commands])
EVENTS = msgspec.json.Decoder(tuple[Union[GAME.events], ...])
MATCHES = tries("MATCHBOOK_WILD_MATCHES", few=4, many=10)


def recorded(state: State, rng: Random) -> State:
    """The state after one arbitrary command, recorded as played where it is possible."""
    command = Wild(state, rng).command()
    known = Names(state.catalogue, state.seats)
    violations = GAME.check(state, command)
    assert all(v.rule in GAME.rules and v.text for v in violations)
    if any(v.impossible for v in violations):
        return state
    line = print_command(command, known)
    assert "nobody" in line or parse_command(line, GAME.commands, known) == command
    events = GAME.resolve(state, command)
    assert COMMAND.decode(msgspec.json.encode(command)) == command
    assert EVENTS.decode(msgspec.json.encode(events)) == events
    after = evolve_all(GAME, state, events)
    assert GAME.census(after) == GAME.census(state), command
    assert all(player.deck >= 0 for player in after.players)
    for viewpoint in (0, 1, "judge", "spectator"):
        GAME.board(after, viewpoint)
        assert print_command(GAME.veil(state, command, viewpoint), known)
        step = state
        for event in events:
            assert GAME.narrate(step, event, viewpoint)
            step = GAME.evolve(step, event)
    return after


@pytest.mark.parametrize("seed", range(MATCHES))
def test_anything_can_be_entered(seed: int) -> None:
    """Arbitrary commands in the middle of simulated matches are refused by rule ids or recorded; cards are conserved."""
    rng = Random(seed)
    for step, played in enumerate(simulate(GAME, SAMPLE, seed)):
        if step % 7 or step == 0 or step > 150:
            continue
        state = played.after
        for _ in range(25):
            state = recorded(state, rng)
        for command in islice(GAME.legal(state), 200):
            assert GAME.check(state, command) == (), command
