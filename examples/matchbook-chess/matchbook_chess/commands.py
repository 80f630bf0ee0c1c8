"""Commands of the scorekeeper."""

from abc import abstractmethod
from collections.abc import Iterator
from functools import partial
from typing import Final, Literal, TypeAlias, cast

import chess
from msgspec import Struct

from domain.cards import CardRecord, Catalogue, RawText, SeatIndex
from domain.event_buffer import EventBuffer
from domain.game import Command
from domain.rules import Violation
from domain.seats import GameState
from domain.syntax import quoted
from matchbook_chess.events import ChessEvent, GameBegan, GameEnded, MoveMade, PositionSet
from matchbook_chess.position import BOARDS, PASSES, STEPS, fen_problem
from matchbook_chess.state import Ending, Options, State

ChessBuffer: TypeAlias = EventBuffer[State, ChessEvent]


class ChessCommand(Command, frozen=True, kw_only=True):
    """A command in a game of chess."""

    @abstractmethod
    def validate(self, state: State) -> Iterator[Violation]:
        """Its violations."""

    @abstractmethod
    def resolve(self, out: ChessBuffer) -> None:
        """Its events."""


def _opening_violations(state: State, players: tuple[str, ...]) -> Iterator[Violation]:
    if state.seats:
        yield Violation("CH-S01", "the game has begun already", impossible=True)
    if len(players) != 2 or len(set(players)) != 2:
        yield Violation("CH-S01", "two players of different names are needed, White first", impossible=True)


def _closed(state: State) -> Iterator[Violation]:
    if not state.seats:
        yield Violation("CH-S01", "start_game comes first", impossible=True)


def _no_seat(state: State, seat: int) -> Iterator[Violation]:
    yield from _closed(state)
    if not 0 <= seat < 2:
        yield Violation("CH-E07", f"seat {seat + 1} does not exist", impossible=True)
    if state.ending:
        yield Violation("CH-E01", "the game is over", impossible=True)


class StartGame(ChessCommand, frozen=True, kw_only=True, tag="start_game"):
    """Two players sit down, White first."""

    title = "Start the game"
    players: tuple[str, ...]
    options: Options = Options()
    rules = ("CH-S01",)

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _opening_violations(state, self.players)

    def resolve(self, out: ChessBuffer) -> None:
        out.add(GameBegan(players=self.players, fen=chess.STARTING_FEN))


class DeclarePosition(ChessCommand, frozen=True, kw_only=True, tag="declare_position"):
    """The record begins with another position."""

    title = "Declare the position"
    players: tuple[str, ...]
    fen: str
    options: Options = Options()
    rules = ("CH-S01", "CH-S02")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _opening_violations(state, self.players)
        if fault := fen_problem(self.fen):
            yield Violation("CH-S02", f"no position: {fault}", impossible=True)

    def resolve(self, out: ChessBuffer) -> None:
        out.add(GameBegan(players=self.players, fen=self.fen))


class Move(ChessCommand, frozen=True, kw_only=True, tag="move"):
    """A move in algebraic notation or by its squares; the word `move` is optional: `Nf3`."""

    title = "Move a piece"
    move: RawText
    rules = ("CH-S01", "CH-M01", "CH-M02", "CH-M03", "CH-E01")

    @classmethod
    def expand(cls, text: str, catalogue: Catalogue[CardRecord] | None, state: GameState | None) -> str:
        """`Nf3`, `12. Nf3` and `O-O` are moves."""
        word = text.strip().rpartition(".")[2].strip()
        first = word[:1]
        plain = len(word) < 12 and " " not in word and (any(letter.isdigit() for letter in word) or word[:1] == "O")
        return f"move {quoted(word)}" if word in PASSES or (plain and first in "KQRBNOabcdefgh") else ""

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _closed(state)
        if not state.seats:
            return
        if state.ending:
            yield Violation("CH-E01", f"the game is over: {state.ending.replace('_', ' ')}")
        step = STEPS[state.fen, self.move]
        if step.unclear:
            yield Violation("CH-M03", step.unclear, impossible=True)
        elif step.why:
            yield Violation("CH-M02" if self.move in PASSES else "CH-M01", step.why)

    def resolve(self, out: ChessBuffer) -> None:
        mover = out.state.to_move
        step = STEPS[out.state.fen, self.move]
        if step.unclear:
            return
        made = MoveMade(san=step.san, source=step.source, target=step.target, fen=step.fen, opening=step.opening)
        out.add(made)
        state = out.state
        ending = step.ending
        if not ending and state.still >= 150:
            ending = "seventy_five_moves"
        elif not ending and state.still >= 8 and state.seen.count(state.seen[-1]) >= 5:
            ending = "fivefold"
        if ending:
            winner = mover if ending == "checkmate" else None
            out.add(GameEnded(ending=cast("Ending", ending), winner=winner))


class Resign(ChessCommand, frozen=True, kw_only=True, tag="resign"):
    """A player resigns, or loses by the clock or an arbiter's word."""

    title = "Resign the game"
    player: SeatIndex
    how: Literal["resignation", "time", "forfeit"] = "resignation"
    last_resort = True
    rules = ("CH-S01", "CH-E07", "CH-E01")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _no_seat(state, self.player)

    def resolve(self, out: ChessBuffer) -> None:
        out.add(GameEnded(ending=self.how, winner=1 - self.player))


class Draw(ChessCommand, frozen=True, kw_only=True, tag="draw"):
    """The players agree on a draw, or one claims it."""

    title = "End in a draw"
    why: Literal["agreement", "threefold", "fifty_moves"] = "agreement"
    last_resort = True
    rules = ("CH-S01", "CH-E01", "CH-E04", "CH-E05", "CH-E07")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _no_seat(state, 0)
        times = state.seen.count(state.seen[-1]) if state.seen else 0
        if self.why == "threefold" and times < 3:
            yield Violation("CH-E04", f"this position has been there {times} of 3 times")
        if self.why == "fifty_moves" and state.still < 100:
            yield Violation("CH-E05", f"{state.still // 2} of 50 moves without a capture or a pawn's move")

    def resolve(self, out: ChessBuffer) -> None:
        out.add(GameEnded(ending=self.why))


class Put(Struct, frozen=True, kw_only=True, tag_field="change", tag="put", forbid_unknown_fields=True):
    """A square is put right: a piece as positions write it (`N` white, `n` black), or `-`."""

    square: str
    piece: str

    def validate(self, state: State) -> Iterator[Violation]:
        """Its violations."""
        if self.square not in chess.SQUARE_NAMES or len(self.piece) != 1 or self.piece not in "KQRBNPkqrbnp-":
            yield Violation("CH-B01", "put takes a square (e4) and a piece (N, n) or -", impossible=True)

    def apply(self, out: ChessBuffer) -> None:
        """The event that it leaves."""
        board = BOARDS[out.state.fen].copy(stack=False)
        piece = None if self.piece == "-" else chess.Piece.from_symbol(self.piece)
        if board.piece_at(chess.parse_square(self.square)) != piece:
            board.set_piece_at(chess.parse_square(self.square), piece)
            board.castling_rights, board.ep_square = board.clean_castling_rights(), None
            out.add(PositionSet(text=f"{self.piece} on {self.square}", fen=board.fen()))


_IDLE: Final = Violation("CH-B01", "a change without effect", impossible=True)


class Adjust(ChessCommand, frozen=True, kw_only=True, tag="adjust"):
    """The board is put right where no move does it."""

    title = "Adjust the record"
    reason: str
    changes: tuple[Put, ...]
    rules = ("CH-S01", "CH-B01", "CH-E01")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _closed(state)
        if state.ending:
            yield Violation("CH-E01", "the game is over", impossible=True)
        if not self.changes:
            yield Violation("CH-B01", "a correction has a change", impossible=True)
        if state.seats and not state.ending:
            out: ChessBuffer = EventBuffer(state)
            self.resolve(out)
            yield from out.violations

    def resolve(self, out: ChessBuffer) -> None:
        for change in self.changes:
            out.change(change.validate(out.state), partial(change.apply, out), idle=_IDLE)


COMMANDS: Final[tuple[type[ChessCommand], ...]] = (StartGame, DeclarePosition, Move, Resign, Draw, Adjust)
