"""The table between two commands: a position, its predecessors, and the result."""

from typing import Literal

import chess
from msgspec import Struct

from domain.cards import CardRecord, Catalogue
from domain.game import TurnInfo
from domain.outcome import Outcome
from domain.seats import GameState

Ending = Literal[
    "", "checkmate", "stalemate", "dead_position", "fivefold", "seventy_five_moves",
    "agreement", "threefold", "fifty_moves", "resignation", "time", "forfeit",
]  # fmt: skip
RULES: dict[str, str] = {
    "checkmate": "CH-E01", "stalemate": "CH-E02", "dead_position": "CH-E03", "fivefold": "CH-E04", "threefold": "CH-E04",
    "seventy_five_moves": "CH-E05", "fifty_moves": "CH-E05", "agreement": "CH-E06",
    "resignation": "CH-E07", "time": "CH-E07", "forfeit": "CH-E07",
}  # fmt: skip
"""Ending -> the rule that ends the game so."""
REPEATED = 150
"""Positions that are remembered for repetitions: after so many plies without capture or pawn move the game is over (75 moves)."""


class Options(Struct, frozen=True, kw_only=True):
    """No options are agreed before a game."""


class State(GameState, frozen=True, kw_only=True, gc=False):
    """Empty before the start. Seat 0 is White."""

    fen: str = chess.STARTING_FEN
    """The position, in Forsyth-Edwards notation."""
    began: str = chess.STARTING_FEN
    turn: int = 0
    """The number of the move (a turn of each), as the position has it."""
    to_move: int = 0
    still: int = 0
    """Plies since a capture or a pawn's move."""
    seen: tuple[str, ...] = ()
    """The positions since then, this one too; without their clocks."""
    opening: str = ""
    """The last opening of the book that was reached: `C60 Ruy Lopez`."""
    ending: Ending = ""
    winner: int | None = None


def initial(catalogue: Catalogue[CardRecord]) -> State:
    """The empty table."""
    return State(catalogue=catalogue)


def turn_info(state: State) -> TurnInfo:
    """White and Black move in turn."""
    if not state.seats or state.ending:
        return TurnInfo(state.turn, "over" if state.seats else "unopened")
    return TurnInfo(state.turn, "move", state.to_move)


def outcome(state: State) -> Outcome | None:
    """Winner and reason."""
    if not state.ending:
        return None
    if state.winner is None:
        return Outcome((), state.ending, RULES[state.ending], drawn=True)
    return Outcome((state.winner,), state.ending, RULES[state.ending])


def card_counts(state: State) -> dict[str, int]:
    """Chess has no cards."""
    return {}
