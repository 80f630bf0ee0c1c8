"""Visibility of cards: hands, face-down cards, and cards in words for a viewpoint that knows only some of them."""

from collections.abc import Callable, Iterable, Sequence

from domain.cards import UNKNOWN, CardRef, Token
from domain.narration import Narrator
from domain.seats import JUDGE, GameState, Viewpoint
from domain.text import join_words, pluralize


def sees_hand(viewpoint: Viewpoint, seat: int) -> bool:
    """Return True if a viewpoint sees the hidden cards of a player."""
    return viewpoint in (JUDGE, seat)


def face_down(cards: Sequence[CardRef]) -> tuple[CardRef, ...]:
    """Return one reference to an unknown card (`??`) for each card."""
    return (UNKNOWN,) * len(cards)


def masked(cards: Iterable[Token], known: Callable[[Token], bool]) -> tuple[Token, ...]:
    """Return the cards, without the identities of those that are not `known`."""
    return tuple([card if known(card) else Token(card.id) for card in cards])


def card_names(narrator: Narrator[GameState], cards: Sequence[Token], seat: int, *, face_up: bool = False) -> str:
    """Return cards of a seat in words, such as `CIM and 2 cards`: by name if the viewpoint sees them (its own hand, or
    all cards if `face_up`), and the number of the others."""
    seen = face_up or sees_hand(narrator.viewpoint, seat)
    known = [narrator.card(card.card) for card in cards if card.card is not None and seen]
    unknown = len(cards) - len(known)
    others = "a card" if unknown == 1 else pluralize(unknown, "card")
    return join_words([*known, *([others] if unknown else ())], none="no card")
