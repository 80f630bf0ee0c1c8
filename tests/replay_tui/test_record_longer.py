"""The pilot logs longer matches than the hand-written ones: two simulated ones a game, by the same keys."""

from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from textual.pilot import Pilot

from domain.digest import digest_of
from domain.notation import Names, print_command
from domain.registry import load_game
from domain.simulation import simulate
from replay_tui.screens.record import RecordScreen
from service.recording.recorder import Opening
from service.resources import load_catalogue
from tests.replay_tui.driving import visit
from tests.replay_tui.live import recording, table
from tests.replay_tui.test_record_pilot import Fingers
from tests.rulebooks import RULEBOOKS

ACTIONS = 150
"""More than the longest hand-written match of a game has by a factor of two."""


@pytest.mark.campaign
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_d_longer_matches_take_no_more_keys_an_action(name: str, seed: int, tmp_path: Path):
    """Every action of a simulated match of 150 actions is logged from what the screen offers, with at most three keys at the
    median, as in the hand-written ones; the state is that of the simulation."""
    game = load_game(name)
    catalogue = load_catalogue(game)
    played = list(islice(simulate(game, catalogue, seed), ACTIONS))
    keys: list[int] = []

    async def play(pilot: Pilot[None], screen: RecordScreen) -> None:
        fingers = Fingers(pilot, screen)
        for step in played[1:]:
            state: Any = screen.history.match.state
            keys.append(await fingers.log(print_command(step.command, Names(state.catalogue, state.seats))))

    with table(tmp_path) as app:
        recorder = app.new_recorder(Opening(game=name, catalogue=catalogue))
        recorder.record(played[0].command, played[0].events)
        recorder.store()
        visit(recording(app, recorder.match.id), play)
        assert digest_of(app.match(recorder.match.id).state) == digest_of(played[-1].after)
    print(f"{name} {seed}: {len(keys)} actions, median {median(keys):g} keys, all {sum(keys)}")  # noqa: T201 (pytest -s)
    assert median(keys) <= 3
