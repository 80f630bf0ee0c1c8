"""Moves in the standard notation of chess (`Nf3`, `exd5`, `O-O`), for kits with chess pieces on a board of 8x8 squares.

A move is converted to a line with its squares. If several pieces can reach the square, those whose move would leave their king
in check are ignored.
"""

import re
from collections.abc import Mapping
from typing import Final, TypeAlias

from domain.cards import token_owner
from domain.games.tabletop.program import program_of
from domain.games.tabletop.state import State
from domain.syntax import NotationError

_VERBS: Final = frozenset({"move", "castle", "promote", "passant"})
_PIECES: Final = {"": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}
_MOVE: Final = re.compile(
    r"(?P<piece>[NBRQK]?)(?P<file>[a-h]?)(?P<rank>[1-8]?)x?(?P<to>[a-h][1-8])(?:=?(?P<into>[NBRQ]))?[+#]?[!?]{0,2}"
)
Board: TypeAlias = Mapping[str, tuple[int, str]]
"""Owner and kind of the piece on each occupied square."""
_CASTLING: Final = {"O-O": ("g", "h", "f"), "O-O-O": ("c", "a", "d")}
"""The files of castling: of the king after it, of the rook before it, and of the rook after it."""
_KING_GOES: Final = {"eg": "O-O", "ec": "O-O-O"}
"""Files of the king before and after castling -> castling. Some notations write castling as a move of the king, `e1g1`."""


def san_line(text: str, state: State) -> str:
    """Return the complete line of a move; empty for other texts and kits. Raises NotationError unless exactly one piece fits."""
    program, seat = program_of(state.catalogue), state.seat
    if seat is None or not program.verbs.keys() >= _VERBS:
        return ""
    home = "1" if seat == 0 else "8"
    if files := _CASTLING.get(text.strip().rstrip("+#!?").replace("0", "O")):
        to, rook, rook_to = files
        return f"castle e{home} {to}{home} {rook}{home} {rook_to}{home}"
    found = _MOVE.fullmatch(text.strip())
    if found is None:
        return ""
    board = _board(state)
    if (
        text[0] == "e"
        and board.get(f"e{home}") == (seat, "king")
        and (castling := _KING_GOES.get(text.replace(home, "")))
    ):
        return san_line(castling, state)
    name, to = _PIECES[found["piece"]], found["to"]
    taking = found["file"] not in ("", to[0]) and to not in board
    run_together = bool(found["rank"]) and not found["piece"]
    if run_together and not (found["into"] or taking):
        return ""
    owner, there = board.get(to, (-1, ""))
    if owner == seat and text.strip() == to:  # the beginning of a move that names both squares
        return ""
    if owner == seat:
        raise NotationError(f"{text.strip()}: the player's own {there} is on {to}")
    sources = [one for one in _sources(board, seat, name, to) if found["file"] in one and found["rank"] in one[1]]
    if run_together and not sources:
        return ""
    source = _only(sources, board, seat, found)
    if name == "pawn" and to[1] in "18":
        return f"promote {source} {to} {_PIECES[found['into'] or 'Q']}"
    passing = name == "pawn" and source[0] != to[0] and to not in board
    return f"passant {source} {to} {to[0]}{source[1]}" if passing else f"move {source} {to}"


def _only(sources: list[str], board: Board, seat: int, found: re.Match[str]) -> str:
    """Return the square that a move begins on. Raises NotationError if there is none, or more than one."""
    name, to = _PIECES[found["piece"]], found["to"]
    if len(sources) > 1:
        sources = [one for one in sources if not _leaves_king(board, seat, one, to)] or sources
    if len(sources) != 1:
        several = " or ".join(f"{one} {to}" for one in sources)
        raise NotationError(
            f"{found[0]} can mean {several}: write the squares" if sources else f"{found[0]}: no {name} can go to {to}"
        )
    return sources[0]


def _board(state: State) -> Board:
    zone = state.layout.cell_zone.get("a1")
    if zone is None:
        return {}
    cells, pile = state.layout.cells[zone], state.pile(zone, 0)
    return {cells[at]: (token_owner(t.id), t.card or "") for t, at in zip(pile.tokens, pile.at, strict=True)}


def _sources(board: Board, seat: int, name: str, to: str) -> list[str]:
    """Return the squares of a player's pieces of a kind that can go to a square."""
    wanted = (seat, name)
    pieces = sorted(square for square, piece in board.items() if piece == wanted)
    return [
        one for one in pieces if (_pawn_goes(board, seat, one, to) if name == "pawn" else _goes(board, name, one, to))
    ]


def _leaves_king(board: Board, seat: int, source: str, to: str) -> bool:
    """Return True if the player's own king would be in check after a move."""
    after = {square: piece for square, piece in board.items() if square != source} | {to: board[source]}
    king = next((square for square, piece in after.items() if piece == (seat, "king")), "")
    return bool(king) and any(_sources(after, 1 - seat, name, king) for name in _PIECES.values())


def _goes(board: Board, name: str, source: str, to: str) -> bool:
    across, up = _way(source, to)
    if name == "knight":
        return {abs(across), abs(up)} == {1, 2}
    if name == "king":
        return max(abs(across), abs(up)) == 1
    straight, oblique = not (across and up), abs(across) == abs(up)
    fits = {"rook": straight, "bishop": oblique, "queen": straight or oblique}[name]
    return fits and _is_clear(board, source, across, up)


def _is_clear(board: Board, source: str, across: int, up: int) -> bool:
    """Return True if no piece is between a square and the one at this distance on a line."""
    far = max(abs(across), abs(up))
    return all(_beside(source, across * n // far, up * n // far) not in board for n in range(1, far))


def _pawn_goes(board: Board, seat: int, source: str, to: str) -> bool:
    across, up = _way(source, to)
    forward = 1 if seat == 0 else -1
    if across:
        passing = board.get(f"{to[0]}{source[1]}") == (1 - seat, "pawn")
        return abs(across) == 1 and up == forward and (to in board or passing)
    begins = source[1] == ("2" if seat == 0 else "7")
    return to not in board and (up == forward or (begins and up == 2 * forward and _is_clear(board, source, 0, up)))


def _way(source: str, to: str) -> tuple[int, int]:
    return ord(to[0]) - ord(source[0]), int(to[1]) - int(source[1])


def _beside(square: str, across: int, up: int) -> str:
    return f"{chr(ord(square[0]) + across)}{int(square[1]) + up}"
