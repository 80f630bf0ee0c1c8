"""Names of players, whatever they play: tidy, told apart, and never a word that means something else."""

from random import Random

import pytest

from domain.decision import RuleViolation, decide
from domain.game import AnyGame, evolve_all
from domain.names import MAX_NAME, name_problems
from domain.registry import installed_games
from domain.seats import SeatSetup, TableSetup
from domain.simulation import simulation_of
from domain.syntax import NotationError
from matchbook.conformance.random_walk import walked
from service.resources import load_catalogue

GAMES = tuple(installed_games().values())


def sits_down(game: AnyGame, first: str, second: str, *, as_played: bool = False) -> tuple[str, ...]:
    """The names of the players after the opening of a sample table at which two of them are called so."""
    catalogue = load_catalogue(game)
    game = game.for_catalogue(catalogue)
    table = simulation_of(walked(game)).sample_table(catalogue, Random(1), {})
    seats = tuple(SeatSetup(n, s.side, s.deck) for n, s in zip((first, second), table.seats, strict=False))
    state = game.initial(catalogue)
    command = game.open_table(TableSetup((*seats, *table.seats[2:]), table.options))[0]
    decision = decide(game, state, command, as_played=as_played)
    assert first == first.strip() or first not in str(decision.command), (
        "the recorded command has the name as it stands"
    )
    return tuple(seat.name for seat in evolve_all(game, state, decision.events).seats)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize(
    "name", ["Yara", "  Yara", "Yara \t", "\u00a0Zoë ", "Yara & Bo", "日本", "🦊", "R2", "@home", "x" * MAX_NAME]
)
def test_names_are_trimmed(game: AnyGame, name: str) -> None:
    """A player sits down under the name that was given, without the blanks around it, in every game and contest."""
    assert sits_down(game, name, "Zelda")[:2] == (name.strip(), "Zelda")


BAD = {
    "": "is blank",
    " \t ": "is blank",
    "\u200d\u200c": "is blank",
    "-": "has no letter",
    "??": "has no letter",
    "judge": "means something else",
    " Judge ": "means something else",
    "SPECTATOR": "means something else",
    "the table": "means something else",
    "2": "means a seat",
    "@1": "means a seat",
    "seat 3": "means a seat",
    "007": "means a seat",
    "x" * (MAX_NAME + 1): "101 characters; at most 100",
    "A\x1b[2J": "control character U+001B",
    "A\x7fna": "control character U+007F",
    "A\u009bna": "control character U+009B",
    "A\u202ena": "control character U+202E",
    "A\nna": "a line break",
    "A\ud800": "not UTF-8",
}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("as_played", [False, True])
def test_names_that_cannot_stand(game: AnyGame, as_played: bool) -> None:
    """A blank, reserved, overlong or disturbing name is refused in every game and contest, recording as played included."""
    for name in BAD:
        with pytest.raises((NotationError, RuleViolation)):
            sits_down(game, name, "Zelda", as_played=as_played)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("second", ["YARA", "yara ", "Y ara", "Yara!", "Ｙａｒａ"])
def test_names_are_told_apart_without_case(game: AnyGame, second: str) -> None:
    """Given two players whose names differ only in case, blanks or signs, then they cannot be seated together."""
    with pytest.raises((NotationError, RuleViolation), match=r"two players are called Yara and|RH-S01"):
        sits_down(game, "Yara", second)


@pytest.mark.parametrize(("name", "said"), BAD.items())
def test_name_faults_say_what_is_wrong(name: str, said: str) -> None:
    """Each fault names the seat and what is wrong with the name; the same name twice is told once."""
    (fault,) = name_problems(("Zelda", name))
    assert fault.startswith("the name of seat 2 ")
    assert said in fault
    assert fault.isprintable()
    assert list(name_problems(("Yara", "Yara"))) == ["two players are called Yara; call them apart"]
