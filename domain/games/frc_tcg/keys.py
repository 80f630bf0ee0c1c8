"""The keys by which boards, and arrows from card to card, name the cards on the table.

Copies are counted from where cards end up to where they come from, so that a card keeps its key on its way.
"""

from collections.abc import Iterable, Iterator

from domain.cards import Token, copy_keys
from domain.games.frc_tcg.state import RobotStack, State
from domain.table.references import token_of


def player_key(seat: int) -> str:
    """A player's panel."""
    return f"seat{seat}"


def card_keys(state: State, seen: Iterable[Token] = ()) -> dict[int, str]:
    """Return the keys of all public cards by token, followed by the other cards that a viewpoint sees."""
    return copy_keys((*_open_cards(state), *seen))


def robot_key(keys: dict[int, str], stack: RobotStack) -> str:
    """A robot in play is named by its top card: the levels under it are cards of their own."""
    return keys[stack.top.token]


def _open_cards(state: State) -> Iterator[Token]:
    """Yield the public cards of all sides, from shops to latest plays: a component can be on a partner's robot."""
    for player in state.players:
        yield from player.shop
    for player in state.players:
        for stack in player.alliance:
            yield from stack.tokens()
        yield from (token_of(card) for card in (*player.mentors, *player.awards))
        yield from player.playing
