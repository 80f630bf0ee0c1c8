"""A board without its plan, part after part."""

from domain.board import Board
from domain.plan import Plan
from service.reading.table.picture import ROOMY, drawn
from service.reading.toned import Line, Span, clean, fit

__all__ = ["Line", "draw_board"]


def draw_board(board: Board, width: int) -> tuple[Line, ...]:
    """Title and moment, then what is on it."""
    head = fit((Span(clean(board.title), "strong"), Span("  "), Span(clean(board.moment), "strong")), width)
    return (head, *drawn(Plan(), board, "judge", (width, ROOMY)))
