"""The end of a turn, the swap, the statement that no move exists (TCG-T09 to T14, A24)."""

from typing import Final

from domain.cards import CardRef
from domain.games.frc_tcg.commands.plays import (
    DeclareNoMove,
    EndTurn,
    SwapCards,
)
from domain.games.frc_tcg.events.plays import CardShopped
from domain.games.frc_tcg.events.turn import (
    CardsSwapped,
    HandRefilled,
    NoMoveDeclared,
    TurnEnded,
)
from domain.games.frc_tcg.references import hand_cards, off_the_top
from domain.games.frc_tcg.resolve.ending import expire, start_next
from domain.games.frc_tcg.resolve.progress import Progress
from domain.games.frc_tcg.state import (
    HAND,
    PlayerState,
    State,
)


def seat_of(state: State, player: int | None) -> int:
    """Who does it: the player named, else the one whose turn it is."""
    return state.active if player is None else player


def refill_due(player: PlayerState, trimmed: int = 0) -> int:
    """Cards to draw at the end of the turn: up to a hand of seven, as far as the deck goes (TCG-T11)."""
    return min(max(0, HAND - len(player.pit) + trimmed), len(player.deck))


def _swap_cards(progress: Progress, command: SwapCards) -> None:
    seat = seat_of(progress.state, command.player)
    player = progress.state.players[seat]
    down = hand_cards(player, command.put_down)
    assert down is not None
    lying = PlayerState(deck=(*player.deck, *down))
    drawn = off_the_top(lying, len(down), command.drawn)
    progress.add(CardsSwapped(player=seat, put_down=down, drawn=drawn))
    _end(progress, seat, command.refill, command.trimmed)


def _end_turn(progress: Progress, command: EndTurn) -> None:
    _end(progress, seat_of(progress.state, command.player), command.drawn, command.trimmed)


def _end(progress: Progress, seat: int, drawn: tuple[CardRef, ...] | None, trimmed: tuple[CardRef, ...]) -> None:
    state = progress.state
    progress.add(TurnEnded(player=seat, turn=state.turn))
    expire(progress)
    for text in trimmed:
        card = progress.from_hand(seat, text)
        progress.add(CardShopped(player=seat, card=card, origin="pit"))
    player = progress.state.players[seat]
    cards = off_the_top(player, refill_due(player), drawn)
    if cards:
        progress.add(HandRefilled(player=seat, cards=cards))
    start_next(progress)


def _declare_no_move(progress: Progress, command: DeclareNoMove) -> None:
    progress.add(NoMoveDeclared(player=seat_of(progress.state, command.player)))


TURN: Final[dict[type, object]] = {
    EndTurn: _end_turn,
    SwapCards: _swap_cards,
    DeclareNoMove: _declare_no_move,
}
