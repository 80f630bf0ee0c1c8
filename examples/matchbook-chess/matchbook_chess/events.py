"""Events at the board. Each contains the resulting position, so that replaying needs no rules."""

from abc import abstractmethod
from typing import Final

from msgspec.structs import replace

from domain.board import Arrow
from domain.cards import SeatIndex
from domain.game import Event
from domain.narration import Narrator
from domain.seats import seats_of_names
from matchbook_chess.state import REPEATED, Ending, State


class ChessEvent(Event, frozen=True, kw_only=True):
    """An event in a game of chess."""

    @abstractmethod
    def evolve(self, state: State) -> State:
        """The state after it."""


def _at(state: State, fen: str) -> State:
    """The state with another position."""
    place, still, turn = fen.rsplit(" ", 2)
    seen = (*state.seen[-REPEATED:], place) if still != "0" else (place,)
    to_move = int(place.split(" ", 2)[1] == "b")
    return replace(state, fen=fen, turn=int(turn), to_move=to_move, still=int(still), seen=seen)


class GameBegan(ChessEvent, frozen=True, kw_only=True, tag="game_began"):
    """CH-S01: two players sit down, White first."""

    players: tuple[str, ...]
    fen: str

    def evolve(self, state: State) -> State:
        begun = replace(state, seats=seats_of_names(self.players), began=self.fen, seen=())
        return _at(begun, self.fen)

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{self.players[0]} (White) against {self.players[1]} (Black)"


class MoveMade(ChessEvent, frozen=True, kw_only=True, tag="move_made"):
    """CH-M01: a move, legal or not."""

    san: str
    """As books write it; by its squares where it was not legal; `--` for a turn that was passed."""
    source: str
    target: str
    fen: str
    opening: str = ""

    def evolve(self, state: State) -> State:
        opening = self.opening or state.opening
        after = _at(state, self.fen)
        if opening == state.opening and not state.ending:
            return after
        return replace(after, opening=opening, ending="", winner=None)

    def describe(self, narrator: Narrator[State]) -> str:
        """Empty: the command says it all."""
        return f"{self.san} reaches the {self.opening}" if self.opening else ""

    def arrows(self, state: State) -> tuple[Arrow, ...]:
        return (Arrow(self.source, self.target),) if self.source else ()


class GameEnded(ChessEvent, frozen=True, kw_only=True, tag="game_ended"):
    """CH-E01: the game is over."""

    ending: Ending
    winner: SeatIndex | None = None

    def evolve(self, state: State) -> State:
        return replace(state, ending=self.ending, winner=self.winner)

    def describe(self, narrator: Narrator[State]) -> str:
        how = self.ending.replace("_", " ")
        return f"draw: {how}" if self.winner is None else f"{narrator.seat(self.winner)} wins: {how}"


class PositionSet(ChessEvent, frozen=True, kw_only=True, tag="position_set"):
    """CH-B01: the board was put right by hand."""

    text: str
    fen: str
    template = "put right: {text}"

    def evolve(self, state: State) -> State:
        return _at(replace(state, seen=()), self.fen)


EVENTS: Final[tuple[type[ChessEvent], ...]] = (GameBegan, MoveMade, GameEnded, PositionSet)
