"""Decks as single cards, and the known places of cards in a deck."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from domain.cards import UNKNOWN, CardRecord, Catalogue, DeckList, Token, token_id


def cards_of_deck(deck: DeckList | int | None, size: int = 0) -> Iterator[str]:
    """Yield the cards of a deck, one for each copy. For a deck given as a number, yield that many unknown cards; for no
    deck, `size` of them."""
    if isinstance(deck, DeckList):
        yield from Counter(deck.cards).elements()
    else:
        yield from (UNKNOWN,) * (size if deck is None else deck)


@lru_cache(maxsize=64)
def unknown_deck(seat: int, size: int) -> tuple[Token, ...]:
    """Return a seat's deck of unknown cards, numbered from 1; it is the same in every match."""
    return tuple([Token(token_id(seat, number)) for number in range(1, size + 1)])


def known_places(catalogue: Catalogue[CardRecord], order: Iterable[str | None]) -> tuple[str, ...]:
    """Return the known cards of a deck with their places; `order` begins with the top card, `None` for an unknown
    one."""
    places = enumerate(order, start=1)
    return tuple([f"place {n} from the top: {catalogue.name_of(card)}" for n, card in places if card is not None])
