"""A board with what the players agreed, and a board drawn without its plan, part after part."""

from msgspec.structs import replace

from domain.board import Board
from domain.match import AnyMatch
from domain.plan import Plan
from domain.seats import Viewpoint
from service.reading.record_acts import outcome_text
from service.reading.styled_text import Span, StyledLine, clean, fit
from service.reading.table.picture import ROOMY, drawn

__all__ = ["StyledLine", "board_after", "draw_board"]


def board_after(match: AnyMatch, version: int, viewpoint: Viewpoint) -> Board:
    """Return the board after an entry. If the players have agreed on a result by then, which games do not know, the board has
    that result and no player is to act."""
    state, ended = match.states[version], match.ended_after(version)
    board = match.game.board(state, viewpoint)
    if ended is None:
        return board
    panels = tuple(replace(panel, active=False) for panel in board.panels)
    return replace(board, result=outcome_text(ended[1], state.seats), panels=panels, prompts=())


def draw_board(board: Board, width: int) -> tuple[StyledLine, ...]:
    """Title and moment, then what is on it."""
    head = fit((Span(clean(board.title), "strong"), Span("  "), Span(clean(board.moment), "strong")), width)
    return (head, *drawn(Plan(), board, "judge", (width, ROOMY)))
