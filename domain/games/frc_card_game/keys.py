"""The keys by which boards, and arrows from card to card, name the cards on the table.

Copies are counted from where cards end up to where they come from, so that a card keeps its key on its way.
"""

from collections.abc import Iterable, Iterator

from domain.cards import Token, copy_keys
from domain.games.frc_card_game.state import Player, State
from domain.games.frc_card_game.zones import robots_of
from domain.table.references import token_of


def player_key(seat: int) -> str:
    """A player's panel, and the target of whoever scores directly."""
    return f"seat-{seat + 1}"


def card_keys(state: State, seen: Iterable[Token] = ()) -> dict[int, str]:
    """Return the keys of all public cards by token, followed by the hand cards that a viewpoint sees."""
    return copy_keys((*_open_cards(state), *seen), numbered=True)


def _open_cards(state: State) -> Iterator[Token]:
    """Yield the public cards of both sides, from retirement piles to latest plays: a card can be on the other side."""
    for player in state.players:
        yield from player.retired
    for choice in state.choices:
        yield from choice.candidates
    for player in state.players:
        yield from _field(player)


def _field(player: Player) -> Iterator[Token]:
    for robot in robots_of(player):
        yield token_of(robot)
        yield from robot.drive_team
    yield from player.student_body
    yield from (token_of(slotted) for slotted in player.slots if slotted is not None)
    if player.team is not None:
        yield player.team
