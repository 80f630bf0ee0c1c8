"""Boards with agreed results, and boards as text."""

from itertools import pairwise

from msgspec.structs import replace

from domain.board import Board
from domain.game import AnyGame
from domain.match import AnyMatch
from domain.plan import Plan
from domain.seats import GameState, Viewpoint
from service.reading.record_acts import outcome_text
from service.reading.styled_text import Span, StyledLine, clean, fit
from service.reading.table.picture import ROOMY, drawn

__all__ = ["StyledLine", "board_after", "draw_board", "pictured", "with_result"]


def board_after(match: AnyMatch, version: int, viewpoint: Viewpoint) -> Board:
    """Return the board after an entry, with the result that the players agreed on by then, if any."""
    return with_result(match, version, match.game.board(match.states[version], viewpoint))


def with_result(match: AnyMatch, version: int, board: Board) -> Board:
    """Return the board after an entry. If the players have agreed on a result by then, the board shows it and no player
    is to act; the game itself does not know about agreed results."""
    if (ended := match.ended_after(version)) is None:
        return board
    panels = tuple(replace(panel, active=False) for panel in board.panels)
    return replace(board, result=outcome_text(ended[1], match.states[version].seats), panels=panels, prompts=())


def draw_board(board: Board, width: int) -> tuple[StyledLine, ...]:
    """Return the lines of a board: title and turn context, then its parts."""
    head = fit((Span(clean(board.title), "strong"), Span("  "), Span(clean(board.moment), "strong")), width)
    return (head, *drawn(Plan(), board, "judge", (width, ROOMY)))


def pictured(
    game: AnyGame, state: GameState, viewpoint: Viewpoint, width: int, board: Board | None = None
) -> tuple[StyledLine, ...]:
    """Return a state as text: title and turn context, then the board as on a large screen, without repeated blank rows.

    `board`: drawn instead of the game's own board, for example with an agreed result."""
    board = board or game.board(state, viewpoint)
    head = fit((Span(clean(board.title), "strong"), Span("  "), Span(clean(board.moment), "strong")), width)
    rows = drawn(game.plan(state), board, viewpoint, (width, ROOMY))
    blank = [all(span.text.isspace() for span in row) for row in (head, *rows)]
    return (head, *(row for row, both in zip(rows, pairwise(blank), strict=True) if not all(both)))
