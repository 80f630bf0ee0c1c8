"""The openings that are told apart: each by the position that its moves lead to."""

from importlib.resources import files
from typing import Final

import chess


def _read() -> dict[str, str]:
    found = {}
    for line in files(__package__).joinpath("openings.tsv").read_text(encoding="utf-8").splitlines():
        code, name, moves = line.split("\t")
        board = chess.Board()
        for move in moves.split():
            board.push_san(move)
        found[board.fen().rsplit(" ", 2)[0]] = f"{code} {name}"
    return found


BOOK: Final = _read()
"""Position -> code and name of the opening."""
