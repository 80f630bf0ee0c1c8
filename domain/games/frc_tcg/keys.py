"""The keys by which boards, and arrows from card to card, name the cards on the table.

A token's number tells when its card was drawn, which is its holder's secret: cards are named by owner, card and copy. Copies
are counted from where cards end up to where they come from, so that a card keeps its key on its way.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from domain.cards import UNKNOWN, Token, token_owner
from domain.games.frc_tcg.state import RobotStack, State


def player_key(seat: int) -> str:
    """A player's panel."""
    return f"seat{seat}"


def card_keys(state: State, seen: Iterable[Token] = ()) -> dict[int, str]:
    """Token -> key of all cards that lie open, then of the further ones that a viewpoint sees."""
    copies: Counter[tuple[int, str]] = Counter()
    keys: dict[int, str] = {}
    for token in (*_open_cards(state), *seen):
        if token.id in keys:
            continue
        owner, card = token_owner(token.id), token.card or UNKNOWN
        copies[owner, card] += 1
        keys[token.id] = f"{owner + 1}/{card}/{copies[owner, card]}"
    return keys


def robot_key(keys: dict[int, str], stack: RobotStack) -> str:
    """A robot in play is named by its top card: the levels under it are cards of their own."""
    return keys[stack.top.token]


def _open_cards(state: State) -> Iterator[Token]:
    """From the shops to what was played last, of all sides: a component can lie on a partner's robot."""
    for player in state.players:
        yield from player.shop
    for player in state.players:
        for stack in player.alliance:
            yield from stack.tokens()
        yield from (Token(card.token, card.card) for card in (*player.mentors, *player.awards))
        yield from player.playing
