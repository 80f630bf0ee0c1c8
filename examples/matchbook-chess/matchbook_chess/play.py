"""Legal commands, views, and players of simulations."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

import chess

from domain.board import Board, Cell, Fact, Panel, Prompt, Table
from domain.capabilities import Bot
from domain.cards import CardRecord, Catalogue
from domain.options import options_from
from domain.plan import CountName, Plan, SeatPlan, ZonePlan
from domain.seats import SeatSetup, TableSetup, Viewpoint, seat_name
from matchbook_chess.commands import ChessCommand, Draw, Move, Resign, StartGame
from matchbook_chess.position import BOARDS
from matchbook_chess.state import Options, State, turn_info

_VALUES: Final = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9}
_FIGURES: Final = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))


def open_table(setup: TableSetup) -> tuple[ChessCommand, ...]:
    """start_game: the first seat has White. Raises ValueError for an option."""
    options = options_from(setup.options, Options())
    return (StartGame(players=tuple(seat.name for seat in setup.seats), options=options),)


def legal(state: State) -> Iterator[ChessCommand]:
    """Every legal move; then what a player may choose to do, and a draw."""
    if not state.seats or state.ending:
        return
    board = BOARDS[state.fen]
    for move in board.legal_moves:
        yield Move(move=board.san(move))
    yield Resign(player=0)
    yield Resign(player=1)
    yield Draw()


def plan(state: State) -> Plan:
    """The board, in the middle."""
    squares = ZonePlan("board", "board", "grid", "middle", room=9, importance=9, name=1)
    return Plan(
        seats=tuple(SeatPlan(seat.name, seat.side) for seat in state.seats),
        zones=(squares,),
        counts=(CountName("ahead", "ahd"),),
    )


def board(state: State, viewpoint: Viewpoint) -> Board:
    """All of it is public; Black sees it from the other side."""
    now, position = turn_info(state), BOARDS[state.fen]
    ranks, files = (range(7, -1, -1), range(8)) if viewpoint != 1 else (range(8), range(7, -1, -1))
    rows = tuple((Cell(str(rank + 1), "dim"), *(_cell(position, rank, file) for file in files)) for rank in ranks)
    table = Table("board", ("", *(chess.FILE_NAMES[file] for file in files)), rows, plan="board")
    lead = sum(v * (_count(position, p) - _count(position, p.lower())) for p, v in _VALUES.items())
    panels = [
        Panel(f"seat{n}", seat.name, n, now.seat == n, (Fact("ahead", str(ahead)),))
        for n, (seat, ahead) in enumerate(zip(state.seats, (max(lead, 0), max(-lead, 0)), strict=False))
    ]
    facts = (*((Fact("opening", state.opening),) if state.opening else ()),)
    if position.is_check() and not state.ending:
        facts = (*facts, Fact("check", seat_name(state.seats, state.to_move), "warn"))
    prompts = (
        ()
        if now.seat is None
        else (Prompt(f"{seat_name(state.seats, now.seat)} ({('White', 'Black')[now.seat]}) moves", now.seat),)
    )
    return Board(
        "Chess", f"move {state.turn}", facts=facts, panels=(Panel("table", "board", parts=(table,)), *panels),
        prompts=prompts, result=_result(state),
    )  # fmt: skip


def _cell(position: chess.Board, rank: int, file: int) -> Cell:
    piece = position.piece_at(chess.square(file, rank))
    return Cell("·", "dim") if piece is None else Cell(_FIGURES[piece.symbol()], "strong" if piece.color else "plain")


def _count(position: chess.Board, symbol: str) -> int:
    piece = chess.Piece.from_symbol(symbol)
    return len(position.pieces(piece.piece_type, piece.color))


def _result(state: State) -> str:
    how = state.ending.replace("_", " ")
    return (
        f"{seat_name(state.seats, state.winner)} wins, {how}"
        if state.winner is not None
        else f"draw, {how}"
        if how
        else ""
    )


def sample_table(catalogue: Catalogue[CardRecord], rng: Random, options: Mapping[str, str]) -> TableSetup:
    """Two players."""
    return TableSetup((SeatSetup("Wanda"), SeatSetup("Bela")), options)


class Nothing:
    """A dealer without cards: chess has no chance."""

    def fill(self, state: State, command: ChessCommand) -> ChessCommand:
        """The command."""
        return command


def deal(setup: TableSetup, catalogue: Catalogue[CardRecord], rng: Random) -> Nothing:
    """The dealer."""
    return Nothing()


class RandomBot:
    """Any legal move."""

    def choose(self, state: State, commands: Sequence[ChessCommand], rng: Random) -> ChessCommand:
        """One of them."""
        return rng.choice(commands)


class Greedy:
    """Mates where it can, else takes the best piece that it can."""

    def choose(self, state: State, commands: Sequence[ChessCommand], rng: Random) -> ChessCommand:
        """The move that gains most; one of several."""
        gains = {command: _gain(state, command) for command in commands}
        best = max(gains.values())
        return rng.choice([command for command, gain in gains.items() if gain == best])


def _gain(state: State, command: ChessCommand) -> int:
    if not isinstance(command, Move):
        return -1
    if command.move.endswith("#"):
        return 100
    position = BOARDS[state.fen]
    taken = position.piece_at(position.parse_san(command.move).to_square)
    return 0 if taken is None else _VALUES.get(taken.symbol().upper(), 0)


BOTS: Final[Mapping[str, Bot[State, ChessCommand]]] = {"random": RandomBot(), "greedy": Greedy()}
