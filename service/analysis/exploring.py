"""What the explorer asks: from which position, after which moves, and how its answer is drawn."""

from collections.abc import Sequence
from typing import Final

from domain.exploring import FIRST_TURNS, position_of
from domain.game import AnyGame
from domain.table import GameState
from projections.answers import Answer
from projections.explorer import Explored, read_explored
from service.analysis.statistics import Shape
from service.analysis.tables import Tabulation, tabulate
from service.errors import UsageProblem

__all__ = ["Explored", "explored", "place_of", "tabulated"]

_SHAPE: Final = Shape(("share", "win_rate", "low", "high"), (("win_rate", "low", "high"),), "")
_WITHOUT: Final = frozenset({"matches", "share", "won", "drawn", "lost", "links"})


def place_of(game: AnyGame, state: GameState) -> str:
    """The key of the public position of a state; empty before the first turn, for where it begins.

    Raises UsageProblem where nothing is explored: in later turns and rounds.
    """
    moment = game.moment(state)
    if moment.turn > FIRST_TURNS or moment.round > 1:
        later = f"round {moment.round}" if moment.round > 1 else f"turn {moment.turn}"
        raise UsageProblem(f"This is {later}: the first {FIRST_TURNS} turns of the first round are explored")
    return position_of(game, state).key if moment.turn > 0 else ""


def explored(game: str, key: str, moves: Sequence[str], where: Sequence[str], *, limit: int | None = None) -> Explored:
    """What was played from a position after some moves, where filters hold. Raises UnknownMetric, BadParameter."""
    return read_explored(game, moves, where, {"limit": limit}, key)


def tabulated(answer: Answer) -> Tabulation:
    """The answer as a table: the move, how often, how it ended, the rating of who made it, the last time."""
    return tabulate(_SHAPE, answer, _WITHOUT, cases=False)
