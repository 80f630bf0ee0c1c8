"""Cards of a declared position: their numbers, and references to them."""

from collections.abc import Iterable, Mapping

from domain.cards import UNKNOWN, CardRef, Token, parse_ref, token_id


class CardNumbers:
    """Numbers the cards of each owner, in the order in which they are declared: from 1, or from the number given for a
    seat."""

    def __init__(self, first: Mapping[int, int] | None = None, *, keeps: bool = False) -> None:
        self.following = dict(first or {})
        """Owner -> number of the owner's next card."""
        self.keeps = keeps
        """True: a reference with a card number keeps that number."""

    def token(self, owner: int, text: CardRef = UNKNOWN) -> Token:
        """Return a new card of an owner (-1: the table) with the identity that a reference names."""
        ref, number = parse_ref(text), self.following.get(owner, 1)
        if self.keeps and ref.token is not None:
            return Token(ref.token, ref.card)
        self.following[owner] = number + 1
        return Token(token_id(owner, number), ref.card)

    def tokens(self, owner: int, texts: Iterable[CardRef] = (), unknown: int = 0) -> tuple[Token, ...]:
        """Return new cards of an owner: the referenced ones, then `unknown` unknown ones."""
        return (*[self.token(owner, text) for text in texts], *[self.token(owner) for _ in range(unknown)])


def refs_of(cards: Iterable[Token]) -> tuple[CardRef, ...]:
    """Return the cards by id, unknown ones as `??`."""
    return tuple([card.card or UNKNOWN for card in cards])
