"""Cards of a declared position: their numbers, and how a position that is read off a state names them."""

from collections.abc import Iterable, Mapping

from domain.cards import UNKNOWN, CardRef, Token, parse_ref, token_id


class CardNumbers:
    """Numbers the cards of each owner, in the order in which they are declared: from 1, or from the number given for a seat."""

    def __init__(self, first: Mapping[int, int] | None = None, *, keeps: bool = False) -> None:
        self.following = dict(first or {})
        """Owner -> number of the next card."""
        self.keeps = keeps
        """A reference with a number is the card that has that number now."""

    def token(self, owner: int, text: CardRef = UNKNOWN) -> Token:
        """A new card of this owner (-1: the table), with the identity that the reference gives."""
        ref, number = parse_ref(text), self.following.get(owner, 1)
        if self.keeps and ref.token is not None:
            return Token(ref.token, ref.card)
        self.following[owner] = number + 1
        return Token(token_id(owner, number), ref.card)

    def tokens(self, owner: int, texts: Iterable[CardRef] = (), unknown: int = 0) -> tuple[Token, ...]:
        """Several new cards of this owner: the named ones, then so many unknown ones."""
        return (*[self.token(owner, text) for text in texts], *[self.token(owner) for _ in range(unknown)])


def refs_of(cards: Iterable[Token]) -> tuple[CardRef, ...]:
    """Return the cards by id, unknown ones as `??`."""
    return tuple([card.card or UNKNOWN for card in cards])
