"""The board and narration of any game: `cards = partial(looking.cards, GAME)`."""

from collections.abc import Iterator

from domain.board import Board, CardView, Panel, Zone
from domain.game import AnyGame
from domain.seats import GameState, Viewpoint
from tests.scenario import Scenario


def panel(game: AnyGame, state: GameState, seat: int, viewpoint: Viewpoint = "judge") -> Panel:
    """A player's or a side's part of the board."""
    return next(one for one in game.board(state, viewpoint).panels if seat == one.seat or one.key == f"side{seat}")


def cards(
    game: AnyGame, state: GameState, seat: int, plan: str, viewpoint: Viewpoint = "judge"
) -> tuple[CardView, ...]:
    """The content of a planned zone of a player; empty if the board lacks it."""
    parts = panel(game, state, seat, viewpoint).parts
    return next((part.cards for part in parts if isinstance(part, Zone) and part.plan == plan), ())


def told(game: AnyGame, table: Scenario, line: str, viewpoint: Viewpoint = "judge", *, minor: bool = True) -> list[str]:
    """All that is told of an action, or all but what only comes along with it."""
    state, lines = table.state, []
    for event in table.do(line).events:
        if minor or not event.is_bookkeeping:
            lines.append(game.narrate(state, event, viewpoint))
        state = game.evolve(state, event)
    return lines


def keys(board: Board) -> Iterator[str]:
    """All keys of panels and cards."""
    for seen in board.panels:
        yield seen.key
        for zone in (part for part in seen.parts if isinstance(part, Zone)):
            for card in zone.cards:
                yield card.key
                yield from (below.key for below in card.under)
