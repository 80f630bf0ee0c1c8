"""Moves in the standard notation of chess (`Nf3`, `exd5`, `O-O`), for kits with its pieces on a board of 8x8 squares.

A move is written out with the squares that it means. Pins are not looked at: a move that two pieces can reach names its square.
"""

import re
from collections.abc import Iterator
from typing import Final

from domain.cards import token_owner
from domain.games.tabletop.program import program_of
from domain.games.tabletop.state import State
from domain.syntax import NotationError

_PIECES: Final = {"": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}
_MOVE: Final = re.compile(
    r"(?P<piece>[NBRQK]?)(?P<file>[a-h]?)(?P<rank>[1-8]?)x?(?P<to>[a-h][1-8])(?:=?(?P<into>[NBRQ]))?[+#]?[!?]{0,2}"
)
_CASTLING: Final = {"O-O": ("g", "h", "f"), "O-O-O": ("c", "a", "d")}
"""The files that the king goes to, and the rook comes from and goes to."""


def san_line(text: str, state: State) -> str:
    """Return the whole line of a move; empty for other texts and kits. Raises NotationError where no piece, or more than one, can
    be meant."""
    program, seat = program_of(state.catalogue), state.seat
    if seat is None or not {"move", "castle", "promote", "passant"} <= program.verbs.keys():
        return ""
    home = "1" if seat == 0 else "8"
    if files := _CASTLING.get(text.strip().rstrip("+#!?").replace("0", "O")):
        to, rook, rook_to = files
        return f"castle e{home} {to}{home} {rook}{home} {rook_to}{home}"
    found = _MOVE.fullmatch(text.strip())
    if found is None or (not found["piece"] and found["rank"]):  # two squares run together
        return ""
    name, to = _PIECES[found["piece"]], found["to"]
    sources = [one for one in _sources(state, seat, name, to) if found["file"] in one and found["rank"] in one[1]]
    if len(sources) != 1:
        if name == "pawn" and not sources:
            return ""
        told = " or ".join(f"{one} {to}" for one in sources) or f"no {name} that goes to {to}"
        raise NotationError(f"{text.strip()} means {told}" + ("; write the squares" if sources else ""))
    source = sources[0]
    if name == "pawn" and to[1] in "18":
        return f"promote {source} {to} {_PIECES[found['into'] or 'Q']}"
    passing = name == "pawn" and source[0] != to[0] and state.standing(to) is None
    return f"passant {source} {to} {to[0]}{source[1]}" if passing else f"move {source} {to}"


def _sources(state: State, seat: int, name: str, to: str) -> Iterator[str]:
    """The squares of a player's pieces of a kind that can go to a square."""
    target = state.standing(to)
    if target is not None and token_owner(target.id) == seat:
        return
    for square in (f"{file}{rank}" for file in "abcdefgh" for rank in "12345678"):
        token = state.standing(square)
        if token is None or token.card != name or token_owner(token.id) != seat:
            continue
        if _pawn_goes(state, seat, square, to) if name == "pawn" else _goes(state, name, square, to):
            yield square


def _goes(state: State, name: str, source: str, to: str) -> bool:
    across, up = _way(source, to)
    if name == "knight":
        return {abs(across), abs(up)} == {1, 2}
    if name == "king":
        return max(abs(across), abs(up)) == 1
    straight, oblique = not (across and up), abs(across) == abs(up)
    fits = {"rook": straight, "bishop": oblique, "queen": straight or oblique}[name]
    return fits and _is_clear(state, source, across, up)


def _is_clear(state: State, source: str, across: int, up: int) -> bool:
    """Whether no piece is between a square and the one so far away on a line."""
    far = max(abs(across), abs(up))
    between = (_beside(source, across * n // far, up * n // far) for n in range(1, far))
    return all(state.standing(square) is None for square in between)


def _pawn_goes(state: State, seat: int, source: str, to: str) -> bool:
    across, up = _way(source, to)
    forward, target = (1 if seat == 0 else -1), state.standing(to)
    if across:
        passed = state.standing(f"{to[0]}{source[1]}")
        passing = passed is not None and passed.card == "pawn" and token_owner(passed.id) != seat
        return abs(across) == 1 and up == forward and (target is not None or passing)
    begins = source[1] == ("2" if seat == 0 else "7")
    return target is None and (up == forward or (begins and up == 2 * forward and _is_clear(state, source, 0, up)))


def _way(source: str, to: str) -> tuple[int, int]:
    return ord(to[0]) - ord(source[0]), int(to[1]) - int(source[1])


def _beside(square: str, across: int, up: int) -> str:
    return f"{chr(ord(square[0]) + across)}{int(square[1]) + up}"
