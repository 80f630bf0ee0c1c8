"""Public positions and the moves made from them, independent of seating, so that matches can be compared.

A position is the board as a spectator sees it, with its seats called A, B, … from the one that is to act. If any seat may act,
each seat in turn is tried as A and the smallest digest is used, so mirrored positions are equal. Names and numbers of seats are
left out, so the keys of cards and places, which contain them, are blank. The number of the turn is on the board, so it is part
of the position.
"""

import hashlib
import re
from collections.abc import Iterator
from string import ascii_uppercase
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.board import Board
from domain.corrected_history import state_found
from domain.game import AnyGame, Command
from domain.match import AnyMatch
from domain.names import Names
from domain.notation import print_command
from domain.seats import SPECTATOR, GameState, Seat

FIRST_TURNS: Final = 6
"""Number of turns whose moves are collected (in the first round, if the game has rounds)."""
_DIGITS: Final = 20
_ACTING: Final = ("player", "seat")
"""Fields in which a command names who makes it."""
_KEYS: Final = re.compile(rb'"key":"(?:[^"\\]|\\.)*"')


class Position(Struct, frozen=True, gc=False):
    """A public position: its key, and the seats that can be called A in it."""

    key: str
    starts: tuple[int, ...]
    """Seats that may be called A; more than one where the sides mirror each other."""


class PositionMove(Struct, frozen=True, gc=False):
    """A move that was made."""

    version: int
    number: int
    turn: int
    before: str
    """Key of the position in which it was made."""
    move: str
    """The command as everybody saw it, in notation, with seats by their letters."""
    after: str
    seat: int | None
    """Seat that made the move, if known."""
    begins: bool
    """True if it is the first move of the match made during a turn."""


def position_of(game: AnyGame, state: GameState) -> Position:
    """The public position of a state."""
    to_act = game.turn_info(state).seat
    starts = range(len(state.seats)) or range(1) if to_act is None else (to_act,)
    found = {start: _digest(game, state, start) for start in starts}
    least = min(found.values())
    return Position(least, tuple(start for start, key in found.items() if key == least))


def first_steps(match: AnyMatch) -> Iterator[PositionMove]:
    """Yield the moves of the first turns, with corrections applied. Yields only if the record begins with the first turn."""
    game, begun = match.game, False
    found: Position | None = None
    for action in match.actions:
        before = state_found(match, action)
        moment = game.turn_info(before)
        if moment.turn > FIRST_TURNS or moment.round > 1 or (not begun and moment.turn > 1):
            return
        if moment.turn < 1:
            continue
        position = found or position_of(game, before)
        seat = _maker(action.command, moment.seat)
        start = seat if seat in position.starts else position.starts[0]
        found = position_of(game, action.state)
        move = move_text(game, before, action.command, start)
        yield PositionMove(action.version, action.number, moment.turn, position.key, move, found.key, seat, not begun)
        begun = True


def move_text(game: AnyGame, state: GameState, command: Command, start: int) -> str:
    """Return a command as everybody saw it, with seat `start` called A."""
    shown = game.redact(state, command, SPECTATOR)
    return print_command(shown, Names(state.catalogue, _lettered(state.seats, start)))


def _maker(command: Command, to_act: int | None) -> int | None:
    """Return the seat that makes a move: the one named by the command, or else the one to act."""
    named = next((value for name in _ACTING if (value := getattr(command, name, None)) is not None), None)
    return named if isinstance(named, int) else to_act


def _lettered(seats: tuple[Seat, ...], start: int) -> tuple[Seat, ...]:
    return tuple(Seat(ascii_uppercase[_turned(n, start, len(seats)) % 26], one.side) for n, one in enumerate(seats))


def _digest(game: AnyGame, state: GameState, start: int) -> str:
    board = game.board(replace(state, seats=_lettered(state.seats, start)), SPECTATOR)
    text = msgspec.json.encode(_seen_from(board, start, len(state.seats)))
    return hashlib.sha256(_KEYS.sub(b'"key":""', text)).hexdigest()[:_DIGITS]


def _seen_from(board: Board, start: int, count: int) -> Board:
    """Return a board with seats numbered from `start` on, their panels in that order and panels without a seat last."""
    panels = [p if p.seat is None else replace(p, seat=_turned(p.seat, start, count)) for p in board.panels]
    prompts = [p if p.seat is None else replace(p, seat=_turned(p.seat, start, count)) for p in board.prompts]
    return replace(
        board,
        panels=tuple(sorted(panels, key=lambda panel: count if panel.seat is None else panel.seat)),
        prompts=tuple(sorted(prompts, key=lambda prompt: (count if prompt.seat is None else prompt.seat, prompt.text))),
    )


def _turned(seat: int, start: int, count: int) -> int:
    return (seat - start) % count
