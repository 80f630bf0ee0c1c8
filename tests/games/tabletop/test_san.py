"""Moves of the chess kit in standard notation."""

import pytest

from domain.notation import Names, NotationError, command_words
from tests.games.tabletop.tables import table

GAME = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bg4 h3 Bxf3 Qxf3 Qd7 d4 exd4 e5 f5"
"""From a ruy lopez; at its end the pawn on e5 may take in passing."""


def squares(there, line):
    """A line, written out with its squares."""
    names = Names(there.state.catalogue, there.state.seats, there.state)
    return " ".join(command_words(there.command(line), names))


def played(moves):
    """A chess board after these moves."""
    there = table("chess")
    for move in moves.split():
        there.do(move)
    return there


def test_a_game_in_standard_notation_is_played() -> None:
    """Pawns, pieces, captures, castling and a capture in passing mean their squares."""
    there = played(GAME)
    assert squares(there, "exf6") == "passant e5 f6 f5"
    assert squares(there, "0-0-0") == "castle e1 c1 a1 d1"
    there.do("exf6")
    assert there.state.standing("f6").card == "pawn"
    assert there.state.standing("f5") is None
    assert there.state.standing("g1").card == "king"
    assert squares(there, "O-O-O") == "castle e8 c8 a8 d8"


def test_a_pawn_on_the_last_rank_is_promoted() -> None:
    """Into a queen, unless the move says into which piece."""
    there = played("a4 h5 a5 h4 a6 h3 axb7 hxg2")
    assert squares(there, "bxa8=N") == "promote b7 a8 knight"
    assert squares(there, "bxc8") == "promote b7 c8 queen"


def test_a_move_that_several_pieces_can_make_is_refused_with_them() -> None:
    """Given knights that both reach d2, then the squares of both are named; a file tells them apart."""
    there = played("d4 d5 Nf3 Nf6 Bf4 Bf5")
    with pytest.raises(NotationError, match="Nd2 can mean b1 d2 or f3 d2: write the squares"):
        there.command("Nd2")
    assert squares(there, "Nbd2") == squares(there, "N1d2") == "move b1 d2"
    with pytest.raises(NotationError, match="Rh5: no rook can go to h5"):
        there.command("Rh5")


@pytest.mark.parametrize(
    ("move", "own"), [("Nd2", "pawn is on d2"), ("exd2", "pawn is on d2"), ("bxa1=Q", "rook is on a1")]
)
def test_a_move_onto_an_own_piece_names_that_piece(move: str, own: str) -> None:
    """Given a move to a square with a piece of the same player, then the refusal names the piece and the square."""
    with pytest.raises(NotationError, match=f"{move}: the player's own {own}"):
        table("chess").command(move)


def test_squares_are_read_as_before() -> None:
    """Two squares, also run together, need no piece that can go so."""
    there = table("chess")
    assert squares(there, "e2e4") == squares(there, "e2 e4") == "move e2 e4"
    assert squares(there, "a1a5") == "move a1 a5"
    with pytest.raises(NotationError):
        there.command("e2")
