"""Queries of the opening explorer: a position, the moves from it, and their table."""

from typing import TYPE_CHECKING, Final

from domain.game import AnyGame
from domain.positions import FIRST_TURNS, position_of
from domain.registry import UnknownGame, load_game
from domain.seats import GameState
from projections.answers import Answer
from projections.errors import UnknownMetric
from projections.opening_explorer import ExplorerQuery, read_explored
from service.analysis.statistics import Shape
from service.analysis.tables import Tabulation, tabulate
from service.errors import UsageProblem
from service.kits import kit_files

if TYPE_CHECKING:
    from projections.analytics import Analytics

__all__ = ["ExplorerQuery", "game_explored", "place_of", "read_explored", "tabulated"]

_SHAPE: Final = Shape(("share", "win_rate", "low", "high"), {"win_rate": ("low", "high")}, "")
_WITHOUT: Final = frozenset({"matches", "share", "won", "drawn", "lost", "links"})


def game_explored(analytics: "Analytics", text: str, tag: str = "") -> str:
    """Return the game, or `game:kit`, for a name: `frc_tcg`, `tabletop:chess`, or only `chess`; `tag`: as in
    `Analytics.named_game`. Raises UnknownGame, and UsageProblem for a game without moves of its own."""
    try:
        name = analytics.named_game(text, tag)
    except UnknownMetric as error:
        if text in kit_files():
            raise UnknownGame(f"no match of the kit {text!r} is recorded; matchbook new {text} opens one") from error
        raise UnknownGame(str(error)) from error
    game = load_game(name.partition(":")[0])
    if game.kind == "competition":
        raise UsageProblem(f"{text} is a competition: explore the game that is played in it")
    if game.kits is not None and name == game.name:
        raise UsageProblem(
            f"{text} is played with kits: explore one of them, {text}:NAME; matchbook kits list names them"
        )
    return name


def place_of(game: AnyGame, state: GameState) -> str:
    """Return the key of a state's public position; empty before the first turn, which means the start.

    Raises UsageProblem in later turns and rounds, which are not explored.
    """
    moment = game.turn_info(state)
    if moment.turn > FIRST_TURNS or moment.round > 1:
        later = f"round {moment.round}" if moment.round > 1 else f"turn {moment.turn}"
        raise UsageProblem(f"This is {later}: the first {FIRST_TURNS} turns of the first round are explored")
    return position_of(game, state).key if moment.turn > 0 else ""


def tabulated(answer: Answer) -> Tabulation:
    """Return the answer as a table: move, frequency, results, rating of the players who made it, date of the last one."""
    return tabulate(_SHAPE, answer, _WITHOUT, cases=False)
