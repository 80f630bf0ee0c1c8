"""Positions and written moves, computed by the `chess` package. Each is computed once and shared."""

import re
from typing import Final

import chess
from msgspec import Struct

from domain.memo import Memo
from matchbook_chess.book import BOOK

PASSES: Final = ("--", "Z0", "0000", "@@@@")
_SQUARES: Final = re.compile(r"([a-h][1-8])-?([a-h][1-8])=?([qrbnQRBN])?")
_LETTERS: Final = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)[x-]?([a-h][1-8])=?([QRBN]?)[+#]?")
_USUAL: Final = re.compile(r"[KQRBN]x?[a-h][1-8]|[a-h][1-8](=[QRBN])?|[a-h]x[a-h][1-8](=[QRBN])?|O-O(-O)?")
"""Moves with a unique spelling, if legal."""
_EMPTY: Final = re.compile(r"\.+")
_SPREAD: Final = {ord(str(count)): "." * count for count in range(1, 9)}


def board_of(fen: str) -> chess.Board:
    """The board of a position; of Chess960 where its castling rights say so. Raises ValueError."""
    board = chess.Board(fen, chess960=True)
    board.chess960 = board.has_chess960_castling_rights()
    return board


BOARDS: Final = Memo(board_of)
"""Position -> its board, which must not be changed."""


class Step(Struct, frozen=True):
    """A written move on a position, and where it leads."""

    why: str = ""
    """Its violations; empty for a legal move."""
    unclear: str = ""
    """The reason why the move is ambiguous."""
    san: str = ""
    source: str = ""
    target: str = ""
    fen: str = ""
    ending: str = ""
    """checkmate, stalemate or dead_position, where it leads there."""
    opening: str = ""


def _step(key: tuple[str, str]) -> Step:
    fen, text = key
    board = BOARDS[fen]
    try:
        return _legal(board, _written(board, text), fen, text)
    except ValueError as error:
        if text in PASSES:
            return _odd(board, chess.Move.null(), "nobody may pass")
        move, why = _guessed(board, text.rstrip("!?"), error)
        return _odd(board, move, why) if move else Step(unclear=why)


STEPS: Final = Memo(_step)
"""(position, written move) -> the step."""


def _written(board: chess.Board, text: str) -> chess.Move:
    """A legal move: `Nf3`, `e8=Q`, `O-O`, or by its squares, `g1f3`. Raises ValueError."""
    if (found := _SQUARES.fullmatch(text)) is not None:
        move = chess.Move.from_uci("".join(part or "" for part in found.groups()).lower())
        if board.is_legal(move):
            return move
    move = board.parse_san(text.rstrip("!?"))
    if not move:
        raise chess.IllegalMoveError("nobody may pass")
    return move


def _legal(board: chess.Board, move: chess.Move, fen: str, text: str) -> Step:
    after = board.copy(stack=False)
    san = text.rstrip("+#!?")
    if _USUAL.fullmatch(san) and ("x" in san) == board.is_capture(move):
        after.push(move)
    else:
        san = after.san_and_push(move).rstrip("+#")
    stuck = not any(after.generate_legal_moves())
    ending = ("checkmate" if stuck else "") if (check := after.is_check()) else "stalemate" if stuck else ""
    if not ending and after.is_insufficient_material():
        ending = "dead_position"
    fen = _fen_after(fen, board, move, after)
    BOARDS.put(fen, after)
    san += ("#" if stuck else "+") if check else ""
    source, target = chess.SQUARE_NAMES[move.from_square], chess.SQUARE_NAMES[move.to_square]
    return Step(san=san, source=source, target=target, fen=fen, ending=ending, opening=BOOK.get(place_of(fen), ""))


def _fen_after(fen: str, board: chess.Board, move: chess.Move, after: chess.Board) -> str:
    """`after.fen()`, with the fields that a move leaves unchanged copied from the position before."""
    if board.is_castling(move):
        return after.fen()
    placed, _, castling, _ = fen.split(" ", 3)
    ranks = placed.split("/")
    source, target = move.from_square, move.to_square
    piece = _put(ranks, source, ".")
    if move.promotion:
        piece = chess.Piece(move.promotion, board.turn).symbol()
    if target == board.ep_square and piece in "Pp":
        _put(ranks, source & 56 | target & 7, ".")
    _put(ranks, target, piece)
    if after.castling_rights != board.castling_rights:
        castling = after.castling_xfen()
    beside = (
        chess.SQUARE_NAMES[after.ep_square] if after.ep_square is not None and after.has_legal_en_passant() else "-"
    )
    side = "w" if after.turn else "b"
    return f"{'/'.join(ranks)} {side} {castling} {beside} {after.halfmove_clock} {after.fullmove_number}"


def _put(ranks: list[str], square: int, piece: str) -> str:
    """Put a piece on a square of written ranks; return the previous content."""
    place, file = 7 - (square >> 3), square & 7
    rank = ranks[place].translate(_SPREAD)
    there, rank = rank[file], f"{rank[:file]}{piece}{rank[file + 1 :]}"
    ranks[place] = _EMPTY.sub(lambda run: str(len(run[0])), rank)
    return there


def _guessed(board: chess.Board, text: str, error: ValueError) -> tuple[chess.Move | None, str]:
    """Return the one move that an illegal text can mean, else `None`, and the reason."""
    if (found := _SQUARES.fullmatch(text)) is not None:
        source, target, kind = found.groups()
        if board.piece_at(chess.parse_square(source)) is None or source == target:
            return None, f"nothing goes from {source} to {target}"
        return chess.Move.from_uci(source + target + (kind or "").lower()), f"{source}-{target} is not a legal move"
    if isinstance(error, chess.AmbiguousMoveError):
        return None, f"{text} may be more than one move: say from where"
    if text.rstrip("+#") in ("O-O", "0-0", "O-O-O", "0-0-0"):
        king = board.king(board.turn)
        to = chess.square(2 if text.count("-") == 2 else 6, 0 if board.turn else 7)
        return (
            (None, "a king is missing")
            if king is None or king == to
            else (chess.Move(king, to), "castling is not legal")
        )
    if (found := _LETTERS.fullmatch(text)) is None:
        return None, f"{text} is not a move: write Nf3, exd5, e8=Q, O-O, or squares as g1f3"
    piece, file, rank, target, kind = found.groups()
    kinds = chess.PIECE_SYMBOLS.index((piece or "P").lower())
    froms = [chess.SQUARE_NAMES[one] for one in board.pieces(kinds, board.turn)]
    froms = [one for one in froms if one.startswith(file) and one.endswith(rank) and one != target]
    if len(froms) > 1:
        # A piece that is pinned, or moves while the king is in check: the only one that reaches the square is meant.
        froms = [
            one for one in froms if board.is_pseudo_legal(chess.Move.from_uci(one + target + kind.lower()))
        ] or froms
    if len(froms) != 1:
        return None, f"{text} is not legal, and may be meant of {len(froms)} pieces: write both squares, as g1f3"
    return chess.Move.from_uci(froms[0] + target + kind.lower()), f"{text} is not a legal move"


def _odd(board: chess.Board, move: chess.Move, why: str) -> Step:
    """Return the position after an illegal move: the piece is on its new square, and the other side is to move."""
    after, text = board.copy(stack=False), move.uci() if move else "--"
    piece = after.piece_at(move.from_square) if move else None
    taken = after.piece_at(move.to_square) if move else None
    mover = board.turn if piece is None else piece.color
    if piece is not None:
        after.remove_piece_at(move.from_square)
        after.set_piece_at(move.to_square, chess.Piece(move.promotion or piece.piece_type, piece.color))
        if why == "castling is not legal":
            row = move.to_square & 56
            corner, beside = (row, row + 3) if move.to_square - row == 2 else (row + 7, row + 5)
            if board.chess960:
                rooks = sorted(board.pieces(chess.ROOK, mover) & chess.BB_RANKS[row >> 3], reverse=corner > row)
                corner = next(iter(rooks), corner)
            if board.piece_at(corner) == chess.Piece(chess.ROOK, mover):
                if corner != move.to_square:
                    after.remove_piece_at(corner)
                after.set_piece_at(beside, chess.Piece(chess.ROOK, mover))
    after.ep_square, after.turn = None, not mover
    after.castling_rights = after.clean_castling_rights()
    pawn = piece is not None and piece.piece_type == chess.PAWN
    after.halfmove_clock = 0 if taken or pawn else board.halfmove_clock + 1
    after.fullmove_number += mover == chess.BLACK
    source, target = (chess.SQUARE_NAMES[move.from_square], chess.SQUARE_NAMES[move.to_square]) if move else ("", "")
    return Step(why=why, san=text, source=source, target=target, fen=after.fen())


def place_of(fen: str) -> str:
    """A position without its clocks: what repetitions and openings go by."""
    return fen.rsplit(" ", 2)[0]


def fen_problem(fen: str) -> str:
    """Return why a text is not a playable position; empty if it is one."""
    try:
        board = board_of(fen)
    except ValueError as error:
        return str(error)
    kings = [len(board.pieces(chess.KING, colour)) for colour in chess.COLORS]
    if board.fen() != fen:
        return f"write it as {board.fen()}"
    return "" if kings == [1, 1] else "each side has one king"
