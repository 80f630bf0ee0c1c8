"""Simulations under every option: each value plays, or is refused in one line."""

from itertools import islice

import pytest

from domain.fields import fields_of
from domain.registry import installed_games
from domain.simulation import NoTable, simulate
from matchbook.cli.failures import explain
from matchbook.conformance.walking import walked
from service.errors import ExitCode
from service.recording.wizard import Draft, values_of
from service.resources import load_catalogue
from tests.service.conftest import CommandLine

GAMES = {name: walked(game) for name, game in installed_games().items()}
TYPED = ("", "0", "1", "3", "99", "-1", "x", "a\x1bb", "red", "red/green+blue/blue", "1+3/2+4", "1/2/3", "1-0", "none")
"""What somebody may try where an option lists no values."""
ACTIONS = 60
"""Far enough into a match that its table stands."""

CASES = [
    (game.name, field.name, value)
    for game in GAMES.values()
    for field in fields_of(game.options)
    for value in (values_of(Draft(game=game.name), field.name) or TYPED)
]


@pytest.mark.parametrize(("name", "option"), list(dict.fromkeys(case[:2] for case in CASES)))
def test_every_option_value_plays_or_is_refused(name: str, option: str) -> None:
    """Whatever value an option is given, a simulated match goes on under it, or one line says why not."""
    game = GAMES[name]
    cards = load_catalogue(game)
    for value in [value for *case, value in CASES if case == [name, option]]:
        try:
            played = sum(1 for _ in islice(simulate(game, cards, 3, options={option: value}), ACTIONS))
        except Exception as error:
            explained = explain(error)
            assert explained is not None, f"{option}={value!r}: {error!r}"
            assert explained[1] in (ExitCode.UNREADABLE, ExitCode.REFUSED)
            assert "\n" not in explained[0]
        else:
            assert played > 1


@pytest.mark.parametrize("name", list(GAMES))
def test_unknown_options_are_refused_in_one_line(name: str) -> None:
    game = GAMES[name].bind(load_catalogue(GAMES[name]))
    with pytest.raises(
        NoTable, match=f"no table to simulate {name} with: no option 'players'; .*{fields_of(game.options)[0].name}"
    ):
        next(simulate(game, load_catalogue(game), 3, options={"players": "3"}))


@pytest.mark.parametrize("name", ["series", "tournament", "league"])
def test_what_brings_no_bots_is_not_simulated(matchbook: CommandLine, name: str) -> None:
    """`simulate` of what brings no players along says so in one line, whether bots are named or not."""
    for bots in ((), ("--bot", "random")):
        ran = matchbook("simulate", name, "-n", "1", *bots)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == f"matchbook: error: {name} cannot be simulated: it brings no bots along\n"


def test_what_cannot_be_simulated_is_one_line(matchbook: CommandLine) -> None:
    ran = matchbook("simulate", "frc_tcg", "-n", "1", "--option", "players=3")
    assert ran.code == 2
    assert ran.err.startswith("matchbook: error: no table to simulate frc_tcg with: no option 'players'; options: ")
    assert ran.err.count("\n") == 1
    ran = matchbook("simulate", "tabletop", "--option", "kit=pig", "-n", 1)
    assert ran.code == 2
    assert "tabletop:pig" in ran.err
