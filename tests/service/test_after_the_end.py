"""The entries that a finished match still takes, in every game and kit, after any kind of end."""

from itertools import islice, takewhile
from random import Random
from typing import Any, Final

import pytest

from domain.games.tabletop import GAME as KIT_GAME
from domain.games.tabletop.commands.acts import Act
from domain.registry import game_names, load_game
from domain.seats import JUDGE
from domain.simulation import simulate
from matchbook.conformance.values import Values
from service.errors import MatchIsOver
from service.reading.drawing import board_after
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from service.resources import load_catalogue
from tests.campaigns import some
from tests.games.tabletop.tables import KITS, parts, table
from tests.service.conftest import CommandLine

GAMES: Final = [(name, "") for name in game_names() if load_game(name).kind == "game" and name != KIT_GAME.name]
EVERY: Final = [*GAMES, *((KIT_GAME.name, kit) for kit in KITS)]
RECORD: Final = {"adjust", "declare_position", "define_card", "register_deck", "settle_prize_cards"}
"""Commands that say what was, or put a table right: an end by the rules does not forbid them."""


def commands_at(game: Any, state: Any) -> list[Any]:
    """The legal commands of a state, and commands of every kind with present values."""
    values = Values(state, Random(1), existing=True)
    tried = [one for kind in game.commands for _ in range(12) if (one := values.command(kind)) is not None]
    kits = list(game.kits.acts(state, Random(1))) if game.kits is not None else []
    return [*islice(game.legal(state), 30), *kits, *tried]


@pytest.mark.parametrize("ending", some(["won", "drawn", "nobody"], 1))
@pytest.mark.parametrize(("name", "kit"), EVERY)
def test_a_match_that_was_concluded_is_not_played_on(app: MatchService, name: str, kit: str, ending: str) -> None:
    """Given any agreement of the players, then only corrections of the record are accepted, in strict mode and as played. No player
    is to act."""
    game, catalogue = load_game(name), load_catalogue(load_game(name), kit or None)
    steps = list(takewhile(lambda step: game.outcome(step.after) is None, islice(simulate(game, catalogue, 1), 4)))
    batch = app.new_batch(Opening(game=name, catalogue=catalogue))
    for step in steps:
        batch.record(step.command, step.events)
    batch.store()
    match = batch.match
    app.conclude(match.id, (0,) if ending == "won" else (), drawn=ending == "drawn")
    ended = app.store.load(match.id)
    shown = board_after(ended, ended.version, JUDGE)
    assert (any(panel.active for panel in shown.panels), shown.prompts) == (False, ())
    for command in commands_at(ended.game, ended.state):
        if command.word not in ended.game.open_after_end:
            with pytest.raises(MatchIsOver):
                app.new_entries(ended).act(command, as_played=True)


@pytest.mark.parametrize(("name", "kit"), EVERY)
def test_a_match_that_ended_by_the_rules_is_not_played_on(name: str, kit: str) -> None:
    game, catalogue = load_game(name), load_catalogue(load_game(name), kit or None)
    game = game.for_catalogue(catalogue)
    steps = list(islice(simulate(game, catalogue, 1), 5 if kit else None))
    before, state = steps[-1].before, steps[-1].after
    if game.outcome(state) is None:
        state = game.resolution(steps[-1].after, Act(verb="stop")).state
    assert game.outcome(state) is not None
    allowed = RECORD.union(game.open_after_end)
    for command in [*commands_at(game, before), *commands_at(game, state)]:
        assert command.word in allowed or game.check(state, command), command


OWN = parts(tail='note = { does = ["add points 1"] }')


def test_a_verb_of_the_kit_that_is_called_as_a_built_in_one_is_play() -> None:
    """TT-OVER: after an end `name` and `note` are taken as long as they are the program's own."""
    assert table(OWN).game.open_after_end == ("name",)
    table(OWN).do("stop").refused("note", "TT-OVER")
    table(parts()).do("stop", 'note "a fine match"').refused("pass", "TT-OVER")


def test_the_command_line_says_that_a_match_is_over_as_a_refusal(matchbook: CommandLine) -> None:
    """The input can be read, and the end of the match forbids it: the exit code is that of a rule, not of wrong usage."""
    match = matchbook("new", "pig", "--player", "Ada", "--player", "Bo").out.strip()
    assert matchbook("conclude", match, "--winner", "Ada").code == 0
    assert matchbook("take", match, "roll", "3").code == 3
    assert matchbook("conclude", match, "--winner", "Bo").code == 3
