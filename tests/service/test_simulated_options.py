"""Simulations under every option: each value plays, or is refused in one line."""

from itertools import combinations, islice, product

import pytest

from domain.decision import RuleViolation
from domain.fields import fields_of
from domain.games.tabletop.state import State as Tabletop
from domain.registry import installed_games, load_game
from domain.simulation import NoTable, simulate
from matchbook.cli.failures import explain
from matchbook.conformance.random_walk import walked
from service.errors import ExitCode
from service.recording.wizard import WizardAnswers, values_of
from service.resources import catalogue_names, load_catalogue
from tests.campaigns import some
from tests.service.conftest import CommandLine

GAMES = {name: walked(game) for name, game in installed_games().items()}
TYPED = ("", "0", "1", "3", "99", "-1", "x", "a\x1bb", "red", "red/green+blue/blue", "1+3/2+4", "1/2/3", "1-0", "none")
"""Values to try for an option without a list of values."""
ACTIONS = 60
"""Far enough into a match that its table is laid out."""

CASES = [
    (game.name, field.name, value)
    for game in GAMES.values()
    for field in fields_of(game.options)
    for value in (values_of(WizardAnswers(game=game.name), field.name) or TYPED)
]


@pytest.mark.parametrize(("name", "option"), list(dict.fromkeys(case[:2] for case in CASES)))
def test_every_option_value_plays_or_is_refused(name: str, option: str) -> None:
    """Given any value of an option, then a simulated match continues under it, or one line gives the reason."""
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


LISTED = {
    game.name: {
        field.name: values
        for field in fields_of(game.options)
        if (values := values_of(WizardAnswers(game=game.name), field.name))
    }
    for game in GAMES.values()
}
PAIRS = [(name, *pair) for name, options in LISTED.items() for pair in combinations(options, 2)]


@pytest.mark.parametrize(("name", "first", "second"), some([pytest.param(*pair) for pair in PAIRS], 5))
def test_every_pair_of_options_plays_or_is_refused(name: str, first: str, second: str) -> None:
    """Given any values of two options, then a match under them reaches its end, or is refused when it is opened."""
    game = GAMES[name]
    cards = load_catalogue(game)
    for one, other in product(LISTED[name][first], LISTED[name][second]):
        played = islice(simulate(game, cards, 3, options={first: one, second: other}), ACTIONS)
        try:
            assert sum(1 for _ in played) > 1
        except (NoTable, RuleViolation) as error:
            assert explain(error), f"{first}={one} {second}={other}"


@pytest.mark.parametrize("kit", some(catalogue_names(load_game("tabletop")), 2))
def test_the_least_and_the_most_of_each_option_of_a_kit_play(kit: str) -> None:
    """Given all options of a kit (numbers) at their least, and at their most, then a match reaches its end."""
    cards = load_catalogue(load_game("tabletop"), kit)
    state = load_game("tabletop").for_catalogue(cards).initial(cards)
    assert isinstance(state, Tabletop)
    for most in (False, True):
        options = {part.name: str(part.max if most else part.min) for part in state.layout.kit.options}
        assert sum(1 for _ in islice(simulate(load_game("tabletop"), cards, 3, options=options), ACTIONS)) > 1


@pytest.mark.parametrize("name", list(GAMES))
def test_unknown_options_are_refused_in_one_line(name: str) -> None:
    game = GAMES[name].for_catalogue(load_catalogue(GAMES[name]))
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
